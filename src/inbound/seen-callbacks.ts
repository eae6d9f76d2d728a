import { type Clock, iso } from "../domain/ports/clock.ts";
import type { SeenCallbacks } from "../domain/ports/channel-storage.ts";
import type { Sql } from "../store/database/database.ts";

export function openSeenCallbacks({ db }: { readonly db: Sql }): SeenCallbacks {
  return {
    async first(id, until) {
      const marked = await db.rows(
        "insert into seen_callback (id, until) values ($1, $2) on conflict do nothing returning id",
        [id, iso(until)],
      );
      return marked.length > 0;
    },
    forget: async (id) => void (await db.rows("delete from seen_callback where id = $1", [id])),
  };
}

/** Entries too old to be accepted again. */
export async function forgetOldCallbacks({
  db,
  clock,
}: {
  readonly db: Sql;
  readonly clock: Clock;
}): Promise<void> {
  await db.rows("delete from seen_callback where until < $1", [iso(clock.now())]);
}
