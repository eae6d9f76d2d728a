import { describe, expect, it } from "vitest";
import { interpret } from "../interpret.ts";
import type { Interpretation, RequestContext } from "../request.ts";

const kept = {
  title: "开会",
  start: "2026-11-19T15:00:00",
  rrule: "FREQ=DAILY",
  durationMinutes: 30,
};
const two: RequestContext = {
  reminders: [
    { title: "喝水", start: "2026-11-18T15:00:00", rrule: null, durationMinutes: null },
    kept,
  ],
};
const spoken: RequestContext = { ...two, previous: { target: "喝水" } };

const interpretText = (text: string, context: RequestContext = {}): Interpretation =>
  interpret({ text, now: "2026-11-18T10:20:00", tz: "Asia/Shanghai", context });

describe("what shall become of a late one", () => {
  it.each([
    ["明天下午3点提醒我开会，如果错过了就不用提醒了", "开会", "skip"],
    ["每天早上8点提醒我吃药，没按时提醒的话就不要补了", "吃药", "skip"],
    ["明天下午3点提醒我开会，就算晚了也要提醒我", "开会", "fire"],
    ["remind me at 5pm to stretch, skip it if you're late", "stretch", "skip"],
    ["if it's late, don't bother, but remind me at 5pm to stretch", "stretch", "skip"],
    ["remind me at 5pm to call Bob even if you're late", "call Bob", "fire"],
  ])("a late reminder's policy is said with the request: %s", (text, title, late) =>
    expect(interpretText(text)).toMatchObject({ intent: "create", items: [{ title, late }] }),
  );

  it.each([
    ["如果错过了就不用提醒了", spoken, "喝水", "skip"],
    ["喝水那个错过了就算了", two, "喝水", "skip"],
    ["开会的提醒即使晚了也要提醒我", two, "开会", "fire"],
    ["skip it if you're late", spoken, "喝水", "skip"],
    ["remind me even if you're late", spoken, "喝水", "fire"],
  ])(
    "a late reminder's policy is said of an existing one, which stays as it is otherwise: %s",
    (text, ...[context, target, late]) => {
      const { start, rrule, durationMinutes } =
        (target === "开会" ? kept : two.reminders?.[0]) ?? kept;
      expect(interpretText(text, context)).toMatchObject({
        intent: "update",
        target,
        items: [{ title: target, start, rrule, durationMinutes, late }],
      });
    },
  );

  it("a late reminder's policy goes along with a move, also when a question is answered in between", () => {
    expect(interpretText("喝水改到下午4点，晚了也要提醒我", two)).toMatchObject({
      target: "喝水",
      items: [{ start: "2026-11-18T16:00:00", late: "fire" }],
    });
    const { open } = interpretText("明天提醒我开会，要是错过了就不用补了");
    if (open === undefined) throw new Error("nothing is open");
    expect(interpretText("下午3点", { open }).items).toMatchObject([
      { title: "开会", start: "2026-11-19T15:00:00", late: "skip" },
    ]);
  });

  it("a late reminder's policy is asked about where several could be meant", () => {
    expect(interpretText("错过了就不用提醒了", two)).toMatchObject({
      intent: "clarify",
      reasons: ["target_ambiguous"],
    });
  });

  it.each([
    "这班车错过了就算了",
    "怎么过了时间还提醒我",
    "错过了就不提醒了吗？",
    "都晚了就算了吧",
    "skip it if it rains",
    "why don't you skip it if you're late?",
  ])("a late reminder's policy is not meant by %s", (text) =>
    expect(interpretText(text, spoken).items.map(({ late }) => late ?? "")).toEqual([]),
  );
});
