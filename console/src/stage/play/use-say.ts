import { useMutation } from "@tanstack/react-query";
import { useCallback } from "react";
import { playTurn, regenerate } from "../api.ts";
import { type NewLine } from "../contract.ts";
import { useRefresh } from "./use-stage.ts";

export interface Say {
  /** The line that was sent and is not in the story yet. */
  readonly pending: NewLine | undefined;
  readonly busy: boolean;
  readonly error: unknown;
  readonly say: (said: NewLine, onFailure: () => void) => void;
  /** Requests another version of a reply. */
  readonly again: (turnId: string) => void;
  readonly reset: () => void;
}

/** A turn from sending until the page shows it. The request returns once everything is recorded. */
export function useSay(chatId: string): Say {
  const refresh = useRefresh(chatId, "news");
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: (said: NewLine | { readonly again: string }) =>
      "again" in said ? regenerate(chatId, said.again) : playTurn(chatId, said),
    onSettled: refresh,
  });
  const say = useCallback(
    (said: NewLine, onFailure: () => void) => mutate(said, { onError: onFailure }),
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
