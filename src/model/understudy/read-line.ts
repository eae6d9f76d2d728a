import type { Language } from "../../domain/language.ts";

/** A line of a story by its parts. */
export interface Line {
  /** Undefined for narration. */
  readonly who: string | undefined;
  readonly speech: string;
  readonly doing: string;
  readonly isWhisper: boolean;
  readonly raw: string;
}

const quotes = /[“「]([^”」]+)[”」]|"([^"]+)"/gu;

const inOneLine = (text: string): string => text.replaceAll(/\s+/gu, " ").trim();

/** A line as a prompt has it: `Name: “…”`, `Name: *…*`, `(…)`. */
export function readLine(raw: string, names: readonly string[]): Line {
  const line = inOneLine(raw);
  const narrated = /^[（(](?:Stage direction: )?(.*)[)）]$/su.exec(line);
  if (narrated !== null)
    return { who: undefined, speech: "", doing: narrated[1] ?? "", isWhisper: false, raw: line };
  const secret = /^(.{1,60}?), in a whisper to (.{1,200}?): “(.*)”$/su.exec(line);
  if (secret !== null)
    return { who: secret[1], speech: secret[3] ?? "", doing: "", isWhisper: true, raw: line };
  const who =
    names.find((name) => line.startsWith(`${name}: `)) ??
    /^([^:：“”(（*]{1,40}): ./u.exec(line)?.[1];
  if (who === undefined)
    return { who: undefined, speech: "", doing: line, isWhisper: false, raw: line };
  const said = line.slice(who.length + 2);
  // A model may begin its answer with the name.
  const words = said.startsWith(`${who}: `) ? said.slice(who.length + 2) : said;
  return { who, ...splitWords(words, who), isWhisper: false, raw: line };
}

function splitWords(text: string, who: string): Pick<Line, "speech" | "doing"> {
  const said = [...text.matchAll(quotes)].map(([, one, other]) => one ?? other ?? "");
  const rest = inOneLine(text.replaceAll(quotes, " ").replaceAll("*", " "));
  if (said.length > 0) return { speech: inOneLine(said.join(" ")), doing: rest };
  // Without any mark it is speech, unless it tells about the speaker.
  return /^\*[^*]+\*$/u.test(text.trim()) || text.startsWith(who)
    ? { speech: "", doing: rest }
    : { speech: rest, doing: "" };
}

export const toSentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?…])\s+|(?<=[。！？…])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");

const han = /\p{Script=Han}/u;
const latin = /\p{Script=Latin}/u;

/** Whether a text is in one language only, apart from names. */
export function isPurely(text: string, language: Language, names: readonly string[] = []): boolean {
  const plain = names.reduce(
    (rest, name) => (name === "" ? rest : rest.replaceAll(name, "")),
    text,
  );
  return language === "zh" ? !latin.test(plain) && han.test(plain) : !han.test(plain);
}

export const isQuestion = (text: string): boolean => /[?？]/u.test(text);
