import { iso } from "../../../domain/ports/clock.ts";
import type { EventBody, EventDraft } from "../../../domain/events/catalogue.ts";
import type { NoticeFacts } from "../../../domain/events/friend.ts";
import type { StagedCommand } from "../../../domain/skill.ts";
import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import { cancel, type RowChange } from "../../reminders/commands/commands.ts";
import { isRunning } from "../../reminders/commands/schedule.ts";
import { eventOf, listExpectedVersions } from "../../reminders/commands/reminder-events.ts";
import type { Maker } from "../../reminders/commands/new-row.ts";
import type { ReminderRow } from "../../reminders/rows.ts";
import { type News, notifyFriend } from "../notices/notify.ts";
import { socialStream } from "../social-stream.ts";
import { ownTime } from "../availability/own-time.ts";
import type { Part, Person, Shared } from "../people.ts";

/** A group as its changer sees it. */
export interface Group {
  readonly shared: Shared;
  readonly parts: readonly Part[];
}

export interface SharedChange {
  readonly command: StagedCommand;
  readonly shared: Shared;
  readonly parts: readonly Part[];
}

const streamOfGroup = (id: string): string => `shared:${id}`;

/** A change of another person's row belongs to none of that person's conversations. */
export const onBehalf = (by: Maker, accountId: string): Maker =>
  accountId === by.accountId ? by : { ...by, accountId, conversationId: null, turnId: null };

/** The reminders of these participants are called off, days that have begun among them. */
export const cancelParts = (by: Maker, parts: readonly Part[]): RowChange[] =>
  parts
    .filter(({ row }) => row.lifecycle === "active" || isRunning(row, by.now))
    .flatMap(({ row }) => [...cancel(onBehalf(by, row.owner_account_id), row).changes]);

/** The group itself, once it is called off. */
export const toCancelled = (by: Maker, shared: Shared): Shared => ({
  ...shared,
  status: "cancelled",
  ownPart: "cancelled",
  version: shared.version + 1,
  updatedAt: iso(by.now),
});

/** When and what, for the recipients. */
export const factsOf = (row: ReminderRow): NoticeFacts => ({
  title: row.content,
  starts_at: row.next_fire_at ?? iso(instantOf(row.local_start ?? "", row.captured_timezone)),
  duration_minutes: row.duration_minutes,
  rrule: row.rrule,
  // The same date for all of them, whatever their zones.
  ...(row.all_day ? { day: dayOfRow(row) } : {}),
});

const dayOfRow = (row: ReminderRow): string =>
  row.next_fire_at === null
    ? (row.local_start ?? "")
    : `${wallTimeAt(Date.parse(row.next_fire_at), row.captured_timezone).slice(0, 10)}T00:00:00`;

type PartKind = "projection_completed" | "projection_declined";
type GroupKind =
  | "shared_reminder_created"
  | "shared_reminder_joined"
  | "shared_reminder_updated"
  | "shared_reminder_unshared"
  | "shared_reminder_restored"
  | "shared_reminder_cancelled";

/** Beside the group's own stream: one person's part does not change another's. */
export const partFact = (
  by: Maker,
  of: { id: string; who: string },
  kind: PartKind,
): EventDraft => ({
  stream: `projection:${of.id}:${of.who}`,
  kind,
  at: iso(by.now),
  accountId: of.who,
  turnId: by.turnId ?? undefined,
  payload: { id: of.id, account_id: of.who },
});

export const groupEvent = (by: Maker, of: EventBody<GroupKind>): EventDraft => ({
  stream: streamOfGroup(of.payload.id),
  at: iso(by.now),
  accountId: by.accountId,
  turnId: by.turnId ?? undefined,
  ...of,
});

interface Doing {
  readonly facts: readonly EventDraft[];
  readonly changes: readonly RowChange[];
  readonly to: readonly Person[];
  tell(to: Person): News;
}

export function command(
  by: Maker,
  of: {
    operation: string;
    shared: Shared;
    people: readonly string[];
    expects?: number;
    ownVersion?: number | undefined;
  },
  doing: Doing,
): StagedCommand {
  const { shared } = of;
  const news = doing.to.map((person) => notifyFriend(by, person, doing.tell(person)));
  const own = ownTime(by, doing.changes, of.ownVersion);
  const payload = {
    shared_reminder_id: shared.id,
    title: shared.title,
    local_trigger_at: shared.start,
    captured_timezone: shared.zone,
    duration_minutes: shared.durationMinutes,
  };
  return {
    domain: "social_scheduling",
    operation: of.operation,
    payload,
    preview: payload,
    events: [
      ...doing.facts,
      ...doing.changes.map((change) =>
        eventOf(onBehalf(by, change.after.owner_account_id), change),
      ),
      ...own.events,
      ...news,
    ],
    expects: {
      ...own.expects,
      ...(of.expects === undefined ? {} : { [streamOfGroup(shared.id)]: of.expects }),
      ...listExpectedVersions(doing.changes),
      ...Object.fromEntries(
        doing.to.map((person) => [socialStream(person.id), person.socialVersion]),
      ),
    },
    // The group's own row belongs to all, also to those who have left it.
    reaches: of.people.filter((id) => id !== by.accountId),
  };
}
