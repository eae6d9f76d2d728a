import type { Actor } from "./audit.ts";
import type { ToolServerOutcome, ToolServerProblem } from "./tool-servers.ts";

export interface AskedSignIn {
  readonly name: string;
  /** Undefined: Meanwhile registers itself. */
  readonly client: { readonly id: string; readonly secret: string | undefined } | undefined;
  /** Where this server is reached by browsers. */
  readonly publicUrl: string;
}

export type SignInBeginning =
  | { readonly url: string; readonly problem: null }
  | { readonly url: null; readonly problem: ToolServerProblem };

/** What the browser brought back. */
export interface SignInReturn {
  readonly state: string;
  readonly code: string | undefined;
  readonly issuer: string | undefined;
}

/** Sign-in to servers of tools: authorization code with PKCE. */
export interface ToolSignInAdmin {
  /** The address of the page where the person signs in. */
  begin(asked: AskedSignIn, by: Actor): Promise<SignInBeginning>;
  finish(back: SignInReturn, by: Actor): Promise<ToolServerOutcome>;
  /** Forgets the tokens, and tells the place so where it listens. */
  signOut(name: string, by: Actor): Promise<void>;
}

export const signInReturnPath = "/api/tool-sign-in/return";
export const signInClientPath = "/api/tool-sign-in/client";
