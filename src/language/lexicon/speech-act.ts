import type { Language } from "../../domain/language.ts";
import { type Clause, clauseAt } from "../text/clauses.ts";
import type { Reading } from "../reading.ts";
import type { Trigger } from "./trigger.ts";
import { verbWithout } from "../text/title-content.ts";
import { isTimed } from "../times/timed.ts";
import * as en from "./en/speech-act.ts";
import { wordsOf } from "./words.ts";
import * as zh from "./zh/speech-act.ts";

const lexicon = wordsOf(zh, en);

/** `unsure`: it could be one, and nothing is written before the person has said so. */
type Standing = "wish" | "unsure" | "none";

/**
 * A wish that hangs on another verb is one only if that verb asks for it: "I want you to remind
 * me", but not "I might ask you to wake me" or "the song says wake me up". A few words that merely
 * stand beside it ("dentist at 3 remind me") leave it a wish; a whole sentence with an unclear role
 * makes it doubtful.
 */
export function standingOf(reading: Reading, trigger: Trigger): Standing {
  const { prepared, clauses } = reading;
  const { text, language } = prepared;
  const clause = clauseAt(clauses, trigger.at);
  if (clause === undefined) return "wish";
  const frame: Frame = {
    reading,
    trigger,
    clause,
    preface: withoutTimes(reading, clause.at, trigger.at),
    behind: withoutTimes(reading, trigger.end, clause.end),
  };
  const { preface, behind } = frame;
  const { governing, telling, spokenOf, talks } = lexicon[language];
  if (
    telling.test(preface) ||
    othersTask.test(preface) ||
    spokenOf.test(`${text.slice(trigger.at, trigger.end)}|${behind}`)
  )
    return "none";
  // "Friday is an all day training put that on my calendar": the statement is what is meant.
  if (trigger.points === true && !denies.test(preface)) return "wish";
  // What stands before "and" is another sentence.
  const own = preface.replace(/^.*\b(?:and|but|so|then)\b/, "");
  if (governing.test(withoutQuestion(own, language))) return "none";
  if (
    hasDoer(frame) ||
    lexicon.en.introduced.test(preface) ||
    isContinued(clauses, clause, preface)
  )
    return "unsure";
  if (wonders.test(text.slice(clause.end))) return "unsure";
  return !isLed(frame) && !isNewSentence(frame) && talks.test(bare(own, language))
    ? "unsure"
    : "wish";
}

/**
 * "I have a meeting tomorrow at 11am kindly remind me": behind a time, or with a word of asking
 * before it, the wish is a sentence of its own that lost its comma.
 */
