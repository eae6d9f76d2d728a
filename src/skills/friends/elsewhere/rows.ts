import type { PeerInvitationEnd, PeerSide } from "../../../domain/events/peer.ts";
import type { Reads } from "../../../domain/ports/reads.ts";

export interface PeerFriendRow {
  readonly id: string;
  readonly account_id: string;
  readonly host: string;
  readonly link: string;
  readonly name: string;
  readonly state: "linked" | "ended";
  readonly ended_by: PeerSide | null;
  readonly version: number;
}

export interface PeerInvitationRow {
  readonly id: string;
  readonly account_id: string;
  readonly friend_id: string;
  readonly invited_by: PeerSide;
  readonly invitation: string;
  readonly title: string;
  readonly starts_at: string;
  readonly minutes: number;
  readonly state: "pending" | PeerInvitationEnd;
  readonly sequence: number;
  readonly reminder_id: string | null;
  readonly message_id: string | null;
}

/** Host and link: an installation can name its own links only. */
export const friendIdOf = (host: string, link: string): string => `${host}:${link}`;

/** A received one: the inviter chose its id, so the friend's stands before it. */
export const idOfReceived = (friendId: string, invitation: string): string =>
  `${friendId}:${invitation}`;

const friendColumns = "id, account_id, host, link, name, state, ended_by, version";
const invitationColumns =
  "id, account_id, friend_id, invited_by, invitation, title, starts_at, minutes, state, sequence, reminder_id, message_id";

export const listFriends = (read: Reads, accountId: string): Promise<PeerFriendRow[]> =>
  read.rows<PeerFriendRow>(
    `select ${friendColumns} from peer_friend where account_id = $1 and state = 'linked' order by name, id`,
    [accountId],
  );

export async function findFriend(read: Reads, id: string): Promise<PeerFriendRow | undefined> {
  const [row] = await read.rows<PeerFriendRow>(
    `select ${friendColumns} from peer_friend where id = $1`,
    [id],
  );
  return row;
}

export async function findInvitation(
  read: Reads,
  id: string,
): Promise<PeerInvitationRow | undefined> {
  const [row] = await read.rows<PeerInvitationRow>(
    `select ${invitationColumns} from peer_invitation where id = $1`,
    [id],
  );
  return row;
}

/** Invitations that the person has not answered. */
export const listAsked = (read: Reads, accountId: string): Promise<PeerInvitationRow[]> =>
  read.rows<PeerInvitationRow>(
    `select ${invitationColumns} from peer_invitation
     where account_id = $1 and invited_by = 'them' and state = 'pending' order by starts_at, id`,
    [accountId],
  );

export async function countRecent(read: Reads, friendId: string, since: string): Promise<number> {
  const [row] = await read.rows<{ count: number }>(
    "select count(*)::int as count from peer_invitation where friend_id = $1 and invited_by = 'them' and made_at > $2",
    [friendId, since],
  );
  return row?.count ?? 0;
}
