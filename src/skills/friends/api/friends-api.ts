import type { Language } from "../../../domain/language.ts";
import { plainName } from "../../../domain/plain-name.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { Decisions, Decision } from "../../../domain/ports/decisions.ts";
import { Refusal } from "../../../domain/errors.ts";
import type {
  BlockedView,
  FriendAct,
  FriendsApi,
  FriendLinkView,
  FriendView,
  ShareOutcome,
  ShareResult,
} from "../../../domain/views/friends.ts";
import type { DeliveryOutlook } from "../../../domain/ports/delivery-outlook.ts";
import type { LinkCodes } from "../../../domain/ports/link-codes.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { Maker } from "../../reminders/commands/new-row.ts";
import { forecastOf } from "../../reminders/api/delivery-forecast.ts";
import type { ReminderRow } from "../../reminders/rows.ts";
import { join, nameFriend, takeFrom, unblock } from "../links/join.ts";
import { disableLink, invitation, linkFor, readLink } from "../links/invitation-link.ts";
import { part } from "../links/unfriend.ts";
import { readQuiet, setQuiet } from "../quiet-hours/quiet-hours.ts";
import { readAskFirst, readHidden, setAskFirst, showBusy } from "../sharing/ask-first.ts";
import { listNotifiedAccounts, markAway, unreachable } from "../notices/reach.ts";
import { availability, ownTimes } from "./availability.ts";
import { shareReminder } from "./add-friends.ts";
import { actOnShared, share } from "./shared-reminders.ts";
import { listTypedNames } from "../names.ts";
import {
  type Friend,
  type Person,
  readFriends,
  readParts,
  readShared,
  socialSql,
} from "../people.ts";
import { type Acting, findFriends, workOf } from "./acting.ts";
import { readSharedView, listSharedViews } from "./shared-views.ts";

export interface FriendsApiDeps {
  readonly decisions: Decisions;
  /** Reads as the engine, only to find the owner of a code. */
  readonly anyone: Reads;
  /** Makes the codes of invitations. */
  now(): number;
  readonly codes: LinkCodes;
  readonly latePolicy: ReminderRow["late_policy"];
  /** Whether people can be reached. Without it there are no forecasts. */
  readonly outlook?: DeliveryOutlook | undefined;
}

/**
 * Friends and what they share, without a conversation: the same commands and the same events as in
 * a turn.
 */
export function createFriendsApi(on: FriendsApiDeps): FriendsApi {
  const act = <T>(accountId: string, job: (at: Acting) => Promise<Decision<T>>): Promise<T> =>
    on.decisions.run(accountId, async ({ read, now, newId }) => {
      const me = await readMe(read, accountId);
      const by: Maker = {
        accountId,
        conversationId: null,
        turnId: null,
        source: "api",
        latePolicy: on.latePolicy,
        now,
        morning: me.morning,
        newId,
      };
      return job({ by, me, read });
    });
  const look = <T>(accountId: string, job: (at: Acting) => Promise<T>): Promise<T> =>
    act(accountId, async (at) => ({ events: [], result: await job(at) }));
  /**
   * Friends who cannot be reached yet, and whether the person's own reminder can be delivered on
   * time.
   */
  const sharing = async (
    accountId: string,
    job: (at: Acting) => Promise<Decision<ShareOutcome>>,
  ): Promise<ShareResult> => {
    // Decided once without writing, because reachability is not looked up inside a transaction.
    const notified =
      on.outlook === undefined
        ? []
        : await look(accountId, async (at) => listNotifiedAccounts((await job(at)).events));
    const away = await unreachable(on.outlook, notified, on.now());
    const result = await act(accountId, async (at) => {
      const work = await job(at);
      return { ...work, events: markAway(work.events, away) };
    });
    const own = result.status === "blocked" ? null : result.shared_reminder?.own_reminder_id;
    return {
      ...result,
      unreachable: [...away],
      delivery: await forecastOf(on, accountId, own),
    };
  };
  return {
    link: (accountId, ask) => act(accountId, (at) => link(on.codes, at, ask)),
    async join(accountId, code, byOthers = false) {
      const joined = await act(accountId, async (at) => {
        const result = await join(
          at.by,
          { read: at.read, codes: on.codes, me: at.me, byOthers },
          code,
        );
        return workOf(result.command, result);
      });
      // A wrong try is counted before it is refused.
      if ("refused" in joined) throw new Refusal(joined.refused);
      const { status, friend, friendshipId } = joined;
      return {
        status,
        friendship_id: friendshipId,
        friend_account_id: friend.id,
        display_name: friend.displayName,
      };
    },
    quietHours: (accountId) =>
      look(accountId, async ({ read }) => (await readQuiet(read, accountId)) ?? null),
    setQuietHours: (accountId, hours) =>
      act(accountId, async ({ by, read }) =>
        workOf(await setQuiet(by, read, hours ?? undefined), hours),
      ),
    askFirst: (accountId) => look(accountId, ({ read }) => readAskFirst(read, accountId)),
    setAskFirst: (accountId, isOn) =>
      act(accountId, async ({ by, read }) =>
        workOf(
          (await readAskFirst(read, accountId)) === isOn ? undefined : setAskFirst(by, isOn),
          isOn,
        ),
      ),
    invitation: (code) => invitation(on, code),
    friends: (accountId) =>
      look(accountId, async ({ read }) => {
        const hidden = await readHidden(read, accountId);
        return (await readFriends(read)).map((friend) =>
          friendView(friend, !hidden.has(friend.id)),
        );
      }),
    blocked: (accountId) => look(accountId, ({ read }) => listBlocked(read, accountId)),
    actOnFriend: (accountId, friendId, wish) =>
      act(accountId, (at) => friendAct(at, friendId, wish)),
    share: (accountId, wish) => sharing(accountId, (at) => share(at, wish)),
    shared: (accountId) => look(accountId, ({ read }) => listSharedViews(read)),
    oneShared: (accountId, id) => look(accountId, ({ read }) => readSharedView(read, id)),
    shareOwn: (accountId, id, receivers) =>
      sharing(accountId, (at) => shareReminder(at, id, receivers)),
    actOnShared: (accountId, id, wish) => sharing(accountId, (at) => actOnShared(at, id, wish)),
    availability: (accountId, query) => act(accountId, (at) => availability(at, query)),
    ownTimes: (accountId, query) => act(accountId, (at) => ownTimes(at, query)),
  };
}

