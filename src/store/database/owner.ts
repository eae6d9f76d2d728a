import { Client } from "pg";
import type { Sql } from "./database.ts";
import { asUnavailable } from "./postgres-transaction.ts";
import { clientConfig, type ConnectionSettings } from "./postgres-database.ts";

/** One transaction as the owner of the schema: rebuild, measurements. It is kept unless `keep` says otherwise of its result. */
export async function asOwner<T>(
  connection: ConnectionSettings,
  work: (sql: Sql) => Promise<T>,
  keep: (result: T) => boolean = () => true,
): Promise<T> {
  return ownersConnection(connection, async ({ rows }) => {
    await rows("begin");
    const result = await work({ rows });
    await rows(keep(result) ? "commit" : "rollback");
    return result;
  });
}

export interface OwnersConnection extends Sql {
  /** Remarks that the server made on the statements so far. */
  readonly remarks: readonly Remark[];
}

interface Remark {
  readonly severity: string;
  readonly message: string;
  readonly detail: string;
}

/** For statements that run in no transaction. The connection ends with the work, and with it whatever was not committed. */
export async function ownersConnection<T>(
  connection: ConnectionSettings,
  work: (sql: OwnersConnection) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...clientConfig(connection), query_timeout: 0, pipeline: true });
  const remarks: Remark[] = [];
  client.on(
    "notice",
    ({ severity = "", message = "", detail = "" }) =>
      void remarks.push({ severity, message, detail }),
  );
  // Without a listener a lost connection would end the process; the statement that runs fails by itself.
  client.on("error", () => undefined);
  await client.connect().catch((error: unknown) => {
    throw asUnavailable(error, true);
  });
  try {
    return await work({
      remarks,
      rows: async <R>(text: string, params: readonly unknown[] = []) =>
        (await client.query(text, [...params])).rows as R[],
    });
  } finally {
    await client.end();
  }
}
