import { smokeCase, type SmokeCase } from "../case.ts";
import { dinner, noShared } from "./shared-fixtures.ts";

const noNew = [...noShared, "reminder_create"] as const;
const gym = { name: "gym", title: "健身", at: { days: 1, at: "20:00" }, minutes: 60 } as const;
const bill = { name: "bill", title: "交电费", at: { days: 2, at: "10:00" } } as const;
const dentist = { name: "dentist", title: "dentist", at: { days: 2, at: "09:00" } } as const;

/** More ended rows than one query of earlier versions returned. */
const many = Array.from({ length: 60 }, (_, nth) => ({
  name: `m${nth}`,
  title: `第${nth + 1}项`,
  at: { days: 1 + nth, at: "09:00" },
}));

/** "Undo" reverses the last change, all of it and nothing else. */
export const undo: readonly SmokeCase[] = [
  smokeCase("H", {
    id: "h1-move",
    about: "moved, and back to where it was",
    fixtures: { reminders: [gym, bill] },
    steps: [
      {
        say: "把健身改到晚上7点",
        expect: { changed: [{ row: "gym", at: { days: 1, at: "19:00" } }] },
      },
      { say: "撤销", expect: { changed: [{ row: "gym", at: { days: 1, at: "20:00" } }] } },
    ],
    forbid: [...noNew, "reminder_end"],
  }),
  smokeCase("H", {
    id: "h2-move-en",
    about: "moved and back, in English",
    fixtures: { reminders: [dentist] },
    steps: [
      {
        say: "move the dentist to tomorrow at 4pm",
        expect: { changed: [{ row: "dentist", at: { days: 1, at: "16:00" } }] },
      },
      { say: "undo", expect: { changed: [{ row: "dentist", at: { days: 2, at: "09:00" } }] } },
    ],
    forbid: [...noNew, "reminder_end"],
  }),
  smokeCase("H", {
    id: "h3-cancel",
    about: "called off, and there again at its old time",
    fixtures: { reminders: [gym, bill] },
    steps: [
      { say: "取消健身", expect: { ended: [{ row: "gym", as: "deleted" }] } },
      { say: "撤销", expect: { changed: [{ row: "gym", at: { days: 1, at: "20:00" } }] } },
    ],
    forbid: noNew,
  }),
  smokeCase("H", {
    id: "h4-done-en",
    about: "ticked off by mistake, and open again",
    fixtures: { reminders: [dentist] },
    steps: [
      { say: "the dentist is done", expect: { ended: [{ row: "dentist", as: "completed" }] } },
      { say: "undo that", expect: { changed: [{ row: "dentist", at: { days: 2, at: "09:00" } }] } },
    ],
    forbid: noNew,
  }),
  smokeCase("H", {
    id: "h5-sixty-at-once",
    about: "sixty are called off after a yes, and sixty come back",
    ownPeople: "it calls off everything that somebody has",
    fixtures: { reminders: many },
    steps: [
      { say: "删除所有提醒", expect: { asks: true } },
      {
        say: "是",
        expect: { ended: many.map(({ name }) => ({ row: name, as: "deleted" as const })) },
      },
      { say: "撤销", expect: { changed: many.map(({ name, at }) => ({ row: name, at })) } },
    ],
    forbid: noNew,
  }),
  smokeCase("H", {
    id: "h6-move-together",
    about:
      "moved for both and, after a question about what the friend would hear, back for both; the friend is told each time",
    fixtures: { friends: [{ who: "friend", name: "张三" }], shared: [dinner] },
    steps: [
      {
        say: "把和{friend}的吃火锅改到明天晚上八点",
        expect: {
          shared: { moved: [{ row: "dinner", at: { days: 1, at: "20:00" } }] },
          told: ["friend"],
        },
      },
      { say: "撤销", expect: { asks: true } },
      {
        say: "是",
        expect: {
          shared: { moved: [{ row: "dinner", at: { days: 1, at: "18:00" } }] },
          told: ["friend"],
        },
      },
    ],
    forbid: [
      "reminder_create",
      "reminder_change",
      "reminder_end",
      "shared_create",
      "shared_cancel",
      "friend_change",
    ],
  }),
  smokeCase("H", {
    id: "h7-nothing-there-en",
    about: "nothing was changed, so nothing is taken back",
    ownPeople: "it needs somebody who has nothing and has changed nothing",
    steps: [{ say: "undo", expect: {} }],
    forbid: ["any_write"],
  }),
];
