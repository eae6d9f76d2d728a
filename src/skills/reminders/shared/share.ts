import { createHash } from "node:crypto";
import { iso } from "../../../domain/clock.ts";
import type { EventDraft, Payload } from "../../../domain/events.ts";
import type { StagedCommand } from "../../../domain/skill.ts";
import { instantOf, wallTimeAt } from "../../../language/instants.ts";
import { cancel, revised, type Revision, type RowChange } from "../commands.ts";
import { cleanContent, contentHash } from "../content.ts";
import { eventOf, expectedVersions } from "../facts.ts";
import { type Maker, newRow } from "../new-row.ts";
import type { ReminderRow } from "../rows.ts";
import { type News, socialStream, told } from "./notify.ts";
import type { Part, Person, Shared } from "./people.ts";

/** A wish for several people. `start` is wall time in `zone`. */
export interface SharedWish {
  readonly title: string;
  readonly start: string;
  readonly zone: string;
  readonly instant?: number | undefined;
  readonly rrule: string | null;
  readonly durationMinutes: number | null;
}

export interface SharedChange {
  readonly command: StagedCommand;
  readonly shared: Shared;
  readonly parts: readonly Part[];
}

const sharedStream = (id: string): string => `shared:${id}`;

const instantOfWish = ({ start, zone, instant }: Pick<SharedWish, "start" | "zone" | "instant">): number =>
  instant ?? instantOf(start, zone);

/** Each one's own clock, for what comes once. A series keeps the clock that it was meant by. */
function timingFor(wish: Omit<SharedWish, "title">, zone: string) {
  if (wish.rrule !== null) return { start: wish.start, zone: wish.zone, rrule: wish.rrule };
  const instant = instantOfWish(wish);
  const start = wallTimeAt(instant, zone);
  return { start, zone, rrule: null, ...(wish.instant === undefined && instantOf(start, zone) === instant ? {} : { instant }) };
}

/** What a maker does to another person's row happens in none of that person's conversations. */
export const onBehalf = (by: Maker, accountId: string): Maker =>
  accountId === by.accountId ? by : { ...by, accountId, conversationId: null, turnId: null };

const participantHash = (accounts: readonly string[]): string =>
  createHash("sha256")
    .update([...new Set(accounts)].toSorted().join("\n"))
    .digest("hex");

export function createShared(by: Maker, people: { me: Person; others: readonly Person[] }, wish: SharedWish): SharedChange {
  const id = by.newId();
  const all = [people.me, ...people.others];
  const title = cleanContent(wish.title);
  const parts = all.map((person): Part => ({
    ...person,
    sharedId: id,
    state: "active",
    completion: "pending",
    row: rowFor(by, person, { id, wish }),
  }));
  const own = parts[0] as Part;
  const shared: Shared = {
    id,
    creatorId: by.accountId,
    title,
    start: wish.start,
    zone: wish.zone,
    rrule: wish.rrule,
    durationMinutes: wish.durationMinutes,
    status: "active",
    version: 1,
    reminderId: own.row.id,
    ownPart: "active",
    ownCompletion: "pending",
    createdAt: iso(by.now),
    updatedAt: iso(by.now),
  };
  const created = sharedFact(
    by,
    { id, kind: "shared_reminder_created" },
    {
      creator_account_id: by.accountId,
      participant_set_hash: participantHash(all.map((person) => person.id)),
      title,
      title_hash: contentHash(title),
      local_trigger_at: wish.start,
      captured_timezone: wish.zone,
      rrule: wish.rrule,
      duration_minutes: wish.durationMinutes,
      parts: parts.map((part) => ({ account_id: part.id, reminder_id: part.row.id })),
    },
  );
  const changes = parts.map(({ row }): RowChange => ({ kind: "reminder_created", before: null, after: row }));
  const tell = (to: Person): News => ({
    type: "shared_reminder_created",
    objectType: "shared_reminder",
    objectId: id,
    facts: { ...factsOf(own.row), others: namesBeside(people.others, to) },
  });
  return {
    shared,
    parts,
    command: command(
      by,
      { operation: "create_shared_reminder", shared, people: all.map((person) => person.id), expects: 0 },
      { facts: [created], changes, tell, to: people.others },
    ),
  };
}

const namesBeside = (others: readonly Person[], to: Person): string[] =>
  others.flatMap((person) => (person.id === to.id ? [] : (person.displayName ?? [])));

function rowFor(by: Maker, person: Person, { id, wish }: { id: string; wish: SharedWish }): ReminderRow {
  const timing = timingFor(wish, person.zone);
  const row = newRow(onBehalf(by, person.id), { ...timing, content: wish.title, durationMinutes: wish.durationMinutes });
  return { ...row, kind: "shared_projection", shared_reminder_id: id };
}

/** When and what, for whoever is told. */
export const factsOf = (row: ReminderRow): Payload => ({
  title: row.content,
  starts_at: row.next_fire_at ?? iso(instantOf(row.local_start ?? "", row.captured_timezone)),
  duration_minutes: row.duration_minutes,
  rrule: row.rrule,
});

/** Beside the group's own stream: one person's part moves nobody else's. */
export const partFact = (by: Maker, of: { id: string; who: string }, kind: string): EventDraft => ({
  ...sharedFact(by, { id: of.id, kind }, { account_id: of.who }),
  stream: `projection:${of.id}:${of.who}`,
  accountId: of.who,
});

