import type { Route } from "../message.ts";

/** A conversation in which a reminder can be shown. */
export interface ReminderRoute extends Route {
  readonly conversationId: string;
}

/**
 * Where a reminder goes. First the conversation that is stored on its row: where it was made. If
 * that is gone, or the reminder was made elsewhere, the account's own order of channels decides,
 * then the channel that was bound first. The conversation in which the person wrote last does not
 * matter.
 */
export interface ReminderRoutes {
  /** Undefined when the account has no conversation that anything could be said in. */
  routeFor(reminder: ReminderPlace): Promise<ReminderRoute | undefined>;
}

/** Its owner, and the conversation in which it was made. */
export interface ReminderPlace {
  readonly accountId: string;
  readonly conversationId: string | null;
  /** Which of the person's ways, counted from that conversation and around again. */
  readonly way?: number | undefined;
}
