import type { StagedCommand } from "../../../domain/skill.ts";
import { cleanText } from "../../../domain/text.ts";
import type { Maker } from "../../reminders/commands/new-row.ts";
import { cancelShared } from "../sharing/change-shared.ts";
import { fact, stageFriendship, views } from "../friend-events.ts";
import type { Group } from "../sharing/group-command.ts";
import { leaveShared } from "../sharing/leave.ts";
import { notifyFriend } from "../notices/notify.ts";
import { socialStream } from "../social-stream.ts";
import type { Friend, Part, Shared } from "../people.ts";

export interface Parting {
  readonly command: StagedCommand;
  readonly cancelled: readonly Shared[];
}

/**
 * The end of a friendship: upcoming reminders of the two are cancelled, and the other person is
 * notified.
 */
export function part(
  by: Maker,
  friend: Friend,
  on: { groups: readonly Group[]; name: string; block?: boolean },
): Parting {
  const [low, high] = [by.accountId, friend.id].toSorted() as [string, string];
  const stream = `friendship:${low}:${high}`;
  const ended = on.groups.flatMap((group) => {
    const change = endBetween(by, group, friend.id);
    return change === undefined ? [] : [change];
  });
  const news = {
    type: "friendship_removed",
    objectType: "friendship",
    objectId: friend.friendshipId,
    facts: { cancelled: ended.length },
  } as const;
  // One word for all of it: what is cancelled is reported with the end itself.
  const beside = ended.flatMap(({ command }) =>
    command.events.filter(
      (event) => !(event.kind === "notification_made" && event.accountId === friend.id),
    ),
  );
  const block = fact(by, views(by), {
    kind: "friend_blocked",
    payload: {
      account_id: by.accountId,
      blocked_account_id: friend.id,
      name: cleanText(on.name, 100),
    },
  });
  const events = [
    fact(by, stream, { kind: "friendship_removed", payload: { id: friend.friendshipId } }),
    ...(on.block === true ? [block] : []),
    ...beside,
    notifyFriend(by, { ...friend, takes: "take" }, news),
  ];
  const written = new Set(events.map((event) => event.stream));
  const expected = Object.entries(
    Object.assign({}, ...ended.map(({ command }) => command.expects ?? {})) as Record<
      string,
      number
    >,
  );
  const expects = {
    ...Object.fromEntries(expected.filter(([name]) => written.has(name))),
    [stream]: friend.friendshipVersion,
  };
  const payload = {
    friendship_id: friend.friendshipId,
    cancelled: ended.map(({ shared }) => shared.id),
  };
  const command = {
    ...stageFriendship(on.block === true ? "block" : "remove", payload, { events, expects }),
    reaches: [friend.id],
  };
  return {
    command: withoutSocial(command, friend.id),
    cancelled: ended.map(({ shared }) => shared),
  };
}

/**
 * The end of a friendship is always reported; nothing about it depends on what else reached the
 * friend meanwhile.
 */
const withoutSocial = (command: StagedCommand, friendId: string): StagedCommand => {
  const { [socialStream(friendId)]: _, ...expects } = command.expects ?? {};
  return { ...command, expects };
};

/** A reminder of two people is cancelled. Among several, the person invited by the other leaves. */
function endBetween(by: Maker, group: Group, friendId: string) {
  const active = group.parts.filter(({ state }: Part) => state === "active");
  const both =
    active.some(({ id }) => id === friendId) && active.some(({ id }) => id === by.accountId);
  const isAhead = active.some(({ row }) => row.lifecycle === "active" && row.next_fire_at !== null);
  if (!both || !isAhead || group.shared.status !== "active") return undefined;
  if (active.length === 2) return cancelShared(by, group);
  if (group.shared.creatorId === by.accountId) return leaveShared(by, group, friendId);
  return group.shared.creatorId === friendId ? leaveShared(by, group, by.accountId) : undefined;
}
