import type { Language } from "../../../domain/language.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import { describeStop } from "../channel/scene-words.ts";
import { nameOf } from "../state/cast.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { toFactContext, type PlayContext } from "./play-context.ts";

/**
 * What the person is shown on return: a digest of each scene they missed, and why an unattended
 * scene stopped, unless a chat app was already notified.
 */
export function deliverDigests(
  on: PlayContext,
  language: Language,
): {
  readonly digests: readonly string[];
  readonly events: readonly EventDraft<"digest_delivered">[];
} {
  const missed = [...on.state.digests.values()].filter(({ delivered }) => !delivered);
  const digests = missed.map(({ noticed, sceneId }) => {
    const plan = [...on.state.plans.values()].find(
      (one) => one.sceneId === sceneId && one.endedWhy !== null && one.details.tell === null,
    );
    if (plan === undefined) return noticed;
    return `${noticed}\n${describeStop(language, plan.endedWhy ?? "", (id) => nameOf(on.cast, id))}`;
  });
  return {
    digests,
    events: missed.map(({ id }) => draftStoryEvent(toFactContext(on), "digest_delivered", { id })),
  };
}
