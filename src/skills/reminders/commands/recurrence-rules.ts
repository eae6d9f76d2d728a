import { occurrencesAfter } from "../../../language/calendar/occurrences.ts";
import type { Steps } from "../../../language/calendar/rule-periods.ts";

const figures: Readonly<Record<string, readonly [number, number]>> = {
  INTERVAL: [1, 10_000],
  COUNT: [1, 100_000],
  BYSECOND: [0, 59],
  BYMINUTE: [0, 59],
  BYHOUR: [0, 23],
  BYMONTHDAY: [-31, 31],
  BYYEARDAY: [-366, 366],
  BYWEEKNO: [-53, 53],
  BYMONTH: [1, 12],
  BYSETPOS: [-366, 366],
};

/** RFC 5545's rule, part by part: accepting an invalid rule would fire on unintended days. */
function isRule(rule: string): boolean {
  const plain = rule.replace(/^RSCALE=CHINESE;/, "");
  return plain.split(";").every((part, index) => {
    const [name = "", value = ""] = part.split("=");
    if (index === 0)
      return /^FREQ=(?:SECONDLY|MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/.test(part);
    if (name === "UNTIL") return /^\d{8}(?:T\d{6})?$/.test(value);
    if (name === "WKST") return /^(?:MO|TU|WE|TH|FR|SA|SU)$/.test(value);
    if (name === "BYDAY")
      return value.split(",").every((day) => /^[+-]?\d{0,2}(?:MO|TU|WE|TH|FR|SA|SU)$/.test(day));
    const [least, most] = figures[name] ?? [1, 0];
    return value
      .split(",")
      .every(
        (figure) => /^[+-]?\d+$/.test(figure) && Number(figure) >= least && Number(figure) <= most,
      );
  });
}

const shortestRepeat = 5 * 60_000;
/** Every list of a rule once, with room to spare. */
const longestRule = 4_000;
/** How far a rule is walked for its first times, and how far one that is counted from the first. */
const stepsOfSearch = 20_000;
const stepsOfCount = 100_000;
const countedAhead = 60 * 366 * 86_400_000;

/**
 * Whether a rule from outside is one that can be kept: it is well-formed, it ever comes, and not
 * all the time. The search is counted in steps, and `steps` is the remaining budget of a whole file
 * or request.
 */
export function ruleProblem(
  rule: string,
  at: { readonly start: string; readonly zone: string },
  steps: Steps = { left: stepsOfSearch + stepsOfCount },
): "bad_rule" | "too_often" | undefined {
  if (rule.length > longestRule || !isRule(rule)) return "bad_rule";
  const schedule = { ...at, rrule: rule };
  const start = Date.parse(`${at.start}Z`);
  const [first, second] = spend(steps, stepsOfSearch, (own) =>
    occurrencesAfter(schedule, start - 2 * 86_400_000, own).take(2),
  );
  if (first === undefined) return "bad_rule";
  if (second !== undefined && second.instant - first.instant < shortestRepeat) return "too_often";
  if (!rule.includes("COUNT=")) return undefined;
  // A rule that is counted from its first time must stay cheap for decades.
  let isCheap = true;
  spend(steps, stepsOfCount, (own) => {
    const found = occurrencesAfter(schedule, start + countedAhead, own)
      .take(1)
      .toArray();
    isCheap = own.left > 0;
    return found;
  });
  return isCheap ? undefined : "bad_rule";
}

/** A walk with steps of its own, which are taken from those of the whole. */
function spend<T>(steps: Steps, most: number, walk: (own: Steps) => Iterable<T>): T[] {
  const given = Math.max(0, Math.min(steps.left, most));
  const own = { left: given };
  const found = [...walk(own)];
  steps.left -= given - own.left;
  return found;
}

/** A rule by its parts, as the table shows it, or as text. `undefined` when it is neither. */
export function ruleText(
  rule: string | Readonly<Record<string, unknown>> | null | undefined,
): string | null | undefined {
  if (rule === null || rule === undefined || rule === "") return null;
  if (typeof rule === "string")
    return rule
      .trim()
      .toUpperCase()
      .replace(/^RRULE:/, "");
  const { frequency, interval = 1, ...rest } = rule;
  if (Object.keys(rule).length === 0) return null;
  if (typeof frequency !== "string") return undefined;
  const parts = Object.entries(rest).map(
    ([name, value]) => `${name}=${Array.isArray(value) ? value.join(",") : String(value)}`,
  );
  return [
    `FREQ=${frequency}`,
    ...(interval === 1 ? [] : [`INTERVAL=${String(interval)}`]),
    ...parts,
  ]
    .join(";")
    .toUpperCase();
}
