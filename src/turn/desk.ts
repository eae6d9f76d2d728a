import type { Chance, Clock } from "../domain/clock.ts";
import type { Desk } from "../domain/desk.ts";
import { Refusal } from "../domain/errors.ts";
import { asAccount } from "../domain/principal.ts";
import type { Database } from "../store/database.ts";
import type { Projector } from "../store/projector.ts";
import { record } from "../store/record.ts";

export interface DeskDeps {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
}

const tries = 3;

/** A decision without a conversation. Like a turn's it is one transaction, and is made again when what it was made on has moved. */
export function openDesk(on: DeskDeps): Desk {
  return {
    async work(accountId, job) {
      for (let nth = 1; ; nth += 1) {
        try {
          const result = await on.db.transaction(asAccount(accountId), async (sql) => {
            const done = await job({ read: sql, now: on.clock.now(), newId: () => on.chance.id() });
            await record(sql, on.projector, { drafts: done.events, expected: done.expects });
            return { value: done.result, wakesLane: done.events.some(({ kind }) => kind === "message_received") };
          });
          // Something may be due sooner than anything was before.
          on.db.notify("timers");
          if (result.wakesLane) on.db.notify("lane");
          return result.value;
        } catch (error) {
          const isStale = error instanceof Refusal && error.code === "version_conflict";
          if (!isStale || nth >= tries) throw error;
        }
      }
    },
  };
}
