import { iso } from "../../domain/ports/clock.ts";
import type { MessagePayload } from "../../domain/events/conversation.ts";
import { splitPassedOn } from "../../domain/passed-on.ts";
import { isTyped } from "../../domain/provenance.ts";
import { plainName } from "../../domain/plain-name.ts";
import type { Reads } from "../../domain/ports/reads.ts";
import type { Review, ReviewLine } from "../../domain/views/review.ts";
import { instantOf, wallTimeAt } from "../../language/calendar/instants.ts";
import { readToldAct } from "../../language/intents/review.ts";

export interface ReviewRange {
  readonly accountId: string;
  /** Milliseconds since the epoch: inclusive, and exclusive. */
  readonly from: number;
  readonly to: number;
  /** Where the person's days begin. */
  readonly zone: string;
}

/** As much as a person reads. */
const mostLines = 60;
const mostRows = 2_000;

/**
 * What is on record of some days: reminders that were ticked off or went off, plans, and what the
 * person said of them. Nothing is concluded: each line names its row or message.
 */
export async function collectReview(read: Reads, range: ReviewRange): Promise<Review> {
  const done = await readDone(read, range);
  const fired = await readFired(read, range, new Set(done.map(dayKey)));
  const said = await readSaid(read, range);
  const lines = [...merge([...done, ...fired]), ...said].toSorted((a, b) => (a.at < b.at ? -1 : 1));
  return { lines: lines.slice(0, mostLines), is_cut: lines.length > mostLines };
}

interface ReminderLine {
  readonly id: string;
  readonly content: string;
  readonly at: string;
  readonly is_plan: boolean;
  readonly all_day: boolean;
  readonly is_foreign: boolean;
  readonly with: readonly { readonly given: string | null; readonly own: string | null }[] | null;
}

/** What names a reminder's day, so that a time that is done is not also one that went off. */
interface Dated {
  readonly id: string;
  readonly day: string;
}

const dayKey = ({ id, day }: Dated): string => `${id} ${day}`;

/** Of a reminder `r`, as its owner sees it. */
const aboutRow = `r.kind = 'shared_projection' or r.all_day as is_plan, r.all_day,
  r.source = 'import' or exists (select from my_shared() s where s.id = r.shared_reminder_id and (s.creator_account_id <> $1 or s.version > 1)) as is_foreign,
  case when r.shared_reminder_id is null then null else (
    select jsonb_agg(jsonb_build_object('given', n.name, 'own', p.display_name))
    from shared_parts(array[r.shared_reminder_id]) p left join friend_nickname n on n.account_id = $1 and n.friend_account_id = p.account_id and n.shown
    where p.account_id <> $1 and p.lifecycle = 'active') end as with`;

const dayIn = (at: string): string =>
  `to_char(${at} at time zone r.captured_timezone, 'YYYY-MM-DD')`;

/**
 * Reminders that are done, and times of a series that were: those are known from the log alone. A
 * tick that was taken back does not count.
 */
async function readDone(read: Reads, { accountId, from, to }: ReviewRange) {
  const rows = await read.rows<ReminderLine & Dated>(
    `select r.id, r.content, r.completed_at as at, ${dayIn("r.completed_at")} as day, ${aboutRow} from reminder r
     where r.owner_account_id = $1 and r.lifecycle = 'completed' and r.completion = 'done' and r.rrule is null
       and r.completed_at >= $2 and r.completed_at < $3
     union all
     select r.id, r.content, e.at, ${dayIn("e.at")}, ${aboutRow} from reminder r
     join event_log e on e.stream = 'reminder:' || r.id and e.kind = 'reminder_completed'
     where r.owner_account_id = $1 and r.rrule is not null and r.lifecycle <> 'deleted' and e.at >= $2 and e.at < $3
       and not exists (select from event_log back where back.stream = e.stream and back.kind = 'reminder_restored'
         and back.stream_version > e.stream_version and back.at < e.at + interval '1 day')
     order by at limit ${mostRows}`,
    [accountId, iso(from), iso(to)],
  );
  return rows.map((row) => ({ ...row, kind: "done" as const }));
}

