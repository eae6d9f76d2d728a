import { useCallback } from "react";
import { ApiFailure } from "../api/request.ts";
import { explain } from "../language/explain.ts";
import { usePageWords, useWords } from "../language/use-words.tsx";
import { words as pageWords } from "./words.ts";

/** What went wrong on the stage, in words that say what to do. */
export function useExplain(): (error: unknown) => string {
  const words = useWords();
  const { failures } = usePageWords(pageWords);
  return useCallback(
    (error) => {
      if (!(error instanceof ApiFailure)) return explain(error, words);
      // The server's sentence names the field; that is all there is to tell these apart.
      const field = /stop_if/.exec(error.message)?.[0];
      return failures[field ?? error.code] ?? explain(error, words);
    },
    [words, failures],
  );
}
