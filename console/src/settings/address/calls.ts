import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { request } from "../../api/request.ts";
import type { AddressState, AddressToSave } from "./contract.ts";

const path = "/api/server/address";
const key = ["settings", "address"] as const;

export const useAddress = () =>
  useQuery({ queryKey: key, queryFn: () => request<AddressState>(path) });

/** Null forgets what was saved. Links and callbacks on other pages are read again. */
export function useAddressChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AddressToSave | null) =>
      body === null
        ? request<AddressState>(path, { method: "DELETE" })
        : request<AddressState>(path, { method: "POST", body }),
    onSuccess: (state) => {
      client.setQueryData<AddressState>(key, state);
      void client.invalidateQueries({ queryKey: ["channels"] });
    },
  });
}
