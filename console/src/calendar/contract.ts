/**
 * The server's answers about reminders, friends and what they share. Declared by the server; this
 * file only gives them the page's names.
 */
import type { CalendarLink as Link } from "../../../src/api/routes/calendar-routes.ts";
import type { FriendLinkAnswer } from "../../../src/api/routes/friend-routes.ts";
import type {
  AvailabilityView,
  BlockedView,
  FriendJoinView,
  FriendView,
  ShareResult as Result,
  SharedView,
} from "../../../src/domain/views/friends.ts";
import type { BothLanguages, CalendarEntry } from "../../../src/domain/views/calendar.ts";
import type { EntryDetails } from "../../../src/domain/views/entry-details.ts";
import type { MissedReminder } from "../../../src/domain/views/missed-reminders.ts";
import type {
  BatchResult,
  DeliveryForecast,
  ImportReport as Imported,
  ReadingStep as Step,
  ReminderView,
  SentenceRequest as Sentence,
  SentenceReading,
  SpokenOutcome,
} from "../../../src/domain/views/reminders.ts";
import type { Wall } from "./days.ts";

export type Both = BothLanguages;
export type Entry = CalendarEntry;
/** An entry with a time. */
export type TimedEntry = Entry & Readonly<Record<"display_start", Wall>>;
export type Reminder = ReminderView;
export type Details = Omit<EntryDetails, "order" | "is_to_do">;
/** With the answers to what was asked back, in order. */
export type TypedSentence = Sentence & Readonly<Record<"answers", readonly string[]>>;
export type CalendarLink = Link;
export type Reading = SentenceReading;
export type ReadingStep = Step;
export type ReadItem = Reading["items"][number];
export type ReadSpan = Reading["spans"][number];
export type Spoken = Pick<SpokenOutcome, "lines" | "refused">;
export type WriteResult = BatchResult;
export type Friend = FriendView;
export type FriendLink = FriendLinkAnswer;
export type FriendJoin = FriendJoinView;
export type Blocked = BlockedView;
export type Shared = SharedView;
export type ShareResult = Result;
export type FreeTime = AvailabilityView;
export type ImportReport = Imported;
export type Missed = MissedReminder;
export type Forecast = DeliveryForecast;
