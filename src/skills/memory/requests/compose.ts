import { isForgetAll, readShown } from "./read-forget-shown.ts";
import { isAskingForKept, findAbout, isList } from "./read-list.ts";
import { readSwitch } from "./read-switch.ts";
import { firstTag, readPieces, type Said, tagAfter } from "./said.ts";
import type { PieceTag } from "./pieces.ts";

/** A request that its pieces make, in whatever order they come. */
export type ComposedRequest =
  | { readonly kind: "list"; readonly about: string | null }
  | { readonly kind: "forget_all"; readonly isHere: boolean }
  /** What was said last, or a place in the list that was shown, from 1 on; -1 is its end. */
  | { readonly kind: "forget_shown"; readonly nth: number | null }
  | { readonly kind: "switch"; readonly isOn: boolean };

/** Reads a message all of whose words are pieces of one request; a list may name what it is about. */
export function readComposed(text: string): ComposedRequest | undefined {
  const said = readPieces(text);
  if (said.has("other")) {
    const about = isAskingForKept(said) ? findAbout(said) : undefined;
    return about === undefined ? undefined : { kind: "list", about };
  }
  const isOn = readSwitch(said);
  if (isOn !== undefined) return { kind: "switch", isOn };
  const nth = readShown(said);
  if (nth !== undefined) return { kind: "forget_shown", nth };
  if (isForgetAll(said)) return { kind: "forget_all", isHere: said.has("here") };
  return isList(said) ? { kind: "list", about: null } : undefined;
}

/** What a command about the memory begins with in English. */
const commands: ReadonlySet<PieceTag> = new Set([
  "stop",
  "start",
  "delete",
  "forget",
  "not",
  "turn",
  "memory",
]);

/**
 * Whether a message that nothing else reads is a wish about the memory: it is asked about, never
 * passed over.
 */
export function isUnclearWish(text: string): boolean {
  const said = readPieces(text);
  const acts = said.has("stop", "start", "delete", "forget", "not", "turn");
  if (said.isChinese)
    return (acts && said.has("memory") && !said.has("i")) || isNotToRemember(said);
  const first = firstTag(said);
  const isCommand = first !== undefined && commands.has(first);
  return isCommand && ((acts && isOfCompanion(said)) || isNotToRemember(said));
}

/** “Your memory”, not “my memory card”. */
const isOfCompanion = ({ pieces }: Said): boolean =>
  pieces.some(({ tag, text }) => tag === "memory" && /\b(?:your|the)\b/iu.test(text));

/** “Don't remember”, not “I don't remember”; “别记”，不是“别记仇”。 */
const isNotToRemember = (said: Said): boolean =>
  !/记[仇恨错岔混反]/u.test(said.text) &&
  said.pieces.some(
    ({ tag }, at) =>
      (tag === "not" || tag === "stop") &&
      tagAfter(said, at) === "remember" &&
      !/^(?:i|我)$/iu.test(said.pieces[at - 1]?.text ?? ""),
  );
