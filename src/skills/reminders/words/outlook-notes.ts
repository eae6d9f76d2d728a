import type {
  DeliveryOutlook,
  Outlook,
  OutlookPlace,
} from "../../../domain/ports/delivery-outlook.ts";
import type { StagedCommand, ReadTurn } from "../../../domain/skill.ts";
import type { Lines } from "../dialogue/decide-create.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { Doing } from "../dialogue/message.ts";
import { outlookWords, shortOutlook, windowHead } from "./notes.ts";
import type { ReminderRow } from "../rows.ts";
import { outlookOf, placeOf } from "../firing/outlook.ts";
import { awayWords, listNotifiedAccounts, markAway } from "../../friends/notices/reach.ts";
import type { Talk } from "../../friends/dialogue/talk.ts";
import type { Work } from "../dialogue/work.ts";
import type { Audience } from "./when-words.ts";

/** Operations that set no new time: whether a reminder arrives was said when it was made. */
const leavesTime: ReadonlySet<string> = new Set(["skip_occurrence", "complete_reminder"]);

/**
 * A warning while the person can still act on it: in full once, and in a few words while that can
 * still be read above.
 */
export async function outlookNotes(
  outlook: DeliveryOutlook | undefined,
  { work, talk, turn }: Pick<Doing, "work" | "talk" | "turn">,
  to: Audience,
): Promise<Lines> {
  if (outlook === undefined) return [];
  const own = work.commands
    .filter(({ operation }) => !leavesTime.has(operation))
    .flatMap(({ changes }) => changes.map(({ after }) => after.id));
  const rows = [...new Set([...own, ...listSharedRows(work, talk)])]
    .flatMap((id) => work.row(id) ?? [])
    .filter((row) => row.next_fire_at !== null);
  const closed = await listClosed(outlook, rows);
  const [first] = closed;
  if (first === undefined) return [];
  // Of several, the note says which.
  if (rows.length === 1 && isWindow(first.outlook) && (await wasSaid(turn, to)))
    return [shortOutlook(to)];
  const warning = outlookWords(
    first.outlook,
    closed.map(({ row }) => row),
    to,
  );
  return warning === undefined ? [] : [warning];
}

/** The person's own reminders of what was planned with others, where their time is new. */
const listSharedRows = ({ maker }: Work, { commands }: Talk): string[] =>
  commands
    .flatMap(({ events }) => events)
    .flatMap((event) =>
      setsTime.has(event.kind) && event.accountId === maker.accountId
        ? [(event as EventDraft<"reminder_created">).payload.id]
        : [],
    );
const setsTime: ReadonlySet<string> = new Set(["reminder_created", "reminder_restored"]);

const isWindow = (outlook: Outlook): boolean =>
  outlook.kind === "closed" && outlook.reason === "window_closed";

/** The last messages that a person has in view. */
const inView = 20;

async function wasSaid({ read, conversationId }: ReadTurn, to: Audience): Promise<boolean> {
  const found = await read.rows(
    `select from (select text from message where conversation_id = $1 and direction = 'outbound'
       order by event_id desc limit ${inView}) m where strpos(m.text, $2) > 0 limit 1`,
    [conversationId, windowHead(to)],
  );
  return found.length > 0;
}

interface ClosedRow {
  readonly row: ReminderRow;
  readonly outlook: Outlook;
}

const timeOf = ({ next_fire_at: at }: ReminderRow): number => Date.parse(at ?? "");

/** Rows at whose time no message can be sent, earliest first. */
async function listClosed(
  outlook: DeliveryOutlook,
  rows: readonly ReminderRow[],
): Promise<ClosedRow[]> {
  const closed: ClosedRow[] = [];
  for (const ofPlace of Map.groupBy(rows, ({ conversation_id: id }) => id).values()) {
    const [first] = ofPlace;
    if (first === undefined) continue;
    const place = await outlook.placeFor(placeOf(first));
    const sorted = ofPlace.toSorted((a, b) => timeOf(a) - timeOf(b));
    const open = await countOpen(place, sorted);
    const [earliest] = sorted.slice(open);
    if (earliest !== undefined) {
      const found = await outlookOf(place, earliest);
      closed.push(...sorted.slice(open).map((row) => ({ row, outlook: found })));
    }
    // A series may come in time once and not the second time.
    const series = sorted.slice(0, open).filter(({ rrule }) => rrule !== null);
    for (const row of series.slice(0, mostSeries)) {
      const found = await outlookOf(place, row);
      if (found.kind === "closed") closed.push({ row, outlook: found });
    }
  }
  return closed.toSorted((a, b) => timeOf(a.row) - timeOf(b.row));
}

const mostSeries = 20;

/** How many of the rows come in time. What is closed stays closed at any later time, so a few looks find the border. */
async function countOpen(place: OutlookPlace, sorted: readonly ReminderRow[]): Promise<number> {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const { kind } = await place.deliverableAt(sorted[middle]?.next_fire_at ?? "");
    if (kind === "closed") to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Friends who cannot be notified yet: the reply says so, and so do the notices that wait for them. */
export async function awayNotes(
  talk: Talk,
  to: Audience,
): Promise<{ readonly lines: Lines; readonly commands: readonly StagedCommand[] }> {
  const notified = listNotifiedAccounts(talk.commands.flatMap(({ events }) => events));
  const away = await talk.unreachable(notified);
  return {
    lines: awayWords(talk.work.social(), away, to),
    commands: talk.commands.map((command) => ({
      ...command,
      events: markAway(command.events, away),
    })),
  };
}
