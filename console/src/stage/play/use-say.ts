import { useMutation } from "@tanstack/react-query";
import { useCallback } from "react";
import { playTurn, regenerate, type Said } from "../api.ts";
import { useRefresh } from "./use-stage.ts";

export interface Say {
  /** What was written and is not in the story yet. */
  readonly pending: Said | undefined;
  readonly busy: boolean;
  readonly error: unknown;
  readonly say: (said: Said, onFailure: () => void) => void;
  readonly again: () => void;
  readonly reset: () => void;
}

/** A turn from the moment it is sent until the page shows it. Its answer comes when everything of it is written. */
export function useSay(chatId: string): Say {
  const refresh = useRefresh(chatId, "news");
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: (said: Said | "again") => (said === "again" ? regenerate(chatId) : playTurn(chatId, said)),
    onSettled: refresh,
  });
  const say = useCallback((said: Said, onFailure: () => void) => mutate(said, { onError: onFailure }), [mutate]);
  const again = useCallback(() => mutate("again"), [mutate]);
  return { pending: isPending && variables !== "again" ? variables : undefined, busy: isPending, error, say, again, reset };
}
