import type { ToolServer } from "../../domain/views/tool-servers.ts";
import type { Programs } from "./programs.ts";
import {
  type ToolClientDeps,
  ToolServerFailure,
  type ToolSession,
  useToolServer,
} from "./connect.ts";

export interface SignedInDeps extends ToolClientDeps {
  readonly programs: Pick<Programs, "use">;
  /**
   * A token that the server should accept: renewed where it is about to end, or where it is the one
   * that was `refused`. Throws a `ToolServerFailure`.
   */
  tokenFor(server: ToolServer, refused?: string): Promise<string>;
}

/**
 * Connects for one use: to a program of the settings file, or by HTTP, with a token where the server wants people to sign in. A refused token is
 * renewed once, and only while no tool was called: a call is never made twice.
 */
export async function useSignedIn<T>(
  on: SignedInDeps,
  { server, signal }: { readonly server: ToolServer; readonly signal: AbortSignal },
  work: (session: ToolSession) => Promise<T>,
): Promise<T> {
  if (server.program !== undefined) return on.programs.use(server.name, signal, work);
  if (server.signIn === undefined) return useToolServer(on, { server, signal }, work);
  let hasCalled = false;
  const use = (token: string): Promise<T> => {
    const signedIn = {
      ...server,
      headers: { ...server.headers, Authorization: `Bearer ${token}` },
    };
    return useToolServer(on, { server: signedIn, signal }, (session) =>
      work({
        list: session.list,
        call(tool, args) {
          hasCalled = true;
          return session.call(tool, args);
        },
      }),
    );
  };
  const first = await on.tokenFor(server);
  try {
    return await use(first);
  } catch (error) {
    if (!isRefused(error)) throw error;
    if (hasCalled) throw toSignInNeeded(error);
  }
  const second = await on.tokenFor(server, first);
  try {
    return await use(second);
  } catch (error) {
    throw isRefused(error) ? toSignInNeeded(error) : error;
  }
}

const isRefused = (error: unknown): error is ToolServerFailure =>
  error instanceof ToolServerFailure && error.problem === "key_refused";

/** The token is not enough, or no longer. The server may have said what it wants. */
const toSignInNeeded = ({ challenge, cause }: ToolServerFailure): ToolServerFailure =>
  new ToolServerFailure("sign_in_needed", {
    cause,
    ...(challenge === undefined ? {} : { challenge }),
  });
