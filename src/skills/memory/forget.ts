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
  const known = await readOthers(on, memory);
  const older = known.filter(({ replaced }) => replaced);
  const versions = [memory, ...older];
  const said = await findSayings(on, versions);
  const derived = known.filter((one) => !one.replaced && isDerived(one, versions, said));
  return [...versions, ...derived].map(({ id, sources }) =>
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

/** The messages that say one of the versions, the person's and ours, since it was said first. */
async function findSayings(
  { read, accountId }: Writing,
  versions: readonly Forgettable[],
): Promise<ReadonlySet<number>> {
  const sources = versions.flatMap((version) => version.sources);
  const rows = await read.rows<{ eventId: number; text: string }>(
    `select m.event_id as "eventId", m.text from message m
     where m.account_id = $1 and m.event_id >= $2
       and m.conversation_id in (select conversation_id from message s where s.account_id = $1 and s.event_id = any($3))`,
    [accountId, Math.min(...sources), sources],
  );
  const said = rows.filter(({ text }) => versions.some((version) => isSaidIn(version, text)));
  return new Set([...sources, ...said.map(({ eventId }) => eventId)]);
}

/**
 * Forgets lines of which nothing was made yet: the messages of a conversation that say what is named,
 * and the request. Nothing where no earlier message does.
 */
export async function forgetSayings(
  on: Writing & { readonly conversationId: string; newId(): string },
  { about, asked }: { readonly about: string; readonly asked: readonly number[] },
): Promise<EventDraft | undefined> {
  const rows = await on.read.rows<{ eventId: number; text: string }>(
    `select event_id as "eventId", text from message
     where account_id = $1 and conversation_id = $2 and not event_id = any($3) order by event_id desc limit ${mostLines}`,
    [on.accountId, on.conversationId, asked],
  );
  const said = rows.filter(({ text }) => isSaidIn({ words: about, value: null }, text));
  if (said.length === 0) return undefined;
  const sources = [...said.map(({ eventId }) => eventId), ...asked].toSorted((a, b) => a - b);
  const payload = { id: on.newId(), account_id: on.accountId, sources };
  return placeInMemory(on.now, { kind: "memory_forgotten", payload });
}

/** How far back lines are looked through. */
const mostLines = 2_000;

interface Other extends Forgettable {
  readonly form: string;
  /** An earlier version of the memory. */
  readonly replaced: boolean;
}

/** All other memories of the person, and which of them are earlier versions of it. */
const readOthers = ({ read, accountId }: Writing, { id }: Forgettable): Promise<readonly Other[]> =>
  read.rows<Other>(
    `with recursive older(id) as (
       select id from person_memory where account_id = $1 and superseded_by = $2
       union select p.id from person_memory p join older o on p.superseded_by = o.id where p.account_id = $1)
     select ${columns}, form, id in (select id from older) as replaced from person_memory
     where account_id = $1 and id <> $2`,
    [accountId, id],
  );

/** Memories that say it, and summaries that rest on the same messages. */
const isDerived = (
  { form, words, sources }: Other,
  versions: readonly Forgettable[],
  said: ReadonlySet<number>,
): boolean =>
  versions.some((version) => isSaidIn(version, words)) ||
  (form === "summary" && sources.some((source) => said.has(source)));
