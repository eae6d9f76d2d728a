import { type Clause, clauseAt, clausesOf } from "./clauses.ts";
import { enAtoms } from "./en-atoms.ts";
import { mentionsOf } from "./friends.ts";
import { gateOf } from "./gates.ts";
import { wallNow } from "./instants.ts";
import { type Phrase, phrasesOf } from "./phrases.ts";
import { type Prepared, prepare } from "./prepare.ts";
import type { Refusal } from "./reasons.ts";
import type { LanguageRequest, RequestContext } from "./request.ts";
import { type Trigger, triggersOf, wakes } from "./triggers.ts";
import type { Wall } from "./wall.ts";
import { zhAtoms } from "./zh-atoms.ts";

/** A message with everything that was seen in it, before anyone decides what it means. */
export interface Reading {
  readonly prepared: Prepared;
  readonly clauses: readonly Clause[];
  /** Clauses that no gate has closed. */
  readonly live: readonly Clause[];
  readonly gates: readonly Refusal[];
  readonly phrases: readonly Phrase[];
  readonly triggers: readonly Trigger[];
  readonly now: Wall;
  readonly zone: string;
  readonly wake: boolean;
  readonly context: RequestContext;
}

/** "张三提醒我3点打球": the friend is who does it. */
const isDoneBy = ({ text }: Clause, friends: readonly string[]): boolean =>
  friends.some((name) => text.trimStart().startsWith(name.toLowerCase())) &&
  /^[^约和跟]{1,24}?(?:提醒|[叫喊催]|通知)(?:了|过)?我/.test(text.trimStart());

/** Nobody dictates a reminder of this length; what comes is pasted text. */
const longestRead = 1000;

export function readingOf(request: LanguageRequest): Reading {
  const now = wallNow(request.now, request.tz);
  const prepared = prepare(request.text.slice(0, longestRead));
  const { text, language } = prepared;
  const clauses = clausesOf(prepared);
  const friends = request.context?.friends ?? [];
  const closed = clauses.map((clause) => gateOf(clause, language) ?? (isDoneBy(clause, friends) ? "third_person" : undefined));
  const live = clauses.filter((_, index) => closed[index] === undefined);
  const nameless = mentionsOf(prepared, request.context?.friends ?? []).reduce(
    (rest, { at, end }) => rest.slice(0, at) + "\ue000".repeat(end - at) + rest.slice(end),
    text,
  );
  const atoms = language === "zh" ? zhAtoms(nameless) : enAtoms(nameless);
  const inside = ({ at }: { readonly at: number }): boolean => clauseAt(live, at) !== undefined;
  return {
    prepared,
    clauses,
    live,
    gates: closed.filter((gate) => gate !== undefined),
    phrases: phrasesOf(atoms, text, language).filter(inside),
    triggers: triggersOf(prepared).filter(inside),
    now,
    zone: request.tz,
    wake: wakes(text),
    context: request.context ?? {},
  };
}
