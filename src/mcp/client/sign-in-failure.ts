import { outboundFailureIn, problems, ToolServerFailure } from "./connect.ts";

/** What went wrong at a sign-in, by a name that the page has words for. */
export async function explainSignIn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ToolServerFailure) throw error;
    const outbound = outboundFailureIn(error);
    if (outbound !== undefined)
      throw new ToolServerFailure(problems[outbound.code], { cause: error });
    const { OAuthError, RegistrationRejectedError } = await import("@modelcontextprotocol/client");
    if (error instanceof RegistrationRejectedError)
      throw new ToolServerFailure("client_needed", { cause: error });
    if (error instanceof OAuthError)
      throw new ToolServerFailure(isPassing(error.code) ? "unreachable" : "sign_in_refused", {
        cause: error,
      });
    throw new ToolServerFailure("sign_in_unsafe", { cause: error });
  }
}

/** The place is in trouble itself: that says nothing of who asked. */
const isPassing = (code: string): boolean =>
  ["server_error", "temporarily_unavailable", "too_many_requests"].includes(code);
