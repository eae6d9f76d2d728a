import type { StagedCommand } from "../../../domain/skill.ts";
import { eventOf, listExpectedVersions } from "../../reminders/commands/reminder-events.ts";
import type { Maker } from "../../reminders/commands/new-row.ts";
import type { ReminderRow } from "../../reminders/rows.ts";
import type { News } from "../notices/notify.ts";
import type { Shared } from "../people.ts";
import {
  cancelParts,
  command,
  factsOf,
  type Group,
  partFact,
  type SharedChange,
} from "./group-command.ts";
import { complete } from "../../reminders/commands/occurrence-commands.ts";

/** One person's part ends; the others keep theirs. */
export function leaveShared(
  by: Maker,
  { shared, parts }: Group,
  who: string,
): SharedChange | undefined {
  const part = parts.find(
    ({ id, state }) => id === who && (state === "active" || state === "asked"),
  );
  if (part === undefined) return undefined;
  const changes = cancelParts(by, [part]);
  const after: Shared = { ...shared, ownPart: who === by.accountId ? "declined" : shared.ownPart };
  const tell = (): News => ({
    type: "shared_reminder_declined",
    objectType: "shared_reminder",
    objectId: shared.id,
    facts: factsOf(
      part.state === "asked"
        ? (parts.find(({ id }) => id === shared.creatorId) ?? part).row
        : part.row,
    ),
  });
  const creator = parts.filter(
    ({ id, state }) =>
      id === shared.creatorId && id !== who && id !== by.accountId && state === "active",
  );
  const fact = partFact(by, { id: shared.id, who }, "projection_declined");
  return {
    shared: after,
    parts: parts.map((each) => (each === part ? { ...each, state: "declined" as const } : each)),
    command: command(
      by,
      { operation: "decline_shared_reminder", shared: after, people: parts.map((part) => part.id) },
      { facts: [fact], changes, tell, to: creator },
    ),
  };
}

/**
 * Completes the person's own part. Other parts do not change, and of a series only this occurrence
 * is completed.
 */
export function completePart(
  by: Maker,
  group: Pick<Shared, "id" | "title">,
  row: ReminderRow,
): StagedCommand {
  const { changes } = complete(by, row);
  const payload = { shared_reminder_id: group.id, title: group.title, reminder_id: row.id };
  return {
    domain: "social_scheduling",
    operation: "complete_own_projection",
    payload,
    preview: payload,
    events: [
      ...(row.rrule === null
        ? [partFact(by, { id: group.id, who: by.accountId }, "projection_completed")]
        : []),
      ...changes.map((change) => eventOf(by, change)),
    ],
    expects: listExpectedVersions(changes),
  };
}
