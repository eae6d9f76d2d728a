import type { Chance, Clock } from "../domain/ports/clock.ts";
import { engine } from "../domain/principal.ts";
import type { FriendsApi } from "../domain/views/friends.ts";
import { createFriendsApi, type FriendsApiDeps } from "../skills/friends/api/friends-api.ts";
import type { Database } from "../store/database/database.ts";
import { openLinkCodes } from "../store/link-codes.ts";
import type { Projector } from "../store/log/projector.ts";
import { openDecisions } from "../turn/decisions.ts";
import type { Keys } from "../store/secrets.ts";

export interface FriendParts extends Pick<FriendsApiDeps, "latePolicy" | "outlook"> {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly keys: Keys;
}

/** Friends for programs, over the product's own database. */
export const openFriendsApi = (on: FriendParts): FriendsApi =>
  createFriendsApi({
    ...on,
    decisions: openDecisions(on),
    anyone: { rows: (text, params) => on.db.transaction(engine, (sql) => sql.rows(text, params)) },
    now: () => on.clock.now(),
    codes: openLinkCodes(on.keys),
  });
