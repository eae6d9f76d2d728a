import type { BotSpeech, StorySettings } from "../../../domain/events/story.ts";
import type { ModelSampling } from "../../../domain/ports/model.ts";
import { type Cast, nameOf } from "../state/cast.ts";
import { type ChatState, type Scene, you } from "../state/chat-state.ts";
import { listPresent } from "../state/present.ts";

/** How a character speaks in a story: its own settings, and those of the story for the rest. */
export type Speech = StorySettings & BotSpeech;

export const findSpeech = (state: ChatState, cast: Cast, speaker: string): Speech => ({
  ...state.settings,
  ...cast.bots.get(speaker)?.play,
});

/** Room for an answer of each length, in tokens. */
export const answerTokens = { short: 250, medium: 600, long: 1_500 } as const;

const lengths = {
  short: "in one to three sentences",
  medium: "in a few sentences",
  long: "in two to five paragraphs",
} as const;

export const describeLength = ({ length = "medium" }: Speech): string => lengths[length];

/**
 * What the model is asked with. A bound on the answer only where one is set: a model that
 * thinks first would spend it on its thoughts.
 */
export function toSampling(speech: Speech, stops: readonly string[]): ModelSampling {
  const { model, temperature, top_p, top_k, frequency_penalty, presence_penalty, seed } = speech;
  return {
    model,
    temperature,
    topP: top_p,
    topK: top_k,
    frequencyPenalty: frequency_penalty,
    presencePenalty: presence_penalty,
    seed,
    maxOutputTokens: speech.max_tokens,
    stop: stops,
  };
}

/** Before these an answer ends: where it would begin to speak for another, and what was set. */
export function listStops(
  { state, cast }: { readonly state: ChatState; readonly cast: Cast },
  scene: Scene,
  speaker: string,
): string[] {
  const others = listPresent(scene).filter((id) => id !== speaker && id !== you);
  return [
    ...(findSpeech(state, cast, speaker).stop ?? []),
    ...[you, ...others].map((id) => `\n${nameOf(cast, id)}:`),
  ];
}

/** The answer up to the first of these, without the speaker's own name before it. */
export function cutAtStops(text: string, name: string, stops: readonly string[]): string {
  const own = text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text;
  // A full-width colon means the same to a model that writes Chinese.
  const found = stops
    .flatMap((stop) => [stop, stop.replace(/:$/u, "：")])
    .map((stop) => own.indexOf(stop))
    .filter((at) => at > 0);
  return found.length === 0 ? own : own.slice(0, Math.min(...found)).trimEnd();
}
