import type { Verdict } from "../../../domain/delivery.ts";
import type { OutboundAnswer } from "../../../domain/ports/http.ts";
import { fieldsOf, idOf, jsonIn, listOf, numberOf } from "../../kit/json-fields.ts";

/** The meaning of an answer for the part, and for the account if that is at fault. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly account?:
    | { readonly state: "needs_login" | "failed"; readonly reason: string }
    | undefined;
}

export interface Trying {
  readonly attempt: number;
  /** A number in [0, 1): parts that were refused together do not come back together. */
  readonly random: number;
}

const second = 1_000;
const hour = 3_600 * second;

/**
 * "Not so fast", by what it counts: the pair, the number's throughput, the app's and the account's
 * calls in an hour.
 */
const tooFast: ReadonlyMap<number, number> = new Map([
  [131056, 6 * second],
  [130429, 4 * second],
  [4, 60 * second],
  [80007, 60 * second],
]);
/** The vendor doubts the number's quality: asking again soon makes it worse. */
const tooMuch = new Set([131048, 131049]);
const passing = new Set([1, 2, 131000, 131016, 133004]);
/**
 * A token that is dead or may not do this, a number that is locked, unpaid or not registered:
 * nothing that the message could change.
 */
const deadToken = new Set([0, 190]);
const accountFault = new Set([3, 10, 200, 368, 131005, 131031, 131042, 133010]);
/** More than 24 hours since the person wrote. Said at once, or only by a status later. */
export const windowClosed = 131047;

/**
 * A 200 with an error in it is an error. The number decides; titles and texts change with language
 * and version.
 */
export function judgeAnswer(answer: OutboundAnswer, trying: Trying): Judgement {
  const body = fieldsOf(jsonIn(answer.body));
  const error = fieldsOf(body?.["error"]);
  if (error !== undefined) return judgeCode(numberOf(error["code"]), answer, trying);
  if (answer.status < 200 || answer.status >= 300) return judgeCode(undefined, answer, trying);
  const id = idOf(fieldsOf(listOf(body?.["messages"])[0])?.["id"]);
  return {
    verdict:
      id === undefined
        ? { kind: "unknown", code: "no_message_id" }
        : { kind: "sent", providerMessageId: id },
  };
}

function judgeCode(code: number | undefined, answer: OutboundAnswer, trying: Trying): Judgement {
  if (code === undefined) return judgeStatus(answer, trying);
  const name = String(code);
  const fast = tooFast.get(code);
  if (fast !== undefined)
    return notSent(name, Math.max(readRetryAfter(answer) ?? 0, backOff(fast, trying)));
  if (code === windowClosed) return { verdict: { kind: "waiting_for_user", code: name } };
  if (tooMuch.has(code)) return notSent(name, 6 * hour);
  if (passing.has(code)) return notSent(name, readRetryAfter(answer));
  if (deadToken.has(code))
    return { ...notSent(name), account: { state: "needs_login", reason: name } };
  if (accountFault.has(code))
    return { ...notSent(name), account: { state: "failed", reason: name } };
  // For a code we have not listed, the HTTP status says whose fault it is.
  return answer.status >= 500
    ? judgeStatus(answer, trying)
    : { verdict: { kind: "refused", code: name } };
}

/**
 * 408, 425, 429 and 503 say "not taken". Another 5xx says nothing about what happened before it.
 */
function judgeStatus(answer: OutboundAnswer, trying: Trying): Judgement {
  const code = `http_${answer.status}`;
  if (answer.status === 429)
    return notSent(code, readRetryAfter(answer) ?? backOff(4 * second, trying));
  if ([408, 425, 503].includes(answer.status)) return notSent(code, readRetryAfter(answer));
  if (answer.status === 401)
    return { ...notSent(code), account: { state: "needs_login", reason: code } };
  return {
    verdict: { kind: answer.status >= 500 || answer.status < 400 ? "unknown" : "refused", code },
  };
}

const notSent = (code: string, retryAfterMs?: number): { readonly verdict: Verdict } => ({
  verdict: { kind: "not_sent", code, retryAfterMs },
});

const backOff = (baseMs: number, { attempt, random }: Trying): number =>
  Math.round(Math.min(hour, baseMs * 2 ** Math.min(attempt - 1, 20)) * (1 + random / 5));

function readRetryAfter({ headers }: OutboundAnswer): number | undefined {
  const seconds = /^\d{1,6}$/.test(headers["retry-after"] ?? "")
    ? Number(headers["retry-after"])
    : undefined;
  return seconds === undefined ? undefined : seconds * second;
}
