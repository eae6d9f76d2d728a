import { createHash } from "node:crypto";
import { iso } from "../../../domain/ports/clock.ts";
import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import type { RowChange } from "../../reminders/commands/commands.ts";
import { cleanContent, contentHash } from "../../reminders/commands/content.ts";
import { type Maker, newRow } from "../../reminders/commands/new-row.ts";
import type { ReminderRow } from "../../reminders/rows.ts";
import { command, factsOf, onBehalf, groupEvent, type SharedChange } from "./group-command.ts";
import type { News } from "../notices/notify.ts";
import type { Part, Person, Shared } from "../people.ts";

/** A request for several people. `start` is wall time in `zone`. */
export interface SharedWish {
  readonly title: string;
  readonly start: string;
  readonly zone: string;
  readonly instant?: number | undefined;
  readonly rrule: string | null;
  readonly durationMinutes: number | null;
  readonly allDay?: boolean | undefined;
}

const instantOfWish = ({
  start,
  zone,
  instant,
}: Pick<SharedWish, "start" | "zone" | "instant">): number => instant ?? instantOf(start, zone);

/**
 * Each one's own clock, for what comes once. A series keeps the clock that it was meant by, and
 * whole days are the same dates for all.
 */
export function timingFor(wish: Omit<SharedWish, "title">, zone: string) {
  if (wish.allDay === true) return { start: wish.start, zone, rrule: wish.rrule, allDay: true };
  if (wish.rrule !== null) return { start: wish.start, zone: wish.zone, rrule: wish.rrule };
  const instant = instantOfWish(wish);
  const start = wallTimeAt(instant, zone);
  return {
    start,
    zone,
    rrule: null,
    ...(wish.instant === undefined && instantOf(start, zone) === instant ? {} : { instant }),
  };
}

export const participantHash = (accounts: readonly string[]): string =>
  createHash("sha256")
    .update([...new Set(accounts)].toSorted().join("\n"))
    .digest("hex");

interface Together {
  readonly me: Person;
  readonly others: readonly Person[];
  /** The original time of a moved occurrence. */
  readonly from?: string;
}

export function createShared(by: Maker, people: Together, wish: SharedWish): SharedChange {
  const id = by.newId();
  const all = [people.me, ...people.others];
  const title = cleanContent(wish.title);
  const parts = all.map((person): Part => ({
    ...person,
    sharedId: id,
    state: stateFor(person),
    completion: "pending",
    row:
      stateFor(person) === "asked"
        ? dormant(rowFor(by, person, { id, wish }))
        : rowFor(by, person, { id, wish }),
  }));
  const own = parts[0] as Part;
  const shared: Shared = {
    id,
    creatorId: by.accountId,
    title,
    start: wish.start,
    zone: wish.zone,
    rrule: wish.rrule,
    exdates: [],
    durationMinutes: wish.durationMinutes,
    allDay: wish.allDay ?? false,
    status: "active",
    version: 1,
    reminderId: own.row.id,
    ownPart: "active",
    ownCompletion: "pending",
    createdAt: iso(by.now),
    updatedAt: iso(by.now),
  };
  const created = groupEvent(by, {
    kind: "shared_reminder_created",
    payload: {
      id,
      creator_account_id: by.accountId,
      participant_set_hash: participantHash(all.map((person) => person.id)),
      title,
      title_hash: contentHash(title),
      local_trigger_at: wish.start,
      captured_timezone: wish.zone,
      rrule: wish.rrule,
      duration_minutes: wish.durationMinutes,
      ...(shared.allDay ? { all_day: true } : {}),
      parts: partsIn(parts),
    },
  });
  const changes = parts.map(({ row }): RowChange => ({
    kind: "reminder_created",
    before: null,
    after: row,
  }));
  const { from } = people;
  const tell = (to: Person): News => ({
    type:
      stateFor(to) === "asked"
        ? "shared_reminder_asked"
        : from === undefined
          ? "shared_reminder_created"
          : "shared_reminder_updated",
    objectType: "shared_reminder",
    objectId: id,
    facts: {
      ...factsOf(own.row),
      ...(from === undefined
        ? { others: namesBeside(people.others, to) }
        : { was_title: title, was_starts_at: from }),
    },
  });
  return {
    shared,
    parts,
    command: command(
      by,
      {
        operation: "create_shared_reminder",
        shared,
        people: all.map((person) => person.id),
        expects: 0,
        ownVersion: people.me.socialVersion,
      },
      { facts: [created], changes, tell, to: people.others },
    ),
  };
}

/** As the log has them. */
export const partsIn = (parts: readonly Part[]) =>
  parts.map(({ id, row, state }) => ({
    account_id: id,
    reminder_id: row.id,
    ...(state === "asked" ? { state } : {}),
  }));

export const namesBeside = (others: readonly Person[], to: Person): string[] =>
  others.flatMap((person) => (person.id === to.id ? [] : (person.displayName ?? [])));

interface Wished {
  readonly id: string;
  readonly wish: SharedWish;
  /** Of what exists: days that it leaves out, and whose workdays it counts. */
  readonly like?: Pick<ReminderRow, "exdates" | "workdays">;
}

export function rowFor(by: Maker, person: Person, { id, wish, like }: Wished): ReminderRow {
  const timing = timingFor(wish, person.zone);
  const maker = onBehalf(by, person.id);
  const morning = person.id === by.accountId ? by.morning : person.morning;
  const row = newRow(
    { ...maker, morning },
    {
      ...timing,
      ...like,
      content: wish.title,
      durationMinutes: wish.durationMinutes,
    },
  );
  return { ...row, kind: "shared_projection", shared_reminder_id: id };
}

/**
 * A reminder for a person who wants to be asked first does not enter their calendar until they
 * accept.
 */
export const stateFor = ({ takes }: Pick<Person, "takes">): "active" | "asked" =>
  takes === "ask" ? "asked" : "active";

/** A row that never goes off and shows in no calendar. */
export const dormant = (row: ReminderRow): ReminderRow => ({
  ...row,
  lifecycle: "deleted",
  deleted_at: row.created_at,
  next_fire_at: null,
});
