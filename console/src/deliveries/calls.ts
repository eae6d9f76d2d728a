import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "../api/request.ts";
import { type Activity, type TurnReport } from "./contract.ts";

export type Whose = "mine" | "everybody";

const key = "activity";
const liveMs = 3_000;

/** Kept fresh while the page is looked at. */
export function useActivity(whose: Whose, status: string | undefined) {
  const base = whose === "mine" ? "/api/activity" : "/api/operator/activity";
  return useQuery({
    queryKey: [key, whose, status ?? ""],
    queryFn: ({ signal }) => request<Activity>(status === undefined ? base : `${base}?status=${status}`, { signal }),
    refetchInterval: liveMs,
    placeholderData: (before) => before,
  });
}

export function useTurn(whose: Whose, id: string) {
  const base = whose === "mine" ? "/api/turns" : "/api/operator/turns";
  return useQuery({
    queryKey: [key, whose, "turn", id],
    queryFn: ({ signal }) => request<TurnReport>(`${base}/${encodeURIComponent(id)}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.turn.completed_at === null ? 1_000 : liveMs * 3),
  });
}

export interface Decision {
  readonly id: string;
  readonly what: "resend" | "discard";
}

export function useDecision(whose: Whose) {
  const client = useQueryClient();
  const base = whose === "mine" ? "/api/activity/deliveries" : "/api/deliveries";
  return useMutation({
    mutationFn: ({ id, what }: Decision) => request(`${base}/${encodeURIComponent(id)}/${what}`, { method: "POST", body: {} }),
    onSettled: () => client.invalidateQueries({ queryKey: [key] }),
  });
}
