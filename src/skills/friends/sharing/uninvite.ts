import { iso } from "../../../domain/ports/clock.ts";
import { restoreRow, type RowChange } from "../../reminders/commands/commands.ts";
import type { Maker } from "../../reminders/commands/new-row.ts";
import type { ReminderRow } from "../../reminders/rows.ts";
import {
  cancelParts,
  command,
  factsOf,
  type Group,
  groupEvent,
  partFact,
  type SharedChange,
  toCancelled,
} from "./group-command.ts";
import { withoutPerson } from "./invite.ts";
import type { News } from "../notices/notify.ts";
import type { Part, Person } from "../people.ts";
import { namesBeside } from "./share.ts";

/** Removes people from a shared reminder and notifies everyone. */
export function uninvite(
  by: Maker,
  { shared, parts }: Group,
  who: readonly string[],
): SharedChange {
  const gone = parts.filter(({ id, state }) => who.includes(id) && state === "active");
  const others = withoutPerson(parts, by.accountId).filter((part) => !gone.includes(part));
  const tell = (to: Person): News => {
    const isGone = gone.some(({ id }) => id === to.id);
    const row = parts.find(({ id }) => id === to.id)?.row ?? (parts[0] as Part).row;
    return {
      type: "shared_reminder_uninvited",
      objectType: "shared_reminder",
      objectId: shared.id,
      facts: { ...factsOf(row), ...(isGone ? {} : { left: namesBeside(gone, to) }) },
    };
  };
  const changes = cancelParts(by, gone);
  return {
    shared,
    parts: parts.map((part) =>
      gone.includes(part) ? { ...part, state: "declined" as const } : part,
    ),
    command: command(
      by,
      { operation: "remove_participants", shared, people: parts.map(({ id }) => id) },
      {
        facts: gone.map(({ id }) =>
          partFact(by, { id: shared.id, who: id }, "projection_declined"),
        ),
        changes,
        tell,
        to: [...gone, ...others],
      },
    ),
  };
}

/** Makes it the person's own again, as it was; for the others it is cancelled. */
export function unshare(by: Maker, { shared, parts }: Group, was: ReminderRow): SharedChange {
  const others = parts.filter(({ id, state }) => id !== by.accountId && state === "active");
  const own = parts.find(({ id }) => id === by.accountId) as Part;
  const alone = {
    kind: was.kind,
    shared_reminder_id: null,
    updated_at: iso(by.now),
    version: own.row.version + 1,
  };
  const back =
    own.row.lifecycle === "active"
      ? restoreRow(by, { ...was, version: own.row.version })
      : undefined;
  const mine: RowChange = {
    kind: "reminder_restored",
    before: own.row,
    after: back ?? { ...own.row, ...alone },
  };
  const changes = cancelParts(by, others);
  const after = toCancelled(by, shared);
  const fact = groupEvent(by, {
    kind: "shared_reminder_unshared",
    payload: {
      id: shared.id,
      owner_account_id: by.accountId,
      accounts: others.map(({ id }) => id),
    },
  });
  const tell = (to: Person): News => ({
    type: "shared_reminder_cancelled",
    objectType: "shared_reminder",
    objectId: shared.id,
    facts: factsOf(parts.find(({ id }) => id === to.id)?.row ?? own.row),
  });
  return {
    shared: after,
    parts: parts.map((part) =>
      part === own
        ? { ...part, state: "cancelled" as const, row: mine.after }
        : { ...part, state: "cancelled" as const },
    ),
    command: command(
      by,
      {
        operation: "unshare_reminder",
        shared: after,
        people: parts.map(({ id }) => id),
        expects: shared.version,
      },
      { facts: [fact], changes: [mine, ...changes], tell, to: others },
    ),
  };
}
