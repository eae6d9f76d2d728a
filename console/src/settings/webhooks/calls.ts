import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Inputs } from "../../../../client/client.ts";
import { call } from "../../api/call.ts";

const key = ["settings", "webhooks"] as const;

export const useWebhooks = () =>
  useQuery({ queryKey: key, queryFn: () => call("GET /api/webhooks") });

function useChange<Asked, Answer>(change: (asked: Asked) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

type WebhookToAdd = Inputs<"POST /api/webhooks">[0]["body"];

export const useAddition = () =>
  useChange((body: WebhookToAdd) => call("POST /api/webhooks", { body }));

export const useSwitch = (id: string) =>
  useChange((isOn: boolean) =>
    call("PATCH /api/webhooks/{id}", { params: { id }, body: { is_on: isOn } }),
  );

export const useTrial = (id: string) =>
  useChange(() => call("POST /api/webhooks/{id}/test", { params: { id }, body: {} }));

export const useRetry = (id: string) =>
  useChange(() => call("POST /api/webhooks/{id}/retry", { params: { id }, body: {} }));

export const useRenewal = (id: string) =>
  useChange(() => call("POST /api/webhooks/{id}/secret", { params: { id }, body: {} }));

export const useRemoval = (id: string) =>
  useChange(() => call("DELETE /api/webhooks/{id}", { params: { id } }));
