import { describe, expect, it } from "vitest";
import { interpret } from "../interpret.ts";
import type { RequestContext } from "../request.ts";

const context: RequestContext = {
  friends: ["张三", "Bob", "李四", "Sam Reed", "Sam Lee"],
  reminders: [
    { id: "own", title: "dinner", start: "2026-06-09T19:00:00", rrule: null },
    { id: "ball", title: "打羽毛球", start: "2026-06-11T19:00:00", rrule: null },
  ],
  shared: [
    { id: "meal", title: "吃晚饭", start: "2026-06-09T18:00:00", rrule: null, with: ["Bob"] },
    {
      id: "standup",
      title: "standup",
      start: "2026-06-12T10:00:00",
      rrule: "FREQ=WEEKLY;BYDAY=FR",
      with: ["李四"],
    },
  ],
};

/** Said on Monday 8 June 2026 at ten. */
function summarise(text: string, more: RequestContext = {}): string {
  const result = interpret({
    text,
    now: "2026-06-08T10:00:00",
    tz: "Asia/Shanghai",
    context: { ...context, ...more },
  });
  if (result.intent === "clarify") return `? ${result.reasons[0]}`;
  const what = result.adds === true ? "adds" : result.intent;
  return [what, ...(result.with ?? []), result.targetId, result.occurrence?.slice(5, 10)]
    .filter((part) => part !== undefined)
    .join(" ");
}

describe("a person is added to what exists", () => {
  it.each([
    ["把张三也加到明天的晚饭里", "adds 张三 meal"],
    ["晚饭也叫上张三", "adds 张三 meal"],
    ["明天的晚饭也叫上张三和李四", "adds 张三 李四 meal"],
    ["能把张三也加到和Bob的晚饭里吗？", "adds 张三 meal"],
    ["打羽毛球把张三也叫上", "adds 张三 ball"],
    ["邀请张三参加周四的打羽毛球", "adds 张三 ball"],
    ["让张三也来打羽毛球", "adds 张三 ball"],
    ["晚饭加个张三", "adds 张三 meal"],
    ["打羽毛球多叫一个张三", "adds 张三 ball"],
    ["叫张三一起来打羽毛球吧", "adds 张三 ball"],
    ["add Bob to tomorrow's dinner", "adds Bob own"],
    ["invite Bob to the dinner too", "adds Bob own"],
    ["Please add Bob and 张三 to the dinner tomorrow", "adds Bob 张三 own"],
    ["can you include Bob in tomorrow's dinner?", "adds Bob own"],
    ["let Bob join us for dinner", "adds Bob own"],
    ["add Bob to the standup", "adds Bob standup"],
    // Whether only that one is meant is asked by the caller, which knows what can be done.
    ["add Bob to Friday's standup", "adds Bob standup 06-12"],
  ])("%s", (text, expected) => expect(summarise(text)).toBe(expected));

  it("a person comes along to what was written last, where nothing else is named", () => {
    const latest = { target: "吃晚饭", targetId: "meal" };
    expect([
      summarise("也叫上张三", { latest }),
      summarise("also invite 李四", { latest }),
    ]).toEqual(["adds 张三 meal", "adds 李四 meal"]);
  });
});

describe("what is not understood whole is asked about, and no person is added", () => {
  it.each([
    ["把张三加到周五的晚饭里", "? target_not_found"],
    ["把张三加到晚饭里，他喜欢吃辣", "? target_not_found"],
    ["把张三加到晚饭里然后改到七点", "? items_unclear"],
    ["把张三也加到晚饭里，再取消打羽毛球", "? items_unclear"],
    ["add Bob to dinner and move it to 8pm", "? items_unclear"],
    ["把王五也加到晚饭里", "? friend_unknown"],
    ["add Greg to dinner", "? friend_unknown"],
    ["add Sam to dinner", "? friend_ambiguous"],
  ])("%s", (text, expected) => expect(summarise(text)).toBe(expected));
});

describe("what denies, reports, wonders or is new adds no person", () => {
  it.each([
    ["别把张三加到晚饭里", "none"],
    ["把张三加到晚饭里了", "none"],
    ["要不要把张三加到晚饭里", "none"],
    ["should I add Bob to dinner?", "none"],
    ["把牛奶加到购物清单里", "none"],
    ["提醒我把张三加到群里", "? no_time"],
    ["叫上张三明天晚上七点去看电影", "create_shared 张三"],
    ["再约张三明天晚上七点看电影", "create_shared 张三"],
    ["invite Bob to dinner on Friday at 7pm", "create_shared Bob"],
    ["also invite Bob to lunch tomorrow at noon", "create_shared Bob"],
  ])("%s", (text, expected) => expect(summarise(text)).toBe(expected));
});

describe("one day of what is shared", () => {
  it.each([
    ["skip this Friday's standup with 李四", "cancel_shared 李四 standup 06-12"],
    ["这周的standup跳过", "cancel_shared 李四 standup 06-12"],
    ["skip next week's standup", "cancel_shared 李四 standup 06-19"],
    ["取消周五的standup", "cancel_shared 李四 standup 06-12"],
    ["取消standup", "cancel_shared 李四 standup"],
    ["取消周四的standup", "? target_not_found"],
    ["这周五的standup改到下午四点", "update_shared 李四 standup 06-12"],
  ])("%s", (text, expected) => expect(summarise(text)).toBe(expected));

  it("one day of a shared series goes by the clock of the series", () => {
    const far = {
      id: "far",
      title: "standup",
      start: "2026-06-11T21:00:00",
      rrule: "FREQ=WEEKLY;BYDAY=FR",
      with: ["Bob"],
      zone: "Asia/Shanghai",
    };
    const at = {
      now: "2026-06-08T10:00:00",
      tz: "America/New_York",
      context: { friends: ["Bob"], shared: [far] },
    };
    expect(interpret({ ...at, text: "skip Thursday's standup" }).occurrence).toBe(
      "2026-06-11T21:00:00",
    );
    expect(interpret({ ...at, text: "skip Friday's standup" }).reasons).toEqual([
      "target_not_found",
    ]);
  });
});
