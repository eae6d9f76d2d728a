import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type BodyOf, call } from "./call.ts";
import { type AccountChange, type Session } from "./contract.ts";
import { keepPageKey } from "./page-key.ts";
import { ApiFailure, isPassing, isSignedOut } from "./request.ts";

export const sessionKey = ["session"] as const;

/** Who is signed in; null if signed out. `refused` says why a link did not work. */
export interface SessionState {
  readonly session: Session | null;
  readonly refused?: ApiFailure;
}

export interface SessionLoader {
  readonly load: () => Promise<SessionState>;
  /** Whether a link is being used. */
  readonly hasCode: () => boolean;
  /** Another link was opened in the same tab. */
  readonly offer: (code: string) => void;
}

/**
 * A link's code is used first, once. If it fails for good, an older session may still be valid:
 * opening a used link again in the same browser must not end that session.
 */
export function sessionLoader(code: string | undefined, refused?: string): SessionLoader {
  let unused = code;
  const failed = signOnFailures.find((known) => known === refused);
  return {
    hasCode: () => unused !== undefined,
    offer: (another) => {
      unused = another;
    },
    load: async () => {
      if (unused === undefined) return withReason(await currentSession(), failed);
      try {
        const session = await signInWith({ code: unused });
        unused = undefined;
        return { session };
      } catch (error) {
        // After a network failure or too many tries the code is still unused, so that "try again"
        // can use it.
        if (!(error instanceof ApiFailure) || isPassing(error) || error.status === 429) throw error;
        unused = undefined;
        return { ...(await currentSession()), refused: error };
      }
    },
  };
}

/** Why the server sent a person back from a sign-in elsewhere. Other words of an address are not shown. */
const signOnFailures = [
  "sign_on_refused",
  "sign_on_no_account",
  "sign_on_unavailable",
  "account_disabled",
] as const;

const withReason = (state: SessionState, code: string | undefined): SessionState =>
  code === undefined || state.session !== null
    ? state
    : { session: null, refused: new ApiFailure({ status: 403, code, message: "" }) };

export const signInWaysKey = ["sign-in-ways"] as const;

/** How people can sign in here, beside links and tokens. */
export function useSignInWays() {
  return useQuery({
    queryKey: signInWaysKey,
    queryFn: () => call("GET /api/session/ways"),
    staleTime: Infinity,
    retry: false,
  });
}

/** The key comes with the answer and stays in this page's store. */
async function signInWith(shown: BodyOf<"POST /api/session">): Promise<Session> {
  const { page_key: key, ...session } = await call("POST /api/session", { body: shown });
  keepPageKey(key);
  return session;
}

async function currentSession(): Promise<SessionState> {
  try {
    return { session: await call("GET /api/session") };
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    // A session from before pages had a key: its owner has to sign in again and sees why.
    const isOld = error instanceof ApiFailure && error.code === "page_key_required";
    return { session: null, ...(isOld ? { refused: error } : {}) };
  }
}

export function useSession(loader: SessionLoader) {
  return useQuery({
    queryKey: sessionKey,
    queryFn: loader.load,
    staleTime: Infinity,
    retry: false,
  });
}

export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (shown: { readonly token: string } | { readonly code: string }) =>
      signInWith(shown),
    onSuccess: (session) => client.setQueryData<SessionState>(sessionKey, { session }),
  });
}

/** Becomes the account that a pairing code belongs to. */
export function usePairingSignIn(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (pairing: string) => signInWith({ pairing }),
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
    mutationFn: () => call("DELETE /api/session"),
    onSuccess: () => {
      forget();
      keepPageKey(undefined);
      client.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionKey[0] });
      client.setQueryData<SessionState>(sessionKey, { session: null });
    },
  });
}

export function useAccountChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: AccountChange) => call("PATCH /api/account", { body: change }),
    onSuccess: (account) =>
      client.setQueryData<SessionState>(sessionKey, (old) =>
        old?.session ? { session: { ...old.session, account } } : old,
      ),
  });
}
