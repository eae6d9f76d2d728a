import type {
  AnswerStreams,
  AnswerView,
  PlacedPart,
  StreamEnd,
} from "../domain/ports/answer-streams.ts";
import { type Clock, iso } from "../domain/ports/clock.ts";
import type { Sql } from "../store/database/database.ts";

interface StreamRow {
  readonly id: string;
  readonly channelAccount: string;
  readonly vendorId: string;
  readonly scope: string;
  readonly openedAt: string;
  readonly parts: readonly {
    readonly id: string;
    readonly text: string;
    readonly picture?: string;
  }[];
  readonly isComplete: boolean;
  readonly fetched: number;
  readonly endedAs: StreamEnd["as"] | null;
  readonly endText: string | null;
  readonly endShown: string | null;
  readonly messageId: string | null;
  readonly seq: number | null;
  readonly messageEnd: string | null;
  readonly turnStatus: string | null;
  readonly turnLastSeq: number | null;
  readonly speaks: boolean;
  readonly shown: string | null;
  readonly isRepeated: boolean;
  /** Of a turn that newer input replaced. */
  readonly readBefore: string | null;
  readonly question: string | null;
  readonly lost: readonly string[] | null;
  readonly replyTo: string | null;
}

/**
 * The message's turn is the newest whose window holds it. What it has shown is in its stream's row,
 * whichever process runs it; once it has ended, its first part that is on its way stands for that.
 * What people have read stays while another attempt begins, until that one has as much to show.
 */
const lookSql = `select s.id, s.channel_account as "channelAccount", s.vendor_id as "vendorId", s.scope, s.opened_at as "openedAt", s.parts,
    s.is_complete as "isComplete", s.fetched, s.ended_as as "endedAs", s.text as "endText", s.shown as "endShown", s.reply_to as "replyTo",
    m.id as "messageId", m.seq, m.ended_as as "messageEnd", t.status as "turnStatus", t.input_to_seq as "turnLastSeq",
    exists (select from delivery_attempt d where d.turn_id = t.id) as speaks,
    coalesce((select case when length(without_thoughts(x.text)) < length(x.read_before) then x.read_before else x.text end from turn_stream x
        where x.turn_id = t.id and (x.text <> '' or x.read_before <> '')),
      case when t.status = 'stopped' then (select e.payload_json ->> 'shown_text' from event_log e
        where e.conversation_id = m.conversation_id and e.kind = 'turn_stopped' and e.turn_id = t.id order by e.id desc limit 1) end,
      (select d.text from delivery_attempt d where d.turn_id = t.id and d.status in ('pending', 'sending') order by d.ordinal limit 1)) as shown,
    t.status = 'running' and exists (select from turn_stream x where x.turn_id = t.id and (x.attempt < t.attempt and x.text <> ''
      or length(without_thoughts(x.text)) < length(x.read_before))) as "isRepeated",
    s.read_before as "readBefore",
    m.text as question, (select array_agg(d.id) from delivery_attempt d where d.turn_id = t.id and d.status = 'unknown') as lost
  from answer_stream s
  left join message m on m.provider_type = s.provider_type and m.channel_account = s.channel_account
    and m.causal_inbound_event_id = s.vendor_id and m.direction = 'inbound'
  left join lateral (select * from turn where conversation_id = m.conversation_id and m.seq between input_from_seq and input_to_seq
    order by input_from_seq desc, started_at desc limit 1) t on true
  where s.id = $1`;

