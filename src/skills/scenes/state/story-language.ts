import type { Language } from "../../../domain/language.ts";
import type { Cast } from "./cast.ts";
import type { ChatState } from "./chat-state.ts";

const han = /\p{Script=Han}/u;

/**
 * The language in which prompts name times and moods: as set for the story, or by the script of its
 * places and people. It does not change from line to line, so that prompts stay the same.
 */
export function findStoryLanguage(state: ChatState, cast: Cast): Language {
  const set = state.settings.language ?? "";
  if (set !== "") return /^(?:zh|chinese|中文|汉语|简体|繁體)/iu.test(set) ? "zh" : "en";
  const written = [
    state.anchor,
    ...[...state.containers.values()].map(({ name }) => name),
    ...[...cast.bots.values()].flatMap(({ name, persona }) => [name, persona]),
  ].join("\n");
  return han.test(written) ? "zh" : "en";
}
