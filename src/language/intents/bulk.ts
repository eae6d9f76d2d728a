import { isDenied } from "../lexicon/denials.ts";
import { mentionsOf } from "./friends.ts";
import { chain } from "./invitations.ts";
import { rangeOf } from "./lists.ts";
import { type Reading, readingOf } from "../reading.ts";
import type { LanguageRequest } from "../request.ts";
import { stems } from "../text/stems.ts";
import { anyMeeting, findTargetName } from "../dialogue/targets.ts";
import type { Span } from "../text/titles.ts";

/** Something that is asked of all that fit: of a day, of a word, or of everything. */
export interface Bulk {
  readonly verb: "cancel" | "complete";
  readonly range?: { readonly start: string; readonly end: string };
  readonly keyword?: string;
  /** What is to stay, by a word of its name. */
  readonly except?: string;
  /** It is about what is shared with one of these friends; without a name, with anyone. */
  readonly with?: readonly string[];
}

const cancels = {
  zh: /取消|删(?:掉|除|了|去|光)?|清(?:空|掉|除|光|理)|作废|撤掉|去掉|关(?:掉|了|闭)|不要了|不约了|推掉/,
  en: /\b(?:cancel|delete|remove|clear|drop|wipe|scrap|get rid of|turn off|call off)\b/,
} as const;

const everything = {
  zh: /所有|全部|统统|一切|都|清空|全(?=取消|删|清)/,
  en: /\b(?:all|every|everything)\b/,
} as const;

/** To the end of the clause. */
const exceptions = {
  zh: /(?<![删清解移拆])除了?[^,，。;；]{1,30}/,
  en: /\b(?:except|but not|apart from|other than)\b[^,.;]{1,60}/,
} as const;

const allDone = {
  zh: /^[\s\p{P}]*(?:今天的?|我|已经)*(?:都|全部|全|所有的?)(?:已经)?(?:做完|完成|搞定|弄完|办完|办好|做好|弄好|干完)(?:了|啦|咯|哈|[\s\p{P}])*$/u,
  en: /^[\s\p{P}]*(?:i'?m |i am |they'?re |they are |that'?s )?(?:all|everything)(?: is|'s| of (?:it|them)(?: is| are)?| are)?(?: all)? (?:done|finished|completed|sorted)(?:[\s\p{P}]|thanks?)*$/u,
} as const;

/**
 * "取消今天所有提醒", "delete everything": one clear match is not looked for. `undefined` when it
 * is not such a request.
 */
