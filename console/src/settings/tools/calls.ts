import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/call.ts";
import { useSignedIn } from "../../session/signed-in.tsx";
import type { Approval, SignInClient, ToolServerToSave } from "./contract.ts";

const key = ["settings", "tools"] as const;

/** Operators see the servers of the installation, others those that they added for themselves. */
export const useIsOperator = (): boolean => useSignedIn().session.role === "operator";

export function useToolServers() {
  const isOperator = useIsOperator();
  return useQuery({
    queryKey: key,
    queryFn: async () =>
      isOperator
        ? { ...(await call("GET /api/tool-servers")), may_add: true }
        : call("GET /api/own-tool-servers"),
  });
}

/** One change, by the route of the role. */
function useChange<Asked, Answer>(change: {
  readonly shared: (asked: Asked) => Promise<Answer>;
  readonly own: (asked: Asked) => Promise<Answer>;
}) {
  const client = useQueryClient();
  const isOperator = useIsOperator();
  return useMutation({
    mutationFn: isOperator ? change.shared : change.own,
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}

export const useSave = () =>
  useChange({
    shared: (body: ToolServerToSave) => call("POST /api/tool-servers", { body }),
    own: ({ everyone: _everyone, ...body }: ToolServerToSave) =>
      call("POST /api/own-tool-servers", { body }),
  });

export const useLook = (name: string) =>
  useChange({
    shared: () => call("POST /api/tool-servers/{name}/look", { params: { name } }),
    own: () => call("POST /api/own-tool-servers/{name}/look", { params: { name } }),
  });

export const useApproval = (name: string) =>
  useChange({
    shared: (body: Approval) =>
      call("POST /api/tool-servers/{name}/approve", { params: { name }, body }),
    own: (body: Approval) =>
      call("POST /api/own-tool-servers/{name}/approve", { params: { name }, body }),
  });

export const useRemoval = (name: string) =>
  useChange({
    shared: () => call("DELETE /api/tool-servers/{name}", { params: { name } }),
    own: () => call("DELETE /api/own-tool-servers/{name}", { params: { name } }),
  });

export const useSignIn = (name: string) =>
  useChange({
    shared: (body: SignInClient) =>
      call("POST /api/tool-servers/{name}/sign-in", { params: { name }, body }),
    own: (body: SignInClient) =>
      call("POST /api/own-tool-servers/{name}/sign-in", { params: { name }, body }),
  });

export const useSignOut = (name: string) =>
  useChange({
    shared: () => call("DELETE /api/tool-servers/{name}/sign-in", { params: { name } }),
    own: () => call("DELETE /api/own-tool-servers/{name}/sign-in", { params: { name } }),
  });

/** The argument is what the browser brought back, as a query. */
export const useSignInEnd = () =>
  useChange({
    shared: (answer: string) => call("POST /api/tool-sign-in", { body: toReturn(answer) }),
    own: (answer: string) => call("POST /api/own-tool-sign-in", { body: toReturn(answer) }),
  });

function toReturn(answer: string) {
  const said = new URLSearchParams(answer);
  const [code, issuer] = [said.get("code"), said.get("iss")];
  return {
    state: said.get("state") ?? "",
    ...(code === null ? {} : { code }),
    ...(issuer === null ? {} : { issuer }),
  };
}
