import { useMutation } from "@tanstack/react-query";
import { useCallback } from "react";
import { playTurn, regenerate } from "../api.ts";
import { type Said } from "../contract.ts";
import { useRefresh } from "./use-stage.ts";

export interface Say {
  /** What was written and is not in the story yet. */
  readonly pending: Said | undefined;
  readonly busy: boolean;
  readonly error: unknown;
  readonly say: (said: Said, onFailure: () => void) => void;
  /** Another version of a reply. */
  readonly again: (turnId: string) => void;
  readonly reset: () => void;
}

/** A turn from the moment it is sent until the page shows it. Its answer comes when everything of it is written. */
export function useSay(chatId: string): Say {
  const refresh = useRefresh(chatId, "news");
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: (said: Said | { readonly again: string }) =>
      "again" in said ? regenerate(chatId, said.again) : playTurn(chatId, said),
    onSettled: refresh,
  });
  const say = useCallback(
    (said: Said, onFailure: () => void) => mutate(said, { onError: onFailure }),
    [mutate],
  );
  const again = useCallback((turnId: string) => mutate({ again: turnId }), [mutate]);
  return {
    pending: isPending && !("again" in variables) ? variables : undefined,
    busy: isPending,
    error,
    say,
    again,
    reset,
  };
}
