import type { Reads } from "../../domain/ports/reads.ts";
import { listTerms } from "../../recall/tokens.ts";

/** Whose words are looked through. */
export interface Speaker {
  readonly read: Reads;
  readonly accountId: string;
}

/** What a memory says. */
export interface Said {
  readonly words: string;
  readonly value: string | null;
}

/** Whether a text says what a memory says: it has all of its words that matter. */
export const isSaidIn = (said: Said, text: string): boolean =>
  createSaying(said)(new Set(listTerms(text)));

/** The words are split once, also where thousands of lines are looked through. */
function createSaying({ words, value }: Said): (there: ReadonlySet<string>) => boolean {
  const terms = listTerms(value ?? words);
  return (there) => terms.length > 0 && terms.every((term) => there.has(term));
}

/** Messages are read in pieces, so that a long past holds up nothing else. */
const mostAtOnce = 500;

/**
 * For each memory, by its versions, every message of the person and of ours to them that says one:
 * in all of their chats and groups, and however long ago.
 */
export async function findSayings(
  { read, accountId }: Speaker,
  wanted: readonly (readonly Said[])[],
): Promise<ReadonlySet<number>[]> {
  const says = wanted.map((versions) => versions.map(createSaying));
  const found = wanted.map(() => new Set<number>());
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const rows = await read.rows<{ eventId: number; text: string }>(linesSql, [accountId, before]);
    for (const { eventId, text } of rows) {
      const there = new Set(listTerms(text));
      for (const [nth, versions] of says.entries())
        if (versions.some((isThere) => isThere(there))) found[nth]?.add(eventId);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < mostAtOnce) return found;
    before = last.eventId;
  }
}

/** A group may be listed under another member's name. */
const ofTalks = `m.account_id = $1 and m.conversation_id in (
    select c.id from conversation c where c.account_id = $1
    union select g.conversation_id from message g where g.account_id = $1 and (g.payload -> 'surroundings' ->> 'shared') = 'true')`;
const linesSql = `select m.event_id as "eventId", m.text from message m
  where ${ofTalks} and m.event_id < $2 order by m.event_id desc limit ${mostAtOnce}`;

/** All messages of the person's talks and ours to them, or those of one talk, in their order. */
export async function listLines(
  { read, accountId }: Speaker,
  conversationId: string | null,
): Promise<readonly number[]> {
  const rows = await read.rows<{ eventId: number }>(
    `select m.event_id as "eventId" from message m
     where ${ofTalks} and ($2::text is null or m.conversation_id = $2)
       and not exists (select from conversation s where s.id = m.conversation_id and s.scope like 'chat:%')
       and not exists (select from forgotten_message f where f.account_id = $1 and f.event_id = m.event_id)
     order by m.event_id`,
    [accountId, conversationId],
  );
  return rows.map(({ eventId }) => eventId);
}
