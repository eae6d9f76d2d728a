import { type Clock, iso } from "../domain/ports/clock.ts";
import { OutboundFailure } from "../domain/ports/http.ts";
import type { Language } from "../domain/language.ts";
import type { MailMessage, MailServer, OutboundMail } from "../domain/ports/mail.ts";
import { engine } from "../domain/principal.ts";
import type { Database } from "../store/database/database.ts";

/** A request whose present state its visitor has had no mail about. */
export interface UntoldBooking {
  readonly id: string;
  /** The present state as one word: `at <moment> <minutes>`, `cancelled`, `declined`, `other_time` or `expired`. */
  readonly wanted: string;
  readonly mail_told: string | null;
  readonly mail_sequence: number;
  readonly mail_failures: number;
  readonly starts_at: string;
  readonly minutes: number;
  readonly name: string;
  readonly subject: string;
  readonly email: string;
  readonly language: Language;
  readonly zone: string;
  readonly key_id: string;
  readonly owner: string | null;
  /** The person invited them. Otherwise they asked. */
  readonly by_owner: boolean;
}

export interface BookingMailDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly mail: OutboundMail;
  /** Undefined where no mail server is set. */
  server(): { readonly server: MailServer; readonly from: string } | undefined;
  compose(row: UntoldBooking, at: { readonly from: string; readonly now: number }): MailMessage;
}

const atOnce = 20;

/**
 * A meeting is where its entry is now. An entry that is over says nothing more, and requests from
 * before there was a mail server stay as they are.
 */
const untoldSql = `select * from (
  select b.id, b.mail_told, b.mail_sequence, b.mail_failures, b.name, b.subject, b.email, b.language, b.zone, b.key_id, b.by_owner, a.display_name as owner,
    case when r.lifecycle = 'active' then coalesce(r.next_fire_at, b.starts_at) else told.starts_at end as starts_at,
    case when r.lifecycle = 'active' then coalesce(r.duration_minutes, b.minutes) else b.minutes end as minutes,
    case when b.state <> 'confirmed' then case when b.other_time then 'other_time' else b.state end
      when r.lifecycle = 'deleted' and told.starts_at > $1 then 'cancelled'
      when r.lifecycle = 'active' and r.next_fire_at > $1
        then 'at ' || extract(epoch from r.next_fire_at)::bigint || ' ' || coalesce(r.duration_minutes, b.minutes)
      else b.mail_told end as wanted, b.mail_next_at, b.answered_at
  from booking_request b join account a on a.id = b.account_id and a.lifecycle = 'active' left join reminder r on r.id = b.reminder_id,
    lateral (select case when b.mail_told like 'at %' then to_timestamp(split_part(b.mail_told, ' ', 2)::bigint) else b.starts_at end as starts_at) told
  where b.email is not null and b.state in ('confirmed', 'declined', 'expired')) t
where wanted is distinct from mail_told and (mail_next_at is null or mail_next_at <= $1) and (mail_told is not null or answered_at > $2)
order by answered_at, id limit ${atOnce}`;

const dayMs = 86_400_000;

/** Tells visitors by e-mail what became of their requests, each state once. One process does it for all. */
export async function sendBookingMails(on: BookingMailDeps, signal: AbortSignal): Promise<void> {
  const to = on.server();
  if (to === undefined) return;
  const now = on.clock.now();
  const rows = await on.db.transaction(engine, (sql) =>
    sql.rows<UntoldBooking>(untoldSql, [iso(now), iso(now - dayMs)]),
  );
  for (const row of rows) {
    if (signal.aborted) return;
    const verdict = await send(on, row, { ...to, signal });
    await note(on, row, verdict);
  }
}

type Verdict = "sent" | "failed" | "later";

/** A repeat has the same id and the same sequence: mail and calendar programs show it once. */
async function send(
  on: BookingMailDeps,
  row: UntoldBooking,
  to: { readonly server: MailServer; readonly from: string; readonly signal: AbortSignal },
): Promise<Verdict> {
  const message = on.compose(row, { from: to.from, now: on.clock.now() });
  try {
    const answer = await on.mail.send({ ...to.server, signal: to.signal }, message);
    if (answer.kind === "taken") return "sent";
    return answer.step === "recipient" && answer.code >= 500 ? "failed" : "later";
  } catch (error) {
    if (error instanceof OutboundFailure) return "later";
    throw error;
  }
}

const mostFailures = 8;
const waitMs = (failures: number): number => Math.min(60_000 * 2 ** failures, 6 * 3_600_000);

function note(on: BookingMailDeps, row: UntoldBooking, verdict: Verdict): Promise<unknown> {
  const failures = row.mail_failures + 1;
  const isOver = verdict !== "later" || failures >= mostFailures;
  const text = isOver
    ? "update booking_request set mail_told = $2, mail_sequence = $3, mail_state = $4, mail_failures = 0, mail_next_at = null where id = $1"
    : "update booking_request set mail_failures = $2, mail_next_at = $3 where id = $1";
  const params = isOver
    ? [row.id, row.wanted, nextSequence(row), verdict === "sent" ? "sent" : "failed"]
    : [row.id, failures, iso(on.clock.now() + waitMs(failures))];
  return on.db.transaction(engine, (sql) => sql.rows(text, params));
}

export const nextSequence = (row: Pick<UntoldBooking, "mail_told" | "mail_sequence">): number =>
  row.mail_told === null ? 0 : row.mail_sequence + 1;
