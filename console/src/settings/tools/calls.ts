import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import type { Approval, SignInClient, ToolServerToSave } from "./contract.ts";

const key = ["settings", "tools"] as const;

export const useToolServers = () =>
  useQuery({ queryKey: key, queryFn: () => call("GET /api/tool-servers") });

function useChange<Asked, Answer>(change: (asked: Asked) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

export const useSave = () =>
  useChange((body: ToolServerToSave) => call("POST /api/tool-servers", { body }));

export const useLook = (name: string) =>
  useChange(() => call("POST /api/tool-servers/{name}/look", { params: { name } }));

export const useApproval = (name: string) =>
  useChange((body: Approval) =>
    call("POST /api/tool-servers/{name}/approve", { params: { name }, body }),
  );

export const useRemoval = (name: string) =>
  useChange(() => call("DELETE /api/tool-servers/{name}", { params: { name } }));

export const useSignIn = (name: string) =>
  useChange((body: SignInClient) =>
    call("POST /api/tool-servers/{name}/sign-in", { params: { name }, body }),
  );

export const useSignOut = (name: string) =>
  useChange(() => call("DELETE /api/tool-servers/{name}/sign-in", { params: { name } }));

/** `answer`: what the browser brought back, as a query. */
export const useSignInEnd = () =>
  useChange((answer: string) => {
    const said = new URLSearchParams(answer);
    const [code, issuer] = [said.get("code"), said.get("iss")];
    return call("POST /api/tool-sign-in", {
      body: {
        state: said.get("state") ?? "",
        ...(code === null ? {} : { code }),
        ...(issuer === null ? {} : { issuer }),
      },
    });
  });
