import type { Reads } from "../../../domain/ports/reads.ts";
import type { StagedCommand } from "../../../domain/skill.ts";
import type { RowChange } from "../../reminders/commands/commands.ts";
import type { Maker } from "../../reminders/commands/new-row.ts";
import { fact, stageFriendship, views } from "../friend-events.ts";
import { command, factsOf, type Group, groupEvent, type SharedChange } from "./group-command.ts";
import { partsFor } from "./invite.ts";
import type { News } from "../notices/notify.ts";
import { type Part, type Person, readParts, readShared, type Shared } from "../people.ts";
import { participantHash } from "./share.ts";

/** Open offers to the person, newest first. */
export async function readAsked(read: Reads): Promise<Group[]> {
  const asked = (await readShared(read)).filter(
    ({ status, ownPart }) => status === "active" && ownPart === "asked",
  );
  const parts = await readParts(
    read,
    asked.map(({ id }) => id),
  );
  return asked.map((shared) => ({
    shared,
    parts: parts.filter(({ sharedId }) => sharedId === shared.id),
  }));
}

/** Accepts an offer: the person takes part from now on, at the time that it has by now. */
export function acceptShared(
  by: Maker,
  { shared, parts }: Group,
  me: Person,
): SharedChange | undefined {
  const asked = parts.find(({ id, state }) => id === by.accountId && state === "asked");
  const model =
    parts.find(({ id, state }) => id === shared.creatorId && state === "active") ??
    parts.find(({ state }) => state === "active");
  if (asked === undefined || model === undefined) return undefined;
  const [added] = partsFor(by, [{ ...me, takes: "take" }], { shared, row: model.row }) as [Part];
  const all = [...parts.filter(({ id }) => id !== added.id), added];
  const after: Shared = {
    ...shared,
    version: shared.version + 1,
    reminderId: added.row.id,
    ownPart: "active",
  };
  const joined = groupEvent(by, {
    kind: "shared_reminder_joined",
    payload: {
      id: shared.id,
      participant_set_hash: participantHash(all.map(({ id }) => id)),
      parts: [{ account_id: added.id, reminder_id: added.row.id }],
    },
  });
  const tell = (): News => ({
    type: "shared_reminder_accepted",
    objectType: "shared_reminder",
    objectId: shared.id,
    facts: factsOf(model.row),
  });
  const changes: RowChange[] = [{ kind: "reminder_created", before: null, after: added.row }];
  const of = {
    operation: "accept_shared_reminder",
    shared: after,
    people: all.map(({ id }) => id),
    expects: shared.version,
  };
  const creator = parts.filter(({ id, state }) => id === shared.creatorId && state === "active");
  return {
    shared: after,
    parts: all,
    command: command(
      by,
      { ...of, ownVersion: me.socialVersion },
      { facts: [joined], changes, tell, to: creator },
    ),
  };
}

export function setAskFirst(by: Maker, isOn: boolean): StagedCommand {
  const payload = { account_id: by.accountId };
  const kind = isOn ? "ask_first_set" : "ask_first_ended";
  return stageFriendship(
    isOn ? "ask_first" : "take_at_once",
    {},
    { events: [fact(by, views(by), { kind, payload })] },
  );
}

export async function readAskFirst(read: Reads, accountId: string): Promise<boolean> {
  return (await read.rows("select 1 from ask_first where account_id = $1", [accountId])).length > 0;
}

export function showBusy(by: Maker, friend: Pick<Person, "id">, isShown: boolean): StagedCommand {
  const payload = { account_id: by.accountId, friend_account_id: friend.id };
  const kind = isShown ? "friend_busy_shown" : "friend_busy_hidden";
  return stageFriendship(
    isShown ? "show_busy" : "hide_busy",
    {},
    { events: [fact(by, views(by), { kind, payload })] },
  );
}

/** Friends from whom the person hides when they are busy. */
export async function readHidden(read: Reads, accountId: string): Promise<ReadonlySet<string>> {
  const rows = await read.rows<{ id: string }>(
    "select friend_account_id as id from busy_hidden where account_id = $1",
    [accountId],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Friends who hide it from the person. */
export async function readHiding(read: Reads): Promise<ReadonlySet<string>> {
  return new Set(
    (await read.rows<{ account_id: string }>("select account_id from busy_hidden_from_me()")).map(
      (row) => row.account_id,
    ),
  );
}
