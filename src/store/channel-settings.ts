import type { Clock } from "../domain/ports/clock.ts";
import { engine } from "../domain/principal.ts";
import type { Actor } from "../domain/views/audit.ts";
import { noteAudit } from "./audit/audit.ts";
import { dropSecret, listSealed, putSecret } from "./channel-secrets.ts";
import type { Database } from "./database/database.ts";
import type { Keys } from "./secrets.ts";

/** The wake-up for every process that a channel's settings changed. */
export const channelsTopic = "channels";

const prefix = "channel settings ";

/** Values by path, as they were saved in the page for one channel. */
export type SavedValues = Readonly<Record<string, unknown>>;

/**
 * What operators saved in the page for the channels, one sealed text for each: no value is ever
 * stored without the others, and none in the clear.
 */
export interface SavedChannels {
  /** Sealed texts by channel: another one means that its settings changed. */
  readSealed(): Promise<ReadonlyMap<string, string>>;
  /** Throws a `SealError` where the key is another. */
  open(channel: string, sealed: string): SavedValues;
  /** Without values the channel is forgotten. `fields` goes into the audit, by name alone. */
  save(channel: string, values: SavedValues | undefined, note: SavedNote): Promise<void>;
}

export interface SavedNote {
  readonly by: Actor;
  readonly fields: readonly string[];
  readonly isOn: boolean;
}

export function openSavedChannels(on: {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: Keys;
}): SavedChannels {
  const { db, clock, keys } = on;
  return {
    readSealed: async () =>
      new Map(
        (await listSealed(db, prefix)).map(({ name, sealed }) => [
          name.slice(prefix.length),
          sealed,
        ]),
      ),
    open: (channel, sealed) => JSON.parse(keys().open(sealed, prefix + channel)) as SavedValues,
    async save(channel, values, { by, fields, isOn }) {
      await db.transaction(engine, async (sql) => {
        if (values === undefined) await dropSecret(sql, prefix + channel);
        else
          await putSecret(sql, { keyring: keys(), clock }, [
            prefix + channel,
            JSON.stringify(values),
          ]);
        await noteAudit(sql, clock, {
          action: "channel_settings_changed",
          by,
          subject: channel,
          details: { fields: [...fields], is_on: isOn },
        });
      });
      db.notify(channelsTopic);
    },
  };
}
