import type { PeerEvent } from "../../../src/domain/events/peer.ts";
import type { Earlier } from "./earlier.ts";

const account = "00000000-0000-7000-8000-000000000026";
const id = "oak.example:AbCdEfGhIjKlMnOpQrStUv";
const invitation = "00000000-0000-7000-8000-0000000000e1";
const plan = { id: `${id}:${invitation}`, account_id: account, friend_id: id };
const envelope = {
  stream: `peer:${id}`,
  at: "2026-11-18T06:00:00.000Z",
  accountId: account,
};

export const peerEvents: Earlier<PeerEvent["kind"]> = {
  peer_friend_linked: {
    ...envelope,
    id: 990,
    streamVersion: 1,
    kind: "peer_friend_linked",
    payload: {
      id,
      account_id: account,
      host: "oak.example",
      link: "AbCdEfGhIjKlMnOpQrStUv",
      name: "Ann",
      by: "them",
    },
  },
  peer_invitation_made: {
    ...envelope,
    id: 991,
    streamVersion: 2,
    kind: "peer_invitation_made",
    payload: {
      ...plan,
      by: "them",
      invitation,
      title: "dinner",
      starts_at: "2026-11-20T11:00:00.000Z",
      minutes: 60,
      sequence: 1,
      reminder_id: null,
    },
  },
  peer_invitation_moved: {
    ...envelope,
    id: 992,
    streamVersion: 3,
    kind: "peer_invitation_moved",
    payload: {
      ...plan,
      by: "them",
      starts_at: "2026-11-20T12:00:00.000Z",
      minutes: 60,
      sequence: 2,
    },
  },
  peer_invitation_told: {
    ...envelope,
    id: 993,
    streamVersion: 4,
    kind: "peer_invitation_told",
    payload: { ...plan, message_id: "00000000-0000-7000-8000-0000000000e2" },
  },
  peer_invitation_ended: {
    ...envelope,
    id: 994,
    streamVersion: 5,
    kind: "peer_invitation_ended",
    payload: {
      ...plan,
      by: "me",
      state: "accepted",
      sequence: 2,
      reminder_id: "00000000-0000-7000-8000-0000000000e3",
    },
  },
  peer_friend_ended: {
    ...envelope,
    id: 995,
    streamVersion: 6,
    kind: "peer_friend_ended",
    payload: { id, account_id: account, by: "me" },
  },
};
