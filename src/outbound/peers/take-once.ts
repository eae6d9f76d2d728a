import { type Clock, iso } from "../../domain/ports/clock.ts";
import { engine } from "../../domain/principal.ts";
import type { Database } from "../../store/database/database.ts";

/** How far the clocks of two installations may differ, and how long a message may be under way. */
export const freshMs = 5 * 60_000;

/** False for a message that was taken before. One older than `freshMs` is refused before this is asked. */
export async function takeOnce(
  on: { readonly db: Database; readonly clock: Clock },
  { host, id }: { readonly host: string; readonly id: string },
): Promise<boolean> {
  const now = on.clock.now();
  const taken = await on.db.transaction(engine, (sql) =>
    sql.rows(
      `with old as (delete from peer_message where taken_at < $4)
       insert into peer_message (host, id, taken_at) values ($1, $2, $3) on conflict do nothing returning id`,
      [host, id, iso(now), iso(now - 3 * freshMs)],
    ),
  );
  return taken.length > 0;
}
