import { type Hearer, mayRemember } from "../../domain/companion.ts";
import type { Reads } from "../../domain/ports/reads.ts";
import type { TurnContext } from "../../domain/skill.ts";
import { readSurroundings } from "../../domain/surroundings.ts";

/** In whose name, and before whom, memories are read. */
export interface Viewer {
  readonly accountId: string;
  readonly conversationId: string;
  /** `private`, or the shared conversation. */
  readonly audience: string;
  /** The character that talks with the person. Without one, the plain assistant. */
  readonly hearer?: Hearer | undefined;
}

export const privateAudience = "private";

/** Only the channel says whether others are listening. */
export function viewerOf({
  account,
  conversationId,
  window,
}: Pick<TurnContext, "account" | "conversationId" | "window">): Viewer {
  const isShared = window.some(({ payload }) => readSurroundings(payload)?.shared === true);
  return {
    accountId: account.id,
    conversationId,
    audience: isShared ? conversationId : privateAudience,
  };
}

export interface MemoryRow {
  readonly id: string;
  readonly eventId: number;
  readonly conversationId: string;
  readonly form: "fact" | "summary";
  readonly words: string;
  readonly topic: string | null;
  readonly value: string | null;
  readonly sources: readonly number[];
  readonly saidAt: string;
  readonly pinned: boolean;
}

const columns = `id, event_id as "eventId", conversation_id as "conversationId", form, words, topic, value, sources, said_at as "saidAt", pinned`;

/**
 * The one reader of memories for words that are spoken: those of the person at hand, heard by the
 * same audience, still true, and from conversations in which memory is on.
 */
export async function readMemories(
  read: Reads,
  { accountId, audience, hearer }: Viewer,
  which: { readonly ids?: readonly string[]; readonly after?: number; readonly most: number },
): Promise<readonly MemoryRow[]> {
  const rows = await read.rows<MemoryRow>(
    `select ${columns} from person_memory m
     where account_id = $1 and audience = $2 and superseded_by is null and event_id > $4
       and not exists (select from conversation_memory o where o.account_id = $1 and o.conversation_id = m.conversation_id and not o.is_on)
     order by pinned desc, id = any($3) desc, event_id desc limit $5`,
    [accountId, audience, which.ids ?? [], which.after ?? 0, which.most],
  );
  return rows.filter((row) => hearer === undefined || mayRemember(hearer, row));
}

/** Summaries of this conversation, the newest first, by the same filters. */
export async function readSummaries(
  read: Reads,
  { accountId, audience, conversationId, hearer }: Viewer,
  most: number,
): Promise<readonly MemoryRow[]> {
  const rows = await read.rows<MemoryRow>(
    `select ${columns} from person_memory m
     where account_id = $1 and audience = $2 and conversation_id = $3 and form = 'summary' and superseded_by is null
       and not exists (select from conversation_memory o where o.account_id = $1 and o.conversation_id = $3 and not o.is_on)
       and not exists (select from conversation c where c.id = $3 and m.event_id <= c.cleared_through_event)
     order by event_id desc limit $4`,
    [accountId, audience, conversationId, most],
  );
  return rows.filter((row) => hearer === undefined || mayRemember(hearer, row));
}

/** Whether this conversation remembers and uses memories. */
export async function isMemoryOn(
  read: Reads,
  { accountId, conversationId }: Viewer,
): Promise<boolean> {
  const [row] = await read.rows<{ is_on: boolean }>(
    "select is_on from conversation_memory where account_id = $1 and conversation_id = $2",
    [accountId, conversationId],
  );
  return row?.is_on !== false;
}
