import type { DeliveryOutlook, Outlook } from "../../src/domain/ports/delivery-outlook.ts";
import type { ReminderPlace } from "../../src/domain/ports/reminder-routes.ts";

/** An outlook that is known beforehand for each place and time. */
export const createFixedOutlook = (
  of: (place: ReminderPlace, at: string) => Outlook,
  channel: string | null = "post",
): DeliveryOutlook => ({
  placeFor: (place) =>
    Promise.resolve({ channel, deliverableAt: (at) => Promise.resolve(of(place, at)) }),
});
