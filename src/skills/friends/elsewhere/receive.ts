import { plainName } from "../../../domain/plain-name.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { Decisions } from "../../../domain/ports/decisions.ts";
import type { LinkCodes } from "../../../domain/ports/link-codes.ts";
import type { PeerAnswer, PeerMessage } from "../../../domain/ports/peers.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { Maker } from "../../reminders/commands/new-row.ts";
import type { ReminderRow } from "../../reminders/rows.ts";
import { readBusy } from "../availability/free-time.ts";
import { cleanVisitorText, longestSubject } from "../bookings/visitor-text.ts";
import {
  type Decided,
  draftEnded,
  draftInvitationEnded,
  draftLinked,
  draftMade,
  draftMoved,
  dropEntry,
  join,
  readEntry,
} from "./decide.ts";
import { uniqueName } from "./requests.ts";
import {
  countRecent,
  findFriend,
  findInvitation,
  friendIdOf,
  listFriends,
  type PeerFriendRow,
  idOfReceived,
} from "./rows.ts";

export interface ReceiveDeps {
  readonly decisions: Decisions;
  readonly codes: LinkCodes;
  /** Reads as the engine: another installation has no account. */
  readonly anyone: Reads;
  readonly latePolicy: ReminderRow["late_policy"];
}

/** Friends elsewhere that one person may have, and invitations that one friend may send in a day. */
const most = { friends: 200, aDay: 20 } as const;
const dayMs = 86_400_000;
/** Busy times are shown for this long at once, and this far ahead. */
const longestSpanMs = 14 * dayMs;
const farthestMs = 92 * dayMs;

/**
 * Carries out what another installation says. It has proven who it is; what it may do follows from the
 * links that people made with it. Each message can come again: it then changes nothing.
 */
export async function receive(
  on: ReceiveDeps,
  host: string,
  message: PeerMessage,
): Promise<PeerAnswer> {
  if (message.kind === "hello") return {};
  const id = friendIdOf(host, message.link);
  const known = await findFriend(on.anyone, id);
  if (message.kind === "link") return link(on, { host, id, known }, message);
  if (known === undefined || known.state === "ended")
    return message.kind === "end" ? {} : { refused: "link_unknown" };
  if (message.kind === "end") return end(on, known);
  if (message.kind === "busy") return tellBusy(on, known, message);
  return message.kind === "invite"
    ? takeInvitation(on, known, message)
    : takeAnswer(on, known, message);
}

type Of<Kind extends PeerMessage["kind"]> = Extract<PeerMessage, { readonly kind: Kind }>;

interface OwnerRow {
  readonly account_id: string;
  readonly display_name: string | null;
}

async function link(
  on: ReceiveDeps,
  of: { readonly host: string; readonly id: string; readonly known: PeerFriendRow | undefined },
  { link, code, name }: Of<"link">,
): Promise<PeerAnswer> {
  const [owner] = await on.anyone.rows<OwnerRow>(
    `select l.account_id, a.display_name from friend_link l join account a on a.id = l.account_id and a.lifecycle = 'active'
     where l.token_hash = $1 and l.lifecycle = 'active' and l.uses < l.max_uses and l.expires_at > now()`,
    [on.codes.hash(code)],
  );
  if (owner === undefined) return { refused: "code_not_valid" };
  const { account_id: accountId } = owner;
  const own = plainName(owner.display_name) ?? "";
  // The same person asks again: their answer was lost, or the friendship had ended.
  if (of.known !== undefined && of.known.account_id !== accountId)
    return { refused: "code_not_valid" };
  return on.decisions.run<PeerAnswer>(accountId, async ({ read, now }) => {
    const before = await findFriend(read, of.id);
    if (before?.state === "linked") return { events: [], result: { name: own } };
    const friends = await listFriends(read, accountId);
    if (friends.length >= most.friends) return { events: [], result: { refused: "too_many" } };
    const friend = {
      id: of.id,
      account_id: accountId,
      host: of.host,
      link,
      name: uniqueName(plainName(name) ?? "friend", friends, of.host),
    };
    const decided = draftLinked("them", friend, { now, version: before?.version ?? 0 });
    return { ...decided, result: { name: own } };
  });
}

