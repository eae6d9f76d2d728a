import { reminderTimer } from "../skills/reminders/firing/fire.ts";
import { nightlyTimer } from "../skills/reminders/firing/nightly.ts";
import { timedWords } from "../skills/reminders/firing/due-pieces.ts";
import { calendarNewsTimer } from "../skills/reminders/objects/calendar-news.ts";
import { bookingEndTimer, bookingNewsTimer } from "../skills/friends/bookings/news.ts";
import { peerNewsTimer } from "../skills/friends/elsewhere/news.ts";
import { notificationTimerKind } from "../skills/friends/notices/notify.ts";
import { createFeelingsTimer } from "../skills/scenes/plans/feelings-timer.ts";
import { initiativeTimer } from "../skills/initiative/timer.ts";
import { createSceneTimer } from "../skills/scenes/plans/scene-timer.ts";
import { createRequestTimer } from "../skills/scenes/shared/chat-apps/request-timer.ts";
import { createTellTimer, createWatchTimer } from "../skills/scenes/shared/chat-apps/tell-timer.ts";
import type { LinkCodes } from "../domain/ports/link-codes.ts";
import type { TimerParts } from "../spine/parts.ts";

const hour = 3_600_000;

export interface TimerSettings {
  readonly expiresHours: number;
  /** Reminders that are later than this come together in one message. */
  readonly digestHours: number;
  readonly nightlyHour: number;
  readonly zones: string;
  /** Hosts whose links stay links in titles that another person wrote. */
  readonly linkHosts: readonly string[];
  readonly codes: Pick<LinkCodes, "hash">;
}

/** The timers of every skill. They run in every worker: reminders are not a background chore. */
export function timerParts(settings: TimerSettings): TimerParts {
  return {
    kinds: [
      reminderTimer({ digestAfterMs: settings.digestHours * hour, linkHosts: settings.linkHosts }),
      nightlyTimer({ hour: settings.nightlyHour }),
      notificationTimerKind(settings.linkHosts),
      calendarNewsTimer(settings.linkHosts),
      bookingNewsTimer(settings.linkHosts),
      bookingEndTimer(settings.linkHosts),
      peerNewsTimer(settings.linkHosts),
      initiativeTimer({ linkHosts: settings.linkHosts }),
      createSceneTimer(),
      createFeelingsTimer(),
      createRequestTimer(settings),
      createTellTimer(),
      createWatchTimer(),
    ],
    words: timedWords,
    expiresMs: settings.expiresHours * hour,
    zones: settings.zones,
  };
}
