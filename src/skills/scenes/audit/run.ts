import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { slices } from "../../../domain/slices.ts";
import type { StoryAudit } from "../../../domain/views/story-time.ts";
import { computePaths, findActivePath } from "../state/path.ts";
import { readSealedEvents } from "../state/spoilers.ts";
import { you } from "../state/chat-state.ts";
import { isTurnEvent } from "../state/fold-turns.ts";
import { auditChat } from "./audit.ts";
import { findBroughtLeaks, type Leak } from "./derived-leaks.ts";
import { buildPlacedPrompt } from "./current-prompt.ts";
import { readAuditedStory, type ReadOptions } from "./read-chat.ts";
import type { Recall } from "../beat/prompt-context.ts";
import type { AuditedStory, RecordedCall } from "./story-structure.ts";

interface AuditDeps {
  /** No transaction is open between two queries: a long story takes minutes. */
  readonly read: Reads;
  readonly recall: Recall | undefined;
}

/**
 * Audits every recorded call, every imported line, and the prompt each character would get now:
 * none may contain what its viewer did not witness. The story may be played meanwhile, so prompts and
 * calls are read before the events that they rest on.
 */
export async function auditStory(on: AuditDeps, of: ReadOptions): Promise<StoryAudit> {
  const now = await buildCurrentCalls(on, of.chatId);
  const story = await readAuditedStory(on.read, of);
  const { leaks, suspicions } = await auditChat({ ...story, calls: append(story.calls, now) });
  const lines = (await slices.run(findActivePath(story.events))).filter(isTurnEvent).length;
  const sealed =
    of.hidesSealed === true
      ? await readSealedEvents(on.read, of, await slices.run(computePaths(story.events)))
      : new Set<number>();
  const hideWords = (leak: Leak): Leak =>
    sealed.has(leak.eventId) ? { ...leak, words: [] } : leak;
  return {
    chats: 1,
    calls: story.callCount,
    contexts: now.length,
    lines,
    leaks: [...leaks, ...(await findBroughtLeaks(on.read, story))].map(hideWords),
    suspicions: suspicions.map(hideWords),
  };
}

async function* append(
  pages: AuditedStory["calls"],
  last: readonly RecordedCall[],
): AuditedStory["calls"] & AsyncGenerator<readonly RecordedCall[]> {
  yield* pages;
  yield last;
}

/** Current prompts, audited as if they had been sent. */
async function buildCurrentCalls(on: AuditDeps, chatId: string): Promise<RecordedCall[]> {
  const calls: RecordedCall[] = [];
  for (const viewer of await listCast(on.read, chatId)) {
    const placed = await buildPlacedPrompt(on, { chatId, viewer }).catch((error: unknown) => {
      // A character who is in no open scene has no prompt.
      if (error instanceof Refusal) return undefined;
      throw error;
    });
    if (placed === undefined) continue;
    const { view, position } = placed;
    const sourceEventIds = view.sections.flatMap(({ source_event_ids }) => source_event_ids);
    calls.push({
      id: "now",
      purpose: "narrative",
      viewer,
      turnId: null,
      messages: view.messages,
      sourceEventIds,
      // What counts as witnessed can change with every event, so the prompt's own place decides.
      position,
      typed: new Map(),
      answered: [],
    });
  }
  return calls;
}

/** Everyone who was ever in a scene; no other character has a prompt. */
async function listCast(read: Reads, chatId: string): Promise<string[]> {
  const rows = await read.rows<{ id: string }>(
    "select distinct entity_id as id from presence where chat_id = $1 and entity_id <> $2 order by 1",
    [chatId, you],
  );
  return rows.map(({ id }) => id);
}
