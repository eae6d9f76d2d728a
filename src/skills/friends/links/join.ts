import type { Language } from "../../../domain/language.ts";
import { plainName } from "../../../domain/plain-name.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import { maxNoticesPerDay } from "../../../domain/friend-limits.ts";
import type { LinkCodes } from "../../../domain/ports/link-codes.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { StagedCommand } from "../../../domain/skill.ts";
import { cleanText } from "../../../domain/text.ts";
import type { Maker } from "../../reminders/commands/new-row.ts";
import { fact, linkStream, stageFriendship, views } from "../friend-events.ts";
import { readNotices } from "../notices/limits.ts";
import { notifyFriend } from "../notices/notify.ts";
import type { Friend, Person } from "../people.ts";

/** Wrong codes that a person may try per hour. */
const mostMisses = 20;

interface OwnerRow {
  readonly account_id: string;
  readonly display_name: string | null;
  readonly zone: string;
  readonly language: Language | null;
  readonly lifecycle: "active" | "disabled";
  readonly uses: number;
  readonly max_uses: number;
  readonly expires_at: string;
  readonly version: number;
  readonly friendship_id: string | null;
  readonly friendship_lifecycle: "active" | "removed" | null;
  readonly friendship_version: number;
}

export type JoinRefusal =
  | "friend_link_not_found"
  | "friend_link_disabled"
  | "self_friendship_forbidden"
  | "rate_limited";

export type Joined =
  | {
      readonly status: "created" | "already_active";
      readonly friend: Person;
      readonly friendshipId: string;
      readonly command?: StagedCommand;
    }
  | { readonly refused: JoinRefusal; readonly command?: StagedCommand };

/** By another person's code. It takes effect at once, and that person is notified. */
export async function join(
  by: Maker,
  on: { read: Reads; codes: LinkCodes; me: Pick<Person, "displayName">; byOthers?: boolean },
  code: string,
): Promise<Joined> {
  const { read } = on;
  const owner = await findOwner(by, on, code);
  if ("refused" in owner) return owner;
  if (owner.account_id === by.accountId) return { refused: "self_friendship_forbidden" };
  if (owner.lifecycle !== "active") return { refused: "friend_link_disabled" };
  const friend: Person = {
    id: owner.account_id,
    displayName: plainName(owner.display_name),
    zone: owner.zone,
    language: owner.language,
    socialVersion: 0,
    takes: "take",
  };
  if (owner.friendship_lifecycle === "active" && owner.friendship_id !== null)
    return { status: "already_active", friend, friendshipId: owner.friendship_id };
  // Rejoining counts against the notice limit, or it could be used to spam.
  if (((await readNotices({ read, by }, [friend.id])).get(friend.id) ?? 0) >= maxNoticesPerDay)
    return { refused: "rate_limited" };
  const friendshipId = owner.friendship_id ?? by.newId();
  const blocked = await read.rows(
    "select 1 from friend_block where account_id = $1 and blocked_account_id = $2",
    [by.accountId, friend.id],
  );
  // Rejoining a blocked person lifts the block.
  const first = blocked.length === 0 ? [] : unblock(by, friend.id).events;
  return {
    status: "created",
    friend,
    friendshipId,
    command: befriend(by, { owner, friend, friendshipId, first, byOthers: on.byOthers === true }),
  };
}

/** The owner of a code. A wrong code is counted before it is refused. */
async function findOwner(
  by: Maker,
  { read, codes }: { readonly read: Reads; readonly codes: LinkCodes },
  code: string,
): Promise<OwnerRow | Extract<Joined, { readonly refused: JoinRefusal }>> {
  const hour = iso(by.now).slice(0, 13);
  const [row] = await read.rows<{ count: number }>(
    "select count from friend_code_miss where account_id = $1 and hour = $2",
    [by.accountId, hour],
  );
  const misses = row?.count ?? 0;
  if (misses >= mostMisses) return { refused: "rate_limited" };
  const [owner] = await read.rows<OwnerRow>("select * from friend_link_owner($1)", [
    codes.hash(code.trim()),
  ]);
  const isValid =
    owner !== undefined && owner.uses < owner.max_uses && Date.parse(owner.expires_at) > by.now;
  if (isValid) return owner;
  const payload = { account_id: by.accountId, hour, count: misses + 1 };
  const missed = fact(by, views(by), { kind: "friend_code_missed", payload });
  return {
    refused: "friend_link_not_found",
    command: stageFriendship("miss_code", {}, { events: [missed] }),
  };
}

interface Befriended {
  readonly owner: OwnerRow;
  readonly friend: Person;
  readonly friendshipId: string;
  readonly first: readonly EventDraft[];
  readonly byOthers: boolean;
}

function befriend(by: Maker, on: Befriended): StagedCommand {
  const { owner, friend, friendshipId: id } = on;
  const [low, high] = [by.accountId, friend.id].toSorted() as [string, string];
  const stream = `friendship:${low}:${high}`;
  const news = {
    type: "friendship_created",
    objectType: "friendship",
    objectId: id,
    facts: {},
  } as const;
  const events = [
    ...on.first,
    fact(by, stream, {
      kind: "friendship_made",
      payload: { id, account_low_id: low, account_high_id: high },
    }),
    fact(by, linkStream(friend.id), {
      kind: "friend_link_used",
      payload: { account_id: friend.id, uses: owner.uses + 1 },
      accountId: friend.id,
    }),
    notifyFriend(by, friend, news),
    // A person who joins sees it themselves. People introduced by others are notified as well.
    ...(on.byOthers
      ? [
          notifyFriend(
            by,
            { id: by.accountId, takes: "take" },
            { ...news, actorId: friend.id, facts: { by_you: true } },
          ),
        ]
      : []),
  ];
  const expects = { [stream]: owner.friendship_version, [linkStream(friend.id)]: owner.version };
  return {
    ...stageFriendship("add_via_code", { friendship_id: id }, { events, expects }),
    reaches: [friend.id],
  };
}

export function unblock(by: Maker, blockedId: string): StagedCommand {
  const payload = { account_id: by.accountId, blocked_account_id: blockedId };
  return stageFriendship(
    "unblock",
    {},
    { events: [fact(by, views(by), { kind: "friend_unblocked", payload })] },
  );
}

/** A name that the person types. The shown one is what they read, too. */
export function nameFriend(
  by: Maker,
  friend: Pick<Friend, "id" | "names">,
  as: { name: string; shown: boolean },
): StagedCommand {
  const name = cleanText(as.name, 60).trim();
  const replaces = as.shown ? friend.names.find(({ shown }) => shown)?.name : undefined;
  const payload = {
    account_id: by.accountId,
    friend_account_id: friend.id,
    name,
    shown: as.shown,
    ...(replaces === undefined ? {} : { replaces }),
  };
  return stageFriendship(
    as.shown ? "set_nickname" : "learn_name",
    { name },
    { events: [fact(by, views(by), { kind: "friend_named", payload })] },
  );
}

export function takeFrom(
  by: Maker,
  friend: Pick<Friend, "id">,
  shared: Friend["setting"],
): StagedCommand {
  const payload = { account_id: by.accountId, friend_account_id: friend.id, shared };
  return stageFriendship(
    "set_sharing",
    { shared },
    { events: [fact(by, views(by), { kind: "friend_setting_changed", payload })] },
  );
}
