import type { EventDraft } from "../../domain/events/catalogue.ts";
import { placeInMemory } from "./memory-events.ts";
import { findSayings, isSaidIn, listLines, type Said, type Speaker } from "./sayings.ts";

/** A memory to forget. */
export interface Forgettable extends Said {
  readonly id: string;
  readonly sources: readonly number[];
}

interface Writing extends Speaker {
  readonly now: number;
}

/**
 * Events that forget memories with everything that was made of them: earlier versions, other memories
 * and summaries that say it, and every message that does, wherever the person said it. Messages stay
 * in the transcript, where the person reads them; no prompt holds them again.
 */
export async function forgetMemories(
  on: Writing,
  memories: readonly Forgettable[],
): Promise<EventDraft[]> {
  const known = await readKnown(on);
  const versions = memories.map((memory) => [memory, ...listOlder(known, memory.id)]);
  const said = await findSayings(on, versions);
  const events = new Map<string, EventDraft>();
  for (const [nth, of] of versions.entries()) {
    const sources = new Set([...of.flatMap((one) => one.sources), ...(said[nth] ?? [])]);
    const derived = known.filter((one) => isDerived(one, of, sources));
    for (const { id, sources: own } of [...of, ...derived])
      if (!events.has(id))
        events.set(id, draftForgotten(on, { id, sources: [...sources, ...own] }));
  }
  return [...events.values()];
}

/** How many messages one event names. */
const mostNamed = 5_000;

/**
 * Forgets all memories of the person and every line of their talks, or those of one conversation.
 * Stories are their characters'.
 */
export async function forgetAll(
  on: Writing & { newId(): string },
  conversationId: string | null,
): Promise<{ readonly events: readonly EventDraft[]; readonly memories: number }> {
  const known = await readKnown(on);
  const memories = known.filter(
    (one) => conversationId === null || one.conversationId === conversationId,
  );
  const lines = await listLines(on, conversationId);
  const chunks = Array.from({ length: Math.ceil(lines.length / mostNamed) }, (_, nth) =>
    lines.slice(nth * mostNamed, (nth + 1) * mostNamed),
  );
  return {
    events: [
      ...memories.map((one) => draftForgotten(on, one)),
      ...chunks.map((sources) => draftForgotten(on, { id: on.newId(), sources })),
    ],
    memories: memories.filter(({ by }) => by === null).length,
  };
}

/** Forgets lines of which nothing was made yet: all that say what is named, and the request. */
export async function forgetSayings(
  on: Writing & { newId(): string },
  { about, asked }: { readonly about: string; readonly asked: readonly number[] },
): Promise<EventDraft | undefined> {
  const [said = new Set()] = await findSayings(on, [[{ words: about, value: null }]]);
  if ([...said].every((eventId) => asked.includes(eventId))) return undefined;
  return draftForgotten(on, { id: on.newId(), sources: [...said, ...asked] });
}

const draftForgotten = (
  { now, accountId }: Pick<Writing, "now" | "accountId">,
  { id, sources }: { readonly id: string; readonly sources: readonly number[] },
): EventDraft =>
  placeInMemory(now, {
    kind: "memory_forgotten",
    payload: {
      id,
      account_id: accountId,
      sources: [...new Set(sources)].toSorted((a, b) => a - b),
    },
  });

interface Known extends Forgettable {
  readonly conversationId: string;
  readonly form: string;
  readonly by: string | null;
}

const readKnown = ({ read, accountId }: Speaker): Promise<readonly Known[]> =>
  read.rows<Known>(
    `select id, words, value, sources, form, superseded_by as by, conversation_id as "conversationId" from person_memory where account_id = $1`,
    [accountId],
  );

/** Earlier versions of a memory, of its own and of those before. */
const listOlder = (known: readonly Known[], id: string): readonly Known[] =>
  known.filter(({ by }) => by === id).flatMap((older) => [older, ...listOlder(known, older.id)]);

/** Memories that say it, and summaries that rest on the same messages. */
const isDerived = (
  { form, words, sources }: Known,
  versions: readonly Said[],
  said: ReadonlySet<number>,
): boolean =>
  versions.some((version) => isSaidIn(version, words)) ||
  (form === "summary" && sources.some((source) => said.has(source)));
