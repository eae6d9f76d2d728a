import type { EventDraft } from "../../../domain/events.ts";
import { type Language, whyWords } from "../channel/scene-words.ts";
import { nameOf } from "../state/cast.ts";
import { chatFact } from "../state/story-events.ts";
import { momentOf, type Playing } from "./playing.ts";

/** What somebody who is back is told first: what could be noticed of each scene that they missed, and why it stopped if they had asked. */
export function comingBack(
  on: Playing,
  language: Language,
): { readonly told: readonly string[]; readonly events: readonly EventDraft[] } {
  const missed = [...on.state.digests.values()].filter(({ delivered }) => !delivered);
  const told = missed.map(({ noticed, sceneId }) => {
    const plan = [...on.state.plans.values()].find(
      (one) => one.sceneId === sceneId && one.endedWhy !== null && one.details.tell === null,
    );
    if (plan === undefined) return noticed;
    return `${noticed}\n${whyWords(language, plan.endedWhy ?? "", (id) => nameOf(on.cast, id))}`;
  });
  return {
    told,
    events: missed.map(({ id }) => chatFact(momentOf(on), "digest_delivered", { id })),
  };
}
