import { iso } from "../../../domain/clock.ts";
import type { EventDraft, Payload } from "../../../domain/events.ts";
import type { LinkCode, LinkCodes } from "../../../domain/link-codes.ts";
import type { Reads } from "../../../domain/reads.ts";
import type { StagedCommand } from "../../../domain/skill.ts";
import { cleanText } from "../../../domain/text.ts";
import type { Maker } from "../new-row.ts";
import { socialStream, told } from "./notify.ts";
import type { Friend, Part, Person, Shared } from "./people.ts";
import { leaveShared } from "./leave.ts";
import { cancelShared, type Group } from "./share.ts";

const day = 86_400_000;
/** A code lives for a week and makes so many friends. */
const validFor = 7 * day;
const maxUses = 50;
/** Wrong codes that somebody may try in an hour. */
const mostMisses = 20;

export interface LinkRow {
  readonly generation: number;
  readonly key_id: string;
  readonly lifecycle: "active" | "disabled";
  readonly uses: number;
  readonly max_uses: number;
  readonly expires_at: string;
  readonly version: number;
}

const linkStream = (accountId: string): string => `friend-link:${accountId}`;

export async function readLink(read: Reads, accountId: string): Promise<LinkRow | undefined> {
  const [row] = await read.rows<LinkRow>(
    "select generation, key_id, lifecycle, uses, max_uses, expires_at, version from friend_link where account_id = $1",
    [accountId],
  );
  return row;
}

const codeOf = (codes: LinkCodes, accountId: string, of: { generation: number; keyId?: string | undefined }): LinkCode | undefined =>
  codes.make(`friend:${accountId}:${of.generation}`, of.keyId);

const isValid = ({ lifecycle, uses, max_uses, expires_at }: Omit<LinkRow, "generation" | "key_id" | "version">, now: number): boolean =>
  lifecycle === "active" && uses < max_uses && Date.parse(expires_at) > now;

export interface LinkShown {
  readonly code: string;
  readonly expiresAt: string;
  readonly command: StagedCommand | undefined;
}

/** The code that is valid, or a new one. */
export function linkFor(by: Maker, codes: LinkCodes, on: { row: LinkRow | undefined; reset?: boolean }): LinkShown {
  const { row } = on;
  const known = row !== undefined && on.reset !== true && isValid(row, by.now) ? row : undefined;
  const shown = known === undefined ? undefined : codeOf(codes, by.accountId, { generation: known.generation, keyId: known.key_id });
  if (known !== undefined && shown !== undefined)
    return { code: shown.code, expiresAt: iso(Date.parse(known.expires_at)), command: undefined };
  const generation = (row?.generation ?? 0) + 1;
  const made = codeOf(codes, by.accountId, { generation });
  if (made === undefined) throw new Error("the newest key makes no code");
  const expiresAt = iso(by.now + validFor);
  const payload = {
    account_id: by.accountId,
    generation,
    key_id: made.keyId,
    token_hash: made.hash,
    max_uses: maxUses,
    expires_at: expiresAt,
  };
  const event = fact(by, linkStream(by.accountId), { kind: "friend_link_made", payload });
  const command = staged(
    "make_link",
    { expires_at: expiresAt },
    { events: [event], expects: { [linkStream(by.accountId)]: row?.version ?? 0 } },
  );
  return { code: made.code, expiresAt, command };
}

export function disableLink(by: Maker, row: LinkRow | undefined): StagedCommand | undefined {
  if (row?.lifecycle !== "active") return undefined;
  const event = fact(by, linkStream(by.accountId), { kind: "friend_link_disabled", payload: { account_id: by.accountId } });
  return staged("disable_link", {}, { events: [event], expects: { [linkStream(by.accountId)]: row.version } });
}

function fact(by: Maker, stream: string, of: { kind: string; payload: Payload; accountId?: string }): EventDraft {
  return {
    stream,
    kind: of.kind,
    at: iso(by.now),
    accountId: of.accountId ?? by.accountId,
    turnId: by.turnId ?? undefined,
    payload: of.payload,
  };
}

