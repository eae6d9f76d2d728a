import type { Projection } from "../domain/events/projection.ts";
import { calendarLinkProjection } from "../skills/reminders/api/calendar-link.ts";
import { calendarProjection } from "../skills/reminders/objects/calendar-news.ts";
import { reminderProjection } from "../skills/reminders/projection.ts";
import { bookingProjection } from "../skills/friends/bookings/projection.ts";
import { peerProjection } from "../skills/friends/elsewhere/projection.ts";
import { friendsProjection } from "../skills/friends/projection.ts";
import { companionProjection } from "../skills/companion/projection.ts";
import { initiativeProjection } from "../skills/initiative/projection.ts";
import { memoryProjection } from "../skills/memory/projection.ts";
import { sceneProjection } from "../skills/scenes/projection/projection.ts";
import { spineProjector } from "../spine.ts";
import type { Projector } from "../store/log/projector.ts";

/**
 * The tables of every skill. Writing and rebuilding use all of them: an event must fill the same
 * tables everywhere.
 */
export const skillProjections: readonly Projection[] = [
  reminderProjection,
  calendarLinkProjection,
  calendarProjection,
  friendsProjection,
  bookingProjection,
  peerProjection,
  memoryProjection,
  initiativeProjection,
  companionProjection,
  sceneProjection,
];

export const productProjector = (): Projector => spineProjector(skillProjections);
