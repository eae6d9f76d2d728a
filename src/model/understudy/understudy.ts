import type { Language } from "../../domain/language.ts";
import type { Json } from "../../domain/json.ts";
import type { ModelRequest } from "../../domain/ports/model.ts";
import { dominantLanguage } from "../offline-words.ts";
import { composeBeat } from "./compose-beat.ts";
import { feelingsAbout } from "./feelings.ts";
import {
  readAskedLanguage,
  fieldsOf,
  part,
  pickLanguage,
  readFeelings,
  readScene,
} from "./read-scene.ts";
import { findOpenQuestions, retellScene, tellFromOutside } from "./retell.ts";
import { segmentsOf } from "./split-prose.ts";
import { isStock } from "./stock.ts";

/**
 * Plays the characters when no model is connected. It understands no language: it composes a line
 * from the prompt's parts and nothing else, so that it can't know more than its character. The same
 * parts give the same line, and another version of it another one.
 */
export interface Understudy {
  /** The next beat, or undefined for a purpose that is not played. */
  speak(request: ModelRequest): string | undefined;
  object(request: ModelRequest): Json | undefined;
}

export function createUnderstudy(fallback: Language): Understudy {
  return {
    speak: (request) =>
      request.purpose === "narrative"
        ? composeBeat(readScene(request, fallback), request.attempt)
        : undefined,
    object: (request) => objects[request.purpose]?.(request, pickRetold(request, fallback)),
  };
}

type Answer = (request: ModelRequest, language: Language) => Json;

const objects: Readonly<Record<string, Answer>> = {
  parse_turn: (request) => ({
    segments: segmentsOf(part(request, "prose").join("\n"), request.viewer === "director"),
  }),
  state_update: feelings,
  pov_summary: (request, language) => ({
    summary: retellScene(
      {
        name: fieldsOf(part(request, "self"))["name"] ?? "",
        company: [
          ...part(request, "people"),
          ...readFeelings(part(request, "relationship")).keys(),
        ],
        transcript: part(request, "transcript"),
      },
      { language, isStock },
    ),
    knowledge_facts: [],
    relationship_summary: "",
  }),
  digest: (request, language) => ({
    summary: tellFromOutside(fieldsOf(part(request, "outside")), language),
    knowledge_facts: [],
    relationship_summary: "",
  }),
  threads: (request, language) => ({
    threads: findOpenQuestions(part(request, "transcript"), { language, isStock }),
  }),
};

/** A summary is in the language that most of the scene has. */
function pickRetold(request: ModelRequest, fallback: Language): Language {
  const readText = (name: string): string => part(request, name).join("\n");
  if (request.purpose === "digest")
    return (
      readAskedLanguage(request) ??
      dominantLanguage(Object.values(fieldsOf(part(request, "outside"))).join("\n")) ??
      fallback
    );
  if (request.purpose === "pov_summary")
    return dominantLanguage(readText("transcript").replaceAll("Stage direction", "")) ?? fallback;
  return pickLanguage(request, fallback);
}

function feelings(request: ModelRequest): Json {
  const people = part(request, "people");
  const [, target = ""] = part(request, "pair");
  const about = (name: string) => feelingsAbout(part(request, "just happened"), name, isStock);
  return people.length === 0
    ? about(target)
    : { people: people.map((name) => ({ name, ...about(name) })) };
}