export function bulkOf(request: LanguageRequest): Bulk | undefined {
  const reading = readingOf({
    ...request,
    text: request.text.replaceAll(/\b(today|tomorrow)['’]s\b/gi, "$1"),
  });
  const { language, text } = reading.prepared;
  if (allDone[language].test(text)) return { verb: "complete" };
  const cues = bulkCues(reading);
  if (cues === undefined) return undefined;
  const left = exceptIn(reading);
  if (left === undefined) return ofCompany(reading, cues) ?? ofKeyword(reading, cues);
  if (left.except === undefined) return undefined;
  const spans = [...cues, left.span];
  const found = ofCompany(reading, spans) ?? ofKeyword(reading, spans);
  return found && { ...found, except: left.except };
}

/** The word that cancels and the one that says all, where both are a wish of their own. */
function bulkCues(reading: Reading): readonly Span[] | undefined {
  const { prepared, live, triggers } = reading;
  const { language, text } = prepared;
  const [cue, all] = [spanOf(text, cancels[language]), spanOf(text, everything[language])];
  if (live.length === 0 || cue === undefined || all === undefined) return undefined;
  // "提醒我取消所有订阅" is a new reminder; "把提醒都删了" only has its name.
  const isNew = triggers.some(
    ({ at, end }) => at < cue.at && /[我咱俺]|\b(?:me|us)\b/.test(text.slice(at, end)),
  );
  return isNew || isDenied(reading, cue) ? undefined : [cue, all];
}

/** What is left names some of what there is, or nothing: then all of it is meant. */
function ofKeyword(reading: Reading, cues: readonly Span[]): Bulk | undefined {
  const keyword = keywordIn(reading, cues);
  if (keyword === "") return { verb: "cancel", ...rangeOf(reading) };
  const said = bare(keyword);
  const isKnown = (reading.context.reminders ?? [])
    .map(({ title }) => bare(title))
    .some((title) => title.includes(said) || said.includes(title));
  return isKnown ? { verb: "cancel", ...rangeOf(reading), keyword } : undefined;
}

const bare = (words: string): string => words.toLowerCase().replaceAll(/\s/g, "");

/** "除了例会", "except lunch": what stays has to be something that there is. */
function exceptIn({
  prepared: { text, language },
  context,
}: Reading): { span: Span; except: string | undefined } | undefined {
  const span = spanOf(text, exceptions[language]);
  if (span === undefined) return undefined;
  const said = bare(
    text
      .slice(span.at, span.end)
      .replaceAll(
        /[,，。.!！]|除了?|以外|之外|外$|的|那个|\b(?:except|but not|apart from|other than|for|the|my|our|one)\b/g,
        " ",
      ),
  );
  const titles = [...(context.reminders ?? []), ...(context.shared ?? [])].map(({ title }) =>
    bare(title),
  );
  const isKnown =
    said !== "" && titles.some((title) => title.includes(said) || said.includes(title));
  return { span, except: isKnown ? said : undefined };
}

function spanOf(text: string, regex: RegExp): Span | undefined {
  const found = regex.exec(text);
  return found === null ? undefined : { at: found.index, end: found.index + found[0].length };
}

/** What is left to name them by. */
const keywordIn = (reading: Reading, cues: readonly Span[]): string =>
  findTargetName(reading, cues)
    .replaceAll(
      /\b(?:s|today|tomorrow|week|next|this)\b|今天|明天|后天|今晚|这周|本周|下周|清空|光/g,
      "",
    )
    .trim();

/** Whom it is shared with, beside the names: "和朋友的", "shared". */
const anybody = {
  zh: /[和跟与同](?:别人|其他人|朋友|好友|大家)们?|共享|共同/,
  en: /\bwith (?:(?:my )?friends|others|other people|anyone|anybody|everyone|everybody)\b|\bshared\b/,
} as const;

/**
 * "取消和张三的所有约", "cancel everything with Bob". What is left to name them by has to fit
 * something that is shared.
 */
function ofCompany(reading: Reading, cues: readonly Span[]): Bulk | undefined {
  const { prepared, context } = reading;
  const { text, language } = prepared;
  const tie = language === "zh" ? /[和跟与同约]\s*$/ : /\bwith\s+$/;
  const mentions = mentionsOf(prepared, context.friends ?? []);
  const first = mentions.find(
    ({ at, end }) =>
      tie.test(text.slice(0, at)) || (language === "zh" && /^\s*的/.test(text.slice(end))),
  );
  const anyone = spanOf(text, anybody[language]);
  if (first === undefined && anyone === undefined) return undefined;
  const keyword = keywordIn(reading, [...cues, ...(anyone === undefined ? [] : [anyone])]);
  const titles = (context.shared ?? []).map(({ title }) => title.toLowerCase());
  const isTitle = titles.some((title) => stems(title).join(" ") === stems(keyword).join(" "));
  const isAny = keyword === "" || (anyMeeting.test(keyword) && !isTitle);
  const isShared = titles.some((title) => title.includes(keyword) || keyword.includes(title));
  if (!isAny && !isShared) return undefined;
  const names =
    first === undefined ? [] : chain(text, mentions, first.at).flatMap((mention) => mention.names);
  return {
    verb: "cancel",
    with: [...new Set(names)],
    ...rangeOf(reading),
    ...(isAny ? {} : { keyword }),
  };
}
