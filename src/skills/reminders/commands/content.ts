import { createHash } from "node:crypto";
import { cleanText, foldForMatching } from "../../../domain/text.ts";

/** The comparable form of a title: width, case, spaces and punctuation do not count. */
export const plainContent = (content: string): string => {
  const folded = foldForMatching(content);
  return folded.replaceAll(/[\s\p{P}]/gu, "") || folded;
};

export const contentHash = (content: string): string =>
  createHash("sha256").update(plainContent(content)).digest("hex");

const longest = 500;

export const cleanContent = (content: string): string => cleanText(content, longest).trim();

/**
 * Whether both are about the same thing: two characters in a row, or a word of three letters, that
 * both have.
 */
export function hasSharedWord(title: string, text: string): boolean {
  const [one, other] = [plainContent(title), plainContent(text)];
  const pairs = [...one.matchAll(/(?=(\p{Script=Han}{2}))/gu)].map((found) => found[1] ?? "");
  const words = title.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  const said = new Set(text.toLowerCase().match(/[a-z]{3,}/g) ?? []);
  return pairs.some((pair) => other.includes(pair)) || words.some((word) => said.has(word));
}
