import type { Clock } from "../../domain/ports/clock.ts";
import { dayEnd, localDay } from "../../domain/local-day.ts";
import { type Limits, toQuotaRefusal } from "../../domain/quotas.ts";

/** What an account has written, as last measured. */
export interface MeasuredUsage {
  readonly account_id: string;
  readonly zone: string;
  readonly log_bytes: number;
  readonly day: string;
  readonly day_messages: number;
  readonly day_bytes: number;
}

/**
 * Usage needed for every message and every bulk write, in memory: what was last measured in the
 * database, and what this process has added since. It takes no statement.
 */
export interface UsageMeter {
  /** Loads the measurements. */
  load(rows: readonly MeasuredUsage[], serverBytes: number): void;
  wrote(accountId: string, bytes: number): void;
  /**
   * Refuses if the account, or the server given this account's share, lacks room for these bytes.
   */
  assertRoom(accountId: string, bytes: number): void;
  /**
   * Counts one of today's messages. Returns the seconds until the next is accepted if there were
   * too many.
   */
  takeMessage(accountId: string): number | undefined;
  /** Reverses `takeMessage` for a message that was not accepted. */
  giveBack(accountId: string): void;
}

interface Entry {
  zone: string;
  bytes: number;
  day: string;
  messages: number;
  dayBytes: number;
}

export interface MeterOptions {
  readonly clock: Pick<Clock, "now">;
  readonly limits: Limits;
  /** Used until the account's own zone is known. */
  readonly defaultZone: string;
}

const mostRemembered = 50_000;

export function createUsageMeter({ clock, limits, defaultZone }: MeterOptions): UsageMeter {
  let entries = new Map<string, Entry>();
  let server = { bytes: 0, accounts: 1 };

  /** Today's usage; yesterday's is discarded. */
  function entryOf(accountId: string): Entry {
    const entry = entries.get(accountId) ?? {
      zone: defaultZone,
      bytes: 0,
      day: "",
      messages: 0,
      dayBytes: 0,
    };
    const day = localDay(clock.now(), entry.zone);
    if (entry.day !== day) Object.assign(entry, { day, messages: 0, dayBytes: 0 });
    if (entries.size < mostRemembered) entries.set(accountId, entry);
    return entry;
  }

  const secondsLeft = ({ zone }: Entry): number =>
    Math.max(1, Math.ceil((dayEnd(clock.now(), zone) - clock.now()) / 1_000));

  return {
    load(rows, serverBytes) {
      server = { bytes: serverBytes, accounts: Math.max(1, rows.length) };
      entries = new Map(
        rows.map((row) => [
          row.account_id,
          {
            zone: row.zone,
            bytes: row.log_bytes,
            day: row.day,
            messages: row.day_messages,
            dayBytes: row.day_bytes,
          },
        ]),
      );
    },
    wrote(accountId, bytes) {
      const entry = entryOf(accountId);
      entry.bytes += bytes;
      entry.dayBytes += bytes;
      server.bytes += bytes;
    },
    assertRoom(accountId, bytes) {
      const entry = entryOf(accountId);
      const { storageBytes, writtenBytesPerDay } = limits.account;
      if (entry.bytes + bytes > storageBytes)
        throw toQuotaRefusal({ what: "storage", most: storageBytes });
      if (entry.dayBytes + bytes > writtenBytesPerDay)
        throw toQuotaRefusal({
          what: "written",
          most: writtenBytesPerDay,
          retry_after_seconds: secondsLeft(entry),
        });
      const { storageBytes: all } = limits.server;
      // A full server refuses accounts that use more than their share; the others continue.
      if (server.bytes + bytes > all && entry.bytes + bytes > all / server.accounts)
        throw toQuotaRefusal({ what: "server_storage", most: all });
    },
    takeMessage(accountId) {
      const entry = entryOf(accountId);
      if (entry.messages >= limits.account.messagesPerDay) return secondsLeft(entry);
      entry.messages += 1;
      return undefined;
    },
    giveBack(accountId) {
      const entry = entryOf(accountId);
      entry.messages = Math.max(0, entry.messages - 1);
    },
  };
}
