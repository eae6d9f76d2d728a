import { type Clause, clauseAt } from "../text/clauses.ts";
import { isAnyway, isCondition } from "../lexicon/gates.ts";
import type { Reading } from "../reading.ts";
import type { Refusal } from "../dialogue/reasons.ts";
import { isOfContent } from "./content-times.ts";
import { isTimed } from "./timed.ts";
import { titleIn } from "../text/titles.ts";
import type { Trigger } from "../lexicon/trigger.ts";
import { hasContent } from "../text/title-content.ts";
import { refuse, type Refused } from "../dialogue/refused.ts";
import type { Phrase } from "./phrase.ts";

/** What makes every reading of the times a guess, before any of them is tried. */
export function doubtIn(
  phrases: readonly Phrase[],
  reading: Reading,
  trigger: Trigger,
): Refused | undefined {
  for (const doubt of doubts) {
    const found = doubt({ phrases, reading, trigger });
    if (found !== undefined) return typeof found === "string" ? refuse(found) : found;
  }
  return undefined;
}

interface Doubted {
  readonly phrases: readonly Phrase[];
  readonly reading: Reading;
  readonly trigger: Trigger;
}

const when = (isSo: boolean, refusal: Refusal): Refusal | undefined => (isSo ? refusal : undefined);

/** The first that applies is the one that is asked about. */
const doubts: readonly ((on: Doubted) => Refusal | Refused | undefined)[] = [
  ({ phrases }) => unreadIn(phrases),
  ({ phrases }) =>
    when(
      phrases.some(({ span, whole }) => span === true || whole === true) &&
        phrases.some(({ rule }) => rule !== undefined),
      "unread_time_word",
    ),
  ({ phrases, reading, trigger }) =>
    when(
      phrases.some(
        (phrase) =>
          (phrase.weekend === true && isTimed(phrase)) ||
          (phrase.stretch === true && leavesDayOpen(phrase, reading, trigger)),
      ),
      "ambiguous_day",
    ),
  ({ reading: { live, prepared } }) =>
    when(
      !live.some(isAnyway) && live.some((clause) => isCondition(clause, prepared.language)),
      "condition",
    ),
  (on) => when(isOneItemMore(on), "items_unclear"),
  ({ phrases, reading, trigger }) => when(isLater(phrases, reading, trigger), "vague_time"),
  ({ phrases, reading, trigger }) => borrows(phrases, reading, trigger),
  ({ phrases, reading }) => when(isCountedOn(phrases, reading), "unread_time_word"),
  ({ phrases }) => when(isForAll(phrases), "items_unclear"),
  ({ phrases, reading, trigger }) => when(isOfContent(phrases, reading, trigger), "no_time"),
  ({ phrases, reading, trigger }) =>
    when(isRepeated(phrases, reading, trigger), "ambiguous_interval"),
];

function unreadIn(phrases: readonly Phrase[]): Refusal | undefined {
  const unread = phrases.find((phrase) => phrase.unread !== undefined)?.unread;
  if (unread === undefined) return undefined;
  return unread === "date-order" ? "ambiguous_date_order" : "unread_time_word";
}

/** A second thing is said, and its time is none or not its own. */
const isOneItemMore = ({ phrases, reading, trigger }: Doubted): boolean =>
  phrases.some(
    (phrase) =>
      (phrase.joined === true && !isTimed(phrase) && phrase.duration === undefined) ||
      (phrase.vague === true && isOneMore(phrase, reading, trigger)) ||
      isOneDayMore(phrase, reading) ||
      isOfOthers(phrase, reading, trigger),
  );

/** "at 8pm to call mum and also to buy eggs sometime": a second thing, and no time for it. */
const isOneMore = (
  { at }: Phrase,
  { prepared: { text, language } }: Reading,
  trigger: Trigger,
): boolean =>
  language === "en" &&
  /\band\s+(?:also\s+|then\s+)?to\s+[a-z]+\b[^,.;]*$/.test(text.slice(trigger.end, at));

/**
 * "remind me later to reply to Tom, he wrote at half past two": the request said when, and it is
 * not a time.
 */
