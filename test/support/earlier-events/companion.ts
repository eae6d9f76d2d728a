import type { CompanionEvent } from "../../../src/domain/events/companion.ts";
import type { Earlier } from "./earlier.ts";

const account = "00000000-0000-7000-8000-000000000025";

export const companionEvents: Earlier<CompanionEvent["kind"]> = {
  companion_chosen: {
    stream: `companion:${account}`,
    at: "2026-11-17T20:00:00.000Z",
    accountId: account,
    id: 960,
    streamVersion: 1,
    kind: "companion_chosen",
    payload: { account_id: account, bot_id: "00000000-0000-7000-8000-0000000000c1" },
  },
};
