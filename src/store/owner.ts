import { Client } from "pg";
import type { Sql } from "./database.ts";
import { clientConfig, type ConnectionSettings } from "./postgres-database.ts";

/** One transaction as the owner of the schema: rebuild, measurements. It is kept unless `keep` says otherwise of its result. */
export async function asOwner<T>(
  connection: ConnectionSettings,
  work: (sql: Sql) => Promise<T>,
  keep: (result: T) => boolean = () => true,
): Promise<T> {
  const client = new Client({ ...clientConfig(connection), query_timeout: 0, pipeline: true });
  // Without a listener a lost connection would end the process; the statement that runs fails by itself.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("begin");
    const result = await work({
      rows: async <R>(text: string, params: readonly unknown[] = []) => (await client.query(text, [...params])).rows as R[],
    });
    await client.query(keep(result) ? "commit" : "rollback");
    return result;
  } finally {
    // Ending the connection rolls back what was not committed.
    await client.end();
  }
}
