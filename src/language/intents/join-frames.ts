import type { Prepared } from "../text/prepare.ts";
import type { Span } from "../text/titles.ts";
import { isPerson } from "../lexicon/zh/invitations.ts";

/** Words that add a person to something. */
export interface Joining extends Span {
  /**
   * It speaks of what exists, whatever that is. Otherwise it might as well be about something new.
   */
  readonly isSure: boolean;
}

/** Stands for the names. */
export const mask = "\ue001";

const zhMore = "(?:也|再|还|都|给|一起|一并|一块儿?)?";

/** Sure ones: into what exists. The others say "also", or bring a person along. */
const frames = {
  zh: {
    sure: [
      new RegExp(
        `[把将]\\s?${mask}\\s?${zhMore}\\s?(?:加|拉|添加|添|叫|喊|带|算|捎)(?:到|进来|进去|进|入|上|过来)`,
      ),
      new RegExp(
        `(?:邀请|邀|叫|喊|让|请|拉)(?:上|着)?\\s?${mask}\\s?${zhMore}(?:来|去|过来)?(?:参加|加入|出席)`,
      ),
      new RegExp(`(?:加|拉|添加|添|算)(?:上|个|进)?\\s?${mask}\\s?(?:到|进)`),
    ],
    unsure: [
      new RegExp(
        `(?:也|再|还|顺便)(?:把|想|要)?(?:叫上?|喊上?|带上?|拉上?|约上?|邀请?|加上?个?|算上|捎上|添上)\\s?${mask}${zhMore}(?:来|去)?`,
      ),
      new RegExp(`(?:叫上|喊上|带上|拉上|加上|算上|捎上|添上|加个)\\s?${mask}${zhMore}(?:来|去)?`),
      new RegExp(
        `(?:邀请|邀|叫|喊|让|请|带|约)\\s?${mask}\\s?(?:也|都|一起|一块儿?)(?:一起)?(?:来|去)`,
      ),
      new RegExp(`多(?:叫|加|喊|带|约)(?:上|一个|个)?\\s?${mask}`),
    ],
  },
  en: {
    sure: [
      new RegExp(
        `\\b(?:add|include|loop|bring|pull)\\s${mask}\\s(?:(?:in|along|too|also|as well)\\s){0,2}(?:to|into|in|on|onto|for)\\b`,
      ),
      new RegExp(
        `\\b(?:have|let|ask|get|want)\\s${mask}\\s(?:to\\s)?(?:also\\s)?(?:join|attend|come along to|come to)\\b(?:\\sus)?(?:\\s(?:for|at|in))?`,
      ),
    ],
    unsure: [
      new RegExp(
        `\\b(?:also\\s)?(?:invite|add|include|bring)\\s${mask}(?=.{0,60}\\b(?:too|also|as well)\\b)(?:\\s(?:to|for|along to))?`,
      ),
      new RegExp(`\\balso\\s(?:invite|add|include|bring)\\s${mask}(?:\\s(?:to|for|along to)\\b)?`),
      new RegExp(`\\b(?:invite|bring)\\s${mask}\\salong\\s(?:to|for)\\b`),
      new RegExp(
        `\\binvite\\s${mask}\\s(?:along\\s)?(?:to|for)\\s(?:the|my|our|that|this|(?:today|tonight|tomorrow|\\w{3,6}day)(?:'s|\\s\\s))`,
      ),
    ],
  },
} as const;

/** The frame around these names, within their clause. */
export function joiningIn(
  { text, language }: Prepared,
  names: Span,
  clause: Span,
): Joining | undefined {
  // One character stands for each name, so that a frame keeps its length.
  const masked = `${text.slice(clause.at, names.at)}${mask}${text.slice(names.end, clause.end)}`;
  const longer = names.end - names.at - 1;
  for (const isSure of [true, false])
    for (const frame of frames[language][isSure ? "sure" : "unsure"]) {
      const found = frame.exec(masked);
      const at = clause.at + (found?.index ?? 0);
      if (found !== null) return { at, end: at + found[0].length + longer, isSure };
    }
  return undefined;
}

const strangers = {
  zh: /[把将]\s?([\u4e00-\u9fff]{2,3}?)\s?(?:也|再|还|都|给|一起)?\s?(?:加|拉|添)(?:到|进|入|上)/,
  en: /\b(?:[Aa]dd|[Ii]nvite|[Ii]nclude)\s([A-Z][a-z]+)\s(?:to|in|into)\b/,
} as const;

/** A person of whom only the name is known. */
export function strangerIn({
  text,
  raw,
  language,
}: Prepared): (Joining & { readonly who: Span }) | undefined {
  const found = strangers[language].exec(language === "zh" ? text : raw);
  const name = found?.[1];
  if (found === null || name === undefined || (language === "zh" && !isPerson(name)))
    return undefined;
  const at = found.index + found[0].indexOf(name, 1);
  return {
    at: found.index,
    end: found.index + found[0].length,
    isSure: true,
    who: { at, end: at + name.length },
  };
}
