import type { Verdict } from "../../domain/delivery.ts";
import { fieldsOf } from "../kit/json-fields.ts";
import { type ApiAnswer, integerOf } from "./api.ts";

/** The meaning of an answer for the part, and for the bot if that is at fault. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly fault?: { readonly state: "needs_login"; readonly reason: string } | undefined;
}

/** A token that was revoked, or that never was one. */
export const isTokenRefused = (answer: ApiAnswer): boolean =>
  answer.kind === "error" && (answer.code === 401 || answer.code === 404);

/** By the number alone. A 5xx says nothing about what happened before it. */
export function judge(answer: ApiAnswer): Judgement {
  if (answer.kind === "ok") return { verdict: toSentVerdict(answer.result) };
  if (answer.kind === "silence") {
    const { phase, code } = answer.failure;
    return { verdict: { kind: phase === "before" ? "not_sent" : "unknown", code } };
  }
  if (answer.kind === "nonsense") return { verdict: judgeStatus(answer.status) };
  const { code, retryAfterMs } = answer;
  if (isTokenRefused(answer))
    return {
      verdict: { kind: "not_sent", code: "token_refused" },
      fault: { state: "needs_login", reason: "token_refused" },
    };
  if (code === 429) return { verdict: { kind: "not_sent", code: "busy", retryAfterMs } };
  // The person stopped the bot, or a group removed it: only they can change that.
  if (code === 403) return { verdict: { kind: "waiting_for_user", code: "blocked" } };
  return code >= 500
    ? { verdict: { kind: "unknown", code: `http_${code}` } }
    : { verdict: { kind: "refused", code: `http_${code}` } };
}

const judgeStatus = (status: number): Verdict => {
  const code = `http_${status}`;
  if (status === 429) return { kind: "not_sent", code };
  return { kind: status >= 400 && status < 500 ? "refused" : "unknown", code };
};

function toSentVerdict(result: unknown): Verdict {
  const id = messageIdOf(result);
  return id === undefined
    ? { kind: "unknown", code: "no_message_id" }
    : { kind: "sent", providerMessageId: id };
}

/** Message ids count from one in every chat, so the chat is part of ours. */
const vendorIdOf = (chatId: number, messageId: number): string => `${chatId}:${messageId}`;

export function messageIdOf(message: unknown): string | undefined {
  const fields = fieldsOf(message);
  const [chat, id] = [
    integerOf(fieldsOf(fields?.["chat"])?.["id"]),
    integerOf(fields?.["message_id"]),
  ];
  return chat === undefined || id === undefined ? undefined : vendorIdOf(chat, id);
}
