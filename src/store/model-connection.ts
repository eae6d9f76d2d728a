import type { Actor } from "../domain/views/audit.ts";
import type { ModelConnection } from "../domain/views/model-connection.ts";
import type { Clock } from "../domain/ports/clock.ts";
import { engine } from "../domain/principal.ts";
import { noteAudit } from "./audit/audit.ts";
import { dropSecret, putSecret, readSealed } from "./channel-secrets.ts";
import type { Database, Sql } from "./database/database.ts";
import type { Keys } from "./secrets.ts";

/** The wake-up for every process that the connection changed. */
export const modelTopic = "model";

const name = "model connection";

/**
 * The model's connection that was saved in the page. Address, name and key are one sealed text, so
 * that no part of it is ever stored without the others.
 */
export interface ModelConnections {
  /** The sealed text: another one means that the connection changed. */
  readSealed(): Promise<string | undefined>;
  /** Throws a `SealError` where the key is another. */
  open(sealed: string): ModelConnection;
  save(connection: ModelConnection, by: Actor): Promise<void>;
  remove(by: Actor): Promise<void>;
}

/** Whether one is saved, for a reader without the key. */
export const hasModelConnection = async (sql: Sql): Promise<boolean> =>
  (await readSealed(sql, name)) !== undefined;

export function openModelConnections(on: {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Keys;
}): ModelConnections {
  const { db, clock, keys } = on;
  return {
    readSealed: () => readSealed(db, name),
    open: (sealed) => JSON.parse(keys().open(sealed, name)) as ModelConnection,
    async save(connection, by) {
      await db.transaction(engine, async (sql) => {
        await putSecret(sql, { keyring: keys(), clock }, [name, JSON.stringify(connection)]);
        await noteAudit(sql, clock, { action: "model_connected", by });
      });
      db.notify(modelTopic);
    },
    async remove(by) {
      await db.transaction(engine, async (sql) => {
        await dropSecret(sql, name);
        await noteAudit(sql, clock, { action: "model_disconnected", by });
      });
      db.notify(modelTopic);
    },
  };
}
