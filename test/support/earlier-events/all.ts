import type { EventKind } from "../../../src/domain/events/catalogue.ts";
import { accountEvents } from "./account.ts";
import { bookingEvents } from "./booking.ts";
import { peerEvents } from "./peer.ts";
import { channelEvents } from "./channel.ts";
import { companionEvents } from "./companion.ts";
import { conversationEvents } from "./conversation.ts";
import { deliveryEvents } from "./delivery.ts";
import { friendEvents } from "./friend.ts";
import { initiativeEvents } from "./initiative.ts";
import { memoryEvents } from "./memory.ts";
import { outsideCalendarEvents } from "./outside-calendar.ts";
import { reminderEvents } from "./reminder.ts";
import { storyEvents } from "./story.ts";
import { timerEvents } from "./timer.ts";
import { turnEvents } from "./turn.ts";
import { webhookEvents } from "./webhook.ts";
import type { Earlier } from "./earlier.ts";

/**
 * One event of every kind, copied from logs that the version before the catalogue wrote in tests.
 * The compiler checks them against the catalogue: they stay as they are, so a kind that is renamed
 * or a field that is made required no longer compiles. They do not belong to one history.
 */
export const earlierEvents: Earlier<EventKind> = {
  ...accountEvents,
  ...bookingEvents,
  ...peerEvents,
  ...channelEvents,
  ...companionEvents,
  ...conversationEvents,
  ...deliveryEvents,
  ...friendEvents,
  ...initiativeEvents,
  ...memoryEvents,
  ...outsideCalendarEvents,
  ...reminderEvents,
  ...storyEvents,
  ...timerEvents,
  ...turnEvents,
  ...webhookEvents,
};
