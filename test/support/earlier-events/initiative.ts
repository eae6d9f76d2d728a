import type { InitiativeEvent } from "../../../src/domain/events/initiative.ts";
import type { Earlier } from "./earlier.ts";

const account = "00000000-0000-7000-8000-000000000025";
const stream = `initiative:${account}`;
const envelope = { stream, at: "2026-11-17T17:00:00.000Z", accountId: account };

export const initiativeEvents: Earlier<InitiativeEvent["kind"]> = {
  initiative_set: {
    ...envelope,
    id: 950,
    streamVersion: 1,
    kind: "initiative_set",
    payload: { account_id: account, brief: true, follow_ups: false, most_per_day: 2 },
  },
  initiative_taken: {
    ...envelope,
    id: 951,
    streamVersion: 2,
    kind: "initiative_taken",
    payload: {
      id: "00000000-0000-7000-8000-0000000000b1",
      account_id: account,
      sort: "brief",
      message_id: "00000000-0000-7000-8000-0000000000b2",
      said_on: "2026-11-18",
      reason: {
        since: "2026-11-17T17:00:00.000Z",
        reminders: ["00000000-0000-7000-8000-000000000263"],
      },
    },
  },
};
