import type { MemoryEvent } from "../../../src/domain/events/memory.ts";
import type { Earlier } from "./earlier.ts";

const account = "00000000-0000-7000-8000-000000000025";
const stream = `memory:${account}`;
const envelope = { stream, at: "2026-11-17T10:00:00.000Z", accountId: account };
const named = { id: "00000000-0000-7000-8000-0000000000a1", account_id: account };
const talk = { account_id: account, conversation_id: "00000000-0000-7000-8000-000000000031" };

export const memoryEvents: Earlier<MemoryEvent["kind"]> = {
  memory_stated: {
    ...envelope,
    id: 900,
    streamVersion: 1,
    kind: "memory_stated",
    payload: {
      ...named,
      conversation_id: talk.conversation_id,
      audience: "private",
      form: "fact",
      words: "I moved to Porto last week",
      topic: "home",
      value: "Porto last week",
      date_said: "last week",
      date_meant: "2026-11-03/2026-11-17",
      origin: "rule",
      sources: [899],
      said_at: "2026-11-17T09:59:59.000Z",
    },
  },
  memory_superseded: {
    ...envelope,
    id: 901,
    streamVersion: 2,
    kind: "memory_superseded",
    payload: { ...named, by: "00000000-0000-7000-8000-0000000000a2" },
  },
  memory_pinned: {
    ...envelope,
    id: 902,
    streamVersion: 3,
    kind: "memory_pinned",
    payload: { ...named, pinned: true },
  },
  memory_forgotten: {
    ...envelope,
    id: 903,
    streamVersion: 4,
    kind: "memory_forgotten",
    payload: { ...named, sources: [899, 905] },
  },
  memory_switched: {
    ...envelope,
    id: 904,
    streamVersion: 5,
    kind: "memory_switched",
    payload: { ...talk, is_on: false },
  },
  memory_pending: {
    ...envelope,
    id: 907,
    streamVersion: 7,
    kind: "memory_pending",
    payload: { ...talk, audience: "private", through_event: 905 },
  },
  memory_read: {
    ...envelope,
    id: 906,
    streamVersion: 6,
    kind: "memory_read",
    payload: { ...talk, through_event: 905 },
  },
};
