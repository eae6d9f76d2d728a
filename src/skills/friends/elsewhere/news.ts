import { detectLanguage, type Language } from "../../../domain/language.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { DueTimer, Firing, TimerKind, TimerOutcome } from "../../../domain/timers.ts";
import type { QuietHours } from "../../../domain/views/friends.ts";
import { quietUntil } from "../../../language/calendar/quiet-until.ts";
import { closeLinks } from "../../../links/close-links.ts";
import type { Audience } from "../../reminders/words/when-words.ts";
import { friendTimerOf, invitationTimerOf, peerStream } from "./projection.ts";
import { findFriend, findInvitation, type PeerFriendRow, type PeerInvitationRow } from "./rows.ts";
import {
  describeAnswer,
  askMovedWords,
  askWords,
  describeCancelled,
  describeEndedByThem,
  describeExpired,
  describeLinkedByThem,
} from "./words.ts";

interface Owner {
  readonly language: Language | null;
  readonly zone: string;
  readonly link_hosts: readonly string[];
  readonly wrote: string | null;
  readonly quiet: QuietHours | null;
}

async function readOwner(read: Reads, accountId: string): Promise<Owner | undefined> {
  const [row] = await read.rows<Owner>(
    `select a.language, a.default_timezone as zone, a.link_hosts,
       (select m.text from conversation c join message m on m.conversation_id = c.id and m.direction = 'inbound' and m.seq = c.latest_inbound_seq
         where c.account_id = a.id order by m.created_at desc limit 1) as wrote,
       (select jsonb_build_object('starts', q.starts, 'ends', q.ends) from quiet_hours q where q.account_id = a.id) as quiet
     from account a where a.id = $1 and a.lifecycle = 'active'`,
    [accountId],
  );
  return row;
}

/** Says what people elsewhere did, outside of quiet hours. */
export function peerNewsTimer(linkHosts: readonly string[] = []): TimerKind {
  return {
    kind: "peer_news",
    async fire(due, on) {
      const outcomes: TimerOutcome[] = [];
      for (const timer of due) {
        const outcome = await tell(timer, on, linkHosts);
        if (outcome !== undefined) outcomes.push(outcome);
      }
      return outcomes;
    },
  };
}

async function tell(
  timer: DueTimer,
  on: Firing,
  linkHosts: readonly string[],
): Promise<TimerOutcome | undefined> {
  const { accountId } = timer;
  const owner = await readOwner(on.read, accountId);
  if (owner === undefined) return undefined;
  const later = owner.quiet === null ? undefined : quietUntil(on.now, owner.quiet, owner.zone);
  if (later !== undefined)
    return { accountId, events: [setAgain(timer, on.now, later)], words: undefined };
  const to: Audience = {
    language: owner.language ?? detectLanguage(owner.wrote ?? "") ?? "zh",
    zone: owner.zone,
    now: on.now,
  };
  const news = await readNews(timer.id, on.read, to);
  if (news === undefined) return undefined;
  const messageId = on.newId();
  const { asked } = news;
  return {
    accountId,
    events:
      asked === undefined
        ? []
        : [
            {
              stream: peerStream(asked.friend_id),
              kind: "peer_invitation_told",
              at: iso(on.now),
              accountId,
              payload: {
                id: asked.id,
                account_id: accountId,
                friend_id: asked.friend_id,
                message_id: messageId,
              },
            },
          ],
    words: {
      messageId,
      conversationId: null,
      text: closeLinks(news.text, { own: [], hosts: [...linkHosts, ...owner.link_hosts] }),
      expiresAt: null,
      carries: ["friend"],
    },
    ...(asked === undefined ? {} : { expects: { [peerStream(asked.friend_id)]: news.version } }),
  };
}

interface News {
  readonly text: string;
  readonly version: number;
  /** The invitation that the person is asked about. */
  readonly asked?: PeerInvitationRow;
}

async function readNews(timerId: string, read: Reads, to: Audience): Promise<News | undefined> {
  const friendId = idIn(timerId, friendTimerOf(""));
  if (friendId !== undefined) {
    const friend = await findFriend(read, friendId);
    return friend === undefined ? undefined : { text: friendText(friend, to), version: 0 };
  }
  const row = await findInvitation(read, idIn(timerId, invitationTimerOf("")) ?? "");
  const friend = row === undefined ? undefined : await findFriend(read, row.friend_id);
  if (row === undefined || friend === undefined) return undefined;
  return invitationNews({ row, friend, isDelivered: await isDelivered(read, row) }, to);
}

const idIn = (timerId: string, prefix: string): string | undefined =>
  timerId.startsWith(prefix) ? timerId.slice(prefix.length) : undefined;

const friendText = (friend: PeerFriendRow, to: Audience): string =>
  friend.state === "linked" ? describeLinkedByThem(friend, to) : describeEndedByThem(friend, to);

async function isDelivered(read: Reads, { id }: PeerInvitationRow): Promise<boolean> {
  const [row] = await read.rows<{ told: string | null }>(
    "select told from peer_invitation where id = $1",
    [id],
  );
  return row !== undefined && row.told !== null;
}

function invitationNews(
  of: {
    readonly row: PeerInvitationRow;
    readonly friend: PeerFriendRow;
    readonly isDelivered: boolean;
  },
  to: Audience,
): News | undefined {
  const { row, friend } = of;
  const { version } = friend;
  if (row.invited_by === "them") {
    if (row.state === "cancelled") return { text: describeCancelled(row, friend, to), version };
    if (row.state !== "pending" || friend.state !== "linked") return undefined;
    const words = row.reminder_id === null ? askWords : askMovedWords;
    return { text: words(row, friend, to), version, asked: row };
  }
  if (row.state === "accepted" || row.state === "declined") {
    const answer = { plan: row, accepted: row.state === "accepted" };
    return { text: describeAnswer(answer, friend, to), version };
  }
  if (row.state !== "expired") return undefined;
  return { text: describeExpired({ plan: row, isDelivered: of.isDelivered }, friend, to), version };
}

const setAgain = (timer: DueTimer, now: number, due: number) =>
  ({
    stream: `peer-timers:${timer.accountId}`,
    kind: "timer_set",
    at: iso(now),
    accountId: timer.accountId,
    payload: {
      id: timer.id,
      kind: timer.kind,
      account_id: timer.accountId,
      conversation_id: null,
      due_at: iso(due),
    },
  }) as const;
