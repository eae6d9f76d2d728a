import type { Sql } from "../database/database.ts";

/**
 * Frees the leases of a dead process at once instead of when they expire. Without a holder: all
 * leases, for a start that knows it is alone. Each statement reads an index of unfinished work, so
 * finished rows cost nothing.
 */
export async function freeLeases(sql: Sql, holder?: string): Promise<void> {
  const of =
    holder === undefined
      ? "lease_until is not null"
      : "lease_until is not null and lease_holder = $1";
  const params = holder === undefined ? [] : [holder];
  // The turn may be what the process died of, so that counts as a failure.
  await sql.rows(
    `update conversation set lease_until = null, lease_holder = null, failures = failures + 1 where has_open_input and ${of}`,
    params,
  );
  // The lease is expired, not cleared: a part that was being sent is settled as lost, with its
  // fence raised.
  await sql.rows(
    `update delivery_attempt set lease_until = '-infinity' where status = 'sending' and ${of}`,
    params,
  );
  await sql.rows(
    `update webhook_call set lease_until = null, lease_holder = null where status = 'pending' and ${of}`,
    params,
  );
  await sql.rows(
    `update sole_worker set lease_until = null, lease_holder = null where ${of}`,
    params,
  );
}
