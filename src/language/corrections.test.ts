import { describe, expect, it } from "vitest";
import { interpret } from "./interpret.ts";
import type { Interpretation, PreviousTurn, RequestContext } from "./request.ts";

const now = "2026-06-10T11:30:00";

/** Two reminders, of which the turn before wrote or named one. Said on Wednesday at 11:30. */
function followed(text: string, previous?: PreviousTurn, context: RequestContext = both): Interpretation {
  return interpret({ text, now, tz: "Asia/Shanghai", context: { ...context, ...(previous === undefined ? {} : { previous }) } });
}

const both: RequestContext = {
  reminders: [
    { title: "接孩子", start: "2026-06-10T16:00:00", rrule: null, durationMinutes: null },
    { title: "call the vet", start: "2026-06-11T15:00:00", rrule: null, durationMinutes: 30 },
  ],
};
const child: PreviousTurn = { target: "接孩子", text: "下午4点提醒我接孩子" };
const vet: PreviousTurn = { target: "call the vet" };

const told = ({ intent, target, items, reasons }: Interpretation): string =>
  [intent, target, ...items.map(({ start, title, durationMinutes }) => `${start.slice(5, 16)} ${title} ${durationMinutes ?? ""}`.trim())]
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
  ])("%s speaks of what the turn before did", (text, previous, expected) => expect(told(followed(text, previous))).toBe(expected));

  it.each(["不对，是五点", "no, I meant 4pm", "推迟半小时"])("%s is asked about when nothing was said before", (text) => {
    expect(told(followed(text))).toBe("clarify | target_ambiguous");
  });

  it("names another one than the turn before: the name wins", () => {
    expect(told(followed("call the vet改到下午4点", child))).toBe("update | call the vet | 06-11T16:00 call the vet 30");
  });

  it("keeps the half of the day, and asks where that would be a guess", () => {
    expect(told(followed("不对，是八点", child))).toBe("update | 接孩子 | 06-10T20:00 接孩子");
    expect(told(followed("改到晚上", child))).toBe("clarify | period_without_clock");
  });

  it("takes back what the turn before wrote", () => {
    expect(told(followed("刚才那个取消", child))).toBe("cancel | 接孩子");
    expect(told(followed("cancel that", vet))).toBe("cancel | call the vet");
  });

  it("of something that does not exist writes nothing", () => {
    expect(told(followed("不对，是五点", child, {}))).toBe("none");
    expect(told(followed("游泳改到五点", child))).toBe("clarify | target_not_found");
  });
});
