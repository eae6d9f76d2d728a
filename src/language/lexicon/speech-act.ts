import type { Language } from "../../domain/language.ts";
import { type Clause, clauseAt } from "../text/clauses.ts";
import type { Reading } from "../reading.ts";
import { decide, defineRule, type Examples, orderRules, type Rule } from "../rule.ts";
import type { Trigger } from "./trigger.ts";
import { verbWithout } from "../text/title-content.ts";
import { isTimed } from "../times/timed.ts";
import * as en from "./en/speech-act.ts";
import { wordsOf } from "./words.ts";
import * as zh from "./zh/speech-act.ts";

const lexicon = wordsOf(zh, en);

/** `unsure`: it could be one, and nothing is written before the person has said so. */
type Standing = "wish" | "unsure" | "none";

/** The wish in its clause, with what stands ahead of it and behind it. */
interface Frame {
  readonly reading: Reading;
  readonly trigger: Trigger;
  readonly clause: Clause;
  readonly preface: string;
  readonly behind: string;
  /** Of the preface, what stands before "and" is another sentence. */
  readonly own: string;
}

/**
 * A wish that hangs on another verb is one only if that verb asks for it: "I want you to remind
 * me", but not "I might ask you to wake me" or "the song says wake me up". A few words that merely
 * stand beside it ("dentist at 3 remind me") leave it a wish; a whole sentence with an unclear role
 * makes it doubtful.
 */
export function standingOf(reading: Reading, trigger: Trigger): Standing {
  const clause = clauseAt(reading.clauses, trigger.at);
  if (clause === undefined) return "wish";
  const preface = withoutTimes(reading, clause.at, trigger.at);
  const frame: Frame = {
    reading,
    trigger,
    clause,
    preface,
    behind: withoutTimes(reading, trigger.end, clause.end),
    own: preface.replace(lexicon.en.otherSentence, ""),
  };
  return decide(standings, frame, { observe: reading.observe }) ?? "wish";
}

const standing = (
  name: string,
  { is, examples, when }: { is: Standing; examples: Examples; when: (frame: Frame) => boolean },
): Rule<Frame, Standing> => defineRule({ name, stage: "classify", examples, when, then: () => is });

/** What a wish is taken for, by the first that fits. */
export const standings: readonly Rule<Frame, Standing>[] = orderRules([
  standing("wish-told", {
    is: "none",
    examples: {
      zh: [["下午五点提醒我吃饭是什么意思", "no_request"]],
      en: [["three reminders in an hour is too many", "no_request"]],
    },
    when: ({ reading: { prepared }, trigger, preface, behind }) => {
      const { telling, spokenOf } = lexicon[prepared.language];
      const words = prepared.text.slice(trigger.at, trigger.end);
      return (
        telling.test(preface) ||
        lexicon.en.othersTask.test(preface) ||
        spokenOf.test(`${words}|${behind}`)
      );
    },
  }),
  standing("wish-of-statement", {
    is: "wish",
    examples: {
      en: [["Friday is an all day training put that on my calendar", "11-20"]],
    },
    when: ({ trigger, preface }) => trigger.points === true && !lexicon.both.denies.test(preface),
  }),
  standing("wish-governed", {
    is: "none",
    examples: {
      zh: [["我没说要下午五点提醒", "no_request"]],
      en: [["I might ask you to remind me at 5pm", "no_request"]],
    },
    when: ({ own, reading: { prepared } }) =>
      lexicon[prepared.language].governing.test(withoutQuestion(own, prepared.language)),
  }),
  standing("wish-with-doer", {
    is: "unsure",
    examples: {
      zh: [["楼下的广播每天下午五点提醒我填表", "unsure_wish"]],
      en: [["my kids wake me every morning at 6am", "unsure_wish"]],
    },
    when: (frame) => hasDoer[frame.reading.prepared.language](frame),
  }),
  standing("wish-introduced", {
    is: "unsure",
    examples: { en: [["the paper on the fridge: remind me at 5pm to eat", "unsure_wish"]] },
    when: ({ preface }) => lexicon.en.introduced.test(preface),
  }),
  standing("wish-continued", {
    is: "unsure",
    examples: { zh: [["她每周三都约我六点打球，还提醒我带水", "unsure_wish"]] },
    // The subject is still that person.
    when: ({ reading: { clauses }, clause, preface }) =>
      lexicon.zh.continues.test(preface) &&
      lexicon.zh.otherSubject.test(
        clauses[clauses.findIndex(({ at }) => at === clause.at) - 1]?.text ?? "",
      ),
  }),
  standing("wish-wondered", {
    is: "unsure",
    examples: { zh: [["下午五点提醒我跑步，我能坚持下来吗", "unsure_wish"]] },
    when: ({ reading: { prepared }, clause }) =>
      lexicon.both.wonders.test(prepared.text.slice(clause.end)),
  }),
  standing("wish-amid-talk", {
    is: "unsure",
    examples: { zh: [["听说你们会在三点提醒我？", "unsure_wish"]] },
    when: (frame) => {
      const { language } = frame.reading.prepared;
      return (
        !isLed(frame) &&
        !isNewSentence(frame) &&
        lexicon[language].talks.test(bare(frame.own, language))
      );
    },
  }),
]);

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
    time !== undefined &&
    isTimed(time) &&
    lexicon.en.afterTime.test(text.slice(time.end, trigger.at));
  const isLast = lexicon.en.atEnd.test(text.slice(trigger.end));
  if (lexicon.en.runOn.test(before) && lexicon.en.orders.test(text.slice(trigger.at, trigger.end)))
    return true;
  return (
    (lexicon.en.statement.test(before) || isLast) &&
    (behindTime || lexicon.en.asksAnew.test(before))
  );
};

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

const hasDoer = {
  /**
   * "公司系统每周五四点提醒我填工时": what to say stands behind, so that what stands ahead of the
   * time is who does it.
   */
  zh: (frame: Frame): boolean => {
    const { preface, behind, clause } = frame;
    const doer = bare(preface.slice(0, firstTime(frame) - clause.at), "zh");
    const isKept = frame.reading.context.reminders?.some(({ title }) => title === doer) === true;
    const isWhen = lexicon.zh.circumstance.test(doer);
    return (
      doer !== "" && !isKept && !isWhen && bare(behind, "zh") !== "" && !isObject(doer, behind)
    );
  },
  /** "my kids wake me every morning". */
  en: ({ preface, reading }: Frame): boolean =>
    lexicon.en.plural.test(preface) &&
    (lexicon.en.determined.test(preface) || reading.phrases.some(({ rule }) => rule !== undefined)),
} as const;

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
  verbWithout(bare(behind, "zh").replace(lexicon.zh.finalParticles, "")) !== undefined &&
  !lexicon.zh.mayRemind.test(ahead);

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