const isLater = (phrases: readonly Phrase[], { live }: Reading, trigger: Trigger): boolean => {
  const home = clauseAt(live, trigger.at);
  const own = phrases.filter(({ at }) => clauseAt(live, at) === home);
  return (
    own.some(
      ({ vague, at, end }) =>
        vague === true && ((at >= trigger.end && at <= trigger.end + 2) || end === trigger.at),
    ) &&
    !own.some(isTimed) &&
    phrases.some(isTimed)
  );
};

/**
 * "两点提醒我去领证件照，照相馆六点关门": behind the wish, who or what does it stands ahead of the
 * time.
 */
function isOfOthers(
  phrase: Phrase,
  { prepared, live, triggers }: Reading,
  trigger: Trigger,
): boolean {
  const clause = clauseAt(live, phrase.at);
  if (
    prepared.language === "en" ||
    clause === undefined ||
    !isTimed(phrase) ||
    clause.at <= trigger.at
  )
    return false;
  if (triggers.some(({ at }) => clauseAt(live, at) === clause)) return false;
  const ahead = prepared.text.slice(clause.at, phrase.at).replaceAll(joins, "");
  return (
    /^[\u4e00-\u9fff]{2,6}$/.test(ahead) &&
    /^\s*[\u4e00-\u9fff]{2}/.test(prepared.text.slice(phrase.end, clause.end))
  );
}

const joins =
  /然后|还有|另外|接着|之后|以后|以及|顺便|最后|到时候?|记得|大概|大约|差不多|左右|提前|首先|其次|同时|[再和那就我在到要去把给\s]/g;

const sentenceEnd = /[。！!？?\n;；]+|\.(?=\s|$)/g;

/**
 * "I finish at 3 tomorrow. Remind me to take my passport": a wish that says what it is about and
 * not when has no time, and that of the sentence before is not its own. One that says nothing
 * ("Dentist at 3. Remind me.") is about that sentence.
 */
function borrows(
  phrases: readonly Phrase[],
  { prepared }: Reading,
  trigger: Trigger,
): Refused | undefined {
  const { text } = prepared;
  const marks = Array.from(text.matchAll(sentenceEnd));
  const at = marks.findLast(({ index, 0: sign }) => index + sign.length <= trigger.at);
  const end = marks.find(({ index }) => index >= trigger.end)?.index ?? text.length;
  const from = at === undefined ? 0 : at.index + at[0].length;
  const isOwn = ({ at: place }: Phrase): boolean => place >= from && place < end;
  if (
    !phrases.some(isTimed) ||
    phrases.some((phrase) => isOwn(phrase) && (isTimed(phrase) || phrase.lead !== undefined))
  )
    return undefined;
  // "Tomorrow at 6pm. Remind me to call mum.": a sentence that says nothing but when.
  const first = phrases.find(isTimed)?.at ?? 0;
  const there = {
    at: marks.reduce(
      (start, { index, 0: sign }) => (index + sign.length <= first ? index + sign.length : start),
      0,
    ),
    end: marks.find(({ index }) => index >= first)?.index ?? text.length,
  };
  if (
    !hasContent(titleIn(prepared, there, phrases)) ||
    isSaidOf.test(text.slice(there.at, there.end))
  )
    return undefined;
  const spans = phrases.filter(isOwn);
  const content =
    hasContent(titleIn(prepared, { at: trigger.end, end }, spans)) &&
    !ofThat.test(text.slice(trigger.end, end));
  return content
    ? refuse(spans.some(({ vague }) => vague === true) ? "vague_time" : "no_time")
    : undefined;
}

