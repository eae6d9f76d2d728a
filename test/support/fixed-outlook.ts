import type { DeliveryOutlook, Outlook } from "../../src/domain/ports/delivery-outlook.ts";
import type { ReminderPlace } from "../../src/domain/ports/reminder-routes.ts";

/** The same outlook for every time of a place. */
export const createFixedOutlook = (
  of: (place: ReminderPlace) => Outlook,
  channel: string | null = "post",
): DeliveryOutlook => ({
  placeFor: (place) =>
    Promise.resolve({ channel, deliverableAt: () => Promise.resolve(of(place)) }),
});
