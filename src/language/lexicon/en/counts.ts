import { enNumber, enNumberOf } from "../../text/numerals.ts";
import { type Pattern, pattern } from "../scan.ts";

/** "daily at 4pm, 14 days, from tomorrow": between commas, and beside a rule. */
const standsAlone = /\b(?:every|each|daily)\b.*[,;]\s*#\s*(?:[,;.]|$)/;

const unitOf = { days: "DAILY", weeks: "WEEKLY", months: "MONTHLY" } as const;

/** How often a series happens, and lengths that only look like it. */
export const enCounts: readonly Pattern[] = [
  pattern(
    String.raw`\bfor\s+(?:an?\s+(?:couple|few)(?:\s+of)?|several|some|many)\s+(?:days|weeks|months|years|times)\b`,
    () => ({
      kind: "span",
    }),
  ),
  pattern(
    String.raw`\bfor\s+(?:a|one|the next|the coming)\s+(week|month)\b(?!\s+from\b)`,
    ([, unit]) => ({
      kind: "count",
      count: 1,
      unit: unit === "week" ? "WEEKLY" : "MONTHLY",
    }),
  ),
  pattern(
    String.raw`\bfor\s+(?:an?|the|this|one)\s+(?:rest of\s+)?(?:the\s+)?(?:year|while|summer|winter|spring|autumn|fall|season|quarter(?!\s+(?:of\s+an\s+)?hour)|semester|term|week|month)\b(?!\s+from\b)`,
    () => ({ kind: "span" }),
  ),
  pattern(
    String.raw`\b(?:for\s+)?(${enNumber})\s+(day|night|morning|evening|week)s\s+(?:in\s+a\s+row|straight|running)\b`,
    ([, count = "", unit]) => ({
      kind: "count",
      count: enNumberOf(count),
      unit: unit === "week" ? "WEEKLY" : "DAILY",
    }),
  ),
  pattern(
    String.raw`\b(?:(?:for|over|during)\s+)?(?:the\s+next\s+)?(${enNumber})\s+(days|weeks|months|times)\b(?!\s+(?:before|from|later|early|ahead|ago))`,
    ({ index, 0: whole, 1: count = "", 2: unit = "" }, text) => {
      const isSaidOfSeries =
        /^(?:for|over|during|the next)\b/.test(whole) ||
        unit === "times" ||
        standsAlone.test(`${text.slice(0, index)}#${text.slice(index + whole.length)}`);
      if (!isSaidOfSeries) return undefined;
      return {
        kind: "count",
        count: enNumberOf(count),
        ...(unit === "times" ? {} : { unit: unitOf[unit as keyof typeof unitOf] }),
      };
    },
  ),
];