/** "It should be tomorrow at 6pm.", "时间是明天六点". */
const isSaidOf =
  /^\s*(?:it|that|this|the time|time)(?:'s| is| should be| would be| has to be)\b|^\s*(?:时间|就|那就|定在|大概)/;

/** "remind me of both", "提醒我这件事". */
const ofThat =
  /^\s*(?:(?:of|about|for|to do)\s+)?(?:it|that|this|these|those|them|both|all|everything|each)\b|^\s*(?:一下)?[这那](?:件|个|些|几)?|^\s*(?:提前|去|到时|一下|准时)?\s*$/;

/** "明天三点提醒我开会，后天也要": a second day for the same. */
const isOneDayMore = (phrase: Phrase, { prepared: { text } }: Reading): boolean =>
  phrase.day !== undefined &&
  !isTimed(phrase) &&
  /^\s*(?:(?:也|同样)(?:要|是|得|提醒|叫|一样)?|too|also|as well)\s*(?:[,，。.!！]|$)/.test(
    text.slice(phrase.end),
  );

/**
 * "下周晚上8点提醒我": the clock is known and the day is not. Behind the trigger, and not at its
 * end, it is content.
 */
function leavesDayOpen(
  phrase: Phrase,
  { prepared, live, phrases }: Reading,
  trigger: Trigger,
): boolean {
  if (!phrases.some(isTimed)) return false;
  if (isTimed(phrase) || phrase.rule !== undefined || phrase.day !== undefined)
    return phrase.day === undefined || phrase.rule !== undefined;
  const home = clauseAt(live, trigger.at);
  if (phrase.at < trigger.at)
    return (
      clauseAt(live, phrase.at) === home ||
      phrases.some((other) => clauseAt(live, other.at) === home && isTimed(other))
    );
  if (isSeriesBound(phrase, prepared.text) && phrases.some(({ rule }) => rule !== undefined))
    return true;
  const hasDay = phrases.some(({ day, rule, after }) =>
    [day, rule, after].some((part) => part !== undefined),
  );
  const stands = clauseAt(live, phrase.at) !== home && isAlone(phrase, clauseAt(live, phrase.at));
  return (
    (!hasDay || stands) &&
    /^[\s,，。.!！?？~]*(?:吧|哈|哦|please|pls)?[\s,，。.!！?？~]*$/.test(
      prepared.text.slice(phrase.end),
    )
  );
}

/** "…，下个月开始", "…，暑假除外", "… until next year": where a series begins, ends or rests. */
const isSeriesBound = ({ at, end }: Phrase, text: string): boolean =>
  /(?:到|至|从|自|\b(?:until|till?|through|thru|starting|beginning|from|except|but not)(?:\s+(?:in|on|for|the))*)\s*$/.test(
    text.slice(0, at),
  ) || /^\s*(?:开始|起(?!床)|为止|除外|以外|之外|不算)/.test(text.slice(end));

/** "remind me Friday at 5pm, next week": a clause that says nothing but when. */
const isAlone = ({ at, end }: Phrase, clause: Clause | undefined): boolean =>
  clause !== undefined &&
  at - clause.at <= (/^\s*(?:on|in|for|就)?\s*/.exec(clause.text)?.[0].length ?? 0) &&
  clause.end - end <= 1;

/** "9点和15点提醒我喝水，每天": said of both times, or of the last one? */
const isForAll = (phrases: readonly Phrase[]): boolean => {
  const timed = phrases.filter((phrase) => isTimed(phrase) && phrase.clock !== undefined);
  return (
    timed.length > 1 &&
    timed.every(({ rule }) => rule === undefined) &&
    phrases.some(
      ({ rule, clock, at }) =>
        rule !== undefined && clock === undefined && timed.every((other) => other.at < at),
    )
  );
};

/** "7点叫我起床，半小时后再提醒我吃药": counted from the time before it, or from now? */
const isCountedOn = (phrases: readonly Phrase[], { prepared: { text } }: Reading): boolean =>
  phrases.some(
    ({ after, at, end }, index) =>
      after !== undefined &&
      // Two that both count from now have each said so: "10分钟后…，一小时后再…".
      (phrases.slice(0, index).some((other) => isTimed(other) && other.after === undefined) ||
        /^再|\banother\b/.test(text.slice(at, end))) &&
      phrases.slice(0, index).some(isTimed) &&
      (/^再|\banother\b/.test(text.slice(at, end)) || /^\s*再/.test(text.slice(end))),
  );

/** "25分钟提醒我一次": once after that time, or each time? */
const isRepeated = (phrases: readonly Phrase[], { prepared }: Reading, trigger: Trigger): boolean =>
  prepared.text.slice(trigger.at, trigger.end).endsWith("一次") &&
  phrases.some(
    ({ duration, clock, end }) =>
      duration !== undefined &&
      clock === undefined &&
      /^\s*(?:就|再)?\s*$/.test(prepared.text.slice(end, trigger.at)),
  );
