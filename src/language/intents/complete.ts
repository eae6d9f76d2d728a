import type { Language } from "../../domain/language.ts";
import { done, type Outcome } from "./cancel.ts";
import { clauseAt } from "../text/clauses.ts";
import { completeCue, cueIn } from "../lexicon/cues.ts";
import { resolveDay } from "../calendar/dates.ts";
import type { Reading } from "../reading.ts";
import { isSaidOfAnother } from "../lexicon/said-of.ts";
import { isWithin, stems } from "../text/stems.ts";
import {
  allTargets,
  listRecentlyFired,
  named,
  findTargetName,
  isSimilar,
  type Target,
} from "../dialogue/targets.ts";
import type { Span } from "../text/titles.ts";
import { simplify } from "../text/traditional.ts";
import { dayOf } from "../calendar/wall.ts";
import { isRefused, refuse } from "../dialogue/refused.ts";

/** "喝完水了": it is done. Without a name, what has just gone off is. */
export function parseCompletion(reading: Reading): Outcome | undefined {
  const { prepared } = reading;
  const cue = isStillToDo(reading) ? undefined : cueIn(reading, completeCue[prepared.language]);
  if (cue === undefined) return undefined;
  const home = clauseAt(reading.live, cue.at) ?? {
    at: 0,
    end: prepared.text.length,
    text: prepared.text,
  };
  // "货款我已经转给他了，你不用操心了": what else is said names nothing, unless the word that it is
  // done stands alone.
  const around = isBare(home.text) ? [] : reading.live.filter((clause) => clause !== home);
  if (isIntention(isBare(home.text) ? prepared.text : home.text) || isOthers(reading))
    return undefined;
  const name =
    withoutDoneWords(findTargetName(reading, around)) ||
    withoutDoneWords(findTargetName(reading, []));
  const fitting = findDoneTargets(reading, name, cue);
  const pool = fitting.length > 0 ? fitting : shortlyNamed(reading, name);
  const best = pool.length > 1 ? closest(pool, reading) : pool;
  if (best.length > 0) return onlyOf(best);
  return isBare(prepared.text) ? onlyOf(listRecentlyFired(reading)) : undefined;
}

function onlyOf([only, second]: readonly Target[]): Outcome | undefined {
  if (only === undefined) return undefined;
  return second === undefined
    ? done({ intent: "complete", ...named(only) })
    : refuse("target_ambiguous");
}

const isStillToDo = (reading: Reading): boolean =>
  reading.triggers.some(({ whom }) => whom !== "other") ||
  isQuestion(reading.prepared.text) ||
  isFuture(reading) ||
  reading.phrases.some(({ after }) => after !== undefined);

const findDoneTargets = (reading: Reading, name: string, cue: Span): Target[] => {
  const { text, language } = reading.prepared;
  // What has gone off once may not be kept any more.
  const known = allTargets(reading);
  const fired = listRecentlyFired(reading).filter(
    ({ reminder: { title } }) => !known.some(({ reminder }) => reminder.title === title),
  );
  return [...known, ...fired].filter(
    ({ reminder: { title } }) =>
      isSameThing(name, title, language) &&
      isFetched(text, title) &&
      !isSaidOfAnother(reading, cue, title) &&
      !isUndone(text.slice(cue.at, cue.end), title),
  );
};

/** Without the words that it is done. */
const withoutDoneWords = (name: string): string =>
  name
    .replace(
      /搞定|完成|做完|弄好|办妥|已经|done|finished|completed|already|did|sorted|can|tick|check|cross/g,
      " ",
    )
    .trim();

/** "跑完了" after 跑步 has gone off: one character is enough then. */
function shortlyNamed(reading: Reading, name: string): Target[] {
  const said = name.replaceAll(/[完了过好啦呀哈哦啊吧的已经都才刚]/g, "");
  return reading.prepared.language === "zh" &&
    said.length === 1 &&
    !reading.phrases.some(({ duration }) => duration !== undefined)
    ? listRecentlyFired(reading).filter(({ reminder }) => simplify(reminder.title).includes(said))
    : [];
}

const isQuestion = (text: string): boolean =>
  /[?？]|吗|什么时候|几点|没有?$|^\s*(?:who|when|where|why|how|what|did|have you)\b/.test(text);
const isFuture = ({ phrases, now }: Reading): boolean =>
  phrases.some(({ day }) => {
    const resolved = day === undefined ? undefined : resolveDay(day, now);
    return resolved !== undefined && !isRefused(resolved) && resolved.day > dayOf(now);
  });

