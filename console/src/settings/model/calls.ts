import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "../../api/request.ts";
import { sessionKey } from "../../api/session.ts";
import type { ModelCheck, ModelState, ModelToCheck, ModelToSave } from "./contract.ts";

const path = "/api/model";
const key = ["settings", "model"] as const;

export const useModelState = () =>
  useQuery({ queryKey: key, queryFn: () => request<ModelState>(path) });

export const useModelCheck = () =>
  useMutation({
    mutationFn: (body: ModelToCheck) =>
      request<ModelCheck>(`${path}/check`, { method: "POST", body }),
  });

/** The session names the model, so the whole page learns of the change. */
function useModelChange<Asked>(change: (asked: Asked) => Promise<ModelState>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (state) => {
      client.setQueryData<ModelState>(key, state);
      void client.invalidateQueries({ queryKey: sessionKey });
    },
  });
}

export const useModelSave = () =>
  useModelChange((body: ModelToSave) => request<ModelState>(path, { method: "POST", body }));

export const useModelRemoval = () =>
  useModelChange(() => request<ModelState>(path, { method: "DELETE" }));
