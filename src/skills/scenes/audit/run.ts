import { isTurnEvent } from "../state/fold-turns.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { slices } from "../../../domain/slices.ts";
import type { StoryAudit } from "../../../domain/views/story-time.ts";
import { findActivePath } from "../state/path.ts";
import { you } from "../state/chat-state.ts";
import { auditChat } from "./audit.ts";
import { type AuditedChat, findBroughtLeaks } from "./derived-leaks.ts";
import { buildCurrentPrompt } from "./current-prompt.ts";
import { readAuditedChat } from "./read-chat.ts";
import { listNamed, type RecordedCall } from "./citations.ts";
import type { Recall } from "../beat/prompt-context.ts";

/**
 * Audits every recorded call, every imported line, and the prompt each character would get now:
 * none may contain what its viewer did not witness.
 */
export async function auditStory(
  on: { readonly read: Reads; readonly recall: Recall | undefined },
  of: { readonly chatId: string; readonly accountId: string },
): Promise<StoryAudit> {
  const chat = await readAuditedChat(on.read, of);
  const now = await buildCurrentCalls(on, chat);
  const leaks = [
    ...(await slices.run(auditChat({ ...chat, calls: [...chat.calls, ...now] }))),
    ...(await findBroughtLeaks(on.read, chat)),
  ];
  const lines = (await slices.run(findActivePath(chat.events))).filter(isTurnEvent).length;
  return { chats: 1, calls: chat.calls.length, contexts: now.length, lines, leaks };
}

/** Current prompts, audited as if they had been sent. */
async function buildCurrentCalls(
  on: { readonly read: Reads; readonly recall: Recall | undefined },
  chat: AuditedChat,
): Promise<RecordedCall[]> {
  const calls: RecordedCall[] = [];
  for (const viewer of listCast(chat)) {
    const view = await buildCurrentPrompt(on, { chatId: chat.chatId, viewer }).catch(
      (error: unknown) => {
        // A character who is in no open scene has no prompt.
        if (error instanceof Refusal) return undefined;
        throw error;
      },
    );
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

function listCast({ events }: AuditedChat): Set<string> {
  return new Set(events.flatMap(listNamed).filter((id) => id !== you));
}
