import * as en from "../lexicon/en/status.ts";
import * as zh from "../lexicon/zh/status.ts";

/** Recognizes "Are you connected?" and "Is my … connected?" with the names of these chat apps. */
export function createStatusReader(apps: readonly string[]): (text: string) => boolean {
  const patterns = [zh.statusPattern(apps), en.statusPattern(apps)];
  return (text) => patterns.some((pattern) => pattern.test(text.replaceAll("’", "'").trim()));
}
