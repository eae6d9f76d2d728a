import type { EventKind, RecordedEvent } from "../../../domain/events/catalogue.ts";
import { handler, type Projection } from "../../../domain/events/projection.ts";

/** All that happens with one friend elsewhere, in one order. */
export const peerStream = (friendId: string): string => `peer:${friendId}`;

/** A timer is only a wake-up: the row decides what there is to say. */
export const friendTimerOf = (id: string): string => `peer-friend:${id}`;
export const invitationTimerOf = (id: string): string => `peer-invitation:${id}`;

/** Friends on other installations, and plans with them. */
export const peerProjection: Projection = {
  tables: [
    { name: "peer_friend", key: ["id"], work: ["told", "failures", "next_at"] },
    {
      name: "peer_invitation",
      key: ["id"],
      work: ["told", "told_sequence", "failures", "next_at"],
    },
  ],
  handlers: [
    handler("peer_friend_linked", ({ payload, at, streamVersion }) => {
      const { by, ...friend } = payload;
      return [
        {
          op: "put",
          table: "peer_friend",
          row: {
            ...friend,
            state: "linked",
            ended_by: null,
            version: streamVersion,
            linked_at: at,
            ended_at: null,
          },
        },
        ...(by === "them" ? [toTimer(payload.account_id, friendTimerOf(payload.id), at)] : []),
      ];
    }),
    handler("peer_friend_ended", ({ payload, at, streamVersion }) => [
      {
        op: "patch",
        table: "peer_friend",
        key: { id: payload.id },
        set: { state: "ended", ended_by: payload.by, ended_at: at, version: streamVersion },
      },
      ...(payload.by === "them"
        ? [toTimer(payload.account_id, friendTimerOf(payload.id), at)]
        : []),
    ]),
    handler("peer_invitation_made", (event) => {
      const { by, ...invitation } = event.payload;
      return [
        {
          op: "put",
          table: "peer_invitation",
          row: {
            ...invitation,
            invited_by: by,
            state: "pending",
            message_id: null,
            made_at: event.at,
            ended_at: null,
          },
        },
        version(event),
        ...news(event),
      ];
    }),
    handler("peer_invitation_moved", (event) => {
      const { id, starts_at, minutes, sequence } = event.payload;
      return [
        {
          op: "patch",
          table: "peer_invitation",
          key: { id },
          set: { starts_at, minutes, sequence, state: "pending", message_id: null, ended_at: null },
        },
        version(event),
        ...news(event),
      ];
    }),
    handler("peer_invitation_told", (event) => [
      {
        op: "patch",
        table: "peer_invitation",
        key: { id: event.payload.id },
        set: { message_id: event.payload.message_id },
      },
      version(event),
    ]),
    handler("peer_invitation_ended", (event) => {
      const { id, state, sequence, reminder_id } = event.payload;
      return [
        {
          op: "patch",
          table: "peer_invitation",
          key: { id },
          set: { state, sequence, reminder_id, ended_at: event.at },
        },
        version(event),
        ...news(event),
      ];
    }),
  ],
};

type InvitationEvent = RecordedEvent<
  Extract<EventKind, `peer_invitation_${"made" | "moved" | "told" | "ended"}`>
>;

const version = ({ payload, streamVersion }: InvitationEvent) =>
  ({
    op: "patch",
    table: "peer_friend",
    key: { id: payload.friend_id },
    set: { version: streamVersion },
  }) as const;

/** The person is notified of what the other side did, and of ends that come by time. */
const news = ({
  payload,
  at,
}: RecordedEvent<"peer_invitation_made" | "peer_invitation_moved" | "peer_invitation_ended">) =>
  payload.by === "them" || ("state" in payload && payload.state === "expired")
    ? [toTimer(payload.account_id, invitationTimerOf(payload.id), at)]
    : [];

const toTimer = (accountId: string, id: string, due: string) =>
  ({
    op: "put",
    table: "timer",
    row: {
      id,
      kind: "peer_news",
      account_id: accountId,
      conversation_id: null,
      due_at: due,
      failures: 0,
      last_error: null,
    },
  }) as const;
