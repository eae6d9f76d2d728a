import { type Pattern, pattern } from "./scan.ts";
import { enPeriodOf } from "./en/clock.ts";
import { enDays } from "./en/days.ts";

/** English words of time inside a Chinese sentence: "tomorrow下午3点提醒我去gym". */
export const mixedAtoms: readonly Pattern[] = [
  pattern(String.raw`\b(?:tonight|tonite)\b`, () => ({
    kind: "period",
    period: "night",
    today: true,
  })),
  ...enDays,
  pattern(String.raw`\b(?:noon|midday)\b`, () => ({
    kind: "clock",
    hour: 12,
    minute: 0,
    second: 0,
    exact: true,
  })),
  pattern(String.raw`\bmidnight\b`, () => ({
    kind: "clock",
    hour: 24,
    minute: 0,
    second: 0,
    exact: true,
  })),
  pattern(
    String.raw`\b(?:this\s+)?(morning|afternoon|evening|night)\b(?!\s*(?:call|run|class|meeting|coffee|tea))`,
    ([, word = ""]) => ({
      kind: "period",
      period: enPeriodOf(word),
    }),
  ),
  pattern(String.raw`\bat\s+(\d{1,2})(?=[\s,，。!！]|$|[\u4e00-\u9fff])`, ([, hour = ""]) =>
    Number(hour) > 24
      ? { kind: "unread" }
      : { kind: "clock", hour: Number(hour), minute: 0, second: 0, exact: Number(hour) > 12 },
  ),
  pattern(String.raw`\b(?:every ?)?weekdays?\b`, () => ({
    kind: "rule",
    rule: { freq: "WEEKLY", byday: ["MO", "TU", "WE", "TH", "FR"] },
  })),
  pattern(String.raw`\bevery ?day\b`, () => ({ kind: "rule", rule: { freq: "DAILY" } })),
  pattern(
    String.raw`\b(?:every\w*|(?:daily|weekly|monthly|yearly)(?![ -]?[a-z])(?<![a-z][ -](?:dai|week|month|year)ly)|weekends?|next|until|later|o'?clock)\b`,
    () => ({
      kind: "unread",
    }),
  ),
];
