import { correctKinds } from "./claim-kinds.ts";
import { isClaim, splitSentences } from "./claim-words.ts";
import { detectLanguage, type Language } from "./language.ts";
import { describeMemoryFault, findMemoryAct, type MemoryAct } from "./memory-claims.ts";

/** The product's own line, appended when a model claims something that did not happen. */
export const noChangeLine = (language: Language): string =>
  language === "zh" ? "（还没有记下或改动任何提醒。）" : "(No reminder was written or changed.)";

const noChangeLines = {
  zh: noChangeLine("zh"),
  en: "(Nothing has been set or changed.)",
} as const;

export interface ReplyEffects {
  /** The operations of the commands that this reply writes. The product's own lines say what they did. */
  readonly wrote: readonly string[];
  /** The product's own lines at the end of the reply. */
  readonly lines: readonly string[];
  /** The reply carries files, so sentences about files are true. */
  readonly files: boolean;
  /** Whether what is said here is remembered. Unknown: claims about it count as any other. */
  readonly remembers?: boolean | undefined;
}

/** What a sentence claims wrongly: something of the memory, or any other act. */
type Fault = MemoryAct | "act";

interface Judged {
  readonly sentence: string;
  readonly fault: Fault | undefined;
}

/**
 * A model's text without what it claims wrongly. After a write, the product's read-back replaces the
 * model's own account of it, and a claim of another kind of act is followed by a correction; without
 * one, an honest line takes the place of any claim.
 */
export function correctClaims(text: string, effects: ReplyEffects): string {
  const judged = judge(text, effects);
  const faulty = judged.filter(({ fault }) => fault !== undefined);
  if (faulty.length === 0) return text;
  const rest = judged
    .filter(({ sentence, fault }) => fault === undefined || !isReplaceable(sentence))
    .map(({ sentence }) => sentence)
    .join("")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
  const lines = describeFaults(faulty, { ...effects, language: detectLanguage(text) ?? "en" });
  return [...(/[\p{L}\p{N}]/u.test(rest) ? [rest] : []), ...lines].join("\n\n");
}

/** Whether a model's text claims what is not so. */
export const hasFalseClaims = (text: string, effects: ReplyEffects): boolean =>
  judge(text, effects).some(({ fault }) => fault !== undefined);

const judge = (text: string, effects: Pick<ReplyEffects, "files" | "remembers">): Judged[] =>
  splitSentences(text).map((sentence) => ({ sentence, fault: findFault(sentence, effects) }));

function findFault(
  sentence: string,
  { files, remembers }: Pick<ReplyEffects, "files" | "remembers">,
): Fault | undefined {
  const act = remembers === undefined ? undefined : findMemoryAct(sentence);
  if (act !== undefined && !isSo(act, remembers === true)) return act;
  const said = act === undefined ? sentence : withoutMemoryActs(sentence);
  if (files && /\bfiles?\b|文件|附件/iu.test(said)) return undefined;
  return isClaim(said) ? "act" : undefined;
}

/** Forgetting is done by the rules that are asked before any model. */
const isSo = (act: MemoryAct, remembers: boolean): boolean =>
  act !== "forget" && (act === "off" ? !remembers : remembers);

/** “Noted, and I've messaged your sister” has a second claim. */
const withoutMemoryActs = (sentence: string): string =>
  sentence
    .split(/(?<=[,;，；])|\s+(?=and\s+i\b)/iu)
    .filter((clause) => findMemoryAct(clause) === undefined)
    .join(" ");

/** A claim that says little else. */
const isReplaceable = (sentence: string): boolean =>
  !/[?？]/u.test(sentence) && !/https?:|```/u.test(sentence) && sentence.length <= 200;

function describeFaults(
  faulty: readonly Judged[],
  { wrote, lines, language }: ReplyEffects & { readonly language: Language },
): readonly string[] {
  const ofMemory = new Set(
    faulty.flatMap(({ fault }) =>
      fault === undefined || fault === "act" ? [] : [describeMemoryFault(fault, language)],
    ),
  );
  const acts = faulty.filter(({ fault }) => fault === "act").map(({ sentence }) => sentence);
  if (acts.length === 0) return [...ofMemory];
  if (wrote.length > 0)
    return [...ofMemory, ...correctKinds(acts, { operations: wrote, language })];
  const isTold = lines.some((line) => line === noChangeLine("zh") || line === noChangeLine("en"));
  return [...ofMemory, ...(isTold ? [] : [noChangeLines[language]])];
}

/**
 * The text that may be shown while streaming: everything before the first claim, because only the
 * end of the turn decides whether the claim is true.
 */
export function cutAtFirstClaim(text: string, remembers?: boolean): string {
  let shown = "";
  for (const { sentence, fault } of judge(text, { files: false, remembers })) {
    if (fault !== undefined) return shown;
    shown += sentence;
  }
  return shown;
}
