import type { Verdict } from "../../domain/delivery.ts";
import type { ApiAnswer } from "./json-api.ts";
import type { Fields } from "./json-fields.ts";

/** The meaning of an answer for the part, and for the account if that is at fault. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly fault?: { readonly state: "needs_login"; readonly reason: string } | undefined;
}

/** How a vendor's answers are read. */
export interface JudgedBy {
  /** The id of the message that was made. */
  idIn(result: Fields): string | undefined;
  /** Codes that say more than the status. */
  readonly codes: Readonly<Record<string, Verdict>>;
  /** Codes that refuse our account rather than the message. */
  readonly accountCodes: readonly string[];
}

export const accountReason = "credentials_refused";

export function judge(by: JudgedBy, answer: ApiAnswer): Judgement {
  if (answer.kind === "silence") {
    const { phase, code } = answer.failure;
    return { verdict: { kind: phase === "before" ? "not_sent" : "unknown", code } };
  }
  if (answer.kind === "ok") {
    const id = by.idIn(answer.result);
    return {
      verdict:
        id === undefined
          ? { kind: "unknown", code: "no_message_id" }
          : { kind: "sent", providerMessageId: id },
    };
  }
  const { status, code, retryAfterMs } = answer;
  if (status === 401 || by.accountCodes.includes(code))
    return {
      verdict: { kind: "not_sent", code: accountReason, isFree: true },
      fault: { state: "needs_login", reason: accountReason },
    };
  const known = by.codes[code];
  if (known?.kind === "not_sent") return { verdict: { ...known, retryAfterMs } };
  if (known !== undefined) return { verdict: known };
  if (status === 429) return { verdict: { kind: "not_sent", code: "busy", retryAfterMs } };
  return { verdict: judgeRest(status, code) };
}

/** A code is the vendor's own word that nothing was sent; without one the status decides. */
function judgeRest(status: number, code: string): Verdict {
  if (code !== "" && status < 500) return { kind: "refused", code: `vendor_${code}` };
  return {
    kind: status >= 400 && status < 500 ? "refused" : "unknown",
    code: `http_${status}`,
  };
}

export const toRefusal = (code: string): Judgement => ({ verdict: { kind: "refused", code } });
