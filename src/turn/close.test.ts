import { expect, it } from "vitest";
import { noFailpoints } from "../domain/ports/failpoints.ts";
import type { EventDraft } from "../domain/events/catalogue.ts";
import { closeTurn } from "./close.ts";
import type { TurnEngine } from "./engine.ts";
import type { StartedTurn } from "./start.ts";

const turn = {
  id: "turn",
  attempt: 1,
  lane: { id: "talk", account_id: "ada", fence: 1 },
  account: { id: "ada" },
  window: [{ seq: 1 }],
} as unknown as StartedTurn;

const said: EventDraft<"message_sent"> = {
  stream: "conversation:talk",
  kind: "message_sent",
  at: "2026-01-01T00:00:00.000Z",
  accountId: "ada",
  conversationId: "talk",
  turnId: "turn",
  payload: {
    id: "message",
    conversation_id: "talk",
    account_id: "ada",
    turn_id: "turn",
    provider_type: "post",
    channel_account: "main",
    text: "hello",
  },
};

/** Ends the turn with this event, and says whether it was written. */
async function isWritten(draft: EventDraft): Promise<boolean> {
  let written = false;
  const on = {
    failpoints: noFailpoints,
    queued: () => true,
    db: { notify: () => undefined },
    endTogether: async () => {
      written = true;
      return { isMoreOpen: false };
    },
  } as unknown as TurnEngine;
  await closeTurn(on, turn, { drafts: [draft], draftedBy: "engine" }).catch(() => undefined);
  return written;
}

it("the engine ends a turn with events of its own conversation and account only", async () => {
  expect(await isWritten(said)).toBe(true);
  const foreign: readonly EventDraft[] = [
    { ...said, stream: "conversation:other" },
    { ...said, conversationId: "other" },
    { ...said, accountId: "bob" },
    { ...said, turnId: "other" },
    { ...said, payload: { ...said.payload, account_id: "bob" } },
    { ...said, payload: { ...said.payload, conversation_id: "other" } },
  ];
  for (const draft of foreign) expect(await isWritten(draft)).toBe(false);
});
