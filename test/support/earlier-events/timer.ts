import type { TimerEvent } from "../../../src/domain/events/timer.ts";
import type { Earlier } from "./earlier.ts";

export const timerEvents: Earlier<TimerEvent["kind"]> = {
  timer_set: {
    id: 240,
    stream: "timer:scene:00000000-0000-7000-8000-000000000260",
    streamVersion: 2,
    kind: "timer_set",
    at: "2026-01-05T09:25:00.780Z",
    accountId: "00000000-0000-7000-8000-000000000261",
    payload: {
      id: "scene:00000000-0000-7000-8000-000000000260",
      kind: "scene_beat",
      account_id: "00000000-0000-7000-8000-000000000261",
      conversation_id: null,
      due_at: "2026-01-05T09:55:00.780Z",
    },
  },
  timer_postponed: {
    id: 605,
    stream: "timers:lab-0.7772533738826364",
    streamVersion: 1,
    kind: "timer_postponed",
    at: "2026-01-05T10:00:00.000Z",
    accountId: "account-without-a-place",
    payload: {
      id: "reminder:account-without-a-place:1767607200000",
      due_at: "2026-01-05T11:00:00.000Z",
      failures: 1,
      code: "no_route",
      account_id: "account-without-a-place",
    },
  },
  timers_fired: {
    id: 365,
    stream: "timers:lab-0.9559464724914539",
    streamVersion: 2,
    kind: "timers_fired",
    at: "2026-06-08T10:00:00.000Z",
    payload: { ids: ["notification:00000000-0000-7000-8000-000000000262"] },
  },
};
