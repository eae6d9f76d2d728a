import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { sessionKey } from "../../api/session.ts";
import type { ModelState, ModelToCheck, ModelToSave } from "./contract.ts";

const key = ["settings", "model"] as const;

export const useModelState = () =>
  useQuery({ queryKey: key, queryFn: () => call("GET /api/model") });

export const useModelCheck = () =>
  useMutation({
    mutationFn: (body: ModelToCheck) => call("POST /api/model/check", { body }),
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
  useModelChange((body: ModelToSave) => call("POST /api/model", { body }));

export const useModelRemoval = () => useModelChange(() => call("DELETE /api/model"));
