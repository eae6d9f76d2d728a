import { opensWish, saidOfAllBehind, saidOfEachWeek } from "../lexicon/time-frames.ts";
import type { RuleSpec } from "./atoms.ts";
import { giveRuleAway, hasAny, type Phrase, replace } from "./phrase.ts";
import { isKind } from "./rule-as-kind.ts";
import { isTimed } from "./timed.ts";
import { timeRule, type Times } from "./times.ts";

/** A rule that is said again, or a weekend that turns out to be all of them. */
export const repeatedRule = timeRule({
  name: "rule-said-again",
  after: ["background-times"],
  examples: {
    zh: [["每周二下午四点半送豆豆去学画画，帮我设成每周提醒", "11-17 16:30 FREQ=WEEKLY;BYDAY=TU"]],
    en: [
      ["on weekends at 9am wake me, but every weekend", "11-21 09:00 FREQ=WEEKLY;BYDAY=SA,SU"],
      [
        "schedule a biweekly sync with Ann on Wednesdays at 2pm",
        "11-18 14:00 FREQ=WEEKLY;INTERVAL=2;BYDAY=WE",
      ],
      [
        "bins go out every Wednesday so remind me Wednesdays at 8pm",
        "11-18 20:00 FREQ=WEEKLY;BYDAY=WE",
      ],
    ],
    not: [["每天9点提醒我写每周总结", "ambiguous_hour"]],
  },
  when: (times) => {
    const [timed, second] = times.phrases.filter(isTimed);
    if (timed === undefined || second !== undefined) return undefined;
    const ruled = times.phrases.filter((phrase) => hasAny(phrase, ["weekend", "rule"]));
    const host = ruled.includes(timed) ? timed : ruled[0];
    const again = ruled.find(
      (phrase) => phrase !== host && phrase.rule !== undefined && !hasAny(phrase, ["clock", "day"]),
    );
    if (host === undefined || again?.rule === undefined) return undefined;
    const known = host.rule ?? everyWeekend(again.rule);
    const rule = known && uniteRules(again.rule, known);
    if (rule === undefined) return undefined;
    const isOther = isKind(again, { ...host, rule }, times) && !isOfWish(again, times);
    return !isOther && { host, again, rule };
  },
  then: ({ host, again, rule }, { phrases }) => {
    const { weekend: _, ...rest } = host;
    return replace(
      phrases,
      new Map([
        [host, { ...rest, rule }],
        [again, giveRuleAway(again)],
      ]),
    );
  },
});

/** "schedule a biweekly sync": of the very thing that is asked for. */
const isOfWish = ({ at }: Phrase, { trigger, reading: { prepared } }: Times): boolean =>
  opensWish.test(prepared.text.slice(trigger.end, at));

/** "每周都要", of a weekend. */
const everyWeekend = (rule: RuleSpec): RuleSpec | undefined =>
  rule.freq === "WEEKLY" && rule.byday === undefined ? { ...rule, byday: ["SA", "SU"] } : undefined;

/** "a biweekly meeting … on Wednesdays": one says how often, the other on which days. */
function uniteRules(said: RuleSpec, known: RuleSpec): RuleSpec | undefined {
  const { ambiguous: _, ...sure } = known;
  if (isRepeat(said, known)) return sure;
  const { interval, ...rest } = said;
  return known.freq === "WEEKLY" &&
    known.byday?.length === 1 &&
    known.interval === undefined &&
    isRepeat(rest, known)
    ? { ...known, ...(interval === undefined ? {} : { interval }) }
    : undefined;
}

/** It says no more than the other has said. */
const isRepeat = (said: RuleSpec, known: RuleSpec): boolean =>
  said.freq === known.freq &&
  (said.interval ?? 1) === (known.interval ?? 1) &&
  (said.byday === undefined || said.byday.join() === known.byday?.join()) &&
  (said.bymonthday === undefined || said.bymonthday.join() === known.bymonthday?.join()) &&
  [
    said.until,
    said.from,
    said.count,
    said.lunar,
    said.bysetpos,
    said.ambiguous,
    said.workdays,
  ].every((part) => part === undefined);

/** "Tuesday and Friday …, repeating": of every week, where the weekdays alone leave it open. */
export const weekdaysOfEachWeek = timeRule({
  name: "weekdays-of-each-week",
  after: ["rule-said-again"],
  examples: {
    en: [
      [
        "Monday and Friday always at 5:30pm karate, set a reminder",
        "11-20 17:30 FREQ=WEEKLY;BYDAY=MO,FR",
      ],
    ],
    not: [["Monday and Friday at 5:30pm karate, set a reminder", "ambiguous_interval"]],
  },
  when: ({ phrases, reading: { prepared } }) =>
    saidOfEachWeek[prepared.language].test(prepared.text) &&
    phrases.find(({ rule }) => rule?.ambiguous === true && rule.byday !== undefined),
  then: (open, { phrases }) => {
    const { ambiguous: _, ...rule } = open.rule ?? { freq: "WEEKLY" };
    return replace(phrases, new Map([[open, { ...open, rule }]]));
  },
});

/** Said of both, behind them. */
export const trailingRule = timeRule({
  name: "rule-behind-its-times",
  after: ["rule-said-again"],
  examples: {
    zh: [
      ["早上八点和晚上八点提醒我吃药，每天都要", "11-18 08:00 FREQ=DAILY; 11-17 20:00 FREQ=DAILY"],
    ],
  },
  when: ({ phrases, reading: { prepared } }: Times) => {
    const said = phrases.find(
      ({ rule, clock, end }) =>
        rule !== undefined && clock === undefined && saidOfAllBehind.test(prepared.text.slice(end)),
    );
    const timed = phrases.filter(({ clock }) => clock !== undefined);
    const isOpen = timed.length > 1 && !timed.some((phrase) => hasAny(phrase, ["rule", "day"]));
    return said?.rule !== undefined && isOpen && { said, rule: said.rule, timed };
  },
  then: ({ said, rule, timed }, { phrases }) =>
    replace(
      phrases,
      new Map<Phrase, Phrase>([
        ...timed.map((phrase) => [phrase, { ...phrase, rule }] as const),
        [said, giveRuleAway(said)],
      ]),
    ),
});

/** What is said ahead of the wish goes for all that it names. */
export const leadingRule = timeRule({
  name: "rule-ahead-of-the-wish",
  after: ["rule-behind-its-times"],
  examples: {
    zh: [
      ["每天提醒我早上八点吃药，晚上九点跑步", "11-18 08:00 FREQ=DAILY; 11-17 21:00 FREQ=DAILY"],
    ],
  },
  when: ({ phrases, trigger }: Times) => {
    const said = phrases.find(
      (phrase) => phrase.rule !== undefined && !isTimed(phrase) && phrase.end <= trigger.at,
    );
    const timed = phrases.filter(isTimed);
    const isOpen = timed.every(
      (phrase) => !hasAny(phrase, ["rule", "day", "after"]) && phrase.at >= trigger.at,
    );
    return said !== undefined && timed.length > 1 && isOpen && { said, timed };
  },
  then: ({ said, timed }, { phrases }) => {
    const { rule, count, untilDay, fromDay } = said;
    const shared: Partial<Phrase> = {
      ...(rule && { rule }),
      ...(count && { count }),
      ...(untilDay && { untilDay }),
      ...(fromDay && { fromDay }),
    };
    return replace(
      phrases,
      new Map<Phrase, Phrase>([
        ...timed.map((phrase) => [phrase, { ...phrase, ...shared }] as const),
        [said, giveRuleAway(said)],
      ]),
    );
  },
});
