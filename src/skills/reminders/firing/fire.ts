import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { DueItem, DuePiece } from "../../../domain/events/delivery.ts";
import type { ReminderFields, ReminderFire } from "../../../domain/events/reminder.ts";
import type { TimerOutcome, Firing, TimerKind } from "../../../domain/timers.ts";
import { closeLinks } from "../../../links/close-links.ts";
import { mayBeForeign } from "../dialogue/foreign-titles.ts";
import { findAnnounced, nextAlert } from "../commands/alerts.ts";
import { nextNag } from "../commands/insist.ts";
import { latestDue, nextFireAt } from "../commands/schedule.ts";
import { reviewReminders } from "./review.ts";
import { type ReminderRow, reminderStream } from "../rows.ts";
import { skipAfterMs, timedWords } from "./due-pieces.ts";
import { draftWait, nagOf, type Nag, wayOf } from "./nag.ts";
import { companionNames } from "../../friends/sharing/companions.ts";
import { type DueRow, dueSql } from "./due-rows.ts";

export interface FireOptions {
  /** Reminders that are later than this go into one message together. */
  readonly digestAfterMs: number;
  /** Hosts whose links stay links in titles that another person wrote. */
  readonly linkHosts?: readonly string[] | undefined;
}

/**
 * Due reminders. The timer is only a wake-up; the rows decide what is due, so a reminder that was
 * moved or cancelled meanwhile does not fire. Their versions are expected: of a change and a fire
 * at the same moment one commits, and the other is decided again.
 */
export function reminderTimer(options: FireOptions): TimerKind {
  return {
    kind: "reminder",
    async fire(due, on) {
      const owners = [...new Set(due.map(({ accountId }) => accountId))];
      const rows = await on.read.rows<DueRow>(dueSql, [owners, iso(on.now)]);
      const fires = rows.map((row) => fireOf(row, on.now, options));
      const linkHosts = options.linkHosts ?? [];
      return [...Map.groupBy(fires, placeOf).values()].flatMap((place) =>
        inMessages(place).map((some) => inOneMessage(some, { ...on, linkHosts })),
      );
    },
    review: reviewReminders,
  };
}

/**
 * `say` goes out now, `digest` with all that is very late, `skip` is kept and not said, `again` was
 * said before, `hush` waits for the end of the quiet hours.
 */
interface Fire<Row extends ReminderRow = DueRow> {
  readonly row: Row;
  readonly due: number;
  readonly missedSince: string | null;
  readonly next: string | null;
  readonly how: "say" | "digest" | "skip" | "again" | "hush";
  /** Of one that repeats until it is done. */
  readonly nag?: Nag | undefined;
  /** An alert before its time, and that time. */
  readonly isAlert?: boolean;
  readonly aheadOf?: number | undefined;
}

const isPast = (at: string | null, now: number): boolean => at !== null && Date.parse(at) <= now;

function fireOf(row: DueRow, now: number, options: FireOptions): Fire {
  if (!isPast(row.next_fire_at, now) && !isPast(row.nag_at, now)) return alertOf(row, now);
  if (!isPast(row.next_fire_at, now)) {
    const due = Date.parse(row.nag_at as string);
    const nag = nagOf(row, { since: Date.parse(row.fired_until ?? row.nag_at ?? ""), now });
    return {
      row,
      due,
      nag,
      missedSince: null,
      next: row.next_fire_at,
      how: nag.waits ? "hush" : now - due > options.digestAfterMs ? "digest" : "say",
    };
  }
  const moment = findFireMoment(row, now);
  const late = now - moment.due;
  const how = (): Fire["how"] => {
    if (row.fired_until !== null && moment.due <= Date.parse(row.fired_until)) return "again";
    if (isUnwantedLate({ row }) && late > skipAfterMs) return "skip";
    // One that insists is answered in chat, so chat keeps it.
    if (row.rings_elsewhere && row.insist === null && row.kind !== "proactive") return "skip";
    return late > options.digestAfterMs ? "digest" : "say";
  };
  const chosen = how();
  const next =
    chosen === "skip" ? null : nextNag(row, { since: moment.due, last: moment.due, nags: 0, now });
  return {
    ...moment,
    how: chosen,
    nag: row.insist === null ? undefined : { nth: 0, since: moment.due, next, waits: false },
  };
}

