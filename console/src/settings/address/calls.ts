import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import type { AddressState, AddressToSave } from "./contract.ts";

const key = ["settings", "address"] as const;

export const useAddress = () =>
  useQuery({ queryKey: key, queryFn: () => call("GET /api/server/address") });

/** Null forgets what was saved. Links and callbacks on other pages are read again. */
export function useAddressChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AddressToSave | null) =>
      body === null
        ? call("DELETE /api/server/address")
        : call("POST /api/server/address", { body }),
    onSuccess: (state) => {
      client.setQueryData<AddressState>(key, state);
      void client.invalidateQueries({ queryKey: ["channels"] });
    },
  });
}
