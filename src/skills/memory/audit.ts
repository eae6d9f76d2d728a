import type { Reads } from "../../domain/ports/reads.ts";
import type { MemoryAudit, MemoryLeak } from "../../domain/views/memory.ts";
import { auditForgotten } from "./audit-forgotten.ts";

const atOnce = 200;

/** Whether others hear what is said in a conversation: a message of it says so. */
const isShared = (conversation: string): string =>
  `exists (select from message g where g.conversation_id = ${conversation} and g.payload -> 'surroundings' ->> 'shared' = 'true')`;

const inPeriod = (event: string): string =>
  `p.account_id = c.account_id and ${event} > p.from_event and (p.to_event is null or ${event} <= p.to_event)`;

/** A message that the turn answers may have come in just before the person chose. */
const isAnswered = `exists (select from turn t join message w on w.conversation_id = t.conversation_id and w.event_id = e.id
    where t.id = c.turn_id and w.seq between t.input_from_seq and t.input_to_seq)`;

/**
 * Whether the character that a prompt was made for has heard an event: its own card and its own
 * memories of stories; of the talk nothing that was said to another character, and no line of ours
 * but its own and the product's fixed ones.
 */
const isHeard = `case
    when e.chat_id is not null then
      e.account_id = c.account_id and e.kind = 'memory_written' and e.payload_json ->> 'owner_id' = c.viewer
      or e.kind = 'manual_edit' and exists (select from memories w where w.id = e.payload_json ->> 'target_id' and w.owner_id = c.viewer)
    when e.kind = 'bot_authored' then e.account_id = c.account_id and e.payload_json ->> 'id' = c.viewer
    when e.kind = 'message_sent' then
      exists (select from companion_period p where ${inPeriod("e.id")} and p.bot_id = c.viewer)
      and coalesce(e.payload_json #>> '{payload,spoken_as}', c.viewer) = c.viewer
    when e.kind = 'memory_stated' then not exists (
      select from companion_period p, jsonb_array_elements_text(e.payload_json -> 'sources') s
      where p.bot_id <> c.viewer and ${inPeriod("s::bigint")})
    else ${isAnswered} or not exists (select from companion_period p where p.bot_id <> c.viewer and ${inPeriod("e.id")})
  end`;

/**
 * Every event that a prompt of a talk was made of, judged by ids. Allowed are messages of the same
 * conversation, lines of the person's own private talk in their private talk, and memories of the
 * same person and audience. What is forgotten may be in no prompt that is still stored.
 */
const callsSql = `with calls as (
    select c.id, c.account_id, c.conversation_id, c.viewer, c.turn_id, ${isShared("c.conversation_id")} as shared, source
    from (select * from model_call where chat_id is null and conversation_id is not null and id > $1 order by id limit ${atOnce}) c,
      unnest(c.source_event_ids) source where c.prompt <> '{"messages": []}'),
  judged as (
    select c.id, c.conversation_id, c.source,
      case
        when exists (select from forgotten_message f where f.event_id = c.source) then 'forgotten'
        when e.kind = 'erased' then 'forgotten'
        when c.viewer is not null and (c.shared or not ${isHeard}) then 'companion'
        when e.chat_id is not null and c.viewer is not null then null
        when e.chat_id is not null then 'story'
        when e.kind = 'memory_stated' then
          case when e.payload_json ->> 'account_id' = c.account_id
            and e.payload_json ->> 'audience' = case when c.shared then c.conversation_id else 'private' end then null else 'audience' end
        when e.conversation_id = c.conversation_id then null
        when not c.shared and e.account_id = c.account_id and not ${isShared("e.conversation_id")} then null
        else 'conversation'
      end as kind
    from calls c join event_log e on e.id = c.source)
  select id as "callId", conversation_id as "conversationId", source as "eventId", kind from judged where kind is not null order by id, source`;

/** Memories that rest on nothing their person said before that audience. */
const memoriesSql = `select m.id as "memoryId", m.conversation_id as "conversationId", source::bigint as "eventId", 'source' as kind
  from person_memory m, jsonb_array_elements_text(m.sources) source
  where not exists (select from message s where s.event_id = source::bigint and s.account_id = m.account_id and s.conversation_id = m.conversation_id)
    or m.audience <> case when ${isShared("m.conversation_id")} then m.conversation_id else 'private' end
  order by m.id`;

/** Words in the log of memories that are gone. */
const residueSql = `select e.payload_json ->> 'id' as "memoryId", e.id as "eventId", 'residue' as kind from event_log f join event_log e
    on e.stream = f.stream and e.kind = 'memory_stated' and e.payload_json ->> 'id' = f.payload_json ->> 'id'
  where f.kind = 'memory_forgotten' order by e.id`;

/** Proves the witness law for people over all recorded prompts. Reads as the engine. */
export async function auditMemories(read: Reads): Promise<MemoryAudit> {
  const leaks: MemoryLeak[] = [];
  let calls = 0;
  for (let after = ""; ;) {
    const page = await read.rows<{ id: string }>(
      `select id from model_call where chat_id is null and conversation_id is not null and id > $1 order by id limit ${atOnce}`,
      [after],
    );
    leaks.push(...(await read.rows<MemoryLeak>(callsSql, [after])));
    calls += page.length;
    const last = page.at(-1);
    if (last === undefined || page.length < atOnce) break;
    after = last.id;
  }
  const [count] = await read.rows<{ memories: number }>(
    "select count(*) as memories from person_memory",
  );
  leaks.push(...(await read.rows<MemoryLeak>(memoriesSql)));
  leaks.push(...(await read.rows<MemoryLeak>(residueSql)));
  leaks.push(...(await auditForgotten(read)));
  return { calls, memories: count?.memories ?? 0, leaks };
}