function sharedFact(by: Maker, { id, kind }: { id: string; kind: string }, payload: Payload): EventDraft {
  return {
    stream: sharedStream(id),
    kind,
    at: iso(by.now),
    accountId: by.accountId,
    turnId: by.turnId ?? undefined,
    payload: { id, ...payload },
  };
}

interface Doing {
  readonly facts: readonly EventDraft[];
  readonly changes: readonly RowChange[];
  readonly to: readonly Person[];
  tell(to: Person): News;
}

export function command(
  by: Maker,
  of: { operation: string; shared: Shared; people: readonly string[]; expects?: number },
  doing: Doing,
): StagedCommand {
  const { shared } = of;
  const news = doing.to.map((person) => told(by, person, doing.tell(person)));
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
    events: [...doing.facts, ...doing.changes.map((change) => eventOf(onBehalf(by, change.after.owner_account_id), change)), ...news],
    expects: {
      ...(of.expects === undefined ? {} : { [sharedStream(shared.id)]: of.expects }),
      ...expectedVersions(doing.changes),
      ...Object.fromEntries(doing.to.map((person) => [socialStream(person.id), person.socialVersion])),
    },
    // The group's own row belongs to all, also to those who have left it.
    reaches: of.people.filter((id) => id !== by.accountId),
  };
}

/** A group as whoever changes it finds it. */
export interface Group {
  readonly shared: Shared;
  readonly parts: readonly Part[];
}

export interface SharedRevision {
  readonly title?: string | undefined;
  readonly durationMinutes?: number | null | undefined;
  readonly timing?: Omit<SharedWish, "title" | "durationMinutes"> | undefined;
}

const isIn = ({ state, completion }: Part): boolean => state === "active" && completion === "pending";

/** The same thing at another time, of another length or by another name, for all who still take part. */
export function updateShared(by: Maker, { shared, parts }: Group, to: SharedRevision): SharedChange {
  const changes = parts.filter(isIn).map(({ row, zone }): RowChange => {
    const timing = to.timing === undefined ? undefined : timingFor({ ...to.timing, durationMinutes: null }, zone);
    const revision: Revision = { content: to.title, durationMinutes: to.durationMinutes, ...(timing === undefined ? {} : { timing }) };
    return { kind: "reminder_updated", before: row, after: revised(onBehalf(by, row.owner_account_id), row, revision) };
  });
  const after: Shared = {
    ...shared,
    title: to.title === undefined ? shared.title : cleanContent(to.title),
    durationMinutes: to.durationMinutes === undefined ? shared.durationMinutes : to.durationMinutes,
    ...(to.timing === undefined ? {} : { start: to.timing.start, zone: to.timing.zone, rrule: to.timing.rrule }),
    version: shared.version + 1,
    updatedAt: iso(by.now),
  };
  const own = changes.find((change) => change.after.owner_account_id === by.accountId);
  const [first] = changes;
  const shown = own ?? first;
  const tell = (): News => ({
    type: "shared_reminder_updated",
    objectType: "shared_reminder",
    objectId: shared.id,
    facts: {
      ...(shown === undefined ? {} : factsOf(shown.after)),
      was_title: shared.title,
      was_starts_at: iso(instantOf(shared.start, shared.zone)),
    },
  });
  const fact = sharedFact(
    by,
    { id: shared.id, kind: "shared_reminder_updated" },
    {
      title: after.title,
      title_hash: contentHash(after.title),
      local_trigger_at: after.start,
      captured_timezone: after.zone,
      rrule: after.rrule,
      duration_minutes: after.durationMinutes,
    },
  );
  const others = parts.filter((part) => isIn(part) && part.id !== by.accountId);
  const rows = new Map(changes.map((change) => [change.after.owner_account_id, change.after]));
  return {
    shared: after,
    parts: parts.map((part) => ({ ...part, row: rows.get(part.id) ?? part.row })),
    command: command(
      by,
      { operation: "update_shared_reminder", shared: after, people: parts.map((part) => part.id), expects: shared.version },
      { facts: [fact], changes, tell, to: others },
    ),
  };
}

/** It is called off for all. */
export function cancelShared(by: Maker, { shared, parts }: Group): SharedChange {
  const active = parts.filter(({ state }) => state === "active");
  const changes = active
    .filter(({ row }) => row.lifecycle === "active")
    .flatMap(({ row }) => cancel(onBehalf(by, row.owner_account_id), row).changes);
  const after: Shared = { ...shared, status: "cancelled", ownPart: "cancelled", version: shared.version + 1, updatedAt: iso(by.now) };
  const fact = sharedFact(
    by,
    { id: shared.id, kind: "shared_reminder_cancelled" },
    { cancelled_by: by.accountId, accounts: active.map(({ id }) => id) },
  );
  const tell = (to: Person): News => ({
    type: "shared_reminder_cancelled",
    objectType: "shared_reminder",
    objectId: shared.id,
    facts: factsOf(parts.find(({ id }) => id === to.id)?.row ?? (parts[0] as Part).row),
  });
  const others = active.filter(({ id }) => id !== by.accountId);
  return {
    shared: after,
    parts: parts.map((part) => (part.state === "active" ? { ...part, state: "cancelled" as const } : part)),
    command: command(
      by,
      { operation: "cancel_shared_reminder", shared: after, people: parts.map((part) => part.id), expects: shared.version },
      { facts: [fact], changes, tell, to: others },
    ),
  };
}