/** An alert that is due. Of several that were slept through it is one; without a time ahead there is nothing to say. */
function alertOf(row: DueRow, now: number): Fire {
  const due = Date.parse(row.alert_at as string);
  const aheadOf = findAnnounced(row, Math.max(due, now));
  const isSilent = aheadOf === undefined || row.rings_elsewhere;
  return {
    row,
    due,
    isAlert: true,
    aheadOf,
    missedSince: null,
    next: row.next_fire_at,
    how: isSilent ? "again" : "say",
  };
}

/** Of a series only the latest moment that is over fires, and the next one lies strictly ahead. */
function findFireMoment<Row extends ReminderRow>(row: Row, now: number): Omit<Fire<Row>, "how"> {
  const first = row.next_fire_at as string;
  const due = latestDue(row, Date.parse(first), now)?.instant ?? Date.parse(first);
  return {
    row,
    due,
    missedSince: due > Date.parse(first) ? first : null,
    next: row.rrule === null ? null : nextFireAt(row, now),
  };
}

/**
 * A due reminder that is not sent: there was no conversation for it, and the person has dismissed
 * it.
 */
export const skipDue = (row: ReminderRow, now: number): EventDraft =>
  fact({ ...findFireMoment(row, now), how: "skip" }, now, null);

/** One message per person and conversation, and another one for very late reminders. */
const placeOf = ({ row, how, nag, aheadOf }: Fire): string =>
  JSON.stringify([
    row.owner_account_id,
    row.conversation_id,
    how === "digest",
    wayOf(row, nag),
    aheadOf !== undefined,
  ]);

/** The size of a message that every channel sends as one part. */
const mostInMessage = 30;
const longestMessage = 1_500;

/** In the order of their moments, in as few messages as they fit into: nothing is cut off. */
function inMessages(fires: readonly Fire[]): Fire[][] {
  const messages: Fire[][] = [];
  let length = 0;
  for (const fire of fires.toSorted((a, b) => a.due - b.due)) {
    const size = 40 + Math.min(fire.row.content.length, 500);
    const last = messages.at(-1);
    if (last === undefined || last.length >= mostInMessage || length + size > longestMessage) {
      messages.push([fire]);
      length = size;
    } else {
      last.push(fire);
      length += size;
    }
  }
  return messages;
}

function inOneMessage(
  fires: readonly Fire[],
  on: Firing & { readonly linkHosts: readonly string[] },
): TimerOutcome {
  const {
    owner_account_id: accountId,
    conversation_id: conversationId,
    language,
    account_zone: zone,
  } = (fires[0] as Fire).row;
  const said = fires.filter(({ how }) => how === "say" || how === "digest");
  const messageId = on.newId();
  const pieces: DuePiece[] = [
    { kind: "reminders", language, zone, items: said.map((fire) => itemOf(fire, on.linkHosts)) },
  ];
  return {
    accountId,
    events: fires.map((fire) => fact(fire, on.now, said.includes(fire) ? messageId : null)),
    words:
      said.length === 0
        ? undefined
        : {
            messageId,
            conversationId,
            way: wayOf((fires[0] as Fire).row, (fires[0] as Fire).nag),
            text: timedWords.text(pieces, on.now),
            pieces,
            // All others are kept until they have arrived or are dismissed.
            expiresAt: expiryOf(said),
            carries: said.some(({ row }) => mayBeForeign(row)) ? ["friend"] : [],
          },
    expects: Object.fromEntries(fires.map(({ row }) => [reminderStream(row.id), row.version])),
  };
}

/** What must not come late expires, and so does an alert when its time has come. */
function expiryOf(said: readonly Fire[]): number | null {
  const ends = said.map(
    (fire) => fire.aheadOf ?? (isUnwantedLate(fire) ? fire.due + skipAfterMs : Infinity),
  );
  const last = Math.max(...ends);
  return last === Infinity ? null : last;
}

