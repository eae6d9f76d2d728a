import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { PeerInvitationEnd, PeerSide } from "../../../domain/events/peer.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import { cancel, create, type RowChange, update } from "../../reminders/commands/commands.ts";
import type { Maker, NewReminder } from "../../reminders/commands/new-row.ts";
import { eventOf, listExpectedVersions } from "../../reminders/commands/reminder-events.ts";
import type { ReminderRow } from "../../reminders/rows.ts";
import { ownTime } from "../availability/own-time.ts";
import { peerStream } from "./projection.ts";
import type { PeerFriendRow, PeerInvitationRow } from "./rows.ts";

/** Events and the stream versions that they were decided on. */
export interface Decided {
  readonly events: readonly EventDraft[];
  readonly expects: Readonly<Record<string, number>>;
}

export const draftLinked = (
  by: PeerSide,
  friend: Pick<PeerFriendRow, "id" | "account_id" | "host" | "link" | "name">,
  on: { readonly now: number; readonly version: number },
): Decided => ({
  events: [
    {
      stream: peerStream(friend.id),
      kind: "peer_friend_linked",
      at: iso(on.now),
      accountId: friend.account_id,
      payload: { ...friend, by },
    },
  ],
  expects: { [peerStream(friend.id)]: on.version },
});

export const draftEnded = (by: PeerSide, friend: PeerFriendRow, now: number): Decided => ({
  events: [
    {
      stream: peerStream(friend.id),
      kind: "peer_friend_ended",
      at: iso(now),
      accountId: friend.account_id,
      payload: { id: friend.id, account_id: friend.account_id, by },
    },
  ],
  expects: expectsOf(friend),
});

const expectsOf = (friend: PeerFriendRow): Record<string, number> => ({
  [peerStream(friend.id)]: friend.version,
});

export const draftMade = (
  by: PeerSide,
  row: Omit<PeerInvitationRow, "state" | "message_id" | "invited_by">,
  on: { readonly now: number; readonly friend: PeerFriendRow },
): Decided => ({
  events: [
    {
      stream: peerStream(row.friend_id),
      kind: "peer_invitation_made",
      at: iso(on.now),
      accountId: row.account_id,
      payload: { ...row, by },
    },
  ],
  expects: expectsOf(on.friend),
});

export const draftMoved = (
  by: PeerSide,
  row: Pick<
    PeerInvitationRow,
    "id" | "account_id" | "friend_id" | "starts_at" | "minutes" | "sequence"
  >,
  on: { readonly now: number; readonly friend: PeerFriendRow },
): Decided => ({
  events: [
    {
      stream: peerStream(row.friend_id),
      kind: "peer_invitation_moved",
      at: iso(on.now),
      accountId: row.account_id,
      payload: {
        id: row.id,
        account_id: row.account_id,
        friend_id: row.friend_id,
        starts_at: row.starts_at,
        minutes: row.minutes,
        sequence: row.sequence,
        by,
      },
    },
  ],
  expects: expectsOf(on.friend),
});

export interface EndOf {
  readonly by: PeerSide;
  readonly state: PeerInvitationEnd;
  readonly sequence?: number;
  readonly reminderId?: string | null;
}

export const draftInvitationEnded = (
  row: PeerInvitationRow,
  end: EndOf,
  on: { readonly now: number; readonly friend: PeerFriendRow },
): Decided => ({
  events: [
    {
      stream: peerStream(row.friend_id),
      kind: "peer_invitation_ended",
      at: iso(on.now),
      accountId: row.account_id,
      payload: {
        id: row.id,
        account_id: row.account_id,
        friend_id: row.friend_id,
        by: end.by,
        state: end.state,
        sequence: end.sequence ?? row.sequence,
        reminder_id: end.reminderId === undefined ? row.reminder_id : end.reminderId,
      },
    },
  ],
  expects: expectsOf(on.friend),
});

export const join = (...all: readonly Decided[]): Decided => ({
  events: all.flatMap(({ events }) => events),
  expects: Object.assign({}, ...all.map(({ expects }) => expects)) as Record<string, number>,
});

/** The entry that an invitation became, if the person still has it. */
export async function readEntry(
  read: Reads,
  { reminder_id: id, account_id: accountId }: PeerInvitationRow,
): Promise<ReminderRow | undefined> {
  if (id === null) return undefined;
  const [row] = await read.rows<ReminderRow>(
    "select * from reminder where id = $1 and owner_account_id = $2 and lifecycle = 'active'",
    [id, accountId],
  );
  return row;
}

const toEntry = (row: PeerInvitationRow, name: string, zone: string): NewReminder => {
  const at = Date.parse(row.starts_at);
  const start = wallTimeAt(at, zone);
  return {
    content: `${row.title} (${name})`,
    zone,
    start,
    durationMinutes: row.minutes,
    ...(instantOf(start, zone) === at ? {} : { instant: at }),
  };
};

const toDecided = (by: Maker, changes: readonly RowChange[]): Decided => ({
  events: [...changes.map((change) => eventOf(by, change)), ...ownTime(by, changes).events],
  expects: listExpectedVersions(changes),
});

export interface AnswerOf {
  readonly row: PeerInvitationRow;
  readonly friend: PeerFriendRow;
  readonly accepts: boolean;
  readonly zone: string;
  /** From before it was moved. */
  readonly entry: ReminderRow | undefined;
}

/** A yes writes the entry, or moves it; a no takes one away that is there from before. */
export function decideAnswer(by: Maker, of: AnswerOf): Decided {
  const { row, friend, accepts, zone, entry } = of;
  const on = { now: by.now, friend };
  if (!accepts)
    return join(
      draftInvitationEnded(row, { by: "me", state: "declined" }, on),
      dropEntry(by, entry),
    );
  const wish = toEntry(row, friend.name, zone);
  const { changes } =
    entry === undefined
      ? create({ ...by, source: "import" }, wish)
      : update(by, entry, {
          durationMinutes: row.minutes,
          timing: { start: wish.start, zone, instant: wish.instant },
        });
  const reminderId = changes[0]?.after.id ?? null;
  return join(
    draftInvitationEnded(row, { by: "me", state: "accepted", reminderId }, on),
    toDecided(by, changes),
  );
}

/** What the other side called off goes from the calendar. */
export const dropEntry = (by: Maker, entry: ReminderRow | undefined): Decided =>
  entry === undefined ? { events: [], expects: {} } : toDecided(by, cancel(by, entry).changes);
