import { smokeCase, type SmokeCase } from "../case.ts";
import { noShared } from "./shared-fixtures.ts";

const oneRow = [...noShared, "reminder_end"] as const;

/** A snoozed reminder fires again at the requested time, and at no other. */
export const snooze: readonly SmokeCase[] = [
  smokeCase("G", {
    id: "g1-ten-minutes",
    about: "it went off; ten minutes later it goes off once more, and then it is over",
    now: "2026-06-11T09:00:00",
    steps: [
      {
        say: "过5分钟提醒我喝水",
        expect: { made: [{ title: "喝水", kind: "timed", at: { inMinutes: 5 }, as: "water" }] },
      },
      { wait: { minutes: 6 }, expect: { fired: ["water"] } },
      { say: "10分钟后再提醒我", expect: { changed: [{ row: "water", at: { inMinutes: 10 } }] } },
      { wait: { minutes: 15 }, expect: {} },
      { wait: { minutes: 17 }, expect: { fired: ["water"] } },
      { wait: { minutes: 40 }, expect: {} },
    ],
    forbid: oneRow,
  }),
  smokeCase("G", {
    id: "g2-quarter-hour-en",
    about: "snoozed by a quarter of an hour, in English",
    now: "2026-06-11T10:00:00",
    steps: [
      {
        say: "in 5 minutes remind me to stretch",
        expect: { made: [{ title: "stretch", kind: "timed", at: { inMinutes: 5 }, as: "row" }] },
      },
      { wait: { minutes: 6 }, expect: { fired: ["row"] } },
      { say: "snooze 15 minutes", expect: { changed: [{ row: "row", at: { inMinutes: 15 } }] } },
      { wait: { minutes: 22 }, expect: { fired: ["row"] } },
    ],
    forbid: oneRow,
  }),
  smokeCase("G", {
    id: "g3-series-once-more",
    about: "of a series one time comes again by itself; the series keeps its hour",
    now: "2026-06-11T21:50:00",
    fixtures: {
      reminders: [{ name: "pills", title: "吃药", at: { inMinutes: 10 }, rrule: "FREQ=DAILY" }],
    },
    steps: [
      { wait: { minutes: 11 }, expect: { fired: ["pills"] } },
      {
        say: "半小时后再提醒我",
        expect: { made: [{ title: "吃药", kind: "timed", at: { inMinutes: 30 }, as: "again" }] },
      },
      { wait: { minutes: 42 }, expect: { fired: ["again"] } },
      { wait: { minutes: 11 + 24 * 60 }, expect: { fired: ["pills"] } },
    ],
    forbid: [...oneRow, "reminder_change"],
  }),
  smokeCase("G", {
    id: "g4-tomorrow",
    about: "not now but tomorrow at nine",
    now: "2026-06-11T18:00:00",
    steps: [
      {
        say: "过5分钟提醒我交报销单",
        expect: { made: [{ title: "交报销单", kind: "timed", at: { inMinutes: 5 }, as: "row" }] },
      },
      { wait: { minutes: 6 }, expect: { fired: ["row"] } },
      {
        say: "明天早上9点再提醒我",
        expect: { changed: [{ row: "row", at: { days: 1, at: "09:00" } }] },
      },
    ],
    forbid: oneRow,
  }),
  smokeCase("G", {
    id: "g5-one-of-two-en",
    about: "two went off; the one that is named comes again, the other one stays done",
    now: "2026-06-11T11:00:00",
    fixtures: {
      reminders: [
        { name: "tea", title: "drink tea", at: { inMinutes: 5 } },
        { name: "plants", title: "water the plants", at: { inMinutes: 5 } },
      ],
    },
    steps: [
      { wait: { minutes: 6 }, expect: { fired: ["tea", "plants"] } },
      {
        say: "snooze the plants for 20 minutes",
        expect: { changed: [{ row: "plants", at: { inMinutes: 20 } }] },
      },
      { wait: { minutes: 27 }, expect: { fired: ["plants"] } },
    ],
    forbid: [...oneRow, "reminder_create"],
  }),
  smokeCase("G", {
    id: "g6-near",
    about: "one minute, and one more: near enough to be waited for on a running instance",
    steps: [
      {
        say: "1分钟后提醒我看看锅",
        expect: { made: [{ title: "看看锅", kind: "timed", at: { inMinutes: 1 }, as: "pot" }] },
      },
      { wait: { minutes: 1.2 }, expect: { fired: ["pot"] } },
      { say: "1分钟后再提醒我", expect: { changed: [{ row: "pot", at: { inMinutes: 1 } }] } },
      { wait: { minutes: 2.5 }, expect: { fired: ["pot"] } },
    ],
    forbid: oneRow,
  }),
];
