import type { EventDraft } from "../../domain/events/catalogue.ts";
import type { MemoryEvent } from "../../domain/events/memory.ts";
import { iso } from "../../domain/ports/clock.ts";

/** An event of a person's memory. All of them are one stream: they have one order. */
export const placeInMemory = (now: number, event: MemoryEvent): EventDraft => ({
  ...event,
  stream: `memory:${event.payload.account_id}`,
  at: iso(now),
  accountId: event.payload.account_id,
});
