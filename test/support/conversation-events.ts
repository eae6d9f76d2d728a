import type { EventDraft } from "../../src/domain/events/catalogue.ts";

const at = "2026-11-17T10:00:00.000Z";

export const conversationOpened = (accountId: string, id: string): EventDraft => ({
  stream: `conversation:${id}`,
  kind: "conversation_opened",
  at,
  accountId,
  conversationId: id,
  payload: {
    id,
    account_id: accountId,
    provider_type: "web",
    channel_account: "web",
    scope: id,
    peer: id,
  },
});

export const messageReceived = (
  accountId: string,
  conversationId: string,
  { seq, text }: { readonly seq: number; readonly text: string },
): EventDraft => ({
  stream: `conversation:${conversationId}`,
  kind: "message_received",
  at,
  accountId,
  conversationId,
  payload: {
    id: `${conversationId}-${seq}`,
    conversation_id: conversationId,
    account_id: accountId,
    identity_id: null,
    provider_type: "web",
    channel_account: "web",
    vendor_id: `${conversationId}-${seq}`,
    peer: conversationId,
    seq,
    text,
    sender_name: null,
    payload: {},
  },
});
