import type { Actor } from "../domain/views/audit.ts";
import type { Clock } from "../domain/ports/clock.ts";
import type { Log } from "../domain/ports/log.ts";
import { noteAudit } from "../store/audit/audit.ts";
import type { Database } from "../store/database/database.ts";

/** The server itself as an actor, by the trigger. */
export const serverActor = (what: "start" | "signal"): Actor => ({
  credential: what,
  accountId: null,
  role: "operator",
  network: null,
});

/** A user who can signal this process can change what it trusts. */
export const noteSettingsRead = (on: {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
}): Promise<void> =>
  noteAudit(on.db, on.clock, { action: "settings_read", by: serverActor("signal") }).catch(
    (error: unknown) =>
      on.log.warn({ error }, "the reload of the settings could not be recorded in the audit"),
  );
