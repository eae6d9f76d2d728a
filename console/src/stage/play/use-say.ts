import { useMutation } from "@tanstack/react-query";
import { useCallback } from "react";
import { playNext, playTurn, regenerate } from "../api.ts";
import { type NewLine } from "../contract.ts";
import { useRefresh } from "./use-stage.ts";

export interface Say {
  /** The line that was sent and is not in the story yet. */
  readonly pending: NewLine | undefined;
  readonly busy: boolean;
  readonly error: unknown;
  readonly say: (said: NewLine, onFailure: () => void) => void;
  /** Lets the characters go on without a line. */
  readonly next: (of: Parameters<typeof playNext>[1]) => void;
  /** Requests another version of a reply. */
  readonly again: (turnId: string) => void;
  readonly reset: () => void;
}

type Asked =
  | NewLine
  | { readonly again: string }
  | { readonly next: Parameters<typeof playNext>[1] };

/** A turn from sending until the page shows it. The request returns once everything is recorded. */
export function useSay(chatId: string): Say {
  const refresh = useRefresh(chatId, "news");
  const { mutate, isPending, variables, error, reset } = useMutation({
    mutationFn: (asked: Asked) => {
      if ("again" in asked) return regenerate(chatId, asked.again);
      return "next" in asked ? playNext(chatId, asked.next) : playTurn(chatId, asked);
    },
    onSettled: refresh,
  });
  const say = useCallback(
    (said: NewLine, onFailure: () => void) => mutate(said, { onError: onFailure }),
    [mutate],
  );
  const again = useCallback((turnId: string) => mutate({ again: turnId }), [mutate]);
  const next = useCallback((of: Parameters<typeof playNext>[1]) => mutate({ next: of }), [mutate]);
  return {
    pending: isPending && "prose" in variables ? variables : undefined,
    busy: isPending,
    error,
    say,
    next,
    again,
    reset,
  };
}
