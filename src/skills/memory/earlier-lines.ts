import { hasHeard, type Hearer } from "../../domain/companion.ts";
import type { MessagePayload } from "../../domain/events/conversation.ts";
import { splitPassedOn } from "../../domain/passed-on.ts";
import { isForeign, isTyped, parseProvenances } from "../../domain/provenance.ts";
import type { Reads } from "../../domain/ports/reads.ts";
import type { TalkState } from "../../domain/ports/talk-memory.ts";
import { readSurroundings } from "../../domain/surroundings.ts";
import { stateSql, type Viewer } from "./witness.ts";

/** A line of private talk that may come to mind later. */
export interface EarlierLine {
  readonly eventId: number;
  readonly conversationId: string;
  readonly by: "person" | "you";
  readonly text: string;
  readonly at: string;
}

export interface LineRow {
  readonly eventId: number;
  readonly conversationId: string;
  readonly direction: "inbound" | "outbound";
  readonly text: string;
  readonly at: string;
  readonly payload: MessagePayload;
}

const from = `from conversation c join message m on m.conversation_id = c.id
  where c.account_id = $1 and m.account_id = $1 and m.event_id > c.cleared_through_event
    and not exists (select from forgotten_message f where f.account_id = $1 and f.event_id = m.event_id)
    and not exists (select from conversation_memory o where o.account_id = $1 and o.conversation_id = c.id and not o.is_on)
    and not exists (select from message g where g.conversation_id = c.id and g.payload -> 'surroundings' ->> 'shared' = 'true')`;
const columns = `m.event_id as "eventId", m.conversation_id as "conversationId", m.direction, m.text, m.created_at as at, m.payload`;
/** Lines of a story are its characters', not the person's. */
const outsideStories = `and not exists (select from turn t where t.conversation_id = c.id and t.skill = 'scenes'
    and (t.id = m.turn_id or m.seq between t.input_from_seq and t.input_to_seq))`;

/** Another version of an answer may count instead: the last message that names this one decides. */
export const isShown = `and not coalesce((select v.payload #> '{versions,hides}' ? m.id from message v
    where v.conversation_id = m.conversation_id and v.payload ? 'versions' and v.event_id > m.event_id
      and (v.payload #> '{versions,hides}' ? m.id or v.payload #> '{versions,shows}' ? m.id)
    order by v.event_id desc limit 1), false)`;

const after = (position: string, limit: string): string =>
  `select ${columns} ${from} ${outsideStories} and m.event_id > ${position} order by m.event_id desc limit ${limit}`;
const again = (ids: string): string =>
  `select ${columns} ${from} ${isShown} and m.event_id = any(${ids})`;

/** Lines of private talk after a position, oldest first; at first the newest of them. */
export async function readLinesAfter(
  read: Reads,
  accountId: string,
  of: { readonly after: number; readonly most: number },
): Promise<readonly LineRow[]> {
  const rows = await read.rows<LineRow>(after("$2", "$3"), [accountId, of.after, of.most]);
  return rows.toReversed();
}

/** These lines, as far as they may still be given: nothing forgotten, cleared, replaced or switched off since. */
export const readLines = (
  read: Reads,
  accountId: string,
  eventIds: readonly number[],
): Promise<LineRow[]> =>
  read.rows<LineRow>(`${again("$2")} order by m.event_id`, [accountId, eventIds]);

/** The state of a talk, what was said since a position, and these lines again, in one statement. */
export async function readTalk(
  read: Reads,
  { accountId, conversationId }: Viewer,
  of: { readonly after: number; readonly most: number; readonly again: readonly number[] },
): Promise<{
  readonly state: TalkState;
  readonly lines: readonly LineRow[];
  readonly again: readonly LineRow[];
}> {
  const [first, ...rows] = await read.rows<LineRow>(
    `select 0::bigint as "eventId", null as "conversationId", null as direction, null as text, null::timestamptz as at, ${stateSql} as payload
     union all (${after("$3", "$4")})
     union all (${again("$5")})
     order by 1`,
    [accountId, conversationId, of.after, of.most, of.again],
  );
  if (first === undefined) throw new Error("a state is always there");
  const isAsked = new Set(of.again);
  return {
    state: first.payload as unknown as TalkState,
    lines: rows.filter(({ eventId }) => !isAsked.has(eventId)),
    again: rows.filter(({ eventId }) => isAsked.has(eventId)),
  };
}

/**
 * Only the person's own typed words, and replies that were made of nothing foreign. For a character
 * that talks with the person, only what that one has heard.
 */
export function toEarlierLine(
  { payload, direction, ...row }: LineRow,
  hearer?: Hearer,
): EarlierLine | undefined {
  if (row.text.trim() === "" || readSurroundings(payload)?.shared === true) return undefined;
  const said = { eventId: row.eventId, direction, spokenAs: payload.spoken_as };
  if (hearer !== undefined && !hasHeard(hearer, said)) return undefined;
  if (direction === "inbound")
    return isTyped({ text: row.text, payload }) && splitPassedOn(row.text).passedOn === ""
      ? { ...row, by: "person" }
      : undefined;
  const carries = parseProvenances(payload.carries);
  return carries === undefined || carries.some(isForeign) ? undefined : { ...row, by: "you" };
}
