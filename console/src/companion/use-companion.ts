import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { CompanionAnswer } from "../../../src/api/routes/companion-routes.ts";
import { call } from "../api/call.ts";

export type Character = CompanionAnswer["characters"][number];

const key = ["companion"] as const;

/** Who talks with the person, and whom they may choose. */
export const useCompanion = () =>
  useQuery({ queryKey: key, queryFn: () => call("GET /api/companion") });

export function useChooseCompanion() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (botId: string | null) => call("POST /api/companion", { body: { bot_id: botId } }),
    onSuccess: (answer) => client.setQueryData<CompanionAnswer>(key, answer),
  });
}

/** The character that speaks a message. Asked for only where one does. */
export function useSpeaker(id: string | null): Character | undefined {
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => call("GET /api/companion"),
    enabled: id !== null,
  });
  return id === null ? undefined : data?.characters.find((each) => each.id === id);
}
