import type { Event } from "./event.ts";

/** Which side did it. */
export type PeerSide = "me" | "them";

/** How an invitation stands. `cancelled`: by the inviter. `expired`: its time came without an answer. */
export type PeerInvitationEnd = "accepted" | "declined" | "cancelled" | "expired";

/** Friends on other installations, and plans with them. */
export type PeerEvent =
  | Event<
      "peer_friend_linked",
      {
        /** The host and the link. */
        id: string;
        account_id: string;
        host: string;
        /** By which both installations name the friendship. */
        link: string;
        /** Another person's words. */
        name: string;
        by: PeerSide;
      }
    >
  | Event<"peer_friend_ended", { id: string; account_id: string; by: PeerSide }>
  | Event<
      "peer_invitation_made",
      {
        id: string;
        account_id: string;
        friend_id: string;
        by: PeerSide;
        /** The inviter's id of it, which both installations use. */
        invitation: string;
        /** Of a received one: another person's words. */
        title: string;
        starts_at: string;
        minutes: number;
        /** The other side's count of its messages; an older one is ignored. */
        sequence: number;
        /** The inviter's own entry. */
        reminder_id: string | null;
      }
    >
  /** It has another time, and is open again. */
  | Event<
      "peer_invitation_moved",
      {
        id: string;
        account_id: string;
        friend_id: string;
        by: PeerSide;
        starts_at: string;
        minutes: number;
        sequence: number;
      }
    >
  /** The person was asked, in this message. */
  | Event<
      "peer_invitation_told",
      { id: string; account_id: string; friend_id: string; message_id: string }
    >
  | Event<
      "peer_invitation_ended",
      {
        id: string;
        account_id: string;
        friend_id: string;
        by: PeerSide;
        state: PeerInvitationEnd;
        sequence: number;
        reminder_id: string | null;
      }
    >;