const staged = (
  operation: string,
  payload: Payload,
  facts: { readonly events: readonly EventDraft[]; readonly expects?: Record<string, number> },
): StagedCommand => ({ domain: "friendship", operation, payload, preview: payload, ...facts });

interface OwnerRow {
  readonly account_id: string;
  readonly display_name: string | null;
  readonly zone: string;
  readonly language: "zh" | "en" | null;
  readonly lifecycle: "active" | "disabled";
  readonly uses: number;
  readonly max_uses: number;
  readonly expires_at: string;
  readonly version: number;
  readonly friendship_id: string | null;
  readonly friendship_lifecycle: "active" | "removed" | null;
  readonly friendship_version: number;
}

export type JoinRefusal = "friend_link_not_found" | "friend_link_disabled" | "self_friendship_forbidden" | "rate_limited";

export type Joined =
  | {
      readonly status: "created" | "already_active";
      readonly friend: Person;
      readonly friendshipId: string;
      readonly command?: StagedCommand;
    }
  | { readonly refused: JoinRefusal; readonly command?: StagedCommand };

/** By somebody's code. It takes effect at once, and the other one is told. */
export async function join(
  by: Maker,
  on: { read: Reads; codes: LinkCodes; me: Pick<Person, "displayName"> },
  code: string,
): Promise<Joined> {
  const { read, codes } = on;
  const hour = iso(by.now).slice(0, 13);
  const [missed] = await read.rows<{ count: number }>("select count from friend_code_miss where account_id = $1 and hour = $2", [
    by.accountId,
    hour,
  ]);
  if ((missed?.count ?? 0) >= mostMisses) return { refused: "rate_limited" };
  const [owner] = await read.rows<OwnerRow>("select * from friend_link_owner($1)", [codes.hash(code.trim())]);
  if (owner === undefined || owner.uses >= owner.max_uses || Date.parse(owner.expires_at) <= by.now) {
    const payload = { account_id: by.accountId, hour, count: (missed?.count ?? 0) + 1 };
    const command = staged("miss_code", {}, { events: [fact(by, `friends:${by.accountId}`, { kind: "friend_code_missed", payload })] });
    return { refused: "friend_link_not_found", command };
  }
  if (owner.account_id === by.accountId) return { refused: "self_friendship_forbidden" };
  if (owner.lifecycle !== "active") return { refused: "friend_link_disabled" };
  const friend: Person = {
    id: owner.account_id,
    displayName: owner.display_name,
    zone: owner.zone,
    language: owner.language,
    socialVersion: 0,
    takes: "take",
  };
  if (owner.friendship_lifecycle === "active" && owner.friendship_id !== null)
    return { status: "already_active", friend, friendshipId: owner.friendship_id };
  const friendshipId = owner.friendship_id ?? by.newId();
  return { status: "created", friend, friendshipId, command: befriended(by, { owner, friend, friendshipId }) };
}

function befriended(by: Maker, on: { owner: OwnerRow; friend: Person; friendshipId: string }): StagedCommand {
  const { owner, friend, friendshipId: id } = on;
  const [low, high] = [by.accountId, friend.id].toSorted() as [string, string];
  const stream = `friendship:${low}:${high}`;
  const news = { type: "friendship_created", objectType: "friendship", objectId: id, facts: {} } as const;
  const events = [
    fact(by, stream, { kind: "friendship_made", payload: { id, account_low_id: low, account_high_id: high } }),
    fact(by, linkStream(friend.id), {
      kind: "friend_link_used",
      payload: { account_id: friend.id, uses: owner.uses + 1 },
      accountId: friend.id,
    }),
    told(by, friend, news),
  ];
  const expects = { [stream]: owner.friendship_version, [linkStream(friend.id)]: owner.version };
  return { ...staged("add_via_code", { friendship_id: id }, { events, expects }), reaches: [friend.id] };
}

