import { distance } from "../text/distance.ts";
import type { Prepared } from "../text/prepare.ts";
import type { Span } from "../text/titles.ts";
import { simplify } from "../text/traditional.ts";

export interface Mention extends Span {
  /** As stored. More than one when the words fit several friends. */
  readonly names: readonly string[];
}

const han = /[\u3400-\u9fff]/;
/** Where a person is expected, a small misspelling is forgiven. */
const zhSlot = /(?:约|提醒|通知|邀请?|叫上?|喊上?|跟|和|与|同|、|看看|问问|看一?下)\s*$/;
const enSlot =
  /\b(?:with|remind|tell|ping|nudge|invite|ask|is|are|does|and|meet|notify|for|&|,)\s+$/;

/**
 * Every friend that the message names. Where it asks about a person, a misspelling is forgiven
 * wherever the name stands.
 */
export function mentionsOf(
  { text, language }: Prepared,
  friends: readonly string[],
  asksAboutSomebody = false,
): Mention[] {
  const found = [
    ...hanMentions(
      text,
      friends.filter((name) => han.test(name)),
    ),
    ...wordMentions(
      text,
      friends.filter((name) => !han.test(name)),
      asksAboutSomebody ? /$/ : language === "zh" ? zhSlot : enSlot,
    ),
  ];
  return found
    .toSorted((a, b) => a.at - b.at)
    .filter(
      (mention, index, all) =>
        !all.some((other, at) => at !== index && isCovered(other, mention, at < index)),
    );
}

/**
 * "Mal's mother", "张三的妈妈": another person is meant, named by way of the friend. "Mal's coming"
 * is Mal.
 */
export const withoutOwners = (
  { text }: Pick<Prepared, "text">,
  mentions: readonly Mention[],
): Mention[] =>
  mentions.filter(({ at, end }) => {
    const [name, rest] = [text.slice(at, end), text.slice(end, end + 40)];
    const isOwner = /['’]s?$/.test(name)
      ? owned.en.test(rest)
      : /^['’]s?\s/.test(rest) && owned.en.test(rest.replace(/^['’]s?/, ""));
    return !isOwner && !owned.zh.test(rest);
  });

const owned = {
  en: /^\s+(?!(?:\w+ing|free|busy|available|in|up|also|not|here|there|back|and|or|at|on|to|for|by|with|about|that|today|tomorrow|tonight|this|next|every|\w+day)\b)[a-z]/,
  zh: /^\s*(?:[的他她家]+\s*(?:[妈爸爹娘哥姐弟妹爷奶姥]|外[公婆]|老[婆公师板]|媳妇|太太|先生|儿子|女儿|孩子|领导|同事|同学|朋友|室友|[男女]朋友|对象|秘书|助理|家人|父母|律师|医生|经理|客户|团队|队|公司)|妈妈|爸爸|他[妈爸]|她[妈爸]|爷爷|奶奶|老婆|老公|媳妇|儿子|女儿)/,
} as const;

const isCovered = (outer: Mention, inner: Mention, first: boolean): boolean => {
  const holds = outer.at <= inner.at && inner.end <= outer.end;
  const same = outer.at === inner.at && outer.end === inner.end;
  return same ? first : holds;
};

function hanMentions(text: string, friends: readonly string[]): Mention[] {
  const exact = friends.flatMap((name) => {
    const spaced = new RegExp(
      Array.from(simplify(name.toLowerCase()), escapePattern).join(String.raw`\s?`),
      "g",
    );
    return Array.from(text.matchAll(spaced), (match): Mention => ({
      at: match.index,
      end: match.index + match[0].length,
      names: [name],
    }));
  });
  return exact.length > 0 ? exact : friends.flatMap((name) => oneOff(text, name));
}

/** "韩梅美" for 韩梅梅: one character of three or more. */
function oneOff(text: string, name: string): Mention[] {
  if (name.length < 3) return [];
  const found: Mention[] = [];
  for (let at = 0; at + name.length <= text.length; at += 1) {
    const word = text.slice(at, at + name.length);
    const wrong = Array.from(simplify(name)).filter((sign, index) => sign !== word[index]).length;
    if (wrong === 1 && word[0] === simplify(name)[0] && zhSlot.test(before(text, at)))
      found.push({ at, end: at + name.length, names: [name] });
  }
  return found;
}

/** What stands directly before a place: a word and its spaces, and not all that was ever said. */
const before = (text: string, at: number): string => text.slice(Math.max(0, at - 40), at);

const escapePattern = (sign: string): string =>
  sign.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

function wordMentions(text: string, friends: readonly string[], slot: RegExp): Mention[] {
  if (friends.length === 0) return [];
  const whole = friends.flatMap((name) => {
    const words = name
      .toLowerCase()
      .split(/\s+/)
      .map(escapePattern)
      .join(String.raw`\s*`);
    return Array.from(
      text.matchAll(new RegExp(String.raw`(?<![a-z])${words}(?:'s)?(?![a-z])`, "g")),
      (match): Mention => ({
        at: match.index,
        end: match.index + match[0].length,
        names: [name],
      }),
    );
  });
  const parts = Array.from(text.matchAll(/[a-z][a-z'.-]*/g), (match): Mention => {
    const isExpected = slot.test(before(text, match.index));
    return {
      at: match.index,
      end: match.index + match[0].length,
      names: friends.filter((name) => isCalled(match[0], name, isExpected)),
    };
  });
  return [...whole, ...parts.filter(({ names }) => names.length > 0)];
}

/** One word of the name, or nearly so where a person is expected. */
function isCalled(word: string, name: string, expected: boolean): boolean {
  const plain = word.replace(/'s?$/, "");
  return name
    .toLowerCase()
    .split(/\s+/)
    .some((part) => part === plain || (expected && isNear(plain, part)));
}

const isNear = (word: string, part: string): boolean =>
  word[0] === part[0] &&
  part.length >= 4 &&
  (distance(word, part) <= (part.length >= 8 ? 2 : 1) || isSwapped(word, part));

/** "olvier": two letters that follow each other have changed places. */
function isSwapped(word: string, part: string): boolean {
  const at = Array.from(part).findIndex((letter, index) => letter !== word[index]);
  return (
    at !== -1 &&
    word === `${part.slice(0, at)}${part[at + 1] ?? ""}${part[at] ?? ""}${part.slice(at + 2)}`
  );
}
