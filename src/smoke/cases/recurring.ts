import { smokeCase, type SmokeCase } from "../case.ts";

const oneNew = [
  "shared_create",
  "shared_change",
  "shared_cancel",
  "friend_change",
  "tell_others",
  "reminder_change",
  "reminder_end",
] as const;
const noNew = [
  "shared_create",
  "shared_change",
  "shared_cancel",
  "friend_change",
  "tell_others",
  "reminder_create",
] as const;

const workdays = ["MO", "TU", "WE", "TH", "FR"] as const;

/** A series is one row with a rule. */
export const recurring: readonly SmokeCase[] = [
  smokeCase("B", {
    id: "b1-mondays",
    gist: "B1",
    about: "every Monday at 9",
    steps: [
      {
        say: "每周一早上九点提醒我写周报",
        expect: {
          made: [
            {
              title: "写周报",
              kind: "recurring",
              at: { next: "09:00", on: ["MO"] },
              rrule: "FREQ=WEEKLY;BYDAY=MO",
            },
          ],
        },
      },
    ],
    forbid: oneNew,
  }),
  smokeCase("B", {
    id: "b1-tuesdays-en",
    gist: "B1",
    about: "every Tuesday at 6pm, in English",
    steps: [
      {
        say: "every Tuesday at 6pm remind me to take out the trash",
        expect: {
          made: [
            {
              title: "take out the trash",
              kind: "recurring",
              at: { next: "18:00", on: ["TU"] },
              rrule: "FREQ=WEEKLY;BYDAY=TU",
            },
          ],
        },
      },
    ],
    forbid: oneNew,
  }),
  smokeCase("B", {
    id: "b2-daily",
    gist: "B2",
    about: "every day at 22:00",
    steps: [
      {
        say: "每天晚上十点提醒我吃药",
        expect: {
          made: [{ title: "吃药", kind: "recurring", at: { next: "22:00" }, rrule: "FREQ=DAILY" }],
        },
      },
    ],
    forbid: oneNew,
  }),
  smokeCase("B", {
    id: "b3-workdays",
    gist: "B3",
    about: "Monday to Friday at 8: the weekdays are in the rule",
    steps: [
      {
        say: "工作日早上八点提醒我打卡",
        expect: {
          made: [
            {
              title: "打卡",
              kind: "recurring",
              at: { next: "08:00", on: workdays },
              rrule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
            },
          ],
        },
      },
    ],
    forbid: oneNew,
  }),
  smokeCase("B", {
    id: "b3-weekdays-en",
    gist: "B3",
    about: "every weekday at 8:30, in English",
    steps: [
      {
        say: "remind me every weekday at 8:30 am to stand up",
        expect: {
          made: [
            {
              title: "stand up",
              kind: "recurring",
              at: { next: "08:30", on: workdays },
              rrule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
            },
          ],
        },
      },
    ],
    forbid: oneNew,
  }),
  smokeCase("B", {
    id: "b4-monthly",
    about: "the first of every month at 10",
    steps: [
      {
        say: "每月1号上午十点提醒我交水电费",
        expect: {
          made: [
            {
              title: "交水电费",
              kind: "recurring",
              at: { next: "10:00", monthday: 1 },
              rrule: "FREQ=MONTHLY;BYMONTHDAY=1",
            },
          ],
        },
      },
    ],
    forbid: oneNew,
  }),
  smokeCase("B", {
    id: "b5-no-clock",
    about: "every day without an hour is asked about",
    steps: [{ say: "每天提醒我喝水", expect: { asks: true } }],
    forbid: ["any_write"],
  }),
  smokeCase("B", {
    id: "b6-leave-one-out",
    about: "one day of a series is left out; the series stays",
    fixtures: {
      reminders: [{ name: "pills", title: "吃药", at: { next: "22:00" }, rrule: "FREQ=DAILY" }],
    },
    steps: [
      {
        say: "明天的吃药不用提醒了",
        expect: { changed: [{ row: "pills", skips: { days: 1, at: "22:00" } }] },
      },
    ],
    forbid: [...noNew, "reminder_end"],
  }),
  smokeCase("B", {
    id: "b7-other-hour",
    about: "a series gets another hour and stays one row",
    fixtures: {
      reminders: [{ name: "pills", title: "吃药", at: { next: "22:00" }, rrule: "FREQ=DAILY" }],
    },
    steps: [
      { say: "吃药改到晚上九点", expect: { changed: [{ row: "pills", at: { next: "21:00" } }] } },
    ],
    forbid: [...noNew, "reminder_end"],
  }),
  smokeCase("B", {
    id: "b8-end-series",
    about: "a series is called off as a whole, and only it",
    fixtures: {
      reminders: [
        { name: "pills", title: "吃药", at: { days: 1, at: "22:00" }, rrule: "FREQ=DAILY" },
        { name: "standup", title: "站会", at: { days: 1, at: "10:00" }, rrule: "FREQ=WEEKLY" },
      ],
    },
    steps: [{ say: "取消吃药提醒", expect: { ended: [{ row: "pills", as: "deleted" }] } }],
    forbid: [...noNew, "reminder_change"],
  }),
  smokeCase("B", {
    id: "b9-series-goes-on",
    about: "a daily reminder goes off today and again tomorrow",
    now: "2026-06-11T21:30:00",
    clock: { only: "half an hour before ten in the evening" },
    steps: [
      {
        say: "every day at 10pm remind me to lock the door",
        expect: {
          made: [
            {
              title: "lock the door",
              kind: "recurring",
              at: { next: "22:00" },
              rrule: "FREQ=DAILY",
              as: "door",
            },
          ],
        },
      },
      { wait: { minutes: 31 }, expect: { fired: ["door"] } },
      { wait: { minutes: 31 + 24 * 60 }, expect: { fired: ["door"] } },
    ],
    forbid: oneNew,
  }),
];
