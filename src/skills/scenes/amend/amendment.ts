import { isTurnEvent, readTurnId } from "../state/fold-turns.ts";
import type { EventBody } from "../../../domain/events/catalogue.ts";
import type { Amend, AmendedFields } from "../../../domain/events/story.ts";
import type { Cast } from "../state/cast.ts";
import type { LineEvent, RecordedChatEvent } from "../state/events.ts";
import { amendPath, type PathAmendment } from "../state/path.ts";

/**
 * A change of the past: replaced fields, withdrawn events, added events and what a model has to
 * redo.
 */
export interface Amendment extends PathAmendment {
  /** Events that need no model, with their positions. */
  readonly adds: readonly AddedEvent[];
  readonly redo: Redo;
}

export type AddedEvent = EventBody<"memory_written" | "presence_changed">;

/** What only a model can generate again. Each entry states the event it is placed after. */
export type Redo = {
  readonly feelings: readonly {
    readonly source_id: string;
    readonly target_id: string;
    readonly turn_ids: readonly string[];
    readonly after: number;
  }[];
  readonly views: readonly {
    readonly scene_id: number;
    readonly owner_id: string;
    readonly after: number;
  }[];
  readonly threads: readonly { readonly scene_id: number; readonly after: number }[];
  /** Bot lines that repeat an original wording and are spoken again. */
  readonly lines: readonly string[];
};

/** The placeholder of a line until it is spoken again. */
export const placeholderLine = "…";

/** The direct effect of a change, before anything derived from it. */
export interface DirectChange {
  /** New fields of turns, by event id. */
  readonly amends: readonly Amend[];
  /**
   * Turns whose derived memories, feelings and summaries are stale, for all owners or only for one.
   */
  readonly turnIds: readonly string[];
  readonly only?: string | undefined;
  /** Those of the turns that are spoken again. */
  readonly again?: readonly string[] | undefined;
}

/** The path of a branch and its cast. */
export interface StoryBranch {
  readonly chatId: string;
  readonly accountId: string;
  readonly path: readonly RecordedChatEvent[];
  readonly cast: Cast;
}

export const applyAmends = (
  path: readonly RecordedChatEvent[],
  amends: readonly Amend[],
): RecordedChatEvent[] => amendPath(path, { amends, withdraws: [] });

export const isNothingToRedo = ({ feelings, views, threads, lines }: Redo): boolean =>
  feelings.length + views.length + threads.length + lines.length === 0;

export const findTurn = (
  path: readonly RecordedChatEvent[],
  turnId: string,
): LineEvent | undefined => path.filter(isTurnEvent).find((event) => readTurnId(event) === turnId);

/** Merges changes of the same event. */
export function mergeAmends(amends: readonly Amend[]): Amend[] {
  const byEvent = new Map<number, AmendedFields>();
  for (const { event_id, set } of amends)
    byEvent.set(event_id, { ...byEvent.get(event_id), ...set });
  return [...byEvent].map(([event_id, set]) => ({ event_id, set }));
}