/** Another person has done it. */
const isOthers = ({ prepared, context }: Reading): boolean =>
  prepared.language === "zh"
    ? /^\s*(?:他|她|它|别人|人家|谁|你|我?(?:妈|爸|老婆|老公|爷爷|奶奶|同事|朋友|室友|儿子|女儿|孩子|老师|老板|哥|姐|弟|妹))/.test(
        prepared.text,
      ) ||
      (context.friends ?? []).some((name) =>
        prepared.text.trimStart().startsWith(simplify(name.toLowerCase())),
      )
    : (context.friends ?? []).some((name) =>
        prepared.text.trimStart().startsWith(`${name.toLowerCase()} `),
      ) ||
      /^\s*(?:he|she|they|you|someone|nobody|my (?!\w+ (?:is|are) )\w+|mom|mum|dad|everyone)\b/.test(
        prepared.text,
      );

/** What is about to happen, or does not happen, is not done. */
const isIntention = (text: string): boolean =>
  /把(?:我|你|他|她|人|咱)|要|准备|打算|该|想|马上|正在|不|没|别|去.{1,8}了|忘|得(?=去)|\b(?:will|going to|gonna|about to|not|wrong|almost|nearly|half|n't|should|need|want|haven|didn|never)|n['’]t\b|\b(?:has|is|are|was|were)nt\b/.test(
    text,
  );

const isSameThing = (name: string, title: string, language: Language): boolean => {
  if (name === "") return false;
  if (language === "en") return isWithin(name, title);
  const core = (text: string): string =>
    simplify(text.toLowerCase().replaceAll(/\s/g, "")).replaceAll(
      /[完了过好啦呀哈哦啊吧的已经都才刚]/g,
      "",
    );
  const [said, wanted] = [core(name), core(title)];
  return (
    wanted !== "" &&
    said !== "" &&
    strange(said, wanted) === "" &&
    (said === wanted ||
      said.includes(wanted) ||
      (said.length >= 2 && (wanted.includes(said) || isInverted(said, wanted))) ||
      isSimilar(said, wanted, language))
  );
};

/** "作业交啦" is “交作业”: the object stands ahead of its verb. */
const isInverted = (said: string, title: string): boolean =>
  Array.from(said).toSorted().join("") === Array.from(title).toSorted().join("");

/** "got the parcel": what has come is done where it was to be fetched. */
const isFetched = (text: string, title: string): boolean =>
  !/\b(?:got|received)\b/.test(text) ||
  /\b(?:pick|get|collect|fetch|buy|grab|order)\b/i.test(title);

/**
 * "I missed the flight" and "I booked the flight" are not the flight, but "I booked the hotel" is
 * “book the hotel”.
 */
const isUndone = (cue: string, title: string): boolean =>
  stems(cue).some(
    (word) =>
      /^(?:skip|mis|cancel|delay|postpon|drop|need|want|ignor|mov|chang|schedul|plan|book|hat|dread|refus|fail|stop|start|decid|hop|tri|ask|discus|mention|doubl|rais|talk|argu|worri|lik|lov|enjoy|forgot|forget|remember|delet|remov)$/.test(
        word,
      ) && !stems(title).includes(word),
  );

/** What is said beside the title and its being done: "电费涨了" is not paid. */
const strange = (said: string, title: string): string =>
  Array.from(
    said.replaceAll(
      /\s|回来|回家|回去|过[去来]|进[去来]|出[去来]|下[去来]|上[去来]|起来|今天|今早|刚刚/g,
      "",
    ),
  )
    .filter(
      (sign) =>
        !title.includes(sign) && !/[我他她毕回掉到上下就也又还再给把去来弄做搞办先终于]/.test(sign),
    )
    .join("");

/** Of several that fit, the one that has gone off. */
function closest(pool: readonly Target[], reading: Reading): readonly Target[] {
  const fired = listRecentlyFired(reading).map(({ reminder }) => reminder.title);
  const recent = pool.filter(({ reminder }) => fired.includes(reminder.title));
  return recent.length > 0 ? recent : pool;
}

/** Nothing but the word that it is done. */
const isBare = (text: string): boolean =>
  /^[\s\p{P}]*(?:(?:好了?|好的|嗯|行|ok|okay|yes|yep|all|i'?m|it'?s|我|已经|都|今天的?|这个|that'?s|got it|just)[\s\p{P}]*)*(?:搞定|完成|做完|弄完|弄好|办好|办完|做好|done|finished|completed|did it|did that|sorted|all set)(?:了|啦|咯|喽|哈|哦|啊|呀|it|that|already|now|thanks?|thank you|谢谢|[\s\p{P}])*$/u.test(
    text,
  );
