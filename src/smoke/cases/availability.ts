import { smokeCase, type SmokeCase } from "../case.ts";

const nothing = ["any_write"] as const;
const zhang = { who: "friend", name: "张三" } as const;
const busy = {
  name: "secret",
  of: "friend",
  title: "体检复查",
  at: { days: 1, at: "10:00" },
  minutes: 60,
} as const;

/** When friends have time. Nothing is written, and no friend's titles are shown. */
export const availability: readonly SmokeCase[] = [
  smokeCase("C", {
    id: "c1-friend",
    gist: "C1",
    about: "a friend's free time, without what fills the rest",
    fixtures: { friends: [zhang], reminders: [busy] },
    steps: [{ say: "{friend}明天什么时候有空", expect: { figures: ["10:00", "11:00"] } }],
    forbid: nothing,
  }),
  smokeCase("C", {
    id: "c1-friend-en",
    gist: "C1",
    about: "a friend's free time, in English",
    fixtures: { friends: [{ who: "friend", name: "Oliver" }], reminders: [busy] },
    steps: [{ say: "when is {friend} free tomorrow?", expect: { figures: ["10:00", "11:00"] } }],
    forbid: nothing,
  }),
  smokeCase("C", {
    id: "c1-misspelled",
    gist: "C1",
    about: "a friend's name with a letter too many",
    ownPeople: "it needs a friend whose name is Oliver",
    fixtures: { friends: [{ who: "friend", name: "Oliver" }], reminders: [busy] },
    steps: [{ say: "看看olivers明天什么时候有空", expect: { figures: ["10:00", "11:00"] } }],
    forbid: nothing,
  }),
  smokeCase("C", {
    id: "c2-stranger",
    gist: "C2",
    about: "somebody who is no friend is asked about",
    fixtures: { friends: [zhang] },
    steps: [{ say: "王五明天有空吗", expect: { asks: true } }],
    forbid: nothing,
  }),
  smokeCase("C", {
    id: "c3-two-olivers",
    gist: "C3",
    about: "two friends of one name are asked about",
    ownPeople: "it needs two friends of one name",
    fixtures: {
      friends: [
        { who: "friend", name: "Oliver Chen" },
        { who: "second", name: "Oliver Wang" },
      ],
    },
    steps: [{ say: "Oliver明天有空吗", expect: { asks: true } }],
    forbid: nothing,
  }),
];