/** What went off. A plan took place, as far as is known; anything else may have been left undone. */
async function readFired(
  read: Reads,
  { accountId, from, to }: ReviewRange,
  done: ReadonlySet<string>,
) {
  const rows = await read.rows<ReminderLine & Dated & { readonly is_done: boolean }>(
    `select r.id, f.content, f.due_at as at, ${dayIn("f.due_at")} as day, ${aboutRow},
       r.rrule is null and coalesce(r.completion, '') = 'done' as is_done
     from reminder_fire f join reminder r on r.id = f.reminder_id
     where f.account_id = $1 and f.nag = 0 and f.fire_state = 'completed' and r.lifecycle <> 'deleted'
       and f.due_at >= $2 and f.due_at < $3
     order by f.due_at limit ${mostRows}`,
    [accountId, iso(from), iso(to)],
  );
  return rows
    .filter((row) => !row.is_done && !done.has(dayKey(row)))
    .map((row) => ({ ...row, kind: row.is_plan ? ("plan" as const) : ("reminded" as const) }));
}

/** One line for each reminder and kind, with how often. */
function merge(
  rows: readonly (ReminderLine & { readonly kind: ReviewLine["kind"] })[],
): ReviewLine[] {
  return [...Map.groupBy(rows, ({ id, kind }) => `${kind} ${id}`).values()].map((times) => {
    const first = times[0] as (typeof rows)[number];
    return {
      kind: first.kind,
      text: first.content,
      at: iso(Date.parse(first.at)),
      times: times.length,
      all_day: first.all_day,
      with: (first.with ?? []).flatMap(({ given, own }) => given ?? plainName(own) ?? []),
      is_foreign: first.is_foreign,
      source: { kind: "reminder", reminder_id: first.id },
    };
  });
}

interface SaidRow {
  readonly eventId: number;
  readonly conversationId: string;
  readonly text: string;
  readonly at: string;
  readonly payload: MessagePayload;
}

/** "Last week I …" is said in the days after. */
const toldLaterMs = 14 * 86_400_000;

/**
 * What the person said of these days, then or soon after, in their own private chats: nothing forgotten, cleared or from
 * where memory is off, no line of a story, and no words that another skill acted on.
 */
async function readSaid(
  read: Reads,
  { accountId, from, to, zone }: ReviewRange,
): Promise<ReviewLine[]> {
  const isOfTheseDays = (text: string, at: string): boolean => {
    const told = readToldAct(text, wallTimeAt(Date.parse(at), zone));
    return (
      told !== undefined && instantOf(told.start, zone) >= from && instantOf(told.end, zone) <= to
    );
  };
  const rows = await read.rows<SaidRow>(
    `select m.event_id as "eventId", m.conversation_id as "conversationId", m.text, m.created_at as at, m.payload
     from conversation c join message m on m.conversation_id = c.id
     where c.account_id = $1 and m.account_id = $1 and m.direction = 'inbound' and m.event_id > c.cleared_through_event
       and m.created_at >= $2 and m.created_at < $3 and length(m.text) <= 200
       and not exists (select from forgotten_message f where f.account_id = $1 and f.event_id = m.event_id)
       and not exists (select from conversation_memory o where o.account_id = $1 and o.conversation_id = c.id and not o.is_on)
       and not exists (select from message g where g.conversation_id = c.id and g.payload -> 'surroundings' ->> 'shared' = 'true')
       and not exists (select from turn t where t.conversation_id = c.id and t.skill in ('scenes', 'reminders')
         and m.seq between t.input_from_seq and t.input_to_seq)
     order by m.event_id limit ${mostRows}`,
    [accountId, iso(from), iso(to + toldLaterMs)],
  );
  return rows
    .filter(
      ({ text, at, payload }) =>
        isTyped({ text, payload }) &&
        splitPassedOn(text).passedOn === "" &&
        isOfTheseDays(text, at),
    )
    .map(({ text, at, conversationId, eventId }) => ({
      kind: "said",
      text: text.trim(),
      at: iso(Date.parse(at)),
      times: 1,
      all_day: false,
      with: [],
      is_foreign: false,
      source: { kind: "message", conversation_id: conversationId, event_id: eventId },
    }));
}
