import type { EventDraft } from "../../domain/events/catalogue.ts";
import type { Reads } from "../../domain/ports/reads.ts";
import { listTerms } from "../../recall/tokens.ts";
import { placeInMemory } from "./memory-events.ts";

/** A memory to forget. */
export interface Forgettable {
  readonly id: string;
  readonly words: string;
  readonly value: string | null;
  readonly sources: readonly number[];
}

interface Writing {
  readonly read: Reads;
  readonly now: number;
  readonly accountId: string;
}

const columns = "id, words, value, sources";

/**
 * Events that forget a memory with everything that was made of it: earlier versions, other memories
 * and summaries that say it, and every message that does. Messages stay in the transcript, where the
 * person reads them; no prompt holds them again.
 */
export async function forgetMemory(on: Writing, memory: Forgettable): Promise<EventDraft[]> {
  const said = await findSayings(on, memory);
  const others = await findDerived(on, memory, said);
  return [memory, ...others].map(({ id, sources }) =>
    placeInMemory(on.now, {
      kind: "memory_forgotten",
      payload: {
        id,
        account_id: on.accountId,
        sources: [...new Set([...sources, ...said])].toSorted((a, b) => a - b),
      },
    }),
  );
}

/** Whether a text says what a memory says: it has all of its words that matter. */
export function isSaidIn(
  { words, value }: Pick<Forgettable, "words" | "value">,
  text: string,
): boolean {
  const terms = listTerms(value ?? words);
  const there = new Set(listTerms(text));
  return terms.length > 0 && terms.every((term) => there.has(term));
}

/** The messages that say it, the person's and ours, since it was said first. */
async function findSayings({ read, accountId }: Writing, memory: Forgettable): Promise<number[]> {
  const rows = await read.rows<{ eventId: number; text: string }>(
    `select m.event_id as "eventId", m.text from message m
     where m.account_id = $1 and m.event_id >= $2
       and m.conversation_id in (select conversation_id from message s where s.account_id = $1 and s.event_id = any($3))`,
    [accountId, Math.min(...memory.sources), memory.sources],
  );
  const said = rows.filter(({ text }) => isSaidIn(memory, text)).map(({ eventId }) => eventId);
  return [...new Set([...memory.sources, ...said])];
}

/** Earlier versions, and memories and summaries that rest on the same messages and say it. */
async function findDerived(
  { read, accountId }: Writing,
  memory: Forgettable,
  said: readonly number[],
): Promise<Forgettable[]> {
  const rows = await read.rows<Forgettable & { form: string; replaced: boolean }>(
    `with recursive older(id) as (
       select id from person_memory where account_id = $1 and superseded_by = $2
       union select p.id from person_memory p join older o on p.superseded_by = o.id where p.account_id = $1)
     select ${columns}, form, id in (select id from older) as replaced from person_memory
     where account_id = $1 and id <> $2`,
    [accountId, memory.id],
  );
  const cited = new Set(said);
  return rows.filter(
    ({ replaced, form, words, sources }) =>
      replaced ||
      isSaidIn(memory, words) ||
      (form === "summary" && sources.some((source) => cited.has(source))),
  );
}
