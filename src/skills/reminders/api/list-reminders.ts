import { refuseField } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { ListQuery, ReminderPage } from "../../../domain/views/reminders.ts";
import { plainContent } from "../commands/content.ts";
import { readDetails } from "../commands/details.ts";
import type { ReminderRow } from "../rows.ts";
import { viewOf } from "./reminder-views.ts";

/** Titles are compared here, so a page of them is looked for among so many. */
const mostRead = 2_000;

/** A page of reminders, soonest first; those without a time stand at the end. */
export async function listReminders(
  read: Reads,
  accountId: string,
  query: ListQuery,
): Promise<ReminderPage> {
  await assertKnown(read, accountId, query.after);
  const most = query.keyword === undefined ? query.limit + 1 : mostRead;
  const rows = await read.rows<ReminderRow>(
    `select * from reminder where owner_account_id = $1 and ($2::text is null or lifecycle = $2) and ($3::text is null or kind = $3)
       and ($5::text is null or (coalesce(next_fire_at, 'infinity'), created_at, id) >
         (select coalesce(next_fire_at, 'infinity'), created_at, id from reminder where id = $5))
     order by next_fire_at nulls last, created_at, id limit $4`,
    [accountId, query.lifecycle ?? null, query.kind ?? null, most, query.after ?? null],
  );
  const wanted = query.keyword === undefined ? undefined : plainContent(query.keyword);
  const found = rows.filter((row) => wanted === undefined || searchText(row).includes(wanted));
  const shown = found.slice(0, query.limit);
  const hasMore = found.length > shown.length || rows.length === mostRead;
  const last = found.length > shown.length ? shown.at(-1) : rows.at(-1);
  return { reminders: shown.map(viewOf), next: hasMore ? (last?.id ?? null) : null };
}

/** Its place now is where the next page begins. */
async function assertKnown(
  read: Reads,
  accountId: string,
  after: string | undefined,
): Promise<void> {
  if (after === undefined) return;
  const known = await read.rows("select 1 from reminder where id = $1 and owner_account_id = $2", [
    after,
    accountId,
  ]);
  if (known.length === 0) throw refuseField("after", "is not one of your reminders");
}

/** A search looks into the notes and the place as well. */
function searchText(row: ReminderRow): string {
  const { notes, place } = readDetails(row);
  return plainContent([row.content, notes ?? "", place ?? ""].join("\n"));
}
