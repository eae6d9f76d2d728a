import { createHash } from "node:crypto";
import { cleanText, foldForMatching } from "../../domain/text.ts";

/** Two reminders say the same when these are the same: width, case, spaces and marks do not count. */
export const plainContent = (content: string): string => {
  const folded = foldForMatching(content);
  return folded.replaceAll(/[\s\p{P}]/gu, "") || folded;
};

export const contentHash = (content: string): string => createHash("sha256").update(plainContent(content)).digest("hex");

const longest = 500;

export const cleanContent = (content: string): string => cleanText(content, longest).trim();
