import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "../../api/request.ts";
import type {
  MadeWebhook,
  Webhook,
  WebhookList,
  WebhookSecret,
  WebhookToAdd,
  WebhookTrial,
} from "./contract.ts";

const path = "/api/webhooks";
const key = ["settings", "webhooks"] as const;

export const useWebhooks = () =>
  useQuery({ queryKey: key, queryFn: () => request<WebhookList>(path) });

function useChange<Asked, Answer>(change: (asked: Asked) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

export const useAddition = () =>
  useChange((body: WebhookToAdd) => request<MadeWebhook>(path, { method: "POST", body }));

export const useSwitch = (id: string) =>
  useChange((isOn: boolean) =>
    request<Webhook>(`${path}/${id}`, { method: "PATCH", body: { is_on: isOn } }),
  );

export const useTrial = (id: string) =>
  useChange(() => request<WebhookTrial>(`${path}/${id}/test`, { method: "POST", body: {} }));

export const useRetry = (id: string) =>
  useChange(() => request<unknown>(`${path}/${id}/retry`, { method: "POST", body: {} }));

export const useRenewal = (id: string) =>
  useChange(() => request<WebhookSecret>(`${path}/${id}/secret`, { method: "POST", body: {} }));

export const useRemoval = (id: string) =>
  useChange(() => request<undefined>(`${path}/${id}`, { method: "DELETE" }));
