import type { PeerWindow } from "./channel-ports.ts";
import type { ReminderPlace } from "./reminder-routes.ts";
import type { DeliverySource } from "../events/delivery.ts";

/** Whether a message can be delivered at a later time if the person does not write until then. */
export type Outlook =
  | { readonly kind: "open" }
  | {
      readonly kind: "closed";
      readonly reason: ClosedReason;
      /** When the vendor's window ends, or ended. Null where the person never wrote, or where it is not a matter of time. */
      readonly windowEndsAt: string | null;
    };

/**
 * `window_closed`: too long after the person's last message. `quota_used`: the vendor takes no more until they write.
 * `never_wrote`: nothing can reach them before they do. `not_connected`: their chat app is logged out or switched off here.
 * `nowhere`: there is no conversation that it could go to.
 */
export const closedReasons = [
  "window_closed",
  "quota_used",
  "never_wrote",
  "not_connected",
  "nowhere",
] as const;
export type ClosedReason = (typeof closedReasons)[number];

/** Input of a vendor's rule. */
export interface Prospect {
  readonly channelAccount: string;
  /** The conversation's key: some have ways of their own. */
  readonly scope: string;
  readonly window: PeerWindow;
  readonly source: DeliverySource;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** For promises of later messages: the person can be warned while they are still there. */
export interface DeliveryOutlook {
  /** Without a conversation, the place that `ReminderRoutes` would choose. */
  placeFor(to: ReminderPlace): Promise<OutlookPlace>;
}

/** The destination of later messages, looked up once for any number of times. */
export interface OutlookPlace {
  /** Null where there is none. */
  readonly channel: string | null;
  /** `at` is an instant in ISO form. What is closed stays closed at any later time. */
  deliverableAt(at: string): Promise<Outlook>;
}
