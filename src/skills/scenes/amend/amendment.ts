import type { EventDraft, Payload, RecordedEvent } from "../../../domain/events.ts";
import type { Cast } from "../state/cast.ts";
import { amended } from "../state/path.ts";
import { text } from "../state/payload.ts";

/** How the past reads differently: fields that are replaced, events that count no more, and what is to be made again. */
export interface Amendment {
  readonly amends: readonly Amend[];
  readonly withdraws: readonly number[];
  /** Made without a model, and put where they belong. */
  readonly adds: readonly Added[];
  readonly redo: Redo;
}

export interface Amend {
  readonly event_id: number;
  readonly set: Payload;
}

export type Added = Pick<EventDraft, "kind" | "payload">;

/** What only a model can make again. Each says behind which event it stands. */
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
  /** Lines of bots that repeated what nobody says any more: they are spoken again. */
  readonly lines: readonly string[];
}

/** What stands for a line until it is spoken again. */
export const unsaid = "…";

/** A change of the past before anything that was made of it has followed. */
export interface DirectChange {
  /** Turns as they read from now on, by the events that brought them. */
  readonly amends: readonly Amend[];
  /** Turns of which somebody's memories, feelings and summaries are stale: everybody's, or one's own alone. */
  readonly turnIds: readonly string[];
  readonly only?: string | undefined;
  /** Those of the turns that are to be spoken again. */
  readonly again?: readonly string[] | undefined;
}

/** A branch's past with those who play in it. */
export interface Told {
  readonly chatId: string;
  readonly accountId: string;
  readonly path: readonly RecordedEvent[];
  readonly cast: Cast;
}

export const withAmends = (
  path: readonly RecordedEvent[],
  amends: readonly Amend[],
): RecordedEvent[] => amended(path, { amends: amends as unknown as Payload[], withdraws: [] });

export const isNothingToRedo = ({ feelings, views, threads, lines }: Redo): boolean =>
  feelings.length + views.length + threads.length + lines.length === 0;

/** What the amending event says. */
export const amendmentPayload = ({
  amends,
  withdraws,
}: Pick<Amendment, "amends" | "withdraws">): Payload => ({
  amends: amends as unknown as Payload[],
  withdraws,
});

export const turnIdOf = (event: RecordedEvent): string =>
  text(event.payload, "id") || `event-${event.id}`;

export const isTurnEvent = ({ kind }: RecordedEvent): boolean =>
  kind === "user_turn" || kind === "assistant_turn";

export const turnWith = (
  path: readonly RecordedEvent[],
  turnId: string,
): RecordedEvent | undefined =>
  path.find((event) => isTurnEvent(event) && turnIdOf(event) === turnId);

/** One entry for each event, whatever was said of it. */
export function merged(amends: readonly Amend[]): Amend[] {
  const byEvent = new Map<number, Payload>();
  for (const { event_id, set } of amends)
    byEvent.set(event_id, { ...byEvent.get(event_id), ...set });
  return [...byEvent].map(([event_id, set]) => ({ event_id, set }));
}
