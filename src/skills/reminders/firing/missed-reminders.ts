import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { MissedReminder } from "../../../domain/views/missed-reminders.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { type DueLine, describeMissedLine } from "./fire-words.ts";
import { type ReminderRow, reminderStream } from "../rows.ts";
import { skipDue } from "./fire.ts";
import { fireSettled, unseenSql } from "./due-pieces.ts";
import type { Audience } from "../words/when-words.ts";
import { inLanguage } from "../words/reminder-words.ts";

const lateFor = 24 * 3_600_000;

/**
 * A part that takes longer is not being sent: its channel is away, or there is no conversation for
 * it.
 */
const onItsWayMs = 60_000;
/** A reminder that arrived this long after its time counts as late. */
const cameLateMs = 60_000;
const noRoute = "no_route";

/**
 * A part that was merged into another one shares its outcome: its own row keeps its earlier
 * attempts.
 */
const missedSql = `
  select f.reminder_id, f.content, f.due_at, r.captured_timezone as timezone, r.version, d.provider_type as channel,
    coalesce(d.conversation_id, f.conversation_id) as conversation_id, d.error_code as reason, f.reached_at,
    case when f.fire_state = 'completed' then 'came_late'
      when d.status in ('pending', 'sending') and d.retry_attempt <= (d.status = 'sending')::int
        and d.updated_at > $4 then 'on_its_way'
      else 'undelivered' end as state
  from reminder_fire f join reminder r on r.id = f.reminder_id
  left join lateral (select h.* from delivery_attempt d join delivery_attempt h on h.id = coalesce(d.merged_into, d.id)
    where d.message_id = f.message_id order by d.ordinal desc limit 1) d on true
  where f.account_id = $1 and ((${unseenSql})
    or (f.fire_state = 'completed' and f.reached_at > $2 and f.reached_at >= f.due_at + $3 * interval '1 millisecond'))
  union all
  select r.id, r.content, r.next_fire_at, r.captured_timezone, r.version, null, r.conversation_id, '${noRoute}', null, 'undelivered'
  from reminder r where r.owner_account_id = $1 and r.lifecycle = 'active' and r.late_policy = 'fire' and r.next_fire_at < $4
  order by due_at, reminder_id limit 200`;

export const readMissed = (
  read: Reads,
  accountId: string,
  now: number,
): Promise<MissedReminder[]> =>
  read.rows<MissedReminder>(missedSql, [
    accountId,
    iso(now - lateFor),
    cameLateMs,
    iso(now - onItsWayMs),
  ]);

export const isUnseen = ({ state }: MissedReminder): boolean => state !== "came_late";

/** The events that dismiss reminders, with the expected versions. */
export async function dismissMissed(
  at: { readonly read: Reads; readonly now: number },
  accountId: string,
  missed: readonly MissedReminder[],
): Promise<{ events: EventDraft[]; expects: Record<string, number> }> {
  const unseen = missed.filter(isUnseen);
  const each = [...Map.groupBy(unseen, ({ reminder_id: id }) => id)];
  const unsaid = unseen.filter(isUnsaid).map(({ reminder_id: id }) => id);
  const rows = await at.read.rows<ReminderRow>(
    "select * from reminder where owner_account_id = $1 and id = any($2)",
    [accountId, unsaid],
  );
  return {
    events: [
      ...each.flatMap(([id, times]) =>
        fireSettled(
          times
            .filter((time) => !isUnsaid(time))
            .map(({ due_at: due }) => ({ id, account: accountId, due })),
          "dismissed",
          at.now,
        ),
      ),
      ...rows.map((row) => skipDue(row, at.now)),
    ],
    expects: Object.fromEntries(
      each.map(([id, [first]]) => [reminderStream(id), first?.version ?? 0]),
    ),
  };
}

const isUnsaid = ({ reason, channel }: MissedReminder): boolean =>
  channel === null && reason === noRoute;

/** One line for each reminder, by the latest of its times. */
function linesOf(missed: readonly MissedReminder[], to: Audience): string[] {
  return [...Map.groupBy(missed, ({ reminder_id: id }) => id).values()].map((times) => {
    const last = times.at(-1) as MissedReminder;
    const line: DueLine = {
      content: last.content,
      due: Date.parse(last.due_at),
      zone: last.timezone,
      missedMore: false,
      times: times.length,
    };
    return `· ${describeMissedLine(line, to)}`;
  });
}

const nothingMissed = (to: Audience): string =>
  inLanguage(to, "没有错过的提醒。", "You have missed no reminders.");

/** How a list of what was missed begins: a bare "forget them" speaks of such a list alone. */
export const listHeads = ["没送到的提醒", "Not delivered", "晚了才补上的", "Came late"] as const;

export function describeMissed(missed: readonly MissedReminder[], to: Audience): string[] {
  if (missed.length === 0) return [nothingMissed(to)];
  const open = missed.filter(({ state }) => state === "undelivered");
  const late = missed.filter(({ state }) => state !== "undelivered");
  const lines: string[] = [];
  if (open.length > 0)
    lines.push(
      [inLanguage(to, `${listHeads[0]}：`, `${listHeads[1]}:`), ...linesOf(open, to)].join("\n"),
    );
  if (late.length > 0)
    lines.push(
      [inLanguage(to, `${listHeads[2]}：`, `${listHeads[3]}:`), ...linesOf(late, to)].join("\n"),
    );
  if (open.length > 0)
    lines.push(
      inLanguage(
        to,
        "不需要了就说“都不用了”。",
        "Say “forget them” if you don't need them any more.",
      ),
    );
  return lines;
}

export function describeDismissed(missed: readonly MissedReminder[], to: Audience): string {
  const unseen = missed.filter(isUnseen);
  if (missed.length > 0 && unseen.length === 0)
    return inLanguage(
      to,
      "好，这些都已经补上了，不会再补一次。",
      "OK. These have all arrived and won't be sent again.",
    );
  const count = new Set(unseen.map(({ reminder_id: id }) => id)).size;
  if (count === 0)
    return inLanguage(
      to,
      "没有错过的提醒，没有改动。",
      "You have missed no reminders. Nothing was changed.",
    );
  return inLanguage(
    to,
    `好，错过的 ${count} 个提醒不再补了。`,
    `OK, ${count === 1 ? "the missed reminder is" : `the ${count} missed reminders are`} dropped.`,
  );
}
