import type { Hearer } from "../../domain/companion.ts";
import type { Reads } from "../../domain/ports/reads.ts";
import type { TalkState } from "../../domain/ports/talk-memory.ts";
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
  /** Of these the ones that say nothing forgotten beside it: what a receipt may name. */
  readonly cited: readonly number[];
  readonly saidAt: string;
  readonly pinned: boolean;
}

const cited = `coalesce((select jsonb_agg(s::bigint order by s::bigint) from jsonb_array_elements_text(m.sources) s
  where not exists (select from forgotten_message f where f.account_id = m.account_id and f.event_id = s::bigint)), '[]')`;
const columns = `id, event_id as "eventId", conversation_id as "conversationId", form, words, topic, value, sources, ${cited} as cited, said_at as "saidAt", pinned`;

/**
 * The one reader of memories for words that are spoken: those of the person at hand, heard by the
 * same audience, still true, and from conversations in which memory is on.
 */
export function readMemories(
  read: Reads,
  { accountId, audience }: Viewer,
  most: number,
): Promise<readonly MemoryRow[]> {
  return read.rows<MemoryRow>(
    `select ${columns} from person_memory m
     where account_id = $1 and audience = $2 and superseded_by is null
       and not exists (select from conversation_memory o where o.account_id = $1 and o.conversation_id = m.conversation_id and not o.is_on)
     order by pinned desc, event_id desc limit $3`,
    [accountId, audience, most],
  );
}

const memoryOf = "from conversation_memory where account_id = $1 and conversation_id = $2";

/** A state as one value, of the account `$1` in the conversation `$2`. */
export const stateSql = `jsonb_build_object(
  'isOn', coalesce((select is_on ${memoryOf}), true),
  'isPending', coalesce((select pending_through > read_through ${memoryOf}), false),
  'version', my_memory_version(),
  'clearedThrough', coalesce((select cleared_through_event from conversation where id = $2), 0))`;

export async function readState(
  read: Reads,
  { accountId, conversationId }: Viewer,
): Promise<TalkState> {
  const [row] = await read.rows<{ state: TalkState }>(`select ${stateSql} as state`, [
    accountId,
    conversationId,
  ]);
  if (row === undefined) throw new Error("a state is always there");
  return row.state;
}
