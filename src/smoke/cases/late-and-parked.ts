import { smokeCase, type SmokeCase } from "../case.ts";
import { noShared } from "./shared-fixtures.ts";

const day = 24 * 60;

/**
 * Reminders that could not be delivered on time come later, once, with words that are true when
 * they are read.
 */
export const lateAndParked: readonly SmokeCase[] = [
  smokeCase("I", {
    id: "i1-three-hours-late",
    about: "the instance was away at its moment: it comes three hours later and says so",
    now: "2026-06-12T13:00:00",
    clock: { only: "time is let pass at once" },
    steps: [
      {
        say: "过10分钟提醒我收衣服",
        expect: { made: [{ title: "收衣服", kind: "timed", at: { inMinutes: 10 }, as: "row" }] },
      },
      { wait: { minutes: 190 }, expect: { fired: ["row"] } },
      { wait: { minutes: 300 }, expect: {} },
    ],
    forbid: noShared,
  }),
  smokeCase("I", {
    id: "i2-days-late-en",
    about: "two that are more than a day late come together, each with its day",
    now: "2026-06-12T14:00:00",
    clock: { only: "time is let pass at once" },
    fixtures: {
      reminders: [
        { name: "rent", title: "pay the rent", at: { inMinutes: 30 } },
        { name: "parcel", title: "post the parcel", at: { inMinutes: 90 } },
      ],
    },
    steps: [
      { say: "what do I have today?", expect: { names: ["rent", "parcel"] } },
      { wait: { minutes: 2 * day }, expect: { fired: ["rent", "parcel"] } },
    ],
    forbid: noShared,
  }),
  smokeCase("I", {
    id: "i3-parked-overnight",
    about:
      "the window is closed at its moment: it waits, and next morning it says that it was yesterday's",
    now: "2026-06-12T19:50:00",
    steps: [
      {
        say: "过10分钟提醒我关火",
        expect: { made: [{ title: "关火", kind: "timed", at: { inMinutes: 10 }, as: "stove" }] },
      },
      { channel: "window_closed", expect: {} },
      { wait: { minutes: 11 }, expect: { parked: ["stove"] } },
      { wait: { minutes: 13 * 60 + 40 }, expect: {} },
      { channel: "takes", expect: {} },
      { say: "早上好", expect: { talk: true, arrived: ["stove"] } },
      { wait: { minutes: 14 * 60 }, expect: {} },
    ],
    forbid: noShared,
  }),
  smokeCase("I", {
    id: "i4-parked-for-days-en",
    about:
      "nobody wrote for three days: what waited is not given up, and it comes with the next word",
    now: "2026-06-12T20:00:00",
    steps: [
      {
        say: "remind me to sign the contract tomorrow at 9am",
        expect: {
          made: [
            { title: "sign the contract", kind: "timed", at: { days: 1, at: "09:00" }, as: "row" },
          ],
        },
      },
      { channel: "window_closed", expect: {} },
      { wait: { minutes: 13 * 60 + 1 }, expect: { parked: ["row"] } },
      { wait: { minutes: 3 * day }, expect: {} },
      { channel: "takes", expect: {} },
      { say: "good evening", expect: { talk: true, arrived: ["row"] } },
    ],
    forbid: noShared,
  }),
  smokeCase("I", {
    id: "i5-two-parked",
    about: "two that waited come in their order, each with its own time",
    now: "2026-06-12T21:00:00",
    fixtures: {
      reminders: [
        { name: "first", title: "关窗", at: { inMinutes: 10 } },
        { name: "second", title: "喂猫", at: { inMinutes: 40 } },
      ],
    },
    steps: [
      { say: "你好", expect: { talk: true } },
      { channel: "window_closed", expect: {} },
      { wait: { minutes: 11 }, expect: { parked: ["first"] } },
      { wait: { minutes: 41 }, expect: { parked: ["second"] } },
      { channel: "takes", expect: {} },
      { wait: { minutes: 100 }, expect: {} },
      { say: "我回来了", expect: { talk: true, arrived: ["first", "second"] } },
    ],
    forbid: noShared,
  }),
  smokeCase("I", {
    id: "i6-two-parked-asked-for",
    about:
      "the message that brings two that waited asks what was missed: neither is called undelivered",
    now: "2026-06-12T21:00:00",
    fixtures: {
      reminders: [
        { name: "first", title: "关窗", at: { inMinutes: 10 } },
        { name: "second", title: "喂猫", at: { inMinutes: 40 } },
      ],
    },
    steps: [
      { say: "你好", expect: { talk: true } },
      { channel: "window_closed", expect: {} },
      { wait: { minutes: 11 }, expect: { parked: ["first"] } },
      { wait: { minutes: 41 }, expect: { parked: ["second"] } },
      { channel: "takes", expect: {} },
      { say: "我错过了什么", expect: { arrived: ["first", "second"] } },
    ],
    forbid: noShared,
  }),
  smokeCase("I", {
    id: "i7-two-parked-asked-for-en",
    about: "the same in English, hours later",
    now: "2026-06-12T21:00:00",
    fixtures: {
      reminders: [
        { name: "first", title: "close the window", at: { inMinutes: 10 } },
        { name: "second", title: "feed the cat", at: { inMinutes: 40 } },
      ],
    },
    steps: [
      { say: "hello", expect: { talk: true } },
      { channel: "window_closed", expect: {} },
      { wait: { minutes: 11 }, expect: { parked: ["first"] } },
      { wait: { minutes: 41 }, expect: { parked: ["second"] } },
      { wait: { minutes: 400 }, expect: {} },
      { channel: "takes", expect: {} },
      { say: "what did I miss?", expect: { arrived: ["first", "second"] } },
    ],
    forbid: noShared,
  }),
];
