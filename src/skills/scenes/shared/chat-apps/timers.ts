import { iso } from "../../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../../domain/events/catalogue.ts";

/** Carries out what a person asked of a shared story in a chat app. */
export const requestTimer = "story_request";
/** Looks whether a line that was passed on has ended without an answer. */
export const watchTimer = "story_watch";
/** Tells chat apps what their people perceived of a turn. */
export const tellTimer = "story_tell";

type TimerName = typeof requestTimer | typeof watchTimer | typeof tellTimer;

/** The timer's id names what it is about, so it needs no row beside it and survives a crash. */
export function setStoryTimer(
  kind: TimerName,
  of: {
    readonly accountId: string;
    readonly about: string;
    readonly due: number;
    readonly now: number;
  },
): EventDraft<"timer_set"> {
  const id = `${kind}:${of.about}`;
  return {
    stream: `timer:${id}`,
    kind: "timer_set",
    at: iso(of.now),
    accountId: of.accountId,
    payload: {
      id,
      kind,
      account_id: of.accountId,
      conversation_id: null,
      due_at: iso(of.due),
    },
  };
}

export const readAbout = (kind: TimerName, timerId: string): string =>
  timerId.slice(kind.length + 1);
