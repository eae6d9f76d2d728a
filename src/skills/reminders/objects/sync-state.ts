import type { Reads } from "../../../domain/ports/reads.ts";

/** How far a program has seen the changes of an account. */
export interface SyncState {
  readonly token: string;
  /** A mark in tags: files are written without alarms where only chat reminds. */
  readonly mode: "" | "-c";
  /** Whether a token was given out by this database, for files as they are written now. */
  isOurs(token: string): string | undefined;
}

const prefix = "urn:meanwhile:sync:";

/**
 * A token names the transactions that its holder has seen: all before the first open one, and after
 * it those that were over, up to the last change. So a token stays the same while nothing changes,
 * and a transaction that commits late is not missed. Read before the rows. The order is that of the
 * column: a bare name would mean the text in the select list, where 972 comes after 2278.
 */
export async function readSyncState(read: Reads, accountId: string): Promise<SyncState> {
  const [row] = await read.rows<{
    snapshot: string;
    latest: string | null;
    system: string;
    reminded_by: string;
  }>(
    `select pg_current_snapshot()::text as snapshot,
       (select r.changed_in::text from reminder r where r.owner_account_id = $1 and r.changed_in < pg_snapshot_xmax(pg_current_snapshot())
         order by r.changed_in desc limit 1) as latest,
       (select system_identifier::text from pg_control_system()) as system, a.reminded_by
     from account a where a.id = $1`,
    [accountId],
  );
  if (row === undefined) throw new Error("an account that signed in has no row");
  const now = parseSnapshot(row.snapshot);
  if (now === undefined) throw new Error("the database's snapshot can't be read");
  const mode = row.reminded_by === "chat" ? "-c" : "";
  const own = `${prefix}${row.system}${mode}:`;
  return {
    token: `${own}${cutAt(now, row.latest === null ? 1n : BigInt(row.latest) + 1n)}`,
    mode,
    isOurs(token) {
      const seen = token.startsWith(own) ? token.slice(own.length) : "";
      const parsed = parseSnapshot(seen);
      return parsed !== undefined && parsed.end <= now.end ? seen : undefined;
    },
  };
}

/** `first:end:open`: all before the first are over, none from the end on, and these are not. */
interface Snapshot {
  readonly first: bigint;
  readonly end: bigint;
  readonly open: readonly bigint[];
}

const longest = 4_000;

/** Undefined for text that the database would not read either. */
function parseSnapshot(text: string): Snapshot | undefined {
  const found = /^(\d{1,19}):(\d{1,19}):((?:\d{1,19}(?:,\d{1,19})*)?)$/.exec(text);
  if (found === null || text.length > longest) return undefined;
  const [first, end] = [BigInt(found[1] ?? ""), BigInt(found[2] ?? "")];
  const open = (found[3] ?? "").split(",").filter(Boolean).map(BigInt);
  const isInOrder = open.every(
    (each, nth) => each >= first && each < end && (nth === 0 || each > (open[nth - 1] ?? 0n)),
  );
  return first > 0n && first <= end && end < 2n ** 63n && isInOrder
    ? { first, end, open }
    : undefined;
}

/** Nothing of the account has changed from there on. */
function cutAt({ first, end, open }: Snapshot, at: bigint): string {
  const last = at < end ? at : end;
  if (last <= first) return `${last}:${last}:`;
  const text = `${first}:${last}:${open.filter((each) => each < last).join(",")}`;
  return text.length > longest ? `${first}:${first}:` : text;
}
