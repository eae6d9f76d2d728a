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

const nothing = ["any_write"] as const;
const cancelOnly = [...noOwn, "shared_create", "shared_change"] as const;

/** With friends: one shared reminder, a part for each, and everyone is notified. */
export const withOthers: readonly SmokeCase[] = [
  smokeCase("E", {
    id: "e1-together",
    gist: "E1",
    about: "dinner with a friend: a part for each, and the friend is told",
    fixtures: { friends: [zhang] },
    steps: [
      {
        say: "约{friend}明天晚上六点吃火锅",
        expect: {
          shared: { made: [{ title: "吃火锅", with: ["friend"], at: { days: 1, at: "18:00" } }] },
          told: ["friend"],
        },
      },
    ],
    forbid: onlyNewShared,
  }),
  smokeCase("E", {
    id: "e1-together-en",
    gist: "E1",
    about: "lunch with a friend, in English",
    fixtures: { friends: [oliver] },
    steps: [
      {
        say: "schedule lunch with {friend} tomorrow at noon",
        expect: {
          shared: { made: [{ title: "lunch", with: ["friend"], at: { days: 1, at: "12:00" } }] },
          told: ["friend"],
        },
      },
    ],
    forbid: onlyNewShared,
  }),
  smokeCase("E", {
    id: "e2-no-time",
    gist: "E2",
    about: "no time is asked about; the answer makes it",
    fixtures: { friends: [zhang] },
    steps: [
      { say: "约{friend}吃火锅", expect: { asks: true } },
      {
        say: "明天晚上六点",
        expect: {
          shared: { made: [{ title: "吃火锅", with: ["friend"], at: { days: 1, at: "18:00" } }] },
          told: ["friend"],
        },
      },
    ],
    forbid: onlyNewShared,
  }),
  smokeCase("E", {
    id: "e3-stranger",
    gist: "E3",
    about: "a person who is not a friend: the entry is one's own, and no one is told",
    fixtures: { friends: [zhang] },
    steps: [
      {
        say: "约王五明天晚上六点吃饭",
        expect: { made: [{ title: "王五吃饭", kind: "timed", at: { days: 1, at: "18:00" } }] },
      },
    ],
    forbid: ["shared_create", "shared_change", "shared_cancel", "tell_others"],
  }),
  smokeCase("E", {
    id: "e4-friend-is-busy",
    gist: "E4",
    about:
      "the friend has no time: nothing is written, other times are offered, and one word books one",
    fixtures: { friends: [zhang], reminders: [busy] },
    steps: [
      { say: "约{friend}明天晚上六点吃火锅", expect: { asks: true } },
      {
        say: "第一个",
        expect: {
          shared: {
            made: [
              {
                title: "吃火锅",
                with: ["friend"],
                at: { freeNear: { days: 1, at: "18:00" }, hours: 24 },
              },
            ],
          },
          told: ["friend"],
        },
      },
    ],
    forbid: onlyNewShared,
  }),
  smokeCase("E", {
    id: "e5-move",
    gist: "E5",
    about: "moved into a free hour: in place, for both, and the friend is told",
    fixtures: { friends: [zhang], shared: [dinner] },
    steps: [
      {
        say: "把和{friend}的吃火锅改到明天晚上八点",
        expect: {
          shared: { moved: [{ row: "dinner", at: { days: 1, at: "20:00" } }] },
          told: ["friend"],
        },
      },
    ],
    forbid: onlyMovedShared,
  }),
  smokeCase("E", {
    id: "e6-move-into-conflict",
    gist: "E6",
    about:
      "moved onto something of the friend's: it stays where it was, and other times are offered",
    fixtures: {
      friends: [zhang],
      shared: [{ ...dinner, at: { days: 1, at: "12:00" } }],
      reminders: [busy],
    },
    steps: [
      { say: "把和{friend}的吃火锅改到明天晚上六点", expect: { asks: true } },
      { say: "算了", expect: {} },
    ],
    forbid: nothing,
  }),
  smokeCase("E", {
    id: "e7-cancel",
    gist: "E7",
    about: "called off for both, and the friend is told",
    fixtures: { friends: [zhang], shared: [dinner] },
    steps: [
      {
        say: "取消和{friend}的吃火锅",
        expect: { shared: { cancelled: ["dinner"] }, told: ["friend"] },
      },
    ],
    forbid: cancelOnly,
  }),
  smokeCase("E", {
    id: "e7-friend-cancels",
    gist: "E7",
    about: "the friend calls it off, and the requester is told",
    ownPeople: "it writes in the name of the friend",
    fixtures: { friends: [zhang], shared: [dinner] },
    steps: [
      {
        by: "friend",
        say: "取消和{me}的吃火锅",
        expect: { shared: { cancelled: ["dinner"] }, told: ["me"] },
      },
    ],
    forbid: cancelOnly,
  }),
  smokeCase("E", {
    id: "e8-cancel-unclear",
    gist: "E8",
    about: "two could be meant: asked, nothing called off",
    fixtures: {
      friends: [zhang],
      shared: [dinner, { ...dinner, name: "film", title: "看电影", at: { days: 2, at: "19:00" } }],
    },
    steps: [{ say: "取消和{friend}的约", expect: { asks: true } }],
    forbid: nothing,
  }),
  smokeCase("E", {
    id: "e1-misspelled-en",
    gist: "E1",
    about: "a friend's name with a letter too many still means the friend",
    ownPeople: "it needs a friend whose name is Oliver",
    fixtures: { friends: [oliver] },
    steps: [
      {
        say: "set up a call with olivers on Friday at 4pm for 30 minutes",
        expect: {
          shared: {
            made: [
              { title: "call", with: ["friend"], at: { next: "16:00", on: ["FR"] }, minutes: 30 },
            ],
          },
          told: ["friend"],
        },
      },
    ],
    forbid: onlyNewShared,
  }),
];
