import type { StorySettings } from "../../../domain/events/story.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { speakTemplate } from "../beat/instructions.ts";

const markers = [
  "worldInfoBefore",
  "personaDescription",
  "charDescription",
  "charPersonality",
  "scenario",
  "worldInfoAfter",
  "dialogueExamples",
  "chatHistory",
] as const;

/**
 * Settings as a preset that SillyTavern reads for chat models. What it has no field for (length,
 * language, style) stands in the file beside, and comes back here without loss.
 */
export function writePreset(
  name: string,
  { lorebook: _lore, persona: _persona, ...settings }: StorySettings,
): JsonObject {
  const prompts = listPrompts(settings);
  const marked = markers.map((identifier) => ({
    identifier,
    name: identifier,
    system_prompt: true,
    marker: true,
  }));
  const before = ["main", "nsfw", ...markers];
  const after = prompts.map(({ identifier }) => identifier).filter((id) => !before.includes(id));
  return {
    name,
    ...samplingFields(settings),
    openai_max_tokens: settings.max_tokens ?? 600,
    openai_max_context: settings.context_tokens ?? 8_192,
    stream_openai: true,
    prompts: [...prompts, ...marked],
    prompt_order: [
      {
        character_id: 100_001,
        order: [...before, ...after].map((identifier) => ({ identifier, enabled: true })),
      },
    ],
    extensions: { meanwhile: { ...settings } as JsonObject },
  };
}

const samplingFields = (settings: StorySettings) => ({
  temperature: settings.temperature ?? 1,
  top_p: settings.top_p ?? 1,
  top_k: settings.top_k ?? 0,
  frequency_penalty: settings.frequency_penalty ?? 0,
  presence_penalty: settings.presence_penalty ?? 0,
  seed: settings.seed ?? -1,
});

function listPrompts({ note, note_depth = 4, style = "", ...settings }: StorySettings) {
  const inHistory = {
    ...prompt("authors-note", note ?? ""),
    system_prompt: false,
    injection_position: 1,
    injection_depth: note_depth,
  };
  return [
    prompt("main", settings.system_template ?? withoutLength(speakTemplate)),
    // Auxiliary prompts stand before the history there.
    prompt("nsfw", style === "" ? "" : `Style: ${style}`),
    prompt("jailbreak", settings.closing_template ?? ""),
    ...(note === undefined ? [] : [inHistory]),
  ];
}

const prompt = (identifier: string, content: string) => ({
  identifier,
  name: identifier,
  role: "system",
  system_prompt: true,
  content,
});

/** Another program does not fill in the length. */
const withoutLength = (template: string): string => template.replace(", {{length}}", "");
