import { smokeCase, type SmokeCase } from "../case.ts";
import { noShared } from "./shared-fixtures.ts";

/**
 * Reminders fire on time, once, for everyone concerned. Near times can be waited for on a running
 * instance.
 */
export const firing: readonly SmokeCase[] = [
  smokeCase("J", {
    id: "j1-near",
    about: "in one minute: not before, then once",
    steps: [
      {
        say: "1分钟后提醒我关灯",
        expect: { made: [{ title: "关灯", kind: "timed", at: { inMinutes: 1 }, as: "lamp" }] },
      },
      { wait: { minutes: 0.7 }, expect: {} },
      { wait: { minutes: 1.2 }, expect: { fired: ["lamp"] } },
      { wait: { minutes: 1.5 }, expect: {} },
    ],
    forbid: noShared,
  }),
  smokeCase("J", {
    id: "j2-near-en",
    about: "in one minute, in English",
    steps: [
      {
        say: "in 1 minute remind me to check the door",
        expect: {
          made: [{ title: "check the door", kind: "timed", at: { inMinutes: 1 }, as: "door" }],
        },
      },
      { wait: { minutes: 1.2 }, expect: { fired: ["door"] } },
    ],
    forbid: noShared,
  }),
  smokeCase("J", {
    id: "j3-moved-away",
    about: "moved before its moment: silent at the old time, once at the new one",
    steps: [
      {
        say: "1分钟后提醒我拿快递",
        expect: { made: [{ title: "拿快递", kind: "timed", at: { inMinutes: 1 }, as: "parcel" }] },
      },
      { say: "拿快递改到2分钟后", expect: { changed: [{ row: "parcel", at: { inMinutes: 2 } }] } },
      { wait: { minutes: 1.5 }, expect: {} },
      { wait: { minutes: 2.4 }, expect: { fired: ["parcel"] } },
    ],
    forbid: noShared,
  }),
  smokeCase("J", {
    id: "j4-called-off",
    about: "called off before its moment: it never goes off",
    steps: [
      {
        say: "1分钟后提醒我倒垃圾",
        expect: { made: [{ title: "倒垃圾", kind: "timed", at: { inMinutes: 1 }, as: "trash" }] },
      },
      { say: "取消倒垃圾", expect: { ended: [{ row: "trash", as: "deleted" }] } },
      { wait: { minutes: 1.5 }, expect: {} },
    ],
    forbid: noShared,
  }),
  smokeCase("J", {
    id: "j5-for-both",
    about: "something shared goes off for both, at the same moment, each in their own chat",
    fixtures: {
      friends: [{ who: "friend", name: "张三" }],
      shared: [
        { name: "walk", title: "散步", with: ["friend"], at: { inMinutes: 2 }, minutes: 30 },
      ],
    },
    steps: [{ wait: { minutes: 2.2 }, expect: { fired: ["walk"] } }],
    forbid: ["any_write"],
  }),
  smokeCase("J", {
    id: "j6-two-at-once",
    about: "two of one minute come both, each with its words",
    fixtures: {
      reminders: [
        { name: "one", title: "浇花", at: { inMinutes: 1 } },
        { name: "two", title: "喂鱼", at: { inMinutes: 1 } },
      ],
    },
    steps: [{ wait: { minutes: 1.2 }, expect: { fired: ["one", "two"] } }],
    forbid: noShared,
  }),
  smokeCase("J", {
    id: "j7-workdays",
    about: "Monday to Friday: after Friday it goes off on Monday, and not before",
    now: "2026-06-12T07:50:00",
    clock: { only: "on a Friday morning, before eight" },
    steps: [
      {
        say: "工作日早上八点提醒我打卡",
        expect: {
          made: [
            {
              title: "打卡",
              kind: "recurring",
              at: { days: 0, at: "08:00" },
              rrule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
              as: "clock",
            },
          ],
        },
      },
      { wait: { minutes: 11 }, expect: { fired: ["clock"] } },
      { wait: { minutes: 11 + 2 * 24 * 60 }, expect: {} },
      { wait: { minutes: 11 + 3 * 24 * 60 }, expect: { fired: ["clock"] } },
    ],
    forbid: noShared,
  }),
  smokeCase("J", {
    id: "j8-clocks-change-en",
    about: "a daily reminder keeps its hour on the wall when the clocks change",
    now: "2026-10-31T08:50:00",
    zone: "America/New_York",
    clock: { only: "the day before the clocks change in New York" },
    steps: [
      {
        say: "every day at 9am remind me to feed the cat",
        expect: {
          made: [
            {
              title: "feed the cat",
              kind: "recurring",
              at: { next: "09:00" },
              rrule: "FREQ=DAILY",
              as: "cat",
            },
          ],
        },
      },
      { wait: { minutes: 11 }, expect: { fired: ["cat"] } },
      // The day has 25 hours.
      { wait: { minutes: 5 + 25 * 60 }, expect: {} },
      { wait: { minutes: 11 + 25 * 60 }, expect: { fired: ["cat"] } },
    ],
    forbid: noShared,
  }),
];
