import type {
  AuthoredEvent,
  LineEvent,
  RecordedChatEvent,
} from "../../src/skills/scenes/state/events.ts";
import { isTurnEvent } from "../../src/skills/scenes/state/fold-turns.ts";
import { auditChat, type ChatAudit } from "../../src/skills/scenes/audit/audit.ts";
import { dropWords, type RecordedCall } from "../../src/skills/scenes/audit/story-structure.ts";

interface StoryInMemory {
  readonly chatId: string;
  readonly events: readonly RecordedChatEvent[];
  readonly authored?: readonly AuthoredEvent[];
  readonly calls: readonly RecordedCall[];
}

async function* onePage(
  calls: readonly RecordedCall[],
): AsyncGenerator<readonly RecordedCall[], void> {
  yield calls.toSorted((a, b) => a.position - b.position);
}

/** The audit over a story that is in memory. */
export function auditInMemory({
  chatId,
  events,
  authored = [],
  calls,
}: StoryInMemory): Promise<ChatAudit> {
  const byId = new Map(events.map((event) => [event.id, event]));
  const lines: readonly LineEvent[] = events.filter(isTurnEvent);
  return auditChat({
    chatId,
    events: events.map(dropWords),
    authored,
    words: {
      readEvents: (ids) =>
        Promise.resolve(
          new Map(ids.flatMap((id) => [[id, byId.get(id)] as const]).filter(isFound)),
        ),
      findLines: (words, position) =>
        Promise.resolve(
          lines.filter(({ id, payload }) => {
            const said = JSON.stringify(payload).toLowerCase();
            return id <= position && words.some((word) => said.includes(word));
          }),
        ),
    },
    calls: onePage(calls),
  });
}

const isFound = (
  entry: readonly [number, RecordedChatEvent | undefined],
): entry is readonly [number, RecordedChatEvent] => entry[1] !== undefined;
