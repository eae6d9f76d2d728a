import type { Chance, Clock } from "../domain/ports/clock.ts";
import { engine } from "../domain/principal.ts";
import type { FriendBook } from "../domain/views/friends.ts";
import { createFriendBook, type FriendBookDeps } from "../skills/friends/api/friends-api.ts";
import type { Database } from "../store/database/database.ts";
import { openLinkCodes } from "../store/link-codes.ts";
import type { Projector } from "../store/log/projector.ts";
import { openDesk } from "../turn/decisions.ts";
import type { Keys } from "../store/secrets.ts";

export interface FriendParts extends Pick<FriendBookDeps, "latePolicy" | "outlook"> {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly keys: Keys;
}

/** Friends for programs, over the product's own database. */
export const openFriendBook = (on: FriendParts): FriendBook =>
  createFriendBook({
    ...on,
    desk: openDesk(on),
    anyone: { rows: (text, params) => on.db.transaction(engine, (sql) => sql.rows(text, params)) },
    now: () => on.clock.now(),
    codes: openLinkCodes(on.keys),
  });
