import { describe, expect, it } from "vitest";
import { interpret } from "../interpret.ts";
import type { Interpretation, PreviousTurn, RequestContext } from "../request.ts";

const now = "2026-06-10T11:30:00";

/** Two reminders, of which the turn before wrote or named one. Said on Wednesday at 11:30. */
function interpretFollowUp(
  text: string,
  previous?: PreviousTurn,
  context: RequestContext = both,
): Interpretation {
  return interpret({
    text,
    now,
    tz: "Asia/Shanghai",
    context: { ...context, ...(previous === undefined ? {} : { previous }) },
  });
}

const both: RequestContext = {
  reminders: [
    { title: "接孩子", start: "2026-06-10T16:00:00", rrule: null, durationMinutes: null },
    { title: "call the vet", start: "2026-06-11T15:00:00", rrule: null, durationMinutes: 30 },
  ],
};
const child: PreviousTurn = { target: "接孩子", text: "下午4点提醒我接孩子" };
const vet: PreviousTurn = { target: "call the vet" };

const summarise = ({ intent, target, items, reasons }: Interpretation): string =>
  [
    intent,
    target,
    ...items.map(({ start, title, durationMinutes }) =>
      `${start.slice(5, 16)} ${title} ${durationMinutes ?? ""}`.trim(),
    ),
  ]
    .concat(intent === "clarify" ? reasons : [])
    .filter((part) => part !== undefined)
    .join(" | ");

describe("a correction", () => {
  it.each([
    ["不对，是五点", child, "update | 接孩子 | 06-10T17:00 接孩子"],
    ["说错了，五点半", child, "update | 接孩子 | 06-10T17:30 接孩子"],
    ["是五点不是四点", child, "update | 接孩子 | 06-10T17:00 接孩子"],
    ["改成明天", child, "update | 接孩子 | 06-11T16:00 接孩子"],
    ["推迟半小时", child, "update | 接孩子 | 06-10T16:30 接孩子"],
    ["no, I meant 4pm", vet, "update | call the vet | 06-11T16:00 call the vet 30"],
    ["make it 4 instead", vet, "update | call the vet | 06-11T16:00 call the vet 30"],
    ["actually make it Friday", vet, "update | call the vet | 06-12T15:00 call the vet 30"],
    ["push it back an hour", vet, "update | call the vet | 06-11T16:00 call the vet 30"],
  ])("%s speaks of what the turn before did", (text, previous, expected) =>
    expect(summarise(interpretFollowUp(text, previous))).toBe(expected),
  );

  it.each(["不对，是五点", "no, I meant 4pm", "推迟半小时"])(
    "%s is asked about when nothing was said before",
    (text) => {
      expect(summarise(interpretFollowUp(text))).toBe("clarify | target_ambiguous");
    },
  );

  it("names another one than the turn before: the name wins", () => {
    expect(summarise(interpretFollowUp("call the vet改到下午4点", child))).toBe(
      "update | call the vet | 06-11T16:00 call the vet 30",
    );
  });

  it("a correction keeps the half of the day, and is asked about where that would be a guess", () => {
    expect(summarise(interpretFollowUp("不对，是八点", child))).toBe(
      "update | 接孩子 | 06-10T20:00 接孩子",
    );
    expect(summarise(interpretFollowUp("改到晚上", child))).toBe("clarify | period_without_clock");
  });

  it("a correction takes back what the turn before wrote", () => {
    expect(summarise(interpretFollowUp("刚才那个取消", child))).toBe("cancel | 接孩子");
    expect(summarise(interpretFollowUp("cancel that", vet))).toBe("cancel | call the vet");
  });

  it("a correction of something that does not exist writes nothing", () => {
    expect(summarise(interpretFollowUp("不对，是五点", child, {}))).toBe("none");
    expect(summarise(interpretFollowUp("游泳改到五点", child))).toBe("clarify | target_not_found");
  });
});

describe("a change with the name inside", () => {
  const gym = { title: "健身", start: "2026-06-10T18:00:00", durationMinutes: 60 };
  const summariseQuestion = (text: string): string =>
    summarise(
      interpret({
        text,
        now: "2026-06-10T11:30:00",
        tz: "Asia/Shanghai",
        context: { reminders: [gym] },
      }),
    );

  it.each([
    ["推迟健身半小时", "update | 健身 | 06-10T18:30 健身 60"],
    ["健身推迟一个小时", "update | 健身 | 06-10T19:00 健身 60"],
    ["把健身改名为游泳", "update | 健身 | 06-10T18:00 游泳 60"],
    ["健身重命名为晨跑", "update | 健身 | 06-10T18:00 晨跑 60"],
  ])("%s", (text, expected) => expect(summariseQuestion(text)).toBe(expected));
});

describe("a question about a friend", () => {
  it.each(["olivers明天什么时候有空", "明天olivr有空吗", "is olivers free tomorrow?"])(
    "%s forgives a misspelling wherever the name stands",
    (text) => {
      const context = { friends: ["Oliver", "张三"] };
      expect(
        interpret({ text, now: "2026-06-10T11:30:00", tz: "Asia/Shanghai", context }),
      ).toMatchObject({
        intent: "availability",
        with: ["Oliver"],
      });
    },
  );

  it("forgives none in a wish that only looks like a name", () => {
    const context = { friends: ["Oliver"] };
    expect(
      interpret({
        text: "olives明天9点提醒我买",
        now: "2026-06-10T11:30:00",
        tz: "Asia/Shanghai",
        context,
      }).intent,
    ).not.toBe("create_shared");
  });
});
