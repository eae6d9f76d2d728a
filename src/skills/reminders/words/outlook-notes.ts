import type { DeliveryOutlook, Outlook } from "../../../domain/ports/delivery-outlook.ts";
import type { Lines } from "../dialogue/decide-create.ts";
import { outlookWords } from "./notes.ts";
import type { ReminderRow } from "../rows.ts";
import { outlookOf, placeOf } from "../firing/outlook.ts";
import { awayWords, listNotifiedAccounts } from "../../friends/notices/reach.ts";
import type { Talk } from "../../friends/dialogue/talk.ts";
import type { Audience } from "./when-words.ts";
import type { Work } from "../dialogue/work.ts";

/** Said while the person is still there to do something about it. */
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
  const closed: { readonly row: ReminderRow; readonly outlook: Outlook }[] = [];
  for (const row of rows
    .toSorted((a, b) => Date.parse(a.next_fire_at ?? "") - Date.parse(b.next_fire_at ?? ""))
    .slice(0, mostLooks)) {
    const found = await outlookOf(await outlook.placeFor(placeOf(row)), row);
    if (found.kind === "closed") closed.push({ row, outlook: found });
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

/** Friends who cannot be notified yet. */
export const awayNotes = async (talk: Talk, to: Audience): Promise<Lines> =>
  awayWords(
    talk.work.social(),
    await talk.unreachable(listNotifiedAccounts(talk.commands.flatMap(({ events }) => events))),
    to,
  );

const mostLooks = 20;
