import type { Reads } from "../../domain/ports/reads.ts";
import type { MemoryLeak } from "../../domain/views/memory.ts";
import { findSayings, isSaidIn, type Said } from "./sayings.ts";
import { readStatements } from "./statements.ts";

interface Forgetting {
  readonly accountId: string;
  readonly eventId: number;
  /** The person's messages that said it. The memory's own words are gone. */
  readonly texts: readonly string[];
}

const atOnce = 100;

const forgettingsSql = `select f.account_id as "accountId", f.id as "eventId", array(
    select m.text from jsonb_array_elements_text(f.payload_json -> 'sources') s join event_log e on e.id = s::bigint
      join message m on m.conversation_id = e.conversation_id and m.event_id = e.id
    where m.account_id = f.account_id and m.direction = 'inbound') as texts
  from event_log f where f.kind = 'memory_forgotten' and f.id > $1 order by f.id limit ${atOnce}`;

/**
 * Messages that say what their person had forgotten before them, and that a prompt may still hold: by
 * the rules that read statements, as far as no memory that stayed says the same.
 */
export async function auditForgotten(read: Reads): Promise<MemoryLeak[]> {
  const leaks: MemoryLeak[] = [];
  for (let after = 0; ;) {
    const page = await read.rows<Forgetting>(forgettingsSql, [after]);
    for (const forgetting of page) leaks.push(...(await auditOne(read, forgetting)));
    const last = page.at(-1);
    if (last === undefined || page.length < atOnce) return leaks;
    after = last.eventId;
  }
}

async function auditOne(
  read: Reads,
  { accountId, eventId, texts }: Forgetting,
): Promise<MemoryLeak[]> {
  const stated: Said[] = texts.flatMap((text) => readStatements(text));
  if (stated.length === 0) return [];
  const kept = await read.rows<{ words: string }>(
    "select words from person_memory where account_id = $1",
    [accountId],
  );
  const gone = stated.filter((one) => !kept.some(({ words }) => isSaidIn(one, words)));
  const [said = []] = await findSayings({ read, accountId }, [gone]);
  const left = await read.rows<{ eventId: number; conversationId: string }>(
    `select e.id as "eventId", e.conversation_id as "conversationId" from event_log e
     where e.id = any($2) and e.id < $3
       and not exists (select from forgotten_message f where f.account_id = $1 and f.event_id = e.id)
     order by e.id`,
    [accountId, [...said], eventId],
  );
  return left.map((each) => ({ ...each, kind: "left" }));
}
