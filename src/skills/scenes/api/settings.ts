import { Refusal } from "../../../domain/errors.ts";
import type { StorySettings } from "../../../domain/events/story.ts";
import type { Model } from "../../../domain/ports/model.ts";
import type { StorySettingsView } from "../../../domain/views/scenes.ts";
import { speakTemplate } from "../beat/instructions.ts";

type Described = Partial<Pick<Model, "describe">> | undefined;

const listChoices = (model: Described): readonly string[] => model?.describe?.choices ?? [];

export const describeSettings = (settings: StorySettings, model: Described): StorySettingsView => ({
  settings,
  models: listChoices(model),
  system_template: speakTemplate,
});

/** Only the models that the operator offers: another could cost anything. */
export function assertOffered(name: unknown, model: Described): void {
  if (typeof name !== "string" || listChoices(model).includes(name)) return;
  throw new Refusal("invalid_request", {
    field: "model",
    problem: "is not among the models that are offered here",
  });
}

/** The model that a character's fields name. */
export function readModel(payload: unknown): unknown {
  const play = typeof payload === "object" && payload !== null && "play" in payload;
  const speech = play ? payload.play : undefined;
  return typeof speech === "object" && speech !== null && "model" in speech
    ? speech.model
    : undefined;
}
