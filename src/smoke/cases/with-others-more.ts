import { smokeCase, type SmokeCase } from "../case.ts";
import {
  busy,
  dinner,
  noOwn,
  oliver,
  onlyMovedShared,
  onlyNewShared,
  zhang,
} from "./shared-fixtures.ts";

const nothingShared = [...noOwn, "shared_create", "shared_change", "shared_cancel"] as const;

/** With friends, beyond the gists: several of them, leaving, one's own part, other names, taking back. */
export const withOthersMore: readonly SmokeCase[] = [
  smokeCase("E", {
    id: "e9-three",
    about: "with two friends: a part for each of the three, and both are told",
    fixtures: { friends: [zhang, { who: "second", name: "李四" }] },
    steps: [
      {
        say: "约{friend}和{second}明天晚上六点吃火锅",
        expect: {
          shared: {
            made: [{ title: "吃火锅", with: ["friend", "second"], at: { days: 1, at: "18:00" } }],
          },
          told: ["friend", "second"],
        },
      },
    ],
    forbid: onlyNewShared,
  }),
  smokeCase("E", {
    id: "e10-decline",
    about: "the friend declines: their part ends, the other stays, and the requester is told",
    ownPeople: "a friend who declines may decline something real",
    fixtures: { friends: [zhang], shared: [dinner] },
    steps: [
      {
        by: "friend",
        say: "拒绝",
        expect: {
          shared: { over: [{ row: "dinner", who: "friend", as: "deleted" }] },
          told: ["me"],
        },
      },
    ],
    forbid: nothingShared,
  }),
  smokeCase("E", {
    id: "e11-done",
    about: "one's own part is done: nobody else's changes, and nobody is bothered",
    fixtures: { friends: [zhang], shared: [dinner] },
    steps: [
      {
        say: "吃火锅完成了",
        expect: { shared: { over: [{ row: "dinner", who: "me", as: "completed" }] } },
      },
    ],
    forbid: [...nothingShared, "tell_others"],
  }),
  smokeCase("E", {
    id: "e12-rename",
    about: "another name, the same moment, and the friend is told",
    fixtures: { friends: [zhang], shared: [dinner] },
    steps: [
      {
        say: "把和{friend}的吃火锅改名叫吃烤鱼",
        expect: { shared: { renamed: [{ row: "dinner", title: "吃烤鱼" }] }, told: ["friend"] },
      },
    ],
    forbid: onlyMovedShared,
  }),
  smokeCase("E", {
    id: "e13-undo-cancel-en",
    about: "called off and, by one word, on again for both; the friend is told each time",
    fixtures: { friends: [oliver], shared: [{ ...dinner, title: "hotpot" }] },
    steps: [
      {
        say: "cancel hotpot with {friend}",
        expect: { shared: { cancelled: ["dinner"] }, told: ["friend"] },
      },
      { say: "undo", expect: { asks: true } },
      { say: "yes", expect: { shared: { restored: ["dinner"] }, told: ["friend"] } },
    ],
    forbid: [
      "reminder_create",
      "reminder_change",
      "reminder_end",
      "shared_create",
      "friend_change",
    ],
  }),
  smokeCase("E", {
    id: "e14-move-takes-a-slot-en",
    about:
      "moved onto something of the friend's: another time that is offered is taken by its number",
    fixtures: {
      friends: [oliver],
      shared: [{ ...dinner, title: "hotpot", at: { days: 1, at: "12:00" } }],
      reminders: [busy],
    },
    steps: [
      { say: "move hotpot with {friend} to tomorrow at 6pm", expect: { asks: true } },
      {
        say: "2",
        expect: {
          shared: { moved: [{ row: "dinner", at: { days: 1, at: "19:00" } }] },
          told: ["friend"],
        },
      },
    ],
    ownPeople: "which times are free depends on what else the two have planned",
    forbid: onlyMovedShared,
  }),
  smokeCase("E", {
    id: "e15-stranger-first",
    about: "an unknown person, named before the verb: the entry is one's own, and no one is told",
    fixtures: { friends: [zhang] },
    steps: [
      {
        say: "跟小红约明天下午三点喝咖啡",
        expect: { made: [{ title: "小红喝咖啡", kind: "timed", at: { days: 1, at: "15:00" } }] },
      },
    ],
    forbid: ["shared_create", "shared_change", "shared_cancel", "tell_others"],
  }),
  smokeCase("E", {
    id: "e16-no-verb-en",
    about:
      "something with a friend at a time, and no word that asks for it: asked about, and a yes sets it up",
    fixtures: { friends: [oliver] },
    steps: [
      { say: "lunch with {friend} tomorrow at 12pm", expect: { asks: true } },
      {
        say: "yes",
        expect: {
          shared: { made: [{ title: "lunch", with: ["friend"], at: { days: 1, at: "12:00" } }] },
          told: ["friend"],
        },
      },
    ],
    forbid: onlyNewShared,
  }),
  smokeCase("E", {
    id: "e17-gone-on",
    about: "whoever has something else done has gone on: a time that comes later answers nothing",
    fixtures: { friends: [zhang], shared: [dinner] },
    steps: [
      { say: "约{friend}看电影", expect: { asks: true } },
      {
        say: "取消和{friend}的吃火锅",
        expect: { shared: { cancelled: ["dinner"] }, told: ["friend"] },
      },
      { say: "明天晚上六点", expect: { talk: true } },
    ],
    forbid: [
      "reminder_create",
      "reminder_change",
      "reminder_end",
      "shared_create",
      "shared_change",
      "friend_change",
    ],
  }),
  smokeCase("E", {
    id: "e18-length",
    about: "another length and the same moment, and the friend is told",
    fixtures: { friends: [zhang], shared: [dinner] },
    steps: [
      {
        say: "和{friend}的吃火锅延长到两个小时",
        expect: {
          shared: { moved: [{ row: "dinner", at: { days: 1, at: "18:00" }, minutes: 120 }] },
          told: ["friend"],
        },
      },
    ],
    forbid: onlyMovedShared,
  }),
];