async function readMe(read: Reads, accountId: string): Promise<Person> {
  const [row] = await read.rows<{
    display_name: string | null;
    language: Language | null;
    zone: string;
    morning: string;
    version: number;
  }>(
    `select display_name, language, default_timezone as zone, morning, ${socialSql.version} as version from account where id = $1`,
    [accountId],
  );
  if (row === undefined) throw new Refusal("not_found");
  return {
    id: accountId,
    displayName: plainName(row.display_name),
    zone: row.zone,
    language: row.language,
    socialVersion: row.version,
    takes: "take",
    morning: row.morning,
  };
}

async function link(
  codes: LinkCodes,
  { by, read }: Acting,
  ask: "show" | "reset" | "disable",
): Promise<Decision<FriendLinkView>> {
  const row = await readLink(read, by.accountId);
  const of = { friend_link_id: `friend-link:${by.accountId}`, owner_account_id: by.accountId };
  const isOff = ask === "disable" || (ask === "show" && row?.lifecycle === "disabled");
  if (isOff)
    return workOf<FriendLinkView>(ask === "disable" ? disableLink(by, row) : undefined, {
      ...of,
      lifecycle: "disabled",
      link_code: null,
      expires_at: null,
    });
  const shown = linkFor(by, codes, { row, reset: ask === "reset" });
  return workOf<FriendLinkView>(shown.command, {
    ...of,
    lifecycle: "active",
    link_code: shown.code,
    expires_at: shown.expiresAt,
  });
}

const friendView = (friend: Friend, showsBusy: boolean): FriendView => ({
  account_id: friend.id,
  friendship_id: friend.friendshipId,
  display_name: friend.displayName,
  nickname: friend.names.find(({ shown }) => shown)?.name ?? null,
  names: listTypedNames(friend),
  timezone: friend.zone,
  shared_reminders: friend.setting,
  shows_busy: showsBusy,
  since: friend.since,
});

async function listBlocked(read: Reads, accountId: string): Promise<BlockedView[]> {
  const rows = await read.rows<{ id: string; name: string; since: string }>(
    "select blocked_account_id as id, name, created_at as since from friend_block where account_id = $1 order by created_at, blocked_account_id",
    [accountId],
  );
  return rows.map(({ id, name, since }) => ({
    account_id: id,
    name,
    since: iso(Date.parse(since)),
  }));
}

async function friendAct(
  { by, read }: Acting,
  friendId: string,
  act: FriendAct,
): Promise<Decision<{ status: string; cancelled: readonly string[] }>> {
  const nothing: readonly string[] = [];
  if (act.kind === "unblock") {
    const rows = await read.rows(
      "select 1 from friend_block where account_id = $1 and blocked_account_id = $2",
      [by.accountId, friendId],
    );
    if (rows.length === 0) throw new Refusal("not_found");
    return workOf(unblock(by, friendId), { status: "unblocked", cancelled: nothing });
  }
  const [friend] = await findFriends(read, [friendId]);
  if (friend === undefined) throw new Refusal("not_found");
  if (act.kind === "nickname")
    return workOf(nameFriend(by, friend, { name: act.name, shown: true }), {
      status: "named",
      cancelled: nothing,
    });
  if (act.kind === "busy")
    return workOf(showBusy(by, friend, act.shown), {
      status: act.shown ? "shown" : "hidden",
      cancelled: nothing,
    });
  if (act.kind === "setting")
    return workOf(takeFrom(by, friend, act.shared), { status: act.shared, cancelled: nothing });
  const shared = (await readShared(read)).filter(({ status }) => status === "active");
  const parts = await readParts(
    read,
    shared.map(({ id }) => id),
  );
  const groups = shared.map((each) => ({
    shared: each,
    parts: parts.filter(({ sharedId }) => sharedId === each.id),
  }));
  const name = friend.names[0]?.name ?? friend.displayName ?? friend.id;
  const { command, cancelled } = part(by, friend, { groups, name, block: act.kind === "block" });
  return workOf(command, {
    status: act.kind === "block" ? "blocked" : "removed",
    cancelled: cancelled.map(({ id }) => id),
  });
}