export interface Parting {
  readonly command: StagedCommand;
  readonly cancelled: readonly Shared[];
}

/** The end of a friendship: what was to come between the two is called off, and the other one is told. */
export function part(by: Maker, friend: Friend, on: { groups: readonly Group[]; name: string; block?: boolean }): Parting {
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
  // One word for all of it: what is called off is told with the end itself.
  const beside = ended.flatMap(({ command }) =>
    command.events.filter((event) => !(event.kind === "notification_made" && event.accountId === friend.id)),
  );
  const block = fact(by, `friends:${by.accountId}`, {
    kind: "friend_blocked",
    payload: { account_id: by.accountId, blocked_account_id: friend.id, name: cleanText(on.name, 100) },
  });
  const events = [
    fact(by, stream, { kind: "friendship_removed", payload: { id: friend.friendshipId } }),
    ...(on.block === true ? [block] : []),
    ...beside,
    told(by, { ...friend, takes: "take" }, news),
  ];
  const written = new Set(events.map((event) => event.stream));
  const expected = Object.entries(Object.assign({}, ...ended.map(({ command }) => command.expects ?? {})) as Record<string, number>);
  const expects = { ...Object.fromEntries(expected.filter(([name]) => written.has(name))), [stream]: friend.friendshipVersion };
  const payload = { friendship_id: friend.friendshipId, cancelled: ended.map(({ shared }) => shared.id) };
  const command = { ...staged(on.block === true ? "block" : "remove", payload, { events, expects }), reaches: [friend.id] };
  return { command: withoutSocial(command, friend.id), cancelled: ended.map(({ shared }) => shared) };
}

/** The end of a friendship is told in any case; nothing about it depends on what else reached the friend meanwhile. */
const withoutSocial = (command: StagedCommand, friendId: string): StagedCommand => {
  const { [socialStream(friendId)]: _, ...expects } = command.expects ?? {};
  return { ...command, expects };
};

/** Between two it is called off. Among several, whoever was asked by the other leaves. */
function endBetween(by: Maker, group: Group, friendId: string) {
  const active = group.parts.filter(({ state }: Part) => state === "active");
  const both = active.some(({ id }) => id === friendId) && active.some(({ id }) => id === by.accountId);
  const isAhead = active.some(({ row }) => row.lifecycle === "active" && row.next_fire_at !== null);
  if (!both || !isAhead || group.shared.status !== "active") return undefined;
  if (active.length === 2) return cancelShared(by, group);
  if (group.shared.creatorId === by.accountId) return leaveShared(by, group, friendId);
  return group.shared.creatorId === friendId ? leaveShared(by, group, by.accountId) : undefined;
}

const views = (by: Maker): string => `friends:${by.accountId}`;

export function unblock(by: Maker, blockedId: string): StagedCommand {
  const payload = { account_id: by.accountId, blocked_account_id: blockedId };
  return staged("unblock", {}, { events: [fact(by, views(by), { kind: "friend_unblocked", payload })] });
}

/** A name that the person types. The shown one is what they read, too. */
export function nameFriend(by: Maker, friend: Pick<Friend, "id" | "names">, as: { name: string; shown: boolean }): StagedCommand {
  const name = cleanText(as.name, 60).trim();
  const replaces = as.shown ? friend.names.find(({ shown }) => shown)?.name : undefined;
  const payload = {
    account_id: by.accountId,
    friend_account_id: friend.id,
    name,
    shown: as.shown,
    ...(replaces === undefined ? {} : { replaces }),
  };
  return staged(as.shown ? "set_nickname" : "learn_name", { name }, { events: [fact(by, views(by), { kind: "friend_named", payload })] });
}

export function takeFrom(by: Maker, friend: Pick<Friend, "id">, shared: Friend["setting"]): StagedCommand {
  const payload = { account_id: by.accountId, friend_account_id: friend.id, shared };
  return staged("set_sharing", { shared }, { events: [fact(by, views(by), { kind: "friend_setting_changed", payload })] });
}
