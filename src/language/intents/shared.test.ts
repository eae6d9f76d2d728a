import { describe, expect, it } from "vitest";
import { interpret } from "../interpret.ts";
import type { Interpretation, RequestContext } from "../request.ts";

const context: RequestContext = {
  friends: ["张三", "Oliver"],
  reminders: [{ title: "dentist", start: "2026-06-17T10:00:00", rrule: null, durationMinutes: 60 }],
  shared: [
    {
      title: "火锅",
      with: ["张三"],
      start: "2026-06-18T18:00:00",
      rrule: null,
      durationMinutes: 60,
    },
    {
      title: "chat",
      with: ["Oliver"],
      start: "2026-06-18T15:00:00",
      rrule: null,
      durationMinutes: null,
    },
  ],
};
const interpretText = (text: string): Interpretation =>
  interpret({ text, now: "2026-06-15T09:00:00", tz: "Asia/Shanghai", context });
/** The answer to the question that a request left. */
const answerQuestion = (asked: Interpretation, text: string, known = context): Interpretation =>
  interpret({
    text,
    now: "2026-06-15T09:01:00",
    tz: "Asia/Shanghai",
    context: { ...known, ...(asked.open === undefined ? {} : { open: asked.open }) },
  });
const item = ({ items: [first] }: Interpretation): string =>
  `${first?.title} ${first?.start.slice(5, 16)} ${first?.durationMinutes}`;

describe("an unknown person", () => {
  it.each([
    ["跟小红约明天下午三点喝咖啡", "小红"],
    ["跟丽丽明天下午三点约个饭", "丽丽"],
    ["和Lily定个明晚八点的会", "Lily"],
    ["set up a call with Zoe tomorrow at 3pm", "Zoe"],
    ["晚上8点提醒我妈吃药", "我妈"],
  ])("an unknown person stops nothing, and stands in the title: %s", (text, name) => {
    const { intent, items, unknownPeople } = interpretText(text);
    expect([intent, unknownPeople]).toEqual(["create", [name]]);
    expect(items[0]?.title).toContain(name);
  });

  it.each([
    ["约张三和小红明天晚上7点吃饭", "小红"],
    ["book dinner with Oliver and Zoe on Friday at 7pm", "Zoe"],
  ])("beside a friend is asked about by name: %s", (text, name) => {
    const { intent, reasons, open } = interpretText(text);
    expect([intent, reasons]).toEqual(["clarify", ["friend_unknown"]]);
    expect(open?.text.slice(open.unclear?.at, open.unclear?.end)).toBe(name);
  });
});

describe("those who are meant and not named", () => {
  it.each([
    ["约大家周六晚上7点聚餐", "张三和Oliver", ["张三", "Oliver"]],
    ["下午5点提醒我们交表", "张三", ["张三"]],
    ["remind us at 5pm to leave", "Oliver and 张三", ["Oliver", "张三"]],
  ])("friends who are meant and not named are named by the answer: %s", (text, answer, names) => {
    const asked = interpretText(text);
    expect(asked.reasons).toEqual(["friend_missing"]);
    const made = answerQuestion(asked, answer);
    expect([made.intent, made.with]).toEqual(["create_shared", names]);
  });
});

describe("one who is named beside oneself", () => {
  it.each(["提醒张三和我明天早上八点开会", "明天早上八点提醒张三跟我一起开会"])(
    "a friend who is named beside oneself gets what both do: %s",
    (text) => {
      expect(interpretText(text)).toMatchObject({
        intent: "create_shared",
        with: ["张三"],
        items: [{ title: "开会", start: "2026-06-16T08:00:00" }],
      });
    },
  );

  it("a friend gets nothing where only the event has a time", () =>
    expect(interpretText("提醒张三我明天早上八点到")).toMatchObject({
      intent: "clarify",
      reasons: ["items_unclear"],
    }));
});

