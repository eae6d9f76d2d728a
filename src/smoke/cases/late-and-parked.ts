import { smokeCase, type SmokeCase } from "../case.ts";

const alone = ["shared_create", "shared_change", "shared_cancel", "friend_change", "tell_others"] as const;
const day = 24 * 60;

/** What could not come in time: it comes later, once, and its words are true at the moment at which they are read. */
export const lateAndParked: readonly SmokeCase[] = [
  smokeCase("I", {
    id: "i1-three-hours-late",
    about: "the instance was away at its moment: it comes three hours later and says so",
    now: "2026-06-12T13:00:00",
    clock: { only: "time is let pass at once" },
    steps: [
      { say: "过10分钟提醒我收衣服", expect: { made: [{ title: "收衣服", kind: "timed", at: { inMinutes: 10 }, as: "row" }] } },
      { wait: { minutes: 190 }, expect: { fired: ["row"] } },
      { wait: { minutes: 300 }, expect: {} },
    ],
    forbid: alone,
  }),
  smokeCase("I", {
    id: "i2-days-late-en",
    about: "two that are more than a day late come together, each with its day",
    now: "2026-06-12T14:00:00",
    clock: { only: "time is let pass at once" },
    fixtures: {
      reminders: [
        { name: "rent", title: "pay the rent", at: { inMinutes: 30 } },
        { name: "parcel", title: "post the parcel", at: { inMinutes: 90 } },
      ],
    },
    steps: [
      { say: "what do I have today?", expect: { names: ["rent", "parcel"] } },
      { wait: { minutes: 2 * day }, expect: { fired: ["rent", "parcel"] } },
    ],
    forbid: alone,
  }),
];
