import type { DeliveryOutlook, Outlook } from "../../../domain/ports/delivery-outlook.ts";
import type { StagedCommand } from "../../../domain/skill.ts";
import type { Lines } from "../dialogue/decide-create.ts";
import { outlookWords } from "./notes.ts";
import type { ReminderRow } from "../rows.ts";
import { outlookOf, placeOf } from "../firing/outlook.ts";
import { awayWords, listNotifiedAccounts, markAway } from "../../friends/notices/reach.ts";
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

const mostLooks = 20;
