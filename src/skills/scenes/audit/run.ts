import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { StoryAudit } from "../../../domain/views/story-time.ts";
import type { Recall } from "../beat/prompt.ts";
import { activePath } from "../state/path.ts";
import { text, texts } from "../state/payload.ts";
import { you } from "../state/chat-state.ts";
import { type AuditedChat, auditChat, type RecordedCall } from "./audit.ts";
import { broughtLeaks } from "./brought.ts";
import { contextNow } from "./context.ts";
import { isTurn } from "./hearing.ts";
import { readAuditedChat } from "./read-chat.ts";

/**
 * Every call that was ever made for a chat, every line that came from elsewhere, and the prompt that each of the cast would be
 * given now: nobody may be told what they did not witness.
 */
export async function auditStory(
  on: { readonly read: Reads; readonly recall: Recall | undefined },
  of: { readonly chatId: string; readonly accountId: string },
): Promise<StoryAudit> {
  const chat = await readAuditedChat(on.read, of);
  const now = await callsNow(on, chat);
  const leaks = [
    ...auditChat({ ...chat, calls: [...chat.calls, ...now] }),
    ...(await broughtLeaks(on.read, chat)),
  ];
  const lines = activePath(chat.events).filter(isTurn).length;
  return { chats: 1, calls: chat.calls.length, contexts: now.length, lines, leaks };
}

/** Prompts that were never sent, looked at as if they had been. */
async function callsNow(
  on: { readonly read: Reads; readonly recall: Recall | undefined },
  chat: AuditedChat,
): Promise<RecordedCall[]> {
  const calls: RecordedCall[] = [];
  for (const viewer of castIn(chat)) {
    const view = await contextNow(on, { chatId: chat.chatId, viewer }).catch((error: unknown) => {
      // Whoever is in no open scene is asked nothing.
      if (error instanceof Refusal) return undefined;
      throw error;
    });
    if (view === undefined) continue;
    calls.push({
      id: "now",
      purpose: "narrative",
      viewer,
      turnId: null,
      messages: view.messages,
      sourceEventIds: view.sections.flatMap(({ source_event_ids }) => source_event_ids),
      position: chat.events.at(-1)?.id ?? 0,
      typed: new Map(),
      answered: [],
    });
  }
  return calls;
}

function castIn({ events }: AuditedChat): Set<string> {
  const ids = events.flatMap(({ payload }) => [
    text(payload, "host_bot_id"),
    text(payload, "guest_bot_id"),
    text(payload, "entity_id"),
    ...texts(payload["participants"]),
  ]);
  return new Set(ids.filter((id) => id !== "" && id !== you));
}
