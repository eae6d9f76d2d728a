import type { OurRole } from "../../src/store/database/postgres-database.ts";
import type { Session } from "./session.ts";

export const laneClaim = "with chosen as materialized (select id from conversation";

/** Who holds which lane, by leases that have not run out. */
export const holdersOf = (session: Session): ReadonlyMap<unknown, unknown> =>
  new Map(
    session
      .query(
        "select id, lease_holder, fence from conversation where lease_until > now() and id <> $1",
        [""],
      )
      .rows.map(({ id, lease_holder: holder, fence }) => [
        id,
        `${String(holder)} with fence ${Number(fence)}`,
      ]),
  );

/** No claim takes what another holds. */
export const findTaken = (
  before: ReadonlyMap<unknown, unknown>,
  after: ReadonlyMap<unknown, unknown>,
): string[] =>
  [...before]
    .filter(([id, holder]) => after.get(id) !== holder)
    .map(
      ([id, holder]) =>
        `I3 ${String(after.get(id))} claimed the lane ${String(id)}, which ${String(holder)} holds`,
    );

/** An account that stays set on its connection leaks to the next user of the connection. */
export function findKeptAccount(session: Session, role: OurRole): string[] {
  if (role !== "meanwhile_app") return [];
  const [row] = session.exec("select current_setting('meanwhile.account', true) as account").rows;
  if ((row?.["account"] ?? "") === "") return [];
  session.exec("reset meanwhile.account");
  return ["I11 a connection keeps the account of a transaction that is over"];
}

/**
 * Two transactions never overlap here, so a missing lock would not be noticed. It is looked for
 * instead: an append holds the rows that events of other streams change, too.
 */
export function findUnlocked(session: Session, values: readonly unknown[]): string[] {
  const held = values.find(isListOfRows);
  if (held === undefined) return [];
  const [row] = session.exec(
    "select count(*)::int as locks from pg_locks where locktype = 'advisory'",
  ).rows;
  return Number(row?.["locks"]) >= new Set(held).size
    ? []
    : [`I12 an append changes rows of several streams without their locks: ${held.join(" ")}`];
}

/** Rows are named by their table and key, as JSON; the names of streams are plain text. */
const isListOfRows = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => String(each).startsWith("["));
