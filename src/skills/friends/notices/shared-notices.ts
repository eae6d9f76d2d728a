import { iso } from "../../../domain/ports/clock.ts";
import type { Reads } from "../../../domain/ports/reads.ts";

/** The last thing that the person did to something shared, as one of the others was notified of it. */
export interface SharedNotice {
  readonly sharedId: string;
  readonly accountId: string;
  /** `muted`: this friend wants no messages about what is shared. */
  readonly state: "waiting" | "told" | "muted";
  /** When a message about it was written, and when it arrived. */
  readonly toldAt: string | null;
  readonly reachedAt: string | null;
}

export async function readNotices(read: Reads, ids: readonly string[]): Promise<SharedNotice[]> {
  if (ids.length === 0) return [];
  const rows = await read.rows<{
    shared_reminder_id: string;
    account_id: string;
    state: SharedNotice["state"];
    told_at: string | null;
    reached_at: string | null;
  }>("select * from shared_notices($1)", [ids]);
  const toTime = (at: string | null): string | null => (at === null ? null : iso(Date.parse(at)));
  return rows.map((row) => ({
    sharedId: row.shared_reminder_id,
    accountId: row.account_id,
    state: row.state,
    toldAt: toTime(row.told_at),
    reachedAt: toTime(row.reached_at),
  }));
}
