import { iso } from "../../domain/ports/clock.ts";
import { plainName } from "../../domain/plain-name.ts";
import type { Reads } from "../../domain/ports/reads.ts";

/** A reminder as a message that comes unasked names it. */
export interface AgendaLine {
  readonly id: string;
  readonly content: string;
  readonly at: string;
  readonly all_day: boolean;
  readonly is_foreign: boolean;
  readonly names: readonly string[];
}

type Row = Omit<AgendaLine, "names"> & {
  readonly with: readonly { readonly given: string | null; readonly own: string | null }[] | null;
};

const mostToday = 15;
const mostOpen = 5;

/** Of a reminder `r`, read as the engine: only rows of the account at hand are named. */
const aboutRow = `r.all_day, r.source = 'import' or exists (select from shared_reminder s
    where s.id = r.shared_reminder_id and (s.creator_account_id <> r.owner_account_id or s.version > 1)) as is_foreign,
  case when r.shared_reminder_id is null then null else (
    select jsonb_agg(jsonb_build_object('given', k.name, 'own', c.display_name) order by p.created_at, p.account_id)
    from reminder_projection p join account c on c.id = p.account_id
    left join friend_nickname k on k.account_id = r.owner_account_id and k.friend_account_id = c.id and k.shown
    where p.shared_reminder_id = r.shared_reminder_id and p.account_id <> r.owner_account_id and p.lifecycle = 'active') end as with`;

const toLine = ({ with: others, at, ...row }: Row): AgendaLine => ({
  ...row,
  at: iso(Date.parse(at)),
  names: (others ?? []).flatMap(({ given, own }) => given ?? plainName(own) ?? []),
});

interface Span {
  readonly accountId: string;
  readonly from: number;
  readonly to: number;
}

/** What is to come, plans with friends included. */
export async function readAhead(read: Reads, { accountId, from, to }: Span): Promise<AgendaLine[]> {
  const rows = await read.rows<Row>(
    `select r.id, r.content, least(r.next_fire_at, r.nag_at) as at, ${aboutRow} from reminder r
     where r.owner_account_id = $1 and r.lifecycle = 'active' and not r.hidden_from_calendar
       and least(r.next_fire_at, r.nag_at) >= $2 and least(r.next_fire_at, r.nag_at) < $3
     order by least(r.next_fire_at, r.nag_at), r.id limit ${mostToday}`,
    [accountId, iso(from), iso(to)],
  );
  return rows.map(toLine);
}

/** What went off once, was seen and is not ticked off. */
export async function readOpen(read: Reads, { accountId, from, to }: Span): Promise<AgendaLine[]> {
  const rows = await read.rows<Row>(
    `select r.id, r.content, f.due_at as at, ${aboutRow} from reminder_fire f join reminder r on r.id = f.reminder_id
     where f.account_id = $1 and f.nag = 0 and f.fire_state = 'completed' and f.due_at >= $2 and f.due_at < $3
       and r.rrule is null and not r.all_day and r.lifecycle = 'completed' and r.completion = 'fired'
     order by f.due_at desc, r.id limit ${mostOpen}`,
    [accountId, iso(from), iso(to)],
  );
  return rows.map(toLine).toReversed();
}
