import type { Chance, Clock } from "../domain/ports/clock.ts";
import type { FileReader } from "../domain/ports/file-reader.ts";
import { engine } from "../domain/principal.ts";
import type { CalendarObjects } from "../domain/views/calendar-objects.ts";
import type { FriendsApi } from "../domain/views/friends.ts";
import type { RemindersApi } from "../domain/views/reminders.ts";
import { createRemindersApi } from "../skills/reminders/api/reminders-api.ts";
import type { RemindersApiDeps } from "../skills/reminders/api/reminder-views.ts";
import { createCalendarObjects } from "../skills/reminders/objects/objects-api.ts";
import type { Database } from "../store/database/database.ts";
import { openLinkCodes } from "../store/link-codes.ts";
import type { Projector } from "../store/log/projector.ts";
import { openDecisions } from "../turn/decisions.ts";
import { openFileReader } from "./file-reader.ts";
import type { Keys } from "../store/secrets.ts";

export interface ReminderParts extends Pick<
  RemindersApiDeps,
  "latePolicy" | "nightlyHour" | "overlap" | "outlook"
> {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly keys: Keys;
  /** One for the whole process. */
  readonly fileReader?: FileReader | undefined;
}

const wire = (on: ReminderParts): RemindersApiDeps => ({
  ...on,
  decisions: openDecisions(on),
  anyone: { rows: (text, params) => on.db.transaction(engine, (sql) => sql.rows(text, params)) },
  codes: openLinkCodes(on.keys),
  fileReader: on.fileReader ?? openFileReader(on.clock),
});

/** Reminders for programs, over the product's own database. */
export const openRemindersApi = (on: ReminderParts): RemindersApi => createRemindersApi(wire(on));

/** The same for calendar programs. */
export const openCalendarObjects = (
  on: ReminderParts,
  friends: Pick<FriendsApi, "actOnShared">,
): CalendarObjects => createCalendarObjects({ ...wire(on), friends });
