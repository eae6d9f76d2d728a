import type { Json, JsonObject } from "./json.ts";
import type { Change, NeededRow, ProjectionTable, ReadRow } from "./events/projection.ts";
import type { Pausable } from "./slices.ts";

export type { Json } from "./json.ts";
export type { Change, Key, NeededRow, ProjectionTable, ReadRow, Row } from "./events/projection.ts";

export type Payload = JsonObject;

/** An event whose kind is not known here. Code that knows it uses `events/catalogue.ts`. */
export interface EventDraft {
  readonly stream: string;
  readonly kind: string;
  readonly at: string;
  readonly payload: Payload;
  readonly accountId?: string | undefined;
  readonly conversationId?: string | undefined;
  readonly chatId?: string | undefined;
  readonly turnId?: string | undefined;
  readonly causationId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

export interface RecordedEvent extends EventDraft {
  readonly id: number;
  readonly streamVersion: number;
}

/** See `events/projection.ts`: a handler made by `handler` is one of these. */
export interface EventHandler {
  readonly kind: string;
  readonly holds?: Needs["of"] | undefined;
  readonly reads?: Needs["of"] | undefined;
  evolve(event: RecordedEvent, read: ReadRow): readonly Change[];
}

interface Needs {
  of(event: EventDraft): readonly NeededRow[];
}

export interface Projection {
  readonly tables: readonly ProjectionTable[];
  readonly handlers: readonly EventHandler[];
  readonly refold?: Refold | undefined;
}

export interface Refold {
  readonly kinds: readonly string[];
  readonly tables: readonly string[];
  path(events: readonly RecordedEvent[]): Pausable<readonly RecordedEvent[]>;
}

/** A field that must be text. An event without it was never valid, so this is a bug and not a refusal. */
export function textIn(payload: Payload, name: string): string {
  const value: Json | undefined = payload[name];
  if (typeof value !== "string") throw new Error(`an event lacks the text field ${name}`);
  return value;
}
