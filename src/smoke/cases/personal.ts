import { smokeCase, type SmokeCase } from "../case.ts";

const noShared = [
  "shared_create",
  "shared_change",
  "shared_cancel",
  "friend_change",
  "tell_others",
  "reminder_change",
] as const;
const oneNew = [...noShared, "reminder_end"] as const;
const nothing = ["any_write"] as const;

/** One thing, once. */
export const personal: readonly SmokeCase[] = [
  smokeCase("A", {
    id: "a1-tomorrow",
    gist: "A1",
    about: "tomorrow at 15:00",
    steps: [
      {
        say: "明天下午三点提醒我交房租",
        expect: { made: [{ title: "交房租", kind: "timed", at: { days: 1, at: "15:00" } }] },
      },
    ],
    forbid: oneNew,
  }),
  smokeCase("A", {
    id: "a1-tomorrow-en",
    gist: "A1",
    about: "tomorrow at 3pm, in English",
    steps: [
      {
        say: "remind me to call the bank tomorrow at 3pm",
        expect: { made: [{ title: "call the bank", kind: "timed", at: { days: 1, at: "15:00" } }] },
      },
    ],
    forbid: oneNew,
  }),
  smokeCase("A", {
    id: "a2-ten-minutes",
    gist: "A2",
    about: "ten minutes from now",
    steps: [
      {
        say: "过10分钟提醒我喝水",
        expect: { made: [{ title: "喝水", kind: "timed", at: { inMinutes: 10 } }] },
      },
    ],
    forbid: oneNew,
  }),
  smokeCase("A", {
    id: "a2-minutes-en",
    gist: "A2",
    about: "25 minutes from now, in English",
    steps: [
      {
        say: "in 25 minutes remind me to check the oven",
        expect: { made: [{ title: "check the oven", kind: "timed", at: { inMinutes: 25 } }] },
      },
    ],
    forbid: oneNew,
  }),
  smokeCase("A", {
    id: "a3-next-monday",
    gist: "A3",
    about: "Monday of next week at 9",
    steps: [
      {
        say: "下周一早上九点提醒我开周会",
        expect: {
          made: [{ title: "开周会", kind: "timed", at: { weekday: "MO", weeks: 1, at: "09:00" } }],
        },
      },
    ],
    forbid: oneNew,
  }),
  smokeCase("A", {
    id: "a3-next-monday-en",
    gist: "A3",
    about: "next Monday at 9, in English",
    steps: [
      {
        say: "next Monday at 9am remind me to send the report",
        expect: {
          made: [
            {
              title: "send the report",
              kind: "timed",
              at: { weekday: "MO", weeks: 1, at: "09:00" },
            },
          ],
        },
      },
    ],
    forbid: oneNew,
  }),
  smokeCase("A", {
    id: "a4-date",
    gist: "A4",
    about: "3 July at 14:00",
    steps: [
      {
        say: "7月3日下午两点提醒我去接机",
        expect: { made: [{ title: "接机", kind: "timed", at: { date: "07-03", at: "14:00" } }] },
      },
    ],
    forbid: oneNew,
  }),
  smokeCase("A", {
    id: "a4-date-en",
    gist: "A4",
    about: "July 3 at 2 pm, in English",
    steps: [
      {
        say: "Remind me to renew the passport on July 3 at 2 pm",
        expect: {
          made: [
            { title: "renew the passport", kind: "timed", at: { date: "07-03", at: "14:00" } },
          ],
        },
      },
    ],
    forbid: oneNew,
  }),
  smokeCase("A", {
    id: "a5-bare-hour",
    gist: "A5",
    about: "eight o'clock, said at 17:30: the nearest one to come",
    now: "2026-06-10T17:30:00",
    steps: [
      {
        say: "8点提醒我收快递",
        expect: { made: [{ title: "收快递", kind: "timed", at: { nearest: "8:00" } }] },
      },
    ],
    forbid: oneNew,
  }),
  smokeCase("A", {
    id: "a6-two-at-once",
    about: "two reminders in one message are two rows",
    steps: [
      {
        say: "明天早上7点叫我起床，晚上9点提醒我吃药",
        expect: {
          made: [
            { title: "起床", kind: "timed", at: { days: 1, at: "07:00" } },
            { title: "吃药", kind: "timed", at: { days: 1, at: "21:00" } },
          ],
        },
      },
    ],
    forbid: oneNew,
  }),
  smokeCase("A", {
    id: "a7-day-without-clock",
    about: "a day without a clock is asked about, and the answer makes the reminder",
    steps: [
      { say: "周五提醒我去银行", expect: { asks: true } },
      {
        say: "下午3点",
        expect: { made: [{ title: "去银行", kind: "timed", at: { next: "15:00", on: ["FR"] } }] },
      },
    ],
    forbid: oneNew,
  }),
  smokeCase("A", {
    id: "a8-no-time-never-mind",
    about: "no time is asked about; never mind leaves nothing",
    steps: [
      { say: "提醒我买牛奶", expect: { asks: true } },
      { say: "算了", expect: {} },
    ],
    forbid: nothing,
  }),
  smokeCase("A", {
    id: "a9-past",
    about: "a time that has passed is asked about, never moved",
    clock: { from: "08:05", until: "23:55" },
    steps: [{ say: "今天早上八点提醒我吃早饭", expect: { asks: true } }],
    forbid: nothing,
  }),
  smokeCase("A", {
    id: "a10-undo",
    about: "one word takes the last change back",
    steps: [
      {
        say: "明天上午十点提醒我寄快递",
        expect: {
          made: [{ title: "寄快递", kind: "timed", at: { days: 1, at: "10:00" }, as: "parcel" }],
        },
      },
      { say: "撤销", expect: { ended: [{ row: "parcel", as: "deleted" }] } },
    ],
    forbid: noShared,
  }),
  smokeCase("A", {
    id: "a11-said-twice",
    about: "the same wish twice is one row",
    steps: [
      {
        say: "后天晚上七点半提醒我给妈妈打电话",
        expect: { made: [{ title: "给妈妈打电话", kind: "timed", at: { days: 2, at: "19:30" } }] },
      },
      { say: "后天晚上七点半提醒我给妈妈打电话", expect: {} },
    ],
    forbid: oneNew,
  }),
  smokeCase("A", {
    id: "a12-goes-off",
    about: "it goes off once, at its moment and not before, and the channel takes it",
    now: "2026-06-10T21:00:00",
    steps: [
      {
        say: "过10分钟提醒我关火",
        expect: { made: [{ title: "关火", kind: "timed", at: { inMinutes: 10 }, as: "stove" }] },
      },
      { wait: { minutes: 9 }, expect: {} },
      { wait: { minutes: 11 }, expect: { fired: ["stove"] } },
      { wait: { minutes: 30 }, expect: {} },
    ],
    forbid: oneNew,
  }),
  smokeCase("A", {
    id: "a13-clocks-change",
    about: "the morning after the clocks changed: nine is nine on the wall",
    now: "2026-10-31T20:00:00",
    clock: { only: "the evening before the clocks change in New York" },
    zone: "America/New_York",
    steps: [
      {
        say: "remind me to water the plants tomorrow at 9am",
        expect: {
          made: [{ title: "water the plants", kind: "timed", at: { days: 1, at: "09:00" } }],
        },
      },
    ],
    forbid: oneNew,
  }),
  smokeCase("A", {
    id: "a14-wrong-hour",
    about: "a correction moves what was just made; it makes nothing new",
    steps: [
      {
        say: "明天下午三点提醒我去复诊",
        expect: {
          made: [{ title: "复诊", kind: "timed", at: { days: 1, at: "15:00" }, as: "doctor" }],
        },
      },
      {
        say: "不对，是四点",
        expect: { changed: [{ row: "doctor", at: { days: 1, at: "16:00" } }] },
      },
    ],
    forbid: [
      "shared_create",
      "shared_change",
      "shared_cancel",
      "friend_change",
      "tell_others",
      "reminder_end",
    ],
  }),
];