describe("something with a friend at a time, and no word that asks for it", () => {
  it.each([
    ["lunch with Oliver tomorrow at 12:30pm", "lunch 06-16T12:30 null"],
    ["I'd like to meet olvier tomorrow at 2pm", "meet 06-16T14:00 null"],
    ["后天下午两点到三点和张三一起过一遍合同", "过一遍合同 06-17T14:00 60"],
    ["每周五下午五点和张三一起复盘，四十分钟", "复盘 06-19T17:00 40"],
  ])("a plan with a friend is asked about, and a yes sets it up: %s", (text, made) => {
    const asked = interpretText(text);
    expect([asked.intent, asked.reasons]).toEqual(["clarify", ["unsure_company"]]);
    const yes = answerQuestion(asked, "yes");
    expect([yes.intent, item(yes)]).toEqual(["create_shared", made]);
  });

  it.each([
    "I have lunch with Oliver tomorrow at 12:30pm",
    "played tennis with Oliver at 7pm",
    "dinner with Oliver at 7pm was great",
    "我明天下午三点和张三开会",
    "和张三定了明天下午三点的会",
    "昨晚8点和张三吃饭",
    "和张三8点的电影看了吗",
    "明天下午三点和张三喝咖啡，好开心",
  ])("a report about a plan with a friend is left alone: %s", (text) =>
    expect(interpretText(text).intent).toBe("none"),
  );

  it("one answer sets up a plan and says which of two friends is meant", () => {
    const two = { friends: ["Oliver Kent", "Oliver Shaw"] };
    const asked = interpret({
      text: "lunch with Oliver tomorrow at 1pm",
      now: "2026-06-15T09:00:00",
      tz: "Asia/Shanghai",
      context: two,
    });
    expect(asked.reasons).toEqual(["friend_ambiguous"]);
    const shaw = answerQuestion(asked, "Shaw", two);
    expect([shaw.intent, shaw.with]).toEqual(["create_shared", ["Oliver Shaw"]]);
  });
});

describe("what is arranged with a friend", () => {
  it.each([
    ["schedule a video call with Oliver on Thursday at 9pm, 30 min", "a video call 06-18T21:00 30"],
    ["schedule a half-hour call with Oliver tomorrow at 4pm", "a half-hour call 06-16T16:00 30"],
    [
      "set up a call with Oliver tomorrow 3pm about the launch",
      "a call about the launch 06-16T15:00 null",
    ],
    ["约张三明天下午三点喝咖啡，半小时", "喝咖啡 06-16T15:00 30"],
    ["set up a 1:1 with Oliver for Thursday 4pm", "a 1:1 06-18T16:00 null"],
    ["book 羽毛球 with 张三 Saturday 3pm", "羽毛球 06-20T15:00 null"],
    // What the friend is to do changes nothing that exists.
    ["remind Oliver to bring the contract tomorrow at 2pm", "bring the contract 06-16T14:00 null"],
    ["ask Oliver to move the car at 5pm", "move the car 06-15T17:00 null"],
    ["提醒张三取消订单，明天早上9点", "取消订单 06-16T09:00 null"],
    ["约张三明天晚上7点一起看展", "看展 06-16T19:00 null"],
  ])("an appointment with a friend keeps its length and its name: %s", (text, made) => {
    const result = interpretText(text);
    expect([result.intent, item(result)]).toEqual(["create_shared", made]);
  });

  it.each([
    ["change the chat with Oliver to 90 minutes", "chat 06-18T15:00 90"],
    ["extend the chat to 90 minutes", "chat 06-18T15:00 90"],
    ["火锅延长半小时", "火锅 06-18T18:00 90"],
    ["把和张三的火锅缩短到40分钟", "火锅 06-18T18:00 40"],
    ["move 火锅 to 8pm", "火锅 06-18T20:00 60"],
    ["rename 火锅 to 烤鱼", "烤鱼 06-18T18:00 60"],
  ])(
    "an appointment with a friend gets another length, time or name, in either language: %s",
    (text, made) => {
      const result = interpretText(text);
      expect([result.intent, item(result)]).toEqual(["update_shared", made]);
    },
  );

  it("an appointment with a friend is called off in either language", () => {
    for (const text of ["cancel 火锅 with 张三", "cancel 火锅", "把chat取消"])
      expect(interpretText(text).intent).toBe("cancel_shared");
  });

  it("an appointment is not meant where another friend is named", () => {
    const three = { ...context, friends: ["张三", "Oliver", "Eva"] };
    const asked = interpret({
      text: "取消和Eva的火锅",
      now: "2026-06-15T09:00:00",
      tz: "Asia/Shanghai",
      context: three,
    });
    expect(asked.reasons).toEqual(["target_not_found"]);
  });

  it("an appointment is called off by the friend's name alone, or with a word for anything; another name is asked about", () => {
    for (const text of ["cancel the meeting with Oliver", "取消和张三的约", "取消和张三的会"])
      expect(interpretText(text).intent).toBe("cancel_shared");
    for (const text of ["cancel the lunch with Oliver", "取消和张三的羽毛球"])
      expect(interpretText(text).reasons).toEqual(["target_not_found"]);
  });

  it("an appointment is listed where a person asks about plans with others", () => {
    for (const text of [
      "我和谁有约",
      "这周有哪些约",
      "我和张三有什么约",
      "what have I planned with Oliver",
    ])
      expect(interpretText(text).intent).toBe("list");
  });

  it("an appointment without a length does not grow by an amount", () => {
    expect(interpretText("extend the chat by half an hour").reasons).toEqual(["unread_time_word"]);
    expect(interpretText("会议延长了半小时").intent).toBe("none");
    expect(item(interpretText("make the dentist 30 minutes longer"))).toBe(
      "dentist 06-17T10:00 90",
    );
  });
});
