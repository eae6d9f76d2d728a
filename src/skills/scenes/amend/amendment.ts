import { isTurnEvent, readTurnId } from "../state/fold-turns.ts";
import type { EventDraft, Payload, RecordedEvent } from "../../../domain/events.ts";
import type { Cast } from "../state/cast.ts";
import { amendPath } from "../state/path.ts";

/**
 * A change of the past: replaced fields, withdrawn events, added events and what a model has to
 * redo.
 */
export interface Amendment {
  readonly amends: readonly EventAmendment[];
  readonly withdraws: readonly number[];
  /** Events that need no model, with their positions. */
  readonly adds: readonly AddedEvent[];
  readonly redo: Redo;
}

export interface EventAmendment {
  readonly event_id: number;
  readonly set: Payload;
}

export type AddedEvent = Pick<EventDraft, "kind" | "payload">;

/** What only a model can generate again. Each entry states the event it is placed after. */
export interface Redo {
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
}

/** The placeholder of a line until it is spoken again. */
export const placeholderLine = "…";

/** The direct effect of a change, before anything derived from it. */
export interface DirectChange {
  /** New fields of turns, by event id. */
  readonly amends: readonly EventAmendment[];
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
  readonly path: readonly RecordedEvent[];
  readonly cast: Cast;
}

export const applyAmends = (
  path: readonly RecordedEvent[],
  amends: readonly EventAmendment[],
): RecordedEvent[] => amendPath(path, { amends: amends as unknown as Payload[], withdraws: [] });

export const isNothingToRedo = ({ feelings, views, threads, lines }: Redo): boolean =>
  feelings.length + views.length + threads.length + lines.length === 0;

/** The payload of the amending event. */
export const toAmendmentPayload = ({
  amends,
  withdraws,
}: Pick<Amendment, "amends" | "withdraws">): Payload => ({
  amends: amends as unknown as Payload[],
  withdraws,
});

export const findTurn = (
  path: readonly RecordedEvent[],
  turnId: string,
): RecordedEvent | undefined =>
  path.find((event) => isTurnEvent(event) && readTurnId(event) === turnId);

/** Merges changes of the same event. */
export function mergeAmends(amends: readonly EventAmendment[]): EventAmendment[] {
  const byEvent = new Map<number, Payload>();
  for (const { event_id, set } of amends)
    byEvent.set(event_id, { ...byEvent.get(event_id), ...set });
  return [...byEvent].map(([event_id, set]) => ({ event_id, set }));
}
