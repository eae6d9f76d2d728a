import type { Sql } from "../database/database.ts";

/**
 * Frees at once what a dead process held, instead of when its leases run out. Without a name: what anybody held, for a start that
 * knows that no other process is here. Each statement reads an index of unfinished work: what is behind them does not matter, however much it is.
 */
export async function freeHeld(sql: Sql, holder?: string): Promise<void> {
  const of =
    holder === undefined
      ? "lease_until is not null"
      : "lease_until is not null and lease_holder = $1";
  const params = holder === undefined ? [] : [holder];
  // A turn that a process died at may be what it died of: that counts as a failure.
  await sql.rows(
    `update conversation set lease_until = null, lease_holder = null, failures = failures + 1 where has_open_input and ${of}`,
    params,
  );
  // The lease is over, not gone: what was being sent is settled as lost, with its fence raised.
  await sql.rows(
    `update delivery_attempt set lease_until = '-infinity' where status = 'sending' and ${of}`,
    params,
  );
  await sql.rows(
    `update sole_worker set lease_until = null, lease_holder = null where ${of}`,
    params,
  );
}