export function openAnswerStreams({
  db,
  clock,
}: {
  readonly db: Sql;
  readonly clock: Clock;
}): AnswerStreams {
  const now = (): string => iso(clock.now());
  const tryChange = async (text: string, params: readonly unknown[]): Promise<boolean> =>
    (await db.rows(`${text} returning id`, params)).length > 0;
  return {
    async open({ id, channel, channelAccount, vendorId, scope, replyTo = null }) {
      const isNew = await tryChange(
        `insert into answer_stream (id, provider_type, channel_account, vendor_id, scope, opened_at, reply_to) values ($1, $2, $3, $4, $5, $6, $7)
         on conflict do nothing`,
        [id, channel, channelAccount, vendorId, scope, now(), replyTo],
      );
      if (!isNew && replyTo !== null)
        await db.rows("update answer_stream set reply_to = $2 where id = $1", [id, replyTo]);
      return isNew ? "opened" : "known";
    },
    unfinished: ({ channel, channelAccount }, since) =>
      db.rows<{ id: string; replyTo: string }>(
        `select id, reply_to as "replyTo" from answer_stream
         where provider_type = $1 and channel_account = $2 and opened_at >= $3 and ended_at is null and reply_to is not null order by opened_at`,
        [channel, channelAccount, iso(since)],
      ),
    async look(id) {
      const [row] = await db.rows<StreamRow>(lookSql, [id]);
      return row && viewOf(row);
    },
    async ofTurn(turnId) {
      const [row] = await db.rows<{ id: string }>(
        `select s.id from turn t
         join message m on m.conversation_id = t.conversation_id and m.direction = 'inbound' and m.seq = t.input_to_seq
         join answer_stream s on s.provider_type = m.provider_type and s.channel_account = m.channel_account
           and s.vendor_id = m.causal_inbound_event_id
         where t.id = $1`,
        [turnId],
      );
      return row?.id;
    },
    place: (id, { deliveryId, text, picture, last }) =>
      tryChange(
        `update answer_stream set is_complete = is_complete or $4,
           parts = case when parts @> jsonb_build_array(jsonb_build_object('id', $2::text)) then parts
             else parts || jsonb_build_array(jsonb_strip_nulls(jsonb_build_object('id', $2::text, 'text', $3::text, 'picture', $5::text))) end
         where id = $1 and ended_at is null`,
        [id, deliveryId, text, last, picture ?? null],
      ),
    complete: async (id) =>
      void (await db.rows("update answer_stream set is_complete = true where id = $1", [id])),
    async hasMore({ turnId, deliveryId }) {
      const more = await db.rows(
        "select 1 from delivery_attempt where turn_id = $1 and id <> $2 and status = 'pending' limit 1",
        [turnId, deliveryId],
      );
      return more.length > 0;
    },
    handedOut: async (id, parts) =>
      void (await db.rows(
        "update answer_stream set fetched = greatest(fetched, $2) where id = $1",
        [id, parts],
      )),
    end: (id, { text, as, shown, ifParts }) =>
      tryChange(
        `update answer_stream set ended_at = $2, ended_as = $3, text = $4, shown = $5, fetched = $6
         where id = $1 and ended_at is null and jsonb_array_length(parts) = $6`,
        [id, now(), as, text, shown ?? null, ifParts],
      ),
    withdraw: (id, { text, as, shown, ifFetched }) =>
      tryChange(
        `update answer_stream set ended_at = $2, ended_as = $3, text = $4, shown = $5 where id = $1 and ended_at is null and fetched <= $6`,
        [id, now(), as, text, shown ?? null, ifFetched],
      ),
  };
}

function viewOf(row: StreamRow): AnswerView {
  const { id, channelAccount, vendorId, scope, isComplete, fetched } = row;
  const parts = row.parts.map(({ id: deliveryId, text, picture }): PlacedPart => ({
    deliveryId,
    text,
    picture,
  }));
  const ended =
    row.endedAs === null
      ? undefined
      : { as: row.endedAs, text: row.endText ?? "", shown: row.endShown ?? undefined };
  return {
    id,
    channelAccount,
    vendorId,
    scope,
    isComplete,
    fetched,
    parts,
    ended,
    openedAt: Date.parse(row.openedAt),
    state: stateOf(row),
    shown: (isPassedOn(row) ? row.readBefore : row.shown) ?? "",
    isRepeated: row.isRepeated,
    question: row.question ?? "",
    lost: row.lost ?? [],
    replyTo: row.replyTo ?? undefined,
  };
}

/**
 * The turn that showed something here is over, and what follows is shown elsewhere or has not
 * begun.
 */
const isPassedOn = (row: StreamRow): boolean =>
  row.turnStatus === "superseded" || stateOf(row) === "merged";

function stateOf(row: StreamRow): AnswerView["state"] {
  if (row.turnStatus === "stopped" || row.messageEnd === "stopped") return "stopped";
  if (row.turnStatus === null || row.turnStatus === "superseded") {
    // Input that ended without a turn, or that never was one's: a control word, or a message that
    // was turned away.
    const isOver = row.messageId !== null && (row.seq === null || row.messageEnd !== null);
    return isOver ? (row.messageEnd === "dead_lettered" ? "answered" : "silent") : "waiting";
  }
  if (row.seq !== null && row.turnLastSeq !== null && row.seq < row.turnLastSeq) return "merged";
  if (row.turnStatus === "running") return "running";
  return row.speaks ? "answered" : "silent";
}

const keepMs = 3 * 24 * 3_600_000;

/** Answers that no vendor asks for any more. */
export async function forgetOldAnswers({
  db,
  clock,
}: {
  readonly db: Sql;
  readonly clock: Clock;
}): Promise<void> {
  const before = iso(clock.now() - keepMs);
  await db.rows("delete from answer_stream where opened_at < $1", [before]);
  await db.rows("delete from reply_ticket where expires_at < $1", [before]);
}
