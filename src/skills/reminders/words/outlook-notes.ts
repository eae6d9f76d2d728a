import type { DeliveryOutlook, Outlook } from "../../../domain/ports/delivery-outlook.ts";
import type { Lines } from "../dialogue/decide-create.ts";
import { outlookWords } from "./notes.ts";
import type { ReminderRow } from "../rows.ts";
import { nextFireAt } from "../commands/schedule.ts";
import { awayWords, toldBy } from "../../friends/notices/reach.ts";
import type { Talk } from "../../friends/dialogue/talk.ts";
import type { Listener } from "./when-words.ts";
import type { Work } from "../dialogue/work.ts";

/** Told while the person is still there to do something about it. Of a series also its second time counts: nobody writes every day. */
export async function outlookNotes(
  outlook: DeliveryOutlook | undefined,
  work: Work,
  to: Listener,
): Promise<Lines> {
  if (outlook === undefined) return [];
  const written = work.commands.flatMap(({ changes }) => changes.map(({ after }) => after.id));
  const rows = [...new Set(written)]
    .flatMap((id) => work.row(id) ?? [])
    .filter((row) => row.next_fire_at !== null);
  const closed: { readonly row: ReminderRow; readonly outlook: Outlook }[] = [];
  for (const row of rows
    .toSorted((a, b) => Date.parse(a.next_fire_at ?? "") - Date.parse(b.next_fire_at ?? ""))
    .slice(0, mostLooks)) {
    const found = await closedFor(outlook, row);
    if (found !== undefined) closed.push({ row, outlook: found });
  }
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

/** Friends who can't be told yet. */
export const awayNotes = async (talk: Talk, to: Listener): Promise<Lines> =>
  awayWords(talk.work.social(), await talk.unreachable(toldBy(talk.commands)), to);

const mostLooks = 20;

async function closedFor(outlook: DeliveryOutlook, row: ReminderRow): Promise<Outlook | undefined> {
  const place = { accountId: row.owner_account_id, conversationId: row.conversation_id };
  const first = row.next_fire_at ?? "";
  for (const at of [first, row.rrule === null ? null : nextFireAt(row, Date.parse(first))]) {
    const found = at === null ? undefined : await outlook.deliverableAt(place, at);
    if (found?.kind === "closed") return found;
  }
  return undefined;
}
