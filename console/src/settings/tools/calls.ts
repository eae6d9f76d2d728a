import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "../../api/request.ts";
import type {
  Approval,
  ToolServer,
  ToolServerOutcome,
  ToolServers,
  ToolServerToSave,
} from "./contract.ts";

const path = "/api/tool-servers";
const key = ["settings", "tools"] as const;

export const useToolServers = () =>
  useQuery({ queryKey: key, queryFn: () => request<ToolServers>(path) });

function useChange<Asked, Answer>(change: (asked: Asked) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

export const useSave = () =>
  useChange((body: ToolServerToSave) => request<ToolServerOutcome>(path, { method: "POST", body }));

export const useLook = (name: string) =>
  useChange(() => request<ToolServerOutcome>(`${path}/${name}/look`, { method: "POST" }));

export const useApproval = (name: string) =>
  useChange((body: Approval) =>
    request<ToolServer>(`${path}/${name}/approve`, { method: "POST", body }),
  );

export const useRemoval = (name: string) =>
  useChange(() => request<undefined>(`${path}/${name}`, { method: "DELETE" }));
