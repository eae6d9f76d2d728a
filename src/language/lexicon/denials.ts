import { clauseAt } from "../text/clauses.ts";
import type { Reading } from "../reading.ts";
import type { Span } from "../text/titles.ts";
import * as en from "./en/denials.ts";
import * as zh from "./zh/denials.ts";

const denied = { zh: zh.denied, en: en.denied } as const;

/** "please don't drop that", "别把它删了": the verb is said, and its opposite is meant. */
export function isDenied({ prepared: { text, language }, live }: Reading, cue: Span): boolean {
  const from = clauseAt(live, cue.at)?.at ?? 0;
  return denied[language].test(text.slice(Math.max(from, cue.at - 80), cue.at));
}
