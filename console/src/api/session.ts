import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Account, type Session } from "./contract.ts";
import { ApiFailure, isPassing, isSignedOut, request } from "./request.ts";

export const sessionKey = ["session"] as const;

/** Who is signed in; null for nobody. `refused` says why a link did not work. */
export interface SessionState {
  readonly session: Session | null;
  readonly refused?: ApiFailure;
}

export interface SessionLoader {
  readonly load: () => Promise<SessionState>;
  /** Another link was opened in the same tab. */
  readonly offer: (code: string) => void;
}

/**
 * A link's code is used before anything is asked, once. If it fails for good, an older session may still stand:
 * opening a used link again in the same browser shall not throw anybody out.
 */
export function sessionLoader(code: string | undefined): SessionLoader {
  let unused = code;
  return {
    offer: (another) => {
      unused = another;
    },
    load: async () => {
      if (unused === undefined) return { session: await currentSession() };
      try {
        const session = await request<Session>("/api/session", { method: "POST", body: { code: unused } });
        unused = undefined;
        return { session };
      } catch (error) {
        // After a network failure or too many tries the code is still unused, so that "try again" can use it.
        if (!(error instanceof ApiFailure) || isPassing(error) || error.status === 429) throw error;
        unused = undefined;
        return { session: await currentSession(), refused: error };
      }
    },
  };
}

async function currentSession(): Promise<Session | null> {
  try {
    return await request<Session>("/api/session");
  } catch (error) {
    if (isSignedOut(error)) return null;
    throw error;
  }
}

export function useSession(loader: SessionLoader) {
  return useQuery({ queryKey: sessionKey, queryFn: loader.load, staleTime: Infinity, retry: false });
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => request<Session>("/api/session", { method: "POST", body: { token } }),
    onSuccess: (session) => client.setQueryData<SessionState>(sessionKey, { session }),
  });
}

/** Becomes the account that a pairing code belongs to. */
export function usePairingSignIn(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pairing: string) => request<Session>("/api/session", { method: "POST", body: { pairing } }),
    onSuccess: (session) => {
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] });
      client.setQueryData<SessionState>(sessionKey, { session });
      onDone();
    },
  });
}

export function useSignOut(forget: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<void>("/api/session", { method: "DELETE" }),
    onSuccess: () => {
      forget();
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] });
      client.setQueryData<SessionState>(sessionKey, { session: null });
    },
  });
}

export type AccountChange = Partial<{ display_name: string; language: string; default_timezone: string; link_hosts: readonly string[] }>;

export function useAccountChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: AccountChange) => request<Account>("/api/account", { method: "PATCH", body: change }),
    onSuccess: (account) =>
      client.setQueryData<SessionState>(sessionKey, (old) => (old?.session ? { session: { ...old.session, account } } : old)),
  });
}
