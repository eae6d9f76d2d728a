import type { Event } from "./event.ts";

/** Who talks with a person from here on: a character of theirs, or the plain assistant. */
export type CompanionEvent = Event<
  "companion_chosen",
  { account_id: string; bot_id: string | null }
>;
