import type { ReminderFixture, SharedFixture, SmokeCase, Who } from "./case.ts";
import { wallOf } from "./moments.ts";
import { post } from "./people.ts";
import { CaseFailure, markTitle, type Run } from "./run-options.ts";
import type { Person } from "./stack.ts";

/** The fixtures of a case, made before its first message and removed after its last. */
export interface Laid {
  /** Rows by the names that the case gives them. */
  readonly named: Map<string, string>;
  /** Titles of rows that are not the requester's. */
  readonly secrets: readonly string[];
  readonly reminders: readonly { readonly id: string; readonly owner: string }[];
  readonly shared: readonly { readonly id: string; readonly owner: string }[];
  /** Friendships that were not there before. */
  readonly friends: readonly { readonly owner: string; readonly friend: string }[];
}

export async function createFixtures(
  run: Run,
  of: SmokeCase,
  on: { readonly people: readonly Person[]; readonly now: number },
): Promise<Laid> {
  const { reminders = [], shared = [], friends = [] } = of.fixtures;
  const person = (who: Who): Person => playerOf(on.people, who);
  const named = new Map<string, string>();
  const laid = {
    reminders: [] as Laid["reminders"][number][],
    shared: [] as Laid["shared"][number][],
    friends: [] as Laid["friends"][number][],
  };
  for (const { who } of friends) {
    const isNew = await befriend(run, person("me"), person(who));
    if (isNew) laid.friends.push({ owner: person("me").accountId, friend: person(who).accountId });
  }
  for (const [who, theirs] of Map.groupBy(reminders, ({ of: owner = "me" }) => owner)) {
    const owner = person(who);
    const ids = await createReminders(run, theirs, { owner, now: on.now, zone: person("me").zone });
    for (const [index, id] of ids.entries()) {
      named.set(theirs[index]?.name ?? id, id);
      laid.reminders.push({ id, owner: owner.accountId });
    }
  }
  for (const fixture of shared) {
    const id = await createShared(run, fixture, {
      me: person("me"),
      with: fixture.with.map(person),
      now: on.now,
    });
    named.set(fixture.name, id);
    laid.shared.push({ id, owner: person("me").accountId });
  }
  return {
    ...laid,
    named,
    secrets: reminders
      .filter((each) => (each.of ?? "me") !== "me")
      .map(({ title }) => markTitle(run, title)),
  };
}

export function playerOf(people: readonly Person[], who: Who): Person {
  const person = people.find((each) => each.who === who);
  if (person === undefined) throw new CaseFailure(`no person plays ${who}`);
  return person;
}

async function befriend(run: Run, me: Person, friend: Person): Promise<boolean> {
  const link = await run.stack.api("GET", `/api/friends/link?owner_account_id=${me.accountId}`);
  const { link_code: code } = link.json as { link_code?: string };
  if (link.status !== 200 || code === undefined)
    throw new CaseFailure(`the friend link was answered with ${link.status}`);
  const joined = (await post(run, "/api/friends/join", {
    joiner_account_id: friend.accountId,
    link_code: code,
  })) as { status?: string };
  return joined.status !== "already_active";
}

/** All at once, because a case may have many. */
async function createReminders(
  run: Run,
  fixtures: readonly ReminderFixture[],
  on: { owner: Person; now: number; zone: string },
): Promise<readonly string[]> {
  const items = fixtures.map((fixture) => itemOf(markTitle(run, fixture.title), fixture, on));
  const answer = (await post(run, "/api/reminders/batch", {
    owner_account_id: on.owner.accountId,
    items,
  })) as {
    items: readonly { state: string; reminder_id: string | null; reason: string | null }[];
  };
  return answer.items.map(({ state, reminder_id: id, reason }) => {
    if (state !== "succeeded" || id === null)
      throw new CaseFailure(`a fixture was not created: ${reason ?? "no answer"}`);
    return id;
  });
}

function itemOf(
  content: string,
  fixture: ReminderFixture,
  on: { now: number; zone: string },
): Readonly<Record<string, unknown>> {
  return {
    operation: "create",
    content,
    raw_text: content,
    kind:
      fixture.at === undefined
        ? "no_trigger_time"
        : fixture.rrule === undefined
          ? "timed"
          : "recurring",
    ...(fixture.at === undefined
      ? {}
      : { trigger_time: wallOf(fixture.at, on.now, on.zone), captured_timezone: on.zone }),
    ...(fixture.rrule === undefined ? {} : { recurrence_rule: fixture.rrule }),
    ...(fixture.minutes === undefined ? {} : { duration_minutes: fixture.minutes }),
    entry_point: "smoke",
  };
}

async function createShared(
  run: Run,
  fixture: SharedFixture,
  on: { me: Person; with: readonly Person[]; now: number },
): Promise<string> {
  const answer = (await post(run, "/api/shared-reminders", {
    creator_account_id: on.me.accountId,
    receiver_account_ids: on.with.map(({ accountId }) => accountId),
    title: markTitle(run, fixture.title),
    local_trigger_at: wallOf(fixture.at, on.now, on.me.zone),
    captured_timezone: on.me.zone,
    duration_minutes: fixture.minutes,
    context: "smoke",
  })) as { status?: string; shared_reminder?: { id?: string; shared_reminder_id?: string } };
  const id = answer.shared_reminder?.id ?? answer.shared_reminder?.shared_reminder_id;
  if (id === undefined)
    throw new CaseFailure(`a shared fixture was not created: ${answer.status ?? "no answer"}`);
  return id;
}
