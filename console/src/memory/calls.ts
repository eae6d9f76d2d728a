import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "../api/request.ts";
import { type Memories, type RememberingTalks } from "./contract.ts";

const memoriesKey = ["memory", "list"] as const;
const talksKey = ["memory", "talks"] as const;

export function useMemories(q: string) {
  return useQuery({
    queryKey: [...memoriesKey, q],
    queryFn: ({ signal }) =>
      request<Memories>(`/api/memory${q === "" ? "" : `?q=${encodeURIComponent(q)}`}`, { signal }),
    placeholderData: (before) => before,
  });
}

export function useRememberingTalks() {
  return useQuery({
    queryKey: talksKey,
    queryFn: ({ signal }) => request<RememberingTalks>("/api/memory/conversations", { signal }),
  });
}

type Change =
  | { readonly id: string; readonly act: "edit"; readonly words: string }
  | { readonly id: string; readonly act: "pin"; readonly pinned: boolean }
  | { readonly id: string; readonly act: "forget" };

/** Every change shows in the list as the server has it. */
export function useChangeMemory() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, act, ...body }: Change) =>
      request<unknown>(`/api/memory/${id}/${act}`, { method: "POST", body }),
    onSuccess: () => client.invalidateQueries({ queryKey: memoriesKey }),
  });
}

export function useSwitchTalk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isOn }: { readonly id: string; readonly isOn: boolean }) =>
      request<unknown>(`/api/memory/conversations/${id}`, {
        method: "POST",
        body: { is_on: isOn },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["memory"] }),
  });
}