const isUnwantedLate = ({ row }: Pick<Fire, "row">): boolean =>
  row.late_policy === "skip" || row.kind === "proactive";

const itemOf = (fire: Fire, linkHosts: readonly string[]): DueItem => ({
  id: fire.row.id,
  account: fire.row.owner_account_id,
  due: iso(fire.due),
  content: fire.row.is_foreign
    ? closeLinks(fire.row.content, { own: [], hosts: [...linkHosts, ...fire.row.link_hosts] })
    : fire.row.content,
  zone: fire.row.captured_timezone,
  missed_more: fire.missedSince !== null,
  ...(fire.row.companions === null ? {} : { companions: companionNames(fire.row.companions) }),
  ...(fire.row.all_day ? { all_day: { duration_minutes: fire.row.duration_minutes } } : {}),
  ...(fire.aheadOf === undefined ? {} : { ahead_of: iso(fire.aheadOf) }),
  ...(isUnwantedLate(fire) ? { skip_late: true } : {}),
  ...nagField(fire),
});

const nagField = ({ row: { insist }, nag }: Fire): Pick<DueItem, "nag"> =>
  nag === undefined || insist === null
    ? {}
    : {
        nag: {
          since: iso(nag.since),
          nth: nag.nth,
          every_minutes: insist.every_minutes,
          is_last: nag.next === null,
        },
      };

function fact(fire: Fire<ReminderRow>, now: number, messageId: string | null): EventDraft {
  const { row, due, how, nag } = fire;
  if (how === "hush" && nag !== undefined) return draftWait(row, nag, now);
  const envelope = {
    stream: reminderStream(row.id),
    at: iso(now),
    accountId: row.owner_account_id,
  };
  const { id, owner_account_id, conversation_id } = row;
  const alert = row.alert_at === null ? {} : { alert_at: nextAlert(row, now) };
  const named = { id, owner_account_id, conversation_id, ...alert };
  // An alert leaves everything else as it is.
  if (fire.isAlert === true)
    return { ...envelope, kind: "reminder_updated", payload: { ...named, reason: "alert" } };
  const payload = { ...named, ...afterFire(fire, now) };
  // Sent before: only its next time is set.
  if (how === "again") return { ...envelope, kind: "reminder_updated", payload };
  return {
    ...envelope,
    kind: "reminder_fired",
    idempotencyKey: `fire:${row.id}:${iso(due)}`,
    payload: { ...payload, fire: fireRow(fire, now, messageId) },
  };
}

/** What a fire leaves of the row. It is settled when its message has arrived. */
function afterFire({ next, how, nag }: Fire<ReminderRow>, now: number): Partial<ReminderFields> {
  const isSilent = how === "skip" || how === "again";
  const isRepeat = nag !== undefined && nag.nth > 0;
  const over: Partial<ReminderFields> = {
    lifecycle: "completed",
    completion: how === "skip" ? "skipped" : "fired",
    completed_at: iso(now),
  };
  return {
    // A repeat leaves the reminder's own times as they are.
    ...(isRepeat ? {} : { next_fire_at: next }),
    ...(isSilent || isRepeat ? {} : { last_fired_at: iso(now) }),
    ...(nag === undefined || how === "again" ? {} : { nag_at: nag.next, nags: nag.nth }),
    ...(next === null && isSilent ? over : {}),
  };
}

function fireRow(
  { row, due, missedSince, how, nag }: Fire<ReminderRow>,
  now: number,
  messageId: string | null,
): ReminderFire {
  return {
    occurrence_key: iso(due),
    due_at: iso(due),
    content: row.content,
    fire_state: how === "skip" ? "skipped" : "waiting",
    missed_catch_up: now - due > skipAfterMs || missedSince !== null,
    missed_since: missedSince,
    message_id: messageId,
    conversation_id: row.conversation_id,
    ...(nag === undefined || nag.nth === 0 ? {} : { nag: nag.nth }),
  };
}
