import type { Language } from "../../domain/language.ts";
import type { Cue } from "./cue.ts";

/** One of two things that a question offers. */
export function findChoice({ kind, text }: Cue, language: Language): string | undefined {
  if (kind !== "choice") return undefined;
  const [one, other] = language === "zh" ? readChinese(text) : readEnglish(text);
  const options = [one, other].filter((option) => option !== "");
  return options.length < 2 ? undefined : options[text.length % 2];
}

function readChinese(text: string): readonly [string, string] {
  const [, one = "", other = ""] =
    /([\p{Script=Han}]{1,8}?)还是([\p{Script=Han}]{1,8}?)(?:呢|啊)?[？?]/u.exec(text) ?? [];
  const cut = one.replace(/^.*(?:喝|吃|要|去|走|选|是|想|用|愿意)/u, "");
  return [cut === "" ? one : cut, other.replace(/^(?:喝|吃|要|去|走|选|是|想|用)(?=.)/u, "")];
}

const thing = "(?:(?:the|a|an|my|your) )?[\\p{L}'-]+";
const brief = new RegExp(`(${thing}),? or (${thing})\\s*\\?`, "iu");
const asked = /\b(?:rather|prefer(?: to)?|choose)\s+([^?.!,]{2,40}?),?\s+or\s+([^?.!,]{2,40})\?/iu;

/** Whole clauses only where they read the same from the other side. */
function readEnglish(text: string): readonly [string, string] {
  const [, one = "", other = ""] = asked.exec(text) ?? brief.exec(text) ?? [];
  const isOwn = /\b(?:I|me|my|we|us|our|you|your)\b/iu.test(`${one} ${other}`);
  return isOwn ? ["", ""] : [one, other];
}
