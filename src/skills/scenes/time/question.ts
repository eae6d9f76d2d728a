import type { Language } from "../../../domain/language.ts";
import { type Cast, nameOf } from "../state/cast.ts";
import { you } from "../state/chat-state.ts";

/** A parsed question about a story's past. */
export interface Question {
  readonly viewer: string;
  readonly about: string;
  readonly topic: "feel" | "know" | "remember" | "present";
  readonly day?: number | undefined;
  readonly hour?: { readonly h: number; readonly m: number } | undefined;
  readonly language: Language;
}

const topics: readonly [Question["topic"], RegExp][] = [
  ["remember", /\b(?:remember|recall|memor\w*)\b|记得|记忆|回忆/i],
  [
    "feel",
    /\b(?:feel\w*|felt|trust\w*|lik(?:e|ed|es)|love\w*|hate\w*|affinity|think of|thought of)\b|感觉|感情|喜欢|信任|讨厌|怎么看|看法|态度|好感/i,
  ],
  ["know", /\b(?:kn(?:ow|ew|own|ows)|learn\w*|heard|hear)\b|知道|了解|听说|晓得/i],
  ["present", /\b(?:where|with whom|who was|present)\b|在场|在哪|和谁|跟谁/i],
];

/** Parses who, about whom, what and when by rules. Undefined when no character is named. */
export function parseQuestion(words: string, cast: Cast): Question | undefined {
  const said = findMentioned(words, cast);
  const viewer = said.find((id) => id !== you);
  if (viewer === undefined) return undefined;
  const about = said.find((id) => id !== viewer) ?? you;
  const topic = topics.find(([, sign]) => sign.test(words))?.[0] ?? "feel";
  return {
    viewer,
    about,
    topic,
    day: parseDay(words),
    hour: parseHour(words),
    language: /\p{Script=Han}/u.test(words) ? "zh" : "en",
  };
}

/** Everyone named, in order. “You” and “me” both mean the person. */
function findMentioned(words: string, cast: Cast): string[] {
  const lower = words.toLowerCase();
  const places = [...cast.bots.keys()].flatMap((id) => {
    // A first name suffices.
    const parts = nameOf(cast, id)
      .split(/\s+/)
      .filter((part) => part.length > 2);
    const at = [nameOf(cast, id), id, ...parts]
      .map((name) => findName(lower, name.toLowerCase()))
      .find((place) => place >= 0);
    return at === undefined ? [] : [{ id, at }];
  });
  const self = /\b(?:you|me|my|i)\b|[我你您]/i.exec(
    words.replaceAll(/\b(?:do|did|can|could|would) you\b/gi, (part) => " ".repeat(part.length)),
  );
  const named = cast.you === undefined ? -1 : findName(lower, cast.you.name.toLowerCase());
  const own = [self?.index ?? -1, named].filter((at) => at >= 0);
  const all = own.length === 0 ? places : [...places, { id: you, at: Math.min(...own) }];
  return all.toSorted((a, b) => a.at - b.at).map(({ id }) => id);
}

const isLetter = (sign: string | undefined): boolean => sign !== undefined && /[a-z0-9]/.test(sign);

/** A match at word boundaries, in scripts that have them. */
function findName(words: string, name: string): number {
  if (name === "") return -1;
  for (let at = words.indexOf(name); at >= 0; at = words.indexOf(name, at + 1))
    if (
      !(isLetter(words[at - 1]) && isLetter(name[0])) &&
      !(isLetter(words[at + name.length]) && isLetter(name.at(-1)))
    )
      return at;
  return -1;
}

const digits = "零一二三四五六七八九";

function parseDay(words: string): number | undefined {
  const found = /\bday\s*(\d{1,4})\b|第\s*(\d{1,4}|[一二三四五六七八九十]{1,3})\s*[天日]/i.exec(
    words,
  );
  const day = found?.[1] ?? found?.[2];
  if (day === undefined) return undefined;
  return /^\d+$/.test(day) ? Number(day) : parseChineseNumber(day);
}

function parseChineseNumber(words: string): number {
  const [tens, ones] = words.includes("十") ? words.split("十") : ["", words];
  const ten = words.includes("十") ? (tens === "" ? 1 : digits.indexOf(tens ?? "")) : 0;
  return ten * 10 + (ones === "" ? 0 : digits.indexOf(ones ?? ""));
}

function parseHour(words: string): Question["hour"] {
  const found = /\b(\d{1,2}):(\d{2})\b|\b(\d{1,2})\s*([ap])m\b|(\d{1,2})\s*[点时]/i.exec(words);
  if (found === null) return undefined;
  const [, h, m, twelve, half, zh] = found;
  if (twelve !== undefined)
    return { h: (Number(twelve) % 12) + (half?.toLowerCase() === "p" ? 12 : 0), m: 0 };
  const hour = Number(h ?? zh ?? 0);
  const isEvening = zh !== undefined && /下午|晚上|傍晚/.test(words) && hour < 12;
  return { h: Math.min(23, isEvening ? hour + 12 : hour), m: Number(m ?? 0) };
}
