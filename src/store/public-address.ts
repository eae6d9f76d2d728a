import type { Clock } from "../domain/ports/clock.ts";
import { engine } from "../domain/principal.ts";
import type { Actor } from "../domain/views/audit.ts";
import { noteAudit } from "./audit/audit.ts";
import { channelsTopic } from "./channel-settings.ts";
import { dropSecret, putSecret, readSealed } from "./channel-secrets.ts";
import type { Database } from "./database/database.ts";
import type { Keys } from "./secrets.ts";

const name = "public address";

/** The server's public address that was saved in the page, kept as what else is saved there. */
export interface SavedAddress {
  /** Another sealed text means that the address changed. */
  readSealed(): Promise<string | undefined>;
  /** Throws a `SealError` where the key is another. */
  open(sealed: string): string;
  /** Null forgets it. */
  save(address: string | null, by: Actor): Promise<void>;
}

export function openSavedAddress(on: {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Keys;
}): SavedAddress {
  const { db, clock, keys } = on;
  return {
    readSealed: () => readSealed(db, name),
    open: (sealed) => keys().open(sealed, name),
    async save(address, by) {
      await db.transaction(engine, async (sql) => {
        if (address === null) await dropSecret(sql, name);
        else await putSecret(sql, { keyring: keys(), clock }, [name, address]);
        await noteAudit(sql, clock, { action: "public_address_changed", by, details: { address } });
      });
      // Callback addresses of channels are made of it, so the processes that follow those follow this.
      db.notify(channelsTopic);
    },
  };
}
