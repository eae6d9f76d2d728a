import { describe, expect, it } from "vitest";
import { digestText, dueText, fireText, nightlyText } from "./fire-words.ts";

const at = (text: string): number => Date.parse(`${text}Z`);
const line = (content: string, due: string, zone = "UTC") => ({
  content,
  due: at(due),
  zone,
  missedMore: false,
});
const to = (now: string, more: { language?: string | null; zone?: string } = {}) => ({
  language: null,
  zone: "UTC",
  now: at(now),
  ...more,
});

describe("what a reminder says", () => {
  it("a reminder's text is the time that was meant and the words that were given", () => {
    expect(fireText([line("喝水", "2026-01-05T15:00:00")], to("2026-01-05T15:00:00"))).toBe(
      "⏰ 15:00 喝水",
    );
    expect(
      fireText(
        [line("tea", "2026-01-05T07:00:00", "Asia/Shanghai")],
        to("2026-01-05T07:00:00", { zone: "Asia/Shanghai" }),
      ),
    ).toBe("⏰ 15:00 tea");
  });

  it("a reminder's text names the zone when it was meant in another one than the person's", () => {
    expect(
      fireText(
        [line("call", "2026-01-05T14:00:00", "America/New_York")],
        to("2026-01-05T14:00:00"),
      ),
    ).toBe("⏰ 09:00 (America/New_York) call");
    expect(
      fireText(
        [line("开会", "2026-01-05T14:00:00", "America/New_York")],
        to("2026-01-05T14:00:00"),
      ),
    ).toBe("⏰ 09:00（America/New_York） 开会");
  });

  it("a reminder's text says how late it is from a minute on, and of which day it was", () => {
    const due = "2026-01-05T15:00:00";
    expect(fireText([line("tea", due)], to("2026-01-05T15:00:59"))).toBe("⏰ 15:00 tea");
    expect(fireText([line("tea", due)], to("2026-01-05T15:01:00"))).toBe(
      "⏰ 15:00 tea (1 min late)",
    );
    expect(fireText([line("喝水", due)], to("2026-01-05T17:05:00"))).toBe(
      "⏰ 15:00 喝水（晚了 2 小时 5 分钟）",
    );
    expect(fireText([line("tea", due)], to("2026-01-06T03:00:00"))).toBe(
      "⏰ yesterday 15:00 tea (12 hours late)",
    );
    expect(fireText([line("喝水", due)], to("2026-01-06T03:00:00"))).toBe(
      "⏰ 昨天 15:00 喝水（晚了 12 小时）",
    );
    expect(fireText([line("tea", due)], to("2026-01-08T15:00:00"))).toBe(
      "⏰ Mon 5 Jan 15:00 tea (3 days late)",
    );
    expect(fireText([line("喝水", due)], to("2027-01-08T15:00:00"))).toBe(
      "⏰ 2026年1月5日 周一 15:00 喝水（晚了 368 天）",
    );
  });

  it("a reminder's text is in the account's language, or else that of the words", () => {
    const late = to("2026-01-05T16:00:00", { language: "en" });
    expect(fireText([line("喝水", "2026-01-05T15:00:00")], late)).toBe("⏰ 15:00 喝水 (1 h late)");
  });

  it("a reminder's text stays one line for each, whatever was typed, and leaves none of them out", () => {
    expect(
      fireText([line("buy\n\nmilk  now", "2026-01-05T15:00:00")], to("2026-01-05T15:00:00")),
    ).toBe("⏰ 15:00 buy milk now");
    const many = Array.from({ length: 100 }, (_, nth) =>
      line(`thing ${nth}`, "2026-01-05T15:00:00"),
    );
    const lines = fireText(many, to("2026-01-05T15:00:00")).split("\n");
    expect(lines).toHaveLength(100);
    expect(
      fireText([line("字".repeat(2_000), "2026-01-05T15:00:00")], to("2026-01-05T15:00:00")).length,
    ).toBeLessThan(600);
  });

  it("a reminder's text lists what is very late together, each with its day", () => {
    expect(
      digestText(
        [line("rent", "2026-01-01T10:00:00"), line("call", "2026-01-02T09:00:00")],
        to("2026-01-05T15:00:00"),
      ),
    ).toBe(
      "⏰ 2 reminders could not reach you in time:\n· Thu 1 Jan 10:00 rent\n· Fri 2 Jan 09:00 call",
    );
  });

  it("a reminder's text is one short list when three or more are late, with how often a series was missed; a pair that is a little late stays as it is", () => {
    const due = ["2026-01-05T15:00:00", "2026-01-05T15:01:00", "2026-01-05T20:00:00"] as const;
    const lines = due.map((at, nth) => ({ ...line(`事 ${nth}`, at), times: nth === 2 ? 5 : 1 }));
    expect(dueText(lines, to("2026-01-06T09:30:00"))).toBe(
      "⏰ 有 3 个提醒没能按时送到：\n· 昨天 15:00 事 0\n· 昨天 15:01 事 1\n· 昨天 20:00 事 2（共 5 次）",
    );
    expect(dueText(lines.slice(0, 2), to("2026-01-05T15:03:00"))).toBe(
      "⏰ 15:00 事 0（晚了 3 分钟）\n⏰ 15:01 事 1（晚了 2 分钟）",
    );
  });

  it("a reminder's text asks in the evening about what has no time", () => {
    expect(nightlyText(["buy milk"], null).split("\n").slice(0, 2)).toEqual([
      "🌙 One thing has no time yet:",
      "1. buy milk",
    ]);
    expect(nightlyText(["buy milk", "write"], "zh").split("\n")[0]).toBe(
      "🌙 还有 2 件事没定时间：",
    );
  });
});
