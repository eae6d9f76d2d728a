import { iso } from "../../../domain/ports/clock.ts";
import type { RowChange } from "../../reminders/commands/commands.ts";
import { contentHash } from "../../reminders/commands/content.ts";
import type { Maker } from "../../reminders/commands/new-row.ts";
import type { ReminderRow } from "../../reminders/rows.ts";
import { command, factsOf, type Group, groupEvent, type SharedChange } from "./group-command.ts";
import type { News } from "../notices/notify.ts";
import type { Part, Person, Shared } from "../people.ts";
import {
  dormant,
  stateFor,
  namesBeside,
  participantHash,
  partsIn,
  rowFor,
  type SharedWish,
} from "./share.ts";

/** The other active participants. */
export const withoutPerson = (parts: readonly Part[], who: string): Part[] =>
  parts.filter(
    ({ id, state, completion }) => id !== who && state === "active" && completion === "pending",
  );

const toShareRequest = (
  { title, start, zone, rrule, durationMinutes, allDay }: Shared,
  row: ReminderRow,
): SharedWish => ({
  title,
  start,
  zone,
  rrule,
  durationMinutes,
  allDay,
  ...(row.instant === null ? {} : { instant: Date.parse(row.instant) }),
});

export const partsFor = (
  by: Maker,
  people: readonly Person[],
  on: { shared: Shared; row: ReminderRow },
): Part[] =>
  people.map((person) => {
    const like = { exdates: on.shared.exdates, workdays: on.row.workdays };
    const row = rowFor(by, person, {
      id: on.shared.id,
      wish: toShareRequest(on.shared, on.row),
      like,
    });
    const state = stateFor(person);
    return {
      ...person,
      sharedId: on.shared.id,
      state,
      completion: "pending",
      row: state === "asked" ? dormant(row) : row,
    };
  });

const rowsMade = (parts: readonly Part[]): RowChange[] =>
  parts.map(({ row }) => ({ kind: "reminder_created", before: null, after: row }));

/** They join, also those who had left. They learn what it is, and the others that they join. */
export function addPeople(
  by: Maker,
  { shared, parts }: Group,
  people: readonly Person[],
): SharedChange {
  const own = (parts.find(({ id }) => id === by.accountId) ?? parts[0]) as Part;
  const added = partsFor(by, people, { shared, row: own.row });
  const all = [...parts.filter(({ id }) => !added.some((part) => part.id === id)), ...added];
  const after: Shared = { ...shared, version: shared.version + 1, updatedAt: iso(by.now) };
  const others = withoutPerson(parts, by.accountId);
  const fact = groupEvent(by, {
    kind: "shared_reminder_joined",
    payload: {
      id: shared.id,
      participant_set_hash: participantHash(all.map(({ id }) => id)),
      parts: partsIn(added),
    },
  });
  const tell = (to: Person): News => {
    const isNew = added.some(({ id }) => id === to.id);
    const beside = isNew
      ? { others: namesBeside([...others, ...added], to) }
      : { joined: namesBeside(added, to) };
    return {
      type: !isNew
        ? "shared_reminder_joined"
        : stateFor(to) === "asked"
          ? "shared_reminder_asked"
          : "shared_reminder_created",
      objectType: "shared_reminder",
      objectId: shared.id,
      facts: { ...factsOf(own.row), ...beside },
    };
  };
  const of = {
    operation: "add_participants",
    shared: after,
    people: all.map(({ id }) => id),
    expects: shared.version,
  };
  return {
    shared: after,
    parts: all,
    command: command(by, of, {
      facts: [fact],
      changes: rowsMade(added),
      tell,
      to: [...added, ...others],
    }),
  };
}

const groupOf = (by: Maker, id: string, row: ReminderRow): Shared => ({
  id,
  creatorId: by.accountId,
  title: row.content,
  start: row.local_start ?? "",
  zone: row.captured_timezone,
  rrule: row.rrule,
  exdates: row.exdates,
  durationMinutes: row.duration_minutes,
  allDay: row.all_day,
  status: "active",
  version: 1,
  reminderId: row.id,
  ownPart: "active",
  ownCompletion: "pending",
  createdAt: iso(by.now),
  updatedAt: iso(by.now),
});

/** Shares one of the person's own reminders. Its row stays, as the person's own part. */
export function shareOwn(
  by: Maker,
  people: { me: Person; others: readonly Person[] },
  rows: { was: ReminderRow; now: ReminderRow },
): SharedChange {
  const id = by.newId();
  const { now } = rows;
  const row: ReminderRow = {
    ...now,
    kind: "shared_projection",
    shared_reminder_id: id,
    updated_at: iso(by.now),
    version: rows.was.version + 1,
  };
  const shared = groupOf(by, id, row);
  const mine: Part = { ...people.me, sharedId: id, state: "active", completion: "pending", row };
  const added = partsFor(by, people.others, { shared, row });
  const fact = groupEvent(by, {
    kind: "shared_reminder_created",
    payload: {
      id,
      creator_account_id: by.accountId,
      participant_set_hash: participantHash([by.accountId, ...added.map((part) => part.id)]),
      title: shared.title,
      title_hash: contentHash(shared.title),
      local_trigger_at: shared.start,
      captured_timezone: shared.zone,
      rrule: shared.rrule,
      duration_minutes: shared.durationMinutes,
      ...(shared.allDay ? { all_day: true } : {}),
      exdates: shared.exdates,
      parts: partsIn([mine, ...added]),
    },
  });
  const tell = (to: Person): News => ({
    type: stateFor(to) === "asked" ? "shared_reminder_asked" : "shared_reminder_created",
    objectType: "shared_reminder",
    objectId: id,
    facts: { ...factsOf(row), others: namesBeside(added, to) },
  });
  const changes: RowChange[] = [
    { kind: "reminder_updated", before: rows.was, after: row },
    ...rowsMade(added),
  ];
  const of = {
    operation: "share_reminder",
    shared,
    people: [by.accountId, ...added.map((part) => part.id)],
    expects: 0,
  };
  return {
    shared,
    parts: [mine, ...added],
    command: command(
      by,
      { ...of, ownVersion: people.me.socialVersion },
      { facts: [fact], changes, tell, to: added },
    ),
  };
}

/** Two changes of one group as one: the second was decided on what the first makes. */
export const combineChanges = (first: SharedChange, second: SharedChange): SharedChange => ({
  ...second,
  command: {
    ...second.command,
    events: [...first.command.events, ...second.command.events],
    expects: { ...second.command.expects, ...first.command.expects },
    reaches: [...new Set([...(first.command.reaches ?? []), ...(second.command.reaches ?? [])])],
  },
});
