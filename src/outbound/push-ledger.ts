import { createHash } from "node:crypto";
import { type Clock, iso } from "../domain/ports/clock.ts";
import { engine } from "../domain/principal.ts";
import type { PushLedger } from "../domain/ports/channel-storage.ts";
import type { Database, Sql } from "../store/database/database.ts";

interface Line {
  readonly place: string;
  readonly who: string;
  readonly most: number;
  readonly ms: number;
}

export function openPushLedger({
  db,
  clock,
}: {
  readonly db: Database;
  readonly clock: Clock;
}): PushLedger {
  return {
    slot: (line) =>
      db.transaction(engine, async (sql) => {
        const place = createHash("sha256").update(line.place).digest("hex");
        // Concurrent requests for a place wait here; otherwise two would get the same one.
        await sql.rows("select pg_advisory_xact_lock(hashtextextended($1, 7788))", [place]);
        return takeSlot(sql, { ...line, place }, clock.now());
      }),
    async restOf(part) {
      const [row] = await db.rows<{ rest: string }>("select rest from push_rest where part = $1", [
        part,
      ]);
      return row?.rest;
    },
    async keepRest(part, rest) {
      if (rest === undefined) await db.rows("delete from push_rest where part = $1", [part]);
      else
        await db.rows(
          `insert into push_rest (part, rest, kept_at) values ($1, $2, $3)
           on conflict (part) do update set rest = excluded.rest, kept_at = excluded.kept_at`,
          [part, rest, iso(clock.now())],
        );
    },
  };
}

/** A caller that had to wait has a place already; all others get the next free one. */
async function takeSlot(sql: Sql, { place, who, most, ms }: Line, now: number): Promise<number> {
  const [mine] = await sql.rows<{ id: number; moment: string }>(
    "select id, moment from push_slot where place = $1 and who = $2 and not taken order by moment limit 1",
    [place, who],
  );
  if (mine !== undefined) {
    const waitMs = Math.max(0, Date.parse(mine.moment) - now);
    if (waitMs === 0) await sql.rows("update push_slot set taken = true where id = $1", [mine.id]);
    return waitMs;
  }
  const [full] = await sql.rows<{ moment: string }>(
    "select moment from push_slot where place = $1 order by moment desc offset $2 limit 1",
    [place, most - 1],
  );
  const moment = Math.max(now, full === undefined ? 0 : Date.parse(full.moment) + ms);
  await sql.rows("insert into push_slot (place, who, moment, taken) values ($1, $2, $3, $4)", [
    place,
    who,
    iso(moment),
    moment === now,
  ]);
  return moment - now;
}

const slotMs = 3_600_000;
const restMs = 3 * 24 * 3_600_000;
/** Messages that were shown while they were written: no turn and no next try takes longer. */
const shownMs = 12 * 3_600_000;

/** Places that no longer count, and remainders whose part will not be sent. */
export async function forgetOldPushes({
  db,
  clock,
}: {
  readonly db: Sql;
  readonly clock: Clock;
}): Promise<void> {
  await db.rows("delete from push_slot where moment < $1", [iso(clock.now() - slotMs)]);
  await db.rows(
    "delete from push_rest where kept_at < $1 or (part like 'live:%' and kept_at < $2)",
    [iso(clock.now() - restMs), iso(clock.now() - shownMs)],
  );
}