const isNewSentence = ({ reading, trigger, clause }: Frame): boolean => {
  const { text, language } = reading.prepared;
  if (language !== "en") return false;
  const before = text.slice(clause.at, trigger.at);
  const time = reading.phrases.findLast(({ at, end }) => at >= clause.at && end <= trigger.at);
  const behindTime =
    time !== undefined && isTimed(time) && afterTime.test(text.slice(time.end, trigger.at));
  const isLast = atEnd.test(text.slice(trigger.end));
  return (statement.test(before) || isLast) && (behindTime || asksAnew.test(before));
};
const statement =
  /^\s*(?:(?:so|and|but)\s+)?(?:i|i'm|i've|i'll|we|we're|we've|my|the|our|there|there's|it|it's|got|(?:today|tomorrow|tonight|\w+day)\b.*\b(?:is|are))\b/;
/** "change the sheets every Saturday at 9am can you remind me". */
const atEnd = /^\s*(?:please|pls|thanks)?[\s?.!]*$/;
const afterTime = /^\s*(?:(?:please|pls|kindly|so|can you|could you|will you|would you)\s*)*$/;
const asksAnew =
  /\b(?:please|pls|plz|kindly|so|(?:can|could|would|will) (?:you|u)(?: please)?|make sure (?:to|you))\s*$/;

/** The wish in its clause, with what stands ahead of it and behind it. */
interface Frame {
  readonly reading: Reading;
  readonly trigger: Trigger;
  readonly clause: Clause;
  readonly preface: string;
  readonly behind: string;
}

const withoutTimes = ({ prepared, phrases }: Reading, from: number, to: number): string =>
  phrases
    .filter(({ at, end }) => at >= from && end <= to)
    .toReversed()
    .reduce(
      (rest, { at, end }) => `${rest.slice(0, at)} ${rest.slice(end)}`,
      prepared.text.slice(0, to),
    )
    .slice(from);

const firstTime = ({ reading, clause, trigger }: Frame): number =>
  reading.phrases.find(({ at }) => at >= clause.at && at < trigger.at)?.at ?? clause.at;

const hasDoer = (frame: Frame): boolean =>
  (frame.reading.prepared.language === "zh" ? hasDoerZh : hasDoerEn)(frame);

/**
 * "公司系统每周五四点提醒我填工时": what to say stands behind, so that what stands ahead of the
 * time is who does it.
 */
function hasDoerZh(frame: Frame): boolean {
  const { preface, behind, clause } = frame;
  const doer = bare(preface.slice(0, firstTime(frame) - clause.at), "zh");
  return doer !== "" && bare(behind, "zh") !== "" && !isObject(doer, behind);
}

/** "my kids wake me every morning". */
const hasDoerEn = ({ preface, reading }: Frame): boolean =>
  plural.test(preface) &&
  (/^\s*(?:my|the|our|your|his|her|their|these|those)\b/.test(preface) ||
    reading.phrases.some(({ rule }) => rule !== undefined));

/** "I've a lunch on Friday at one remind me forty minutes before": the statement is the event. */
const isLed = (frame: Frame): boolean =>
  frame.reading.phrases.some(
    ({ lead, at }) => lead !== undefined && at >= frame.trigger.end && at < frame.clause.end,
  ) && firstTime(frame) < frame.trigger.at;

/**
 * "燃气费9号晚上7点提醒我交": the verb behind lacks its object, which stands ahead, and is not a
 * person or machine that reminds.
 */
const isObject = (ahead: string, behind: string): boolean =>
  verbWithout(bare(behind, "zh").replace(/[哈哦啊呀吧呗呢啦]+$/, "")) !== undefined &&
  !/[我你他她它们谁]|妈|爸|老[师板婆公]|同事|朋友|系统|手机|软件|闹钟|日历|app|群|公司|学校|物业|银行/.test(
    ahead,
  );

const denies =
  /\b(?:not|never|no need|if|unless|should i|did (?:i|you)|would|could have|wish|forgot to|\w+n't)\b|[没不别未勿]|如果|要是/;

/** "the nurse asked Grandpa to take his pills and set an alarm". */
const othersTask =
  /\b(?:told|tells|asked|asks|wants?|wanted|reminded|ordered)\s+(?!you\b|me\b|us\b)\w+(?:\s+\w+)?\s+to\b[^,.]*\b(?:and|or)\s*$/;

/** Who does it stands right before the verb. */
const plural = /\b(?:[a-z]{2,}(?<![su]s|'s)s|children|people|kids|folks|men|women|mates)\s*$/;

/** "她每周三约我打球，还提醒我带水": the subject is still that person. */
const isContinued = (clauses: readonly Clause[], clause: Clause, preface: string): boolean =>
  /^\s*(?:还|又|并且?|也)\s*$/.test(preface) &&
  /^\s*(?:他|她|它|(?:我|他|她)?(?:妈|爸|老婆|老公|对象|男朋友|女朋友|闺蜜|室友|领导|老板|同事|老师))/.test(
    clauses[clauses.indexOf(clause) - 1]?.text ?? "",
  );

/** "每天六点提醒我跑步，我能坚持下来吗": thought aloud. */
const wonders =
  /^[?？!！,，。.\s]*(?:做梦|想得美|不可能|怎么可能|开玩笑|没门|才怪|得了吧|拉倒|休想|dream on|no way|yeah right|fat chance)|^[,，。.\s]*(?:我(?:能|会|可以|该|应该|是不是|要不要).{0,14}[吗么呢?？]|[这那]种?个?(?:功能|句?话|需求|说法|要求)|(?:can|could|will|would|should|do|am) i\b[^?]*\?)/;

const withoutQuestion = (text: string, language: Language): string =>
  text
    .replace(lexicon[language].sigh, " ")
    .replaceAll(lexicon[language].asking, " ")
    .replaceAll(/\s+/g, " ");

/** Without the words that ask, and without the small ones that say nothing. */
const bare = (text: string, language: Language): string =>
  withoutQuestion(text, language)
    .replaceAll(lexicon[language].small, " ")
    .replaceAll(/[\s\p{P}]+/gu, " ")
    .trim();
