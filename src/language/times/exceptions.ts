import { weekdayCodes } from "../calendar/wall.ts";
import type { RuleSpec } from "./atoms.ts";
import { hasAny, type Phrase, replace } from "./phrase.ts";
import { timeRule, type Times } from "./times.ts";

/** The rule with fewer days. What fits no rule stays unread. */
export const leftOutDays = timeRule({
  name: "days-taken-out-of-a-rule",
  after: ["one-notation-of-clocks"],
  examples: {
    zh: [["每天早上8点提醒我吃药，周日除外", "11-18 08:00 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA"]],
    en: [
      [
        "every weekday except Wednesday at 7am remind me to run",
        "11-19 07:00 FREQ=WEEKLY;BYDAY=MO,TU,TH,FR",
      ],
    ],
    not: [
      ["每天早上6点半叫我跑步，除了周日9点", "unread_time_word"],
      ["工作日早上八点提醒我打卡，周日除外", "unread_time_word"],
    ],
  },
  when: ({ phrases }: Times) => {
    const [named, second] = phrases.filter(({ except }) => except !== undefined);
    if (named?.except === undefined || second !== undefined || named.unread !== "except")
      return undefined;
    // "…除了周日9点": on that day at another time?
    if (named.rule === undefined && hasAny(named, ["clock", "day", "period"])) return undefined;
    const { except } = named;
    const ruled = phrases.flatMap((phrase) =>
      phrase.rule === undefined ? [] : [[phrase, without(phrase.rule, except)] as const],
    );
    const fits = ruled.length > 0 && ruled.every(([, rule]) => rule !== undefined);
    return fits && { named, fewer: new Map(ruled) };
  },
  then: ({ named, fewer }, { phrases }) => {
    const withFewer = (phrase: Phrase): Phrase => {
      const rule = fewer.get(phrase);
      return rule === undefined ? phrase : { ...phrase, rule };
    };
    const { unread: _, except: __, ...read } = withFewer(named);
    return replace(
      phrases,
      new Map<Phrase, Phrase>([
        ...[...fewer.keys()].map((phrase) => [phrase, withFewer(phrase)] as const),
        [named, named.rule === undefined ? { ...read, spent: true } : read],
      ]),
    );
  },
});

function without(rule: RuleSpec, days: readonly string[]): RuleSpec | undefined {
  const { freq, interval, byday, workdays, bysetpos } = rule;
  const isPlain = [interval, workdays, bysetpos].every((part) => part === undefined);
  if ((freq !== "DAILY" && freq !== "WEEKLY") || !isPlain) return undefined;
  const had = byday ?? (freq === "DAILY" ? weekdayCodes : []);
  const left = had.filter((day) => !days.includes(day));
  // Days that it never had: then something else was meant.
  return left.length === 0 || left.length !== had.length - days.length
    ? undefined
    : { ...rule, freq: "WEEKLY", byday: left };
}
