import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { RemindersApiDeps } from "./reminder-views.ts";
import type { Command } from "../commands/commands.ts";
import { eventOf, listExpectedVersions, programUndoFact } from "../commands/reminder-events.ts";
import type { Maker } from "../commands/new-row.ts";
import { nightlySet } from "../firing/nightly.ts";
import type { ReminderRow } from "../rows.ts";
import { hasFriends, ownTime } from "../../friends/availability/own-time.ts";

export const maker = (
  on: Pick<RemindersApiDeps, "latePolicy">,
  by: {
    readonly accountId: string;
    readonly now: number;
    readonly source: ReminderRow["source"];
    readonly morning: string;
    newId(): string;
  },
): Maker => ({
  ...by,
  newId: () => by.newId(),
  // No originating conversation: it goes to the person's preferred channel.
  conversationId: null,
  turnId: null,
  latePolicy: on.latePolicy,
});

/**
 * Records commands outside of a turn: the changed rows, and the evening's question if there is a
 * new to-do without a time.
 */
export async function factsOf(
  at: {
    readonly on: Pick<RemindersApiDeps, "nightlyHour" | "program">;
    readonly read: Reads;
    readonly by: Maker;
  },
  commands: readonly Command[],
): Promise<{ events: EventDraft[]; expects: Record<string, number> }> {
  const changes = commands.flatMap((command) => command.changes);
  const untimed = changes.find(
    ({ after }) => after.kind === "no_trigger_time" && after.lifecycle === "active",
  );
  const asked =
    untimed === undefined
      ? []
      : await at.read.rows("select 1 from timer where id = $1", [`nightly:${at.by.accountId}`]);
  const evening =
    untimed === undefined || asked.length > 0
      ? []
      : [
          nightlySet({
            accountId: at.by.accountId,
            zone: untimed.after.captured_timezone,
            hour: at.on.nightlyHour,
            now: at.by.now,
          }),
        ];
  const own = ownTime(at.by, changes);
  const taken = own.events.length > 0 && (await hasFriends(at.read)) ? own.events : [];
  const { program } = at.on;
  const undo =
    program === undefined || changes.length === 0
      ? []
      : [programUndoFact(at.by, program, commands)];
  return {
    events: [...changes.map((change) => eventOf(at.by, change)), ...evening, ...taken, ...undo],
    expects: listExpectedVersions(changes),
  };
}
