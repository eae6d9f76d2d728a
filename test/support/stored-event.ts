import type { EventDraft, RecordedEvent } from "../../src/domain/events/catalogue.ts";
import { decodeEvent } from "../../src/domain/events/decode.ts";
import type { Envelope, Position } from "../../src/domain/events/event.ts";
import type { EventHandler, ReadRow } from "../../src/domain/events/projection.ts";
import type { JsonObject } from "../../src/domain/json.ts";

/** An event as a database may hold it: of any kind, also of one that this version does not know. */
export interface StoredDraft extends Envelope {
  readonly kind: string;
  readonly payload: JsonObject;
}

export const toDraft = ({ kind, payload, ...envelope }: StoredDraft): EventDraft => ({
  ...envelope,
  ...decodeEvent(kind, payload),
});

type StoredEvent = StoredDraft & Position;

export const toRecorded = ({ kind, payload, ...place }: StoredEvent): RecordedEvent => ({
  ...place,
  ...decodeEvent(kind, payload),
});

/** What a test's own handler does with a test's own kind of event. */
interface OwnHandler {
  readonly kind: string;
  readonly reads?: (event: StoredDraft) => ReturnType<NonNullable<EventHandler["reads"]>>;
  readonly evolve: (event: StoredEvent, read: ReadRow) => ReturnType<EventHandler["evolve"]>;
}

export function createHandler({ kind, reads, evolve }: OwnHandler): EventHandler {
  return {
    kind: decodeEvent(kind, {}).kind,
    reads: reads && ((event) => reads(event as unknown as StoredDraft)),
    evolve: (event, read) => evolve(event as unknown as StoredEvent, read),
  };
}