/** A decision about one friend, on their row as it is then. */
const decideOn = (
  on: ReceiveDeps,
  friend: PeerFriendRow,
  decide: (
    row: PeerFriendRow,
    at: { readonly read: Reads; readonly by: Maker },
  ) => Promise<(Partial<Decided> & { readonly answer?: PeerAnswer }) | undefined>,
): Promise<PeerAnswer> =>
  on.decisions.run<PeerAnswer>(friend.account_id, async ({ read, now, newId }) => {
    const row = await findFriend(read, friend.id);
    if (row?.state !== "linked") return { events: [], result: { refused: "link_unknown" } };
    const by: Maker = {
      accountId: friend.account_id,
      conversationId: null,
      turnId: null,
      source: "import",
      latePolicy: on.latePolicy,
      now,
      newId,
    };
    const decided = await decide(row, { read, by });
    return {
      events: decided?.events ?? [],
      expects: decided?.expects ?? {},
      result: decided?.answer ?? {},
    };
  });

const end = (on: ReceiveDeps, friend: PeerFriendRow): Promise<PeerAnswer> =>
  decideOn(on, friend, async (row, { by }) => draftEnded("them", row, by.now));

/** When the person is busy, and nothing of what with. */
const tellBusy = (
  on: ReceiveDeps,
  { account_id: accountId }: PeerFriendRow,
  asked: Of<"busy">,
): Promise<PeerAnswer> =>
  on.decisions.run<PeerAnswer>(accountId, async ({ read, now }) => {
    const from = Math.max(Date.parse(asked.from), now);
    const to = Math.min(Date.parse(asked.to), from + longestSpanMs, now + farthestMs);
    if (!(to > from)) return { events: [], result: { busy: [] } };
    const busy = await readBusy(read, { who: accountId, span: { from, to } });
    return {
      events: [],
      result: { busy: busy.map((each) => [iso(each.from), iso(each.to)] as const) },
    };
  });

const longestMinutes = 31 * 24 * 60;

const takeInvitation = (
  on: ReceiveDeps,
  friend: PeerFriendRow,
  asked: Of<"invite">,
): Promise<PeerAnswer> =>
  decideOn(on, friend, async (row, { read, by }) => {
    const id = idOfReceived(row.id, asked.invitation);
    const before = await findInvitation(read, id);
    const at = { now: by.now, friend: row };
    const minutes = Math.min(asked.minutes, longestMinutes);
    const fields = { id, account_id: row.account_id, friend_id: row.id };
    const time = { starts_at: asked.starts_at, minutes, sequence: asked.sequence };
    if (before === undefined) {
      if (asked.cancelled) return undefined;
      if ((await countRecent(read, row.id, iso(by.now - dayMs))) >= most.aDay)
        return { answer: { refused: "too_many" } };
      const { invitation } = asked;
      const title = cleanVisitorText(asked.title, longestSubject);
      return draftMade("them", { ...fields, ...time, invitation, title, reminder_id: null }, at);
    }
    if (asked.sequence <= before.sequence || before.state === "cancelled") return undefined;
    if (asked.cancelled)
      return join(
        draftInvitationEnded(
          before,
          { by: "them", state: "cancelled", sequence: asked.sequence },
          at,
        ),
        dropEntry(by, await readEntry(read, before)),
      );
    const isSame =
      Date.parse(before.starts_at) === Date.parse(asked.starts_at) && before.minutes === minutes;
    return isSame ? undefined : draftMoved("them", { ...fields, ...time }, at);
  });

const takeAnswer = (
  on: ReceiveDeps,
  friend: PeerFriendRow,
  { invitation, sequence, starts_at: startsAt, accepted }: Of<"answer">,
): Promise<PeerAnswer> =>
  decideOn(on, friend, async (row, { read, by }) => {
    const before = await findInvitation(read, invitation);
    const isOwn = before?.friend_id === row.id && before.invited_by === "me";
    if (!isOwn || sequence <= before.sequence) return undefined;
    // An answer to an earlier time, or to what was called off since.
    if (Date.parse(before.starts_at) !== Date.parse(startsAt)) return undefined;
    const state = accepted ? "accepted" : "declined";
    if (!["pending", "accepted", "declined"].includes(before.state) || before.state === state)
      return undefined;
    return draftInvitationEnded(
      before,
      { by: "them", state, sequence },
      { now: by.now, friend: row },
    );
  });
