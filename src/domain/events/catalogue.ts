import type { AccountEvent } from "./account.ts";
import type { BookingEvent } from "./booking.ts";
import type { ChannelEvent } from "./channel.ts";
import type { CompanionEvent } from "./companion.ts";
import type { ConversationEvent } from "./conversation.ts";
import type { DeliveryEvent } from "./delivery.ts";
import type { Envelope, Position } from "./event.ts";
import type { FriendEvent } from "./friend.ts";
import type { InitiativeEvent } from "./initiative.ts";
import type { MemoryEvent } from "./memory.ts";
import type { OutsideCalendarEvent } from "./outside-calendar.ts";
import type { PeerEvent } from "./peer.ts";
import type { ReminderEvent } from "./reminder.ts";
import type { StoryEvent } from "./story.ts";
import type { TimerEvent } from "./timer.ts";
import type { TurnEvent } from "./turn.ts";
import type { WebhookEvent } from "./webhook.ts";

/** Every fact that this version writes or reads. */
export type CataloguedEvent =
  | AccountEvent
  | BookingEvent
  | ChannelEvent
  | CompanionEvent
  | ConversationEvent
  | DeliveryEvent
  | FriendEvent
  | InitiativeEvent
  | MemoryEvent
  | OutsideCalendarEvent
  | PeerEvent
  | ReminderEvent
  | StoryEvent
  | TimerEvent
  | TurnEvent
  | WebhookEvent;

type Catalogue = { [E in CataloguedEvent as E["kind"]]: E };

export type EventKind = keyof Catalogue;
export type PayloadOf<Kind extends EventKind> = Catalogue[Kind]["payload"];

/** An event's kind and fields, without its place and time. */
export type EventBody<Kind extends EventKind = EventKind> = Catalogue[Kind];

/** A fact about to be recorded. Without a kind it is any of them, and `kind` tells which. */
export type EventDraft<Kind extends EventKind = EventKind> = {
  [K in Kind]: Envelope & Catalogue[K];
}[Kind];

export type RecordedEvent<Kind extends EventKind = EventKind> = {
  [K in Kind]: Envelope & Position & Catalogue[K];
}[Kind];

type OfAKind = { readonly kind: EventKind };

/** Whether an event is of one of these kinds; then its fields are theirs. */
export const isEventOf = <Kind extends EventKind>(
  event: Envelope & Position & OfAKind,
  ...kinds: readonly Kind[]
): event is RecordedEvent<Kind> => kinds.some((kind) => kind === event.kind);

export const isDraftOf = <Kind extends EventKind>(
  event: Envelope & OfAKind,
  ...kinds: readonly Kind[]
): event is EventDraft<Kind> => kinds.some((kind) => kind === event.kind);
