import { useCallback } from "react";
import { ApiFailure } from "../api/request.ts";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { words as pageWords } from "./words.ts";

const explainedByServer = new Set([
  "unknown_person",
  "unknown_place",
  "unknown_command",
  "not_present",
  "scene_not_found",
  "scene_over",
  "in_another_scene",
  "you_are_away",
  "nobody_there",
  "whisper_unclear",
  "not_the_last_reply",
  "clock_backwards",
  "scene_not_summed_up",
  "only_the_host",
  "not_in_story",
  "muted",
  "story_paused",
  "not_your_turn",
  "name_taken",
  "character_taken",
  "already_in_story",
  "story_full",
  "too_many_stories",
  "invitation_not_found",
]);

/** An error of this page as a sentence that says what to do. */
export function useExplain(): (error: unknown) => string {
  const words = useWords();
  const { failures } = usePageWords(pageWords);
  return useCallback(
    (error) => {
      if (!(error instanceof ApiFailure)) return explain(error, words);
      // These errors share a code; the field in the server's message tells them apart.
      const field = /stop_if/.exec(error.message)?.[0];
      // The server's messages for these codes name the character or place, in the page's language.
      if (explainedByServer.has(error.code) && error.message !== "") return error.message;
      return failures[field ?? error.code] ?? explain(error, words);
    },
    [words, failures],
  );
}
