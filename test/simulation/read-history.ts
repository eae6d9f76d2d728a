import type { Sql } from "../../src/store/database/database.ts";
import { readTables, type Stored, unlikeTheLog } from "../crash/history.ts";
import type { Session } from "./session.ts";

/** No input waits, no turn runs, nothing is on its way, and no timer is due within the day. */
export function isIdle(session: Session): boolean {
  const [row] = session.query(
    `select not exists (select from conversation where latest_inbound_seq > last_closed_inbound_seq or running_turn_id is not null)
       and not exists (select from delivery_attempt where status in ('pending', 'sending'))
       and not exists (select from timer where due_at < now() + $1::interval) as idle`,
    ["1 day"],
  ).rows;
  return row?.["idle"] === true;
}

/** A part is in the hands of one process, for as long as its lease runs. */
export function isHeldBy(session: Session, deliveryId: string, holder: string): boolean {
  return (
    session.query(
      "select from delivery_attempt where id = $1 and status = 'sending' and lease_holder = $2 and lease_until > now()",
      [deliveryId, holder],
    ).rows.length === 1
  );
}

/** Lanes with work to do that a lease keeps from all processes. */
export const listHeld = (session: Session): string[] =>
  session
    .exec("select id from conversation where has_open_input and lease_until > now()")
    .rows.map(({ id }) => String(id));

export async function readHistory(
  session: Session,
  of: { readonly authors: readonly string[]; readonly rebuilds: boolean },
): Promise<Stored> {
  const sql = asSql(session);
  const tables = await readTables(sql);
  const { authors } = of;
  if (authors.length !== tables.events.length)
    throw new Error(`${authors.length} events were written, and ${tables.events.length} are there`);
  return {
    ...tables,
    events: tables.events.map((event, index) => ({ ...event, by: authors[index] })),
    unlikeTheLog: of.rebuilds ? await unlikeTheLog(sql) : [],
  };
}

const asSql = (session: Session): Sql => ({
  rows: <R>(text: string, values: readonly unknown[] = []) =>
    Promise.resolve(
      (values.length === 0 ? session.exec(text) : session.query(text, values)).rows as R[],
    ),
});
