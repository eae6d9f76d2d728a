import type { Chance, Clock } from "../domain/ports/clock.ts";
import { engine } from "../domain/principal.ts";
import type { BookingsApi, FreePageApi } from "../domain/views/bookings.ts";
import { type BookingsDeps, createBookingsApi } from "../skills/friends/bookings/bookings-api.ts";
import { createFreePage } from "../skills/friends/bookings/public-page.ts";
import type { Database } from "../store/database/database.ts";
import { openLinkCodes } from "../store/link-codes.ts";
import type { Projector } from "../store/log/projector.ts";
import type { Keys } from "../store/secrets.ts";
import { openDecisions } from "../turn/decisions.ts";

export interface BookingParts extends Pick<BookingsDeps, "latePolicy"> {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly keys: Keys;
}

/** Pages of free times: for their owners, and for visitors. */
export function openBookings(on: BookingParts): {
  readonly bookings: BookingsApi;
  readonly freePage: FreePageApi;
} {
  const parts = { decisions: openDecisions(on), codes: openLinkCodes(on.keys) };
  return {
    bookings: createBookingsApi({ ...parts, latePolicy: on.latePolicy }),
    freePage: createFreePage({
      ...parts,
      anyone: {
        rows: (text, params) => on.db.transaction(engine, (sql) => sql.rows(text, params)),
      },
      now: () => on.clock.now(),
    }),
  };
}
