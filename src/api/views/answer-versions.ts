import { type VersionMark, readVersionMark } from "../../domain/answer-versions.ts";
import { attachmentsOf } from "../../domain/attachment.ts";
import { Refusal } from "../../domain/errors.ts";
import type { MessagePayload } from "../../domain/events/conversation.ts";
import type { Sql } from "../../store/database/database.ts";

interface Place {
  readonly accountId: string;
  readonly conversationId: string;
}

interface Row {
  readonly id: string;
  readonly direction: "inbound" | "outbound";
  readonly text: string;
  readonly payload: MessagePayload;
  /** The turn that took an inbound message, or that said an outbound one. */
  readonly turn_id: string;
  /** Whether asking again repeats nothing but words. */
  readonly is_talk: boolean;
}

/** What one turn read and said. */
interface Exchange {
  readonly said: readonly Row[];
  readonly answers: readonly Row[];
}

/** Messages of the last exchange and its versions that are looked at. */
const mostRows = 200;

const rowsSql = `select m.id, m.direction, m.text, m.payload, t.id as turn_id,
    t.skill = 'chat' and not exists (select from staged_command s where s.turn_id = t.id) as is_talk
  from message m join conversation c on c.id = m.conversation_id
  join turn t on t.conversation_id = m.conversation_id and t.status = 'committed'
    and (m.turn_id = t.id or m.direction = 'inbound' and m.seq between t.input_from_seq and t.input_to_seq)
  where m.conversation_id = $1 and m.account_id = $2 and m.event_id > c.hidden_through_event
  order by m.event_id desc limit ${mostRows}`;

/** The last exchange with all its versions, oldest first. */
async function readLastVersions(sql: Sql, of: Place): Promise<readonly Exchange[]> {
  const rows = await sql.rows<Row>(rowsSql, [of.conversationId, of.accountId]);
  const byTurn = Map.groupBy(rows.toReversed(), (row) => row.turn_id);
  const exchanges = [...byTurn.values()].map((all): Exchange => ({
    said: all.filter(({ direction }) => direction === "inbound"),
    answers: all.filter(({ direction }) => direction === "outbound"),
  }));
  const last = exchanges.at(-1);
  const root = last === undefined ? undefined : rootOf(last);
  const from = exchanges.findLastIndex((each) => rootOf(each) !== root) + 1;
  return root === undefined ? [] : exchanges.slice(from);
}

function rootOf({ said }: Exchange): string | undefined {
  const last = said.at(-1);
  return last === undefined ? undefined : (readVersionMark(last.payload)?.of ?? last.id);
}

const idsOf = ({ said, answers }: Exchange): string[] => [...said, ...answers].map(({ id }) => id);

export interface AskedAgain {
  readonly text: string;
  readonly mark: VersionMark;
}

/**
 * What a person said last, to be answered once more. Only talk: a request that wrote something would
 * write it twice, and a file would have to be stored twice.
 */
export async function findAskedAgain(
  sql: Sql,
  of: Place & { readonly answer: string },
): Promise<AskedAgain> {
  const versions = await readLastVersions(sql, of);
  const asked = findAsked(versions, of.answer);
  if (typeof asked === "string")
    throw new Refusal("invalid_request", { field: "again", problem: asked });
  return asked;
}

/** Where an edited message takes the place of the last one. Undefined where it is sent as a new one. */
export async function findReplaced(
  sql: Sql,
  of: Place & { readonly answer: string },
): Promise<VersionMark | undefined> {
  const asked = findAsked(await readLastVersions(sql, of), of.answer);
  return typeof asked === "string" ? undefined : asked.mark;
}

/** The exchange with this answer, or why it has no other version. */
function findAsked(versions: readonly Exchange[], answer: string): AskedAgain | string {
  const meant = versions.find(({ answers }) => answers.some(({ id }) => id === answer));
  const root = meant === undefined ? undefined : rootOf(meant);
  if (meant === undefined || root === undefined) return "is not the last answer here";
  if (![...meant.said, ...meant.answers].every((row) => row.is_talk))
    return "did more than talk: it would be done twice";
  if (meant.said.some(({ payload }) => attachmentsOf(payload).length > 0))
    return "is about a file: send that again";
  return {
    text: meant.said.map(({ text }) => text).join("\n"),
    mark: { of: root, hides: versions.flatMap(idsOf), shows: [] },
  };
}

/** The version that a person goes on from, by its message. Undefined where it is the only one. */
export async function findChosenVersion(
  sql: Sql,
  of: Place & { readonly chosen: string },
): Promise<VersionMark | undefined> {
  const versions = await readLastVersions(sql, of);
  const meant = versions.find(({ said }) => said.some(({ id }) => id === of.chosen));
  if (meant === undefined) throw new Refusal("invalid_request", { field: "chosen" });
  if (versions.length < 2) return undefined;
  return {
    of: null,
    hides: versions.filter((each) => each !== meant).flatMap(idsOf),
    shows: idsOf(meant),
  };
}

const tailChars = 900;

/** The end of what a stopped turn had shown, to go on from there. */
export async function findStoppedText(
  sql: Sql,
  of: Place & { readonly turn: string },
): Promise<string> {
  const [row] = await sql.rows<{ text: string | null }>(
    `select payload_json ->> 'shown_text' as text from event_log
     where account_id = $1 and conversation_id = $2 and kind = 'turn_stopped' and turn_id = $3 limit 1`,
    [of.accountId, of.conversationId, of.turn],
  );
  const text = row?.text ?? "";
  if (text === "") throw new Refusal("invalid_request", { field: "continues" });
  return text.length <= tailChars ? text : `…${text.slice(-tailChars).toWellFormed()}`;
}
