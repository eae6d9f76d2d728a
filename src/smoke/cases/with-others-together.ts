import { smokeCase, type SmokeCase } from "../case.ts";
import { dinner, noOwn, oliver, zhang } from "./shared-fixtures.ts";

const li = { who: "second", name: "李四" } as const;

/**
 * Changes of existing shared reminders: more people, a skipped day, all of them cancelled at once.
 */
export const withOthersTogether: readonly SmokeCase[] = [
  smokeCase("E", {
    id: "e19-join",
    about:
      "a second friend comes along to what exists: a part of their own at the same moment, both friends told; taken back by a word",
    fixtures: { friends: [zhang, li], shared: [dinner] },
    steps: [
      {
        say: "把{second}也加到明天的吃火锅里",
        expect: {
          shared: { joined: [{ row: "dinner", with: ["friend", "second"] }] },
          told: ["friend", "second"],
        },
      },
      { say: "撤销", expect: { asks: true } },
      {
        say: "是",
        expect: {
          shared: { joined: [{ row: "dinner", with: ["friend"] }] },
          told: ["friend", "second"],
        },
      },
    ],
    forbid: [...noOwn, "shared_create", "shared_cancel"],
  }),
  smokeCase("E", {
    id: "e20-join-busy-en",
    about:
      "somebody who has no time is not asked along: nothing is written, other times are offered",
    fixtures: {
      friends: [oliver, { who: "second", name: "Emma" }],
      shared: [{ ...dinner, title: "hotpot" }],
      reminders: [
        {
          name: "busy",
          of: "second",
          title: "体检复查",
          at: { days: 1, at: "18:00" },
          minutes: 60,
        },
      ],
    },
    steps: [{ say: "add {second} to tomorrow's hotpot", expect: { asks: true } }],
    forbid: ["any_write", "tell_others"],
  }),
  smokeCase("E", {
    id: "e21-skip-once-en",
    clock: { only: "on a Wednesday, of which “this Friday” can be said" },
    about:
      "one day of a shared series is left out for both, the series goes on, and the friend is told",
    fixtures: { friends: [oliver] },
    steps: [
      {
        say: "schedule standup with {friend} every Friday at 10am",
        expect: {
          shared: {
            made: [
              {
                title: "standup",
                with: ["friend"],
                at: { weekday: "FR", weeks: 0, at: "10:00" },
                as: "series",
              },
            ],
          },
          told: ["friend"],
        },
      },
      {
        say: "skip this Friday's standup with {friend}",
        expect: {
          shared: { moved: [{ row: "series", at: { weekday: "FR", weeks: 1, at: "10:00" } }] },
          told: ["friend"],
        },
      },
    ],
    forbid: [...noOwn, "shared_cancel"],
  }),
  smokeCase("E", {
    id: "e22-cancel-all",
    about:
      "everything with a friend: asked once, called off in one go after a yes, the friend told once; what is one's own stays",
    ownPeople: "it calls off everything that the two have in common",
    fixtures: {
      friends: [zhang],
      shared: [dinner, { ...dinner, name: "film", title: "看电影", at: { days: 2, at: "19:00" } }],
      reminders: [{ name: "own", title: "买菜", at: { days: 1, at: "09:00" } }],
    },
    steps: [
      { say: "取消和{friend}的所有约", expect: { asks: true } },
      { say: "是", expect: { shared: { cancelled: ["dinner", "film"] }, told: ["friend"] } },
      { say: "撤销", expect: { asks: true } },
      { say: "是", expect: { shared: { restored: ["dinner", "film"] }, told: ["friend"] } },
    ],
    forbid: [...noOwn, "shared_create"],
  }),
  smokeCase("E", {
    id: "e23-other-zone-en",
    about:
      "a friend on another continent: each part on its own clock, and the friend is told the hour of their own",
    fixtures: { friends: [{ who: "friend", name: "Emma", zone: "America/New_York" }] },
    steps: [
      {
        say: "schedule a call with {friend} tomorrow at 9pm",
        expect: {
          shared: { made: [{ title: "call", with: ["friend"], at: { days: 1, at: "21:00" } }] },
          told: ["friend"],
        },
      },
    ],
    forbid: [...noOwn, "shared_change", "shared_cancel"],
  }),
];
