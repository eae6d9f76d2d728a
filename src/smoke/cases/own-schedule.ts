import { smokeCase, type SmokeCase } from "../case.ts";
import { noShared } from "./shared-fixtures.ts";

const oneNew = [...noShared, "reminder_change", "reminder_end"] as const;
const noNew = [...noShared, "reminder_create"] as const;
const gym = { name: "gym", title: "健身", at: { days: 0, at: "20:00" }, minutes: 60 } as const;
const gymTomorrow = { ...gym, at: { days: 1, at: "20:00" } } as const;
const bill = { name: "bill", title: "交电费", at: { days: 1, at: "10:00" } } as const;

/** The requester's own day. */
export const ownSchedule: readonly SmokeCase[] = [
  smokeCase("D", {
    id: "d1-range",
    gist: "D1",
    about: "eight to nine is a start and a length",
    steps: [
      {
        say: "明天晚上8点到9点提醒我健身",
        expect: {
          made: [{ title: "健身", kind: "timed", at: { days: 1, at: "20:00" }, minutes: 60 }],
        },
      },
    ],
    forbid: oneNew,
  }),
  smokeCase("D", {
    id: "d2-list-today",
    gist: "D2",
    about: "what is on today: named, and nothing changes",
    clock: { from: "00:00", until: "19:55" },
    fixtures: { reminders: [gym, bill] },
    steps: [{ say: "今天有什么安排", expect: { names: ["gym"] } }],
    forbid: ["any_write"],
  }),
  smokeCase("D", {
    id: "d2-list-tomorrow-en",
    gist: "D2",
    about: "what is on tomorrow, in English",
    fixtures: {
      reminders: [{ name: "rent", title: "pay the rent", at: { days: 1, at: "10:00" } }],
    },
    steps: [{ say: "what do I have tomorrow?", expect: { names: ["rent"] } }],
    forbid: ["any_write"],
  }),
  smokeCase("D", {
    id: "d3-overlap",
    gist: "D3",
    about: "what falls on something else of one's own is written, and the other is named",
    fixtures: { reminders: [gymTomorrow] },
    steps: [
      {
        say: "明天晚上8点半提醒我开电话会",
        expect: {
          made: [{ title: "开电话会", kind: "timed", at: { days: 1, at: "20:30" } }],
          names: ["gym"],
        },
      },
    ],
    forbid: oneNew,
  }),
  smokeCase("D", {
    id: "d4-move",
    gist: "D4",
    about: "moved to 19:00: the same row, its length kept, the other one untouched",
    fixtures: { reminders: [gymTomorrow, bill] },
    steps: [
      {
        say: "把健身改到晚上7点",
        expect: { changed: [{ row: "gym", at: { days: 1, at: "19:00" } }] },
      },
    ],
    forbid: [...noNew, "reminder_end"],
  }),
  smokeCase("D", {
    id: "d4-move-en",
    gist: "D4",
    about: "moved to another day, in English",
    fixtures: { reminders: [{ name: "dentist", title: "dentist", at: { days: 2, at: "09:00" } }] },
    steps: [
      {
        say: "move the dentist to tomorrow at 4pm",
        expect: { changed: [{ row: "dentist", at: { days: 1, at: "16:00" } }] },
      },
    ],
    forbid: [...noNew, "reminder_end"],
  }),
  smokeCase("D", {
    id: "d5-cancel",
    gist: "D5",
    about: "the right one is called off",
    fixtures: { reminders: [gymTomorrow, bill] },
    steps: [{ say: "取消健身", expect: { ended: [{ row: "gym", as: "deleted" }] } }],
    forbid: [...noNew, "reminder_change"],
  }),
  smokeCase("D", {
    id: "d5-cancel-en",
    gist: "D5",
    about: "called off, in English",
    fixtures: {
      reminders: [
        { name: "dentist", title: "dentist", at: { days: 2, at: "09:00" } },
        { name: "rent", title: "pay the rent", at: { days: 1, at: "10:00" } },
      ],
    },
    steps: [
      {
        say: "cancel the dentist reminder",
        expect: { ended: [{ row: "dentist", as: "deleted" }] },
      },
    ],
    forbid: [...noNew, "reminder_change"],
  }),
  smokeCase("D", {
    id: "d6-cancel-unclear",
    about: "two could be meant: asked, nothing called off",
    fixtures: {
      reminders: [
        { name: "zhang", title: "给张总打电话", at: { days: 1, at: "10:00" } },
        { name: "li", title: "给李总打电话", at: { days: 1, at: "16:00" } },
      ],
    },
    steps: [{ say: "取消打电话的提醒", expect: { asks: true } }],
    forbid: ["any_write"],
  }),
  smokeCase("D", {
    id: "d7-cancel-unknown",
    about: "what is not there is not called off, and nothing else is either",
    fixtures: { reminders: [bill] },
    steps: [{ say: "取消游泳提醒", expect: {} }],
    forbid: ["any_write"],
  }),
  smokeCase("D", {
    id: "d8-all-of-today",
    about: "all of today is confirmed first, and tomorrow stays",
    clock: { from: "00:00", until: "17:55" },
    fixtures: {
      reminders: [gym, { name: "laundry", title: "收衣服", at: { days: 0, at: "18:00" } }, bill],
    },
    steps: [
      { say: "取消今天所有提醒", expect: { asks: true } },
      {
        say: "是",
        expect: {
          ended: [
            { row: "gym", as: "deleted" },
            { row: "laundry", as: "deleted" },
          ],
        },
      },
    ],
    forbid: [...noNew, "reminder_change"],
  }),
  smokeCase("D", {
    id: "d9-done",
    about: "what is done is ticked off",
    fixtures: { reminders: [gymTomorrow, bill] },
    steps: [{ say: "交电费做完了", expect: { ended: [{ row: "bill", as: "completed" }] } }],
    forbid: [...noNew, "reminder_change"],
  }),
];
