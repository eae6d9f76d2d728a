import type { Clock } from "../../domain/ports/clock.ts";
import { dayEnd, localDay } from "../../domain/local-day.ts";
import { type Limits, quotaReached } from "../../domain/quotas.ts";

/** What an account has written, as far as it was measured. */
export interface MeasuredUsage {
  readonly account_id: string;
  readonly zone: string;
  readonly log_bytes: number;
  readonly day: string;
  readonly day_messages: number;
  readonly day_bytes: number;
}

/**
 * The figures that are asked for with every message and every bulk write, in memory: what was last measured in the database, and what
 * this process has added since. No statement is made for them.
 */
export interface UsageMeter {
  /** Takes over what was measured. */
  load(rows: readonly MeasuredUsage[], serverBytes: number): void;
  wrote(accountId: string, bytes: number): void;
  /** Refuses when the account, or the server together with this account's share of it, has no room for so many more. */
  assertRoom(accountId: string, bytes: number): void;
  /** Counts one message of today; how long until the next is taken, in seconds, when there were too many. */
  takeMessage(accountId: string): number | undefined;
  /** The message was not taken after all. */
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
  /** Until the account's own zone was read. */
  readonly defaultZone: string;
}

const mostRemembered = 50_000;

export function createUsageMeter({ clock, limits, defaultZone }: MeterOptions): UsageMeter {
  let entries = new Map<string, Entry>();
  let server = { bytes: 0, accounts: 1 };

  /** Today's figures: those of yesterday are over. */
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
        throw quotaReached({ what: "storage", most: storageBytes });
      if (entry.dayBytes + bytes > writtenBytesPerDay)
        throw quotaReached({
          what: "written",
          most: writtenBytesPerDay,
          retry_after_seconds: secondsLeft(entry),
        });
      const { storageBytes: all } = limits.server;
      // A full server refuses those who take more than their share; the others go on.
      if (server.bytes + bytes > all && entry.bytes + bytes > all / server.accounts)
        throw quotaReached({ what: "server_storage", most: all });
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
