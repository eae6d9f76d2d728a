import { lookedUp } from "./row-writes.ts";

/** Rows that this writer has claimed: nothing is appended unless it still holds all of them. */
export interface OwnRows {
  readonly table: string;
  readonly claims: readonly Claim[];
  /** What else must be true of each, as SQL over the alias `t`. */
  readonly where?: string | undefined;
  /** A column that others raise meanwhile. */
  readonly counter?: string | undefined;
}

interface Claim {
  readonly id: string;
  readonly fence: number;
  /** The counter, as far as this writer knows. */
  readonly seen?: number | undefined;
}

/** A claim is over: another worker has the row, or its work has ended. */
export class NoLongerOwned extends Error {
  override readonly name = "NoLongerOwned";

  constructor({ table, claims }: OwnRows) {
    const rows = claims.map(({ id, fence }) => `${id} with fence ${fence}`);
    super(`no longer held of ${table}: ${claims.length > 1 ? "one of " : ""}${rows.join(", ")}`);
  }
}

/** The steps of a statement that lock these rows, in the order of their ids. */
export interface OwnSql {
  /** A query for a CTE named `own`. */
  readonly query: string;
  /** True once all of them are locked. */
  readonly isHeld: string;
  /** Whether the counter of one of them was raised. */
  readonly isRaised: string | undefined;
}

/** `place` takes a value and returns its placeholder. A single row is found without a list, which is quicker. */
export function ownSql(
  { table, claims, where = "true", counter }: OwnRows,
  place: (value: unknown) => string,
): OwnSql {
  const [only, ...others] = claims;
  const isOne = only !== undefined && others.length === 0;
  const readCounter = (seen: string): string =>
    counter === undefined ? "" : `t.${counter} > ${seen} as is_raised `;
  const isRaised = counter === undefined ? undefined : "(select bool_or(is_raised) from own)";
  if (isOne) {
    const same = `t.id = ${place(only.id)} and t.fence = ${place(only.fence)}`;
    const read = counter === undefined ? "" : readCounter(place(only.seen ?? 0));
    const query = `select ${read}from ${table} t where ${same} and ${where} for update`;
    return { query, isHeld: "exists (select from own)", isRaised };
  }
  const list = `json_to_recordset(${place(JSON.stringify(claims))}::json) as o(id text, fence bigint, seen bigint)`;
  return {
    query: `select ${readCounter("c.seen")}from ${table} t join (select * from ${list} ${lookedUp}) c on t.id = c.id and t.fence = c.fence
  where ${where} order by t.id for update of t`,
    isHeld: `(select count(*) from own) = ${place(claims.length)}`,
    isRaised,
  };
}
