import type {
  DeliveryOutlook,
  Outlook,
  OutlookPlace,
} from "../../../domain/ports/delivery-outlook.ts";
import type { StagedCommand } from "../../../domain/skill.ts";
import type { Lines } from "../dialogue/decide-create.ts";
import { outlookWords } from "./notes.ts";
import type { ReminderRow } from "../rows.ts";
import { outlookOf, placeOf } from "../firing/outlook.ts";
import { awayWords, listNotifiedAccounts, markAway } from "../../friends/notices/reach.ts";
import type { Talk } from "../../friends/dialogue/talk.ts";
import type { Audience } from "./when-words.ts";
import type { Work } from "../dialogue/work.ts";

/** A warning while the person can still act on it. */
export async function outlookNotes(
  outlook: DeliveryOutlook | undefined,
  work: Work,
  to: Audience,
): Promise<Lines> {
  if (outlook === undefined) return [];
  const written = work.commands.flatMap(({ changes }) => changes.map(({ after }) => after.id));
  const rows = [...new Set(written)]
    .flatMap((id) => work.row(id) ?? [])
    .filter((row) => row.next_fire_at !== null);
  const closed = await listClosed(outlook, rows);
  const [first] = closed;
  const warning =
    first === undefined
      ? undefined
      : outlookWords(
          first.outlook,
          closed.map(({ row }) => row),
          to,
        );
  return warning === undefined ? [] : [warning];
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
