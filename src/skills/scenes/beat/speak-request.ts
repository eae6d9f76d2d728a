import type { ModelRequest } from "../../../domain/ports/model.ts";
import { nameOf } from "../state/cast.ts";
import { type Scene, you } from "../state/chat-state.ts";
import type { KnownWords } from "../state/witness.ts";
import { speakInstructions, speakTemplate } from "./instructions.ts";
import { buildRequest, createPromptContext, type PlayContext } from "./play-context.ts";
import { buildSpeakerSections } from "./prompt.ts";
import type { PromptContext, Recall } from "./prompt-context.ts";
import { describeLength, findSpeech, listStops, toSampling } from "./speech.ts";

export interface SpeakInput {
  readonly speaker: string;
  readonly now: KnownWords;
  readonly recall?: Recall | undefined;
  /** How many versions of the reply there are already. */
  readonly attempt?: number | undefined;
}

/** The call by which a character speaks. */
export function buildSpeakRequest(
  on: PlayContext,
  scene: Scene,
  { speaker, now, recall, attempt = 0 }: SpeakInput,
): ModelRequest {
  const context = createPromptContext(on, scene, speaker);
  const sampling = toSampling(
    findSpeech(on.state, on.cast, speaker),
    listStops(on, scene, speaker),
  );
  const request = buildRequest(on, {
    purpose: "narrative",
    viewer: speaker,
    instructions: describeTask(context),
    sections: buildSpeakerSections(context, now, recall),
    sampling:
      sampling?.seed === undefined ? sampling : { ...sampling, seed: sampling.seed + attempt },
  });
  return attempt === 0 ? request : { ...request, attempt };
}

/** The instructions for a character: the story's template, or the card's where that is allowed. */
export function describeTask({
  state,
  cast,
  sources,
}: Pick<PromptContext, "state" | "cast" | "sources">): string {
  const speech = findSpeech(state, cast, sources.viewer);
  const bot = cast.bots.get(sources.viewer);
  const card = speech.card_prompts === true ? (bot?.prompts?.system ?? "") : "";
  return speakInstructions({
    template: card.trim() || speech.system_template?.trim() || speakTemplate,
    names: { char: nameOf(cast, sources.viewer), user: nameOf(cast, you) },
    length: describeLength(speech),
    language: speech.language,
    style: speech.style,
  });
}
