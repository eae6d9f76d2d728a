import type { AuthoredEvent, LineEvent, RecordedChatEvent } from "../state/events.ts";
import { withPayload } from "../state/events.ts";
import { isTurnEvent } from "../state/fold-turns.ts";
import { readBranch } from "../state/path.ts";
import { listNamed } from "./perceived-words.ts";

/** A recorded call of the model. */
export interface RecordedCall {
  readonly id: string;
  readonly purpose: string;
  readonly viewer: string;
  readonly turnId: string | null;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly sourceEventIds: readonly number[];
  /** The newest event the call can have known. */
  readonly position: number;
  /** Messages typed for its turn, by event id. */
  readonly typed: ReadonlyMap<number, string>;
  /** Answers of earlier calls of the same turn. */
  readonly answered: readonly string[];
}

/**
 * A story as the audit goes through it. Its structure (who heard, owns and cites what) is kept in
 * memory; words and prompts are read a page at a time.
 */
export interface AuditedStory {
  readonly chatId: string;
  /** Every event in order, without its words. Fields that an amendment sets are complete. */
  readonly events: readonly RecordedChatEvent[];
  /** Cards and the person's persona, as authored. */
  readonly authored: readonly AuthoredEvent[];
  readonly words: StoryWords;
  readonly calls: AsyncIterable<readonly RecordedCall[]>;
}

export interface StoryWords {
  /** Whole events by id. */
  readEvents(ids: readonly number[]): Promise<ReadonlyMap<number, RecordedChatEvent>>;
  /** Lines up to a position that may contain one of the words, whole. */
  findLines(words: readonly string[], position: number): Promise<readonly LineEvent[]>;
}

/** Fields that hold words. Amendments keep theirs: they are few. */
export const wordFields = [
  "text",
  "segments",
  "pov_summary",
  "new_value",
  "prior_value",
  "relationship_summary",
  "knowledge_facts",
  "noticed",
  "directors_cut",
  "summary",
  "title",
] as const;

export function dropWords(event: RecordedChatEvent): RecordedChatEvent {
  const payload: Record<string, unknown> = { ...event.payload };
  for (const field of wordFields) delete payload[field];
  return withPayload(event, payload);
}

/** A whole event with the fields that its counting version replaced. */
export const withCounting = <E extends RecordedChatEvent>(
  whole: RecordedChatEvent,
  counting: E,
): E => withPayload(counting, { ...whole.payload, ...counting.payload });

/** What one turn of the engine recorded in the story. */
export interface RecordedTurn {
  /** A rerun on another branch has a past of its own. */
  readonly branch: string;
  readonly lines: readonly LineEvent[];
}

export interface StoryIndex {
  readonly byId: ReadonlyMap<number, RecordedChatEvent>;
  readonly cards: ReadonlyMap<number, AuthoredEvent>;
  readonly turns: ReadonlyMap<string, RecordedTurn>;
  /** Ids of all characters, which stand for their names where a card is missing. */
  readonly named: ReadonlySet<string>;
  /** By message: the lines it became, one on each branch that played it. */
  readonly linesOfMessage: ReadonlyMap<number, readonly LineEvent[]>;
}

export function indexStory({ events, authored }: Omit<AuditedStory, "calls">): StoryIndex {
  const turns = new Map<string, { branch: string; lines: LineEvent[] }>();
  const linesOfMessage = new Map<number, LineEvent[]>();
  for (const event of events) {
    const turn = turns.get(event.turnId ?? "") ?? { branch: readBranch(event), lines: [] };
    if (event.turnId !== undefined) turns.set(event.turnId, turn);
    if (!isTurnEvent(event)) continue;
    turn.lines.push(event);
    for (const id of event.kind === "user_turn" ? (event.payload.message_event_ids ?? []) : [])
      linesOfMessage.set(id, [...(linesOfMessage.get(id) ?? []), event]);
  }
  return {
    byId: new Map(events.map((event) => [event.id, event])),
    cards: new Map(authored.map((card) => [card.id, card])),
    turns,
    named: new Set(events.flatMap(listNamed)),
    linesOfMessage,
  };
}
