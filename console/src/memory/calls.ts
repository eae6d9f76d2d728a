import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { readPages } from "../api/read-pages.ts";

const memoriesKey = ["memory", "list"] as const;
const talksKey = ["memory", "talks"] as const;

export function useMemories(q: string) {
  return useQuery({
    queryKey: [...memoriesKey, q],
    queryFn: ({ signal }) =>
      readPages(async (page) => {
        const { memories: rows, next } = await call("GET /api/memory", {
          query: { ...page, q: q === "" ? undefined : q },
          signal,
        });
        return { rows, next };
      }),
    placeholderData: (before) => before,
  });
}

export function useRememberingTalks() {
  return useQuery({
    queryKey: talksKey,
    queryFn: ({ signal }) =>
      readPages(async (page) => {
        const { conversations: rows, next } = await call("GET /api/memory/conversations", {
          query: page,
          signal,
        });
        return { rows, next };
      }),
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
      call(`POST /api/memory/{memory_id}/${act}`, { params: { memory_id: id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: memoriesKey }),
  });
}

export function useSwitchTalk() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isOn }: { readonly id: string; readonly isOn: boolean }) =>
      call("POST /api/memory/conversations/{conversation_id}", {
        params: { conversation_id: id },
        body: { is_on: isOn },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["memory"] }),
  });
}
