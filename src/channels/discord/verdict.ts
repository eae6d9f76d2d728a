import type { Verdict } from "../../domain/delivery.ts";
import type { ApiAnswer } from "./api.ts";
import { snowflakeOf } from "./settings.ts";

/** The meaning of an answer for the part, and for the bot if that is at fault. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly fault?: { readonly state: "needs_login"; readonly reason: string } | undefined;
}

export const isTokenRefused = (answer: ApiAnswer): boolean =>
  answer.kind === "error" && answer.status === 401;

/** The outcome can't be known from this answer. The same nonce asks for it. */
export const isUnclear = (answer: ApiAnswer): boolean =>
  answer.kind === "silence" ? answer.failure.phase === "after" : isOurGuess(answer);

const isOurGuess = (answer: ApiAnswer): boolean =>
  answer.kind === "ok"
    ? snowflakeOf(answer.result["id"]) === undefined
    : answer.kind === "error" && (answer.status >= 500 || answer.status < 400);

/** Discord's numbers that say more than the status. */
const byCode: Readonly<Record<number, Verdict>> = {
  // The person does not take messages from the bot, or shares no server with it any more.
  50007: { kind: "waiting_for_user", code: "blocked" },
  10003: { kind: "refused", code: "unknown_chat" },
  10013: { kind: "refused", code: "unknown_chat" },
  50001: { kind: "refused", code: "no_permission" },
  50013: { kind: "refused", code: "no_permission" },
  40005: { kind: "refused", code: "media_too_large" },
};

export function judge(answer: ApiAnswer): Judgement {
  if (answer.kind === "silence") {
    const { phase, code } = answer.failure;
    return { verdict: { kind: phase === "before" ? "not_sent" : "unknown", code } };
  }
  if (answer.kind === "ok") {
    const id = snowflakeOf(answer.result["id"]);
    return {
      verdict:
        id === undefined
          ? { kind: "unknown", code: "no_message_id" }
          : { kind: "sent", providerMessageId: id },
    };
  }
  const { status, code, retryAfterMs } = answer;
  if (status === 401)
    return {
      verdict: { kind: "not_sent", code: "token_refused", isFree: true },
      fault: { state: "needs_login", reason: "token_refused" },
    };
  if (status === 429) return { verdict: { kind: "not_sent", code: "busy", retryAfterMs } };
  const known = status >= 400 && status < 500 ? byCode[code] : undefined;
  return {
    verdict: known ?? {
      kind: status >= 400 && status < 500 ? "refused" : "unknown",
      code: `http_${status}`,
    },
  };
}
