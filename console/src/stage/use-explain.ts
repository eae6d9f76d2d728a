import { useCallback } from "react";
import { ApiFailure } from "../api/request.ts";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { words as pageWords } from "./words.ts";

const named = new Set([
  "unknown_person",
  "unknown_place",
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
]);

/** What went wrong on the stage, in words that say what to do. */
export function useExplain(): (error: unknown) => string {
  const words = useWords();
  const { failures } = usePageWords(pageWords);
  return useCallback(
    (error) => {
      if (!(error instanceof ApiFailure)) return explain(error, words);
      // The server's sentence names the field; that is all there is to tell these apart.
      const field = /stop_if/.exec(error.message)?.[0];
      // These name somebody or something, and say so in the page's language.
      if (named.has(error.code) && error.message !== "") return error.message;
      return failures[field ?? error.code] ?? explain(error, words);
    },
    [words, failures],
  );
}
