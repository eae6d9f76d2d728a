import type { Route } from "../message.ts";

/** A conversation that a reminder can be said in. */
export interface ReminderRoute extends Route {
  readonly conversationId: string;
}

/**
 * Where a reminder goes. First the conversation that is stored on its row: where it was made. If that is gone, or the
 * reminder was made elsewhere, the account's own order of channels decides, then the channel that was bound first. Where
 * the person happened to write last decides nothing.
 */
export interface ReminderRoutes {
  /** Undefined when the account has no conversation that anything could be said in. */
  routeFor(reminder: ReminderPlace): Promise<ReminderRoute | undefined>;
}

/** Whose it is, and where it was made. */
export interface ReminderPlace {
  readonly accountId: string;
  readonly conversationId: string | null;
}
