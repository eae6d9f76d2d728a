import { foldForMatching } from "../../../domain/text.ts";
import { mentionsOf } from "../../../language/friends.ts";
import { prepare } from "../../../language/prepare.ts";
import { typedNames } from "./names.ts";
import type { Friend } from "./people.ts";

/** What somebody quotes or passes on was said by others. */
const quotedParts = /```[\s\S]*?(?:```|$)|^\s*>.*$|“[^”]*”|「[^」]*」|『[^』]*』|"[^"]*"/gmu;

const withoutQuotes = (text: string): string => text.replaceAll(quotedParts, " ");

const folded = (text: string): string => foldForMatching(text).replaceAll(/[\s\p{P}]/gu, "");

/** What a person wrote in this turn, and nobody else. A model's wish that reaches other people has to be in it. */
export interface OwnWords {
  names(friend: Pick<Friend, "names" | "displayName">): boolean;
  /** As it stands, spaces and signs aside. */
  has(phrase: string): boolean;
  callsOff(): boolean;
}

const callsOff =
  /取消|不去|不约|不聚|不见|推掉|作罢|别约|算了|跳过|\bcancel|\bcall(?:ing)? off|\bdrop\b|\bskip\b|\bscrap\b|\bcan'?t make\b|\bno longer\b/iu;

export function ownWords(texts: readonly string[]): OwnWords {
  const own = texts.map(withoutQuotes);
  const all = folded(own.join("\n"));
  return {
    names: (friend) => own.some((text) => mentionsOf(prepare(text), typedNames(friend), true).length > 0),
    has: (phrase) => folded(phrase).length > 1 && all.includes(folded(phrase)),
    callsOff: () => own.some((text) => callsOff.test(text)),
  };
}
