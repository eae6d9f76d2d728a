import type { EventKind, RecordedEvent } from "../../../src/domain/events/catalogue.ts";

/** One event of each of these kinds, as it was written before events had types. */
export type Earlier<Kind extends EventKind> = { readonly [K in Kind]: RecordedEvent<K> };
