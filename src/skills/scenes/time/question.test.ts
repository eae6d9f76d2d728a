import { storyEvent } from "../../../../test/support/story-event.ts";
import { expect, it } from "vitest";
import { castMember } from "../../../../test/support/cast.ts";
import { findDayEnd } from "./days.ts";
import { parseQuestion } from "./question.ts";

const cast = {
  bots: new Map([
    ["bot_a", castMember("bot_a", "Ann")],
    ["bot_b", castMember("bot_b", "沈渡")],
  ]),
  you: { name: "Sam", pronouns: "", persona: "", event_id: 1 },
};

it.each([
  [
    "What did Ann feel about you on Day 3?",
    { viewer: "bot_a", about: "you", topic: "feel", day: 3 },
  ],
  ["how much does Ann trust Sam", { viewer: "bot_a", about: "you", topic: "feel", day: undefined }],
  [
    "What did Ann know about 沈渡 on day 12 at 9pm",
    { viewer: "bot_a", about: "bot_b", topic: "know", day: 12, hour: { h: 21, m: 0 } },
  ],
  [
    "Do you recall what Ann remembered at 21:30 of day 2",
    { viewer: "bot_a", topic: "remember", day: 2, hour: { h: 21, m: 30 } },
  ],
  [
    "第三天沈渡对我的感觉",
    { viewer: "bot_b", about: "you", topic: "feel", day: 3, language: "zh" },
  ],
  [
    "第十二天晚上9点沈渡知道Ann什么",
    { viewer: "bot_b", about: "bot_a", topic: "know", day: 12, hour: { h: 21, m: 0 } },
  ],
  ["who was with Ann on day 1", { viewer: "bot_a", topic: "present", day: 1 }],
])("the question “%s” about the past is parsed", (words, expected) => {
  expect(parseQuestion(words, cast)).toMatchObject(expected);
});

it("a question about the past without a character's name is not parsed: “planning” does not name Ann", () => {
  expect(parseQuestion("what was she planning on day 3", cast)).toBeUndefined();
});

it("days of a story are counted from its anchor, in its own time zone", () => {
  const created = { narrative_anchor: "Day 2", initial_time: "2026-04-26T20:00:00+08:00" };
  const path = [storyEvent(1, "chat_created", created)];
  expect(findDayEnd(path, 3, { h: 21, m: 0 })).toBe("2026-04-27T13:00:00.000Z");
  expect(findDayEnd(path, 2)).toBe("2026-04-26T15:59:59.999Z");
});
