import type { Verdict } from "../../domain/delivery.ts";
import {
  type OutboundAnswer,
  OutboundFailure,
  type OutboundHttp,
} from "../../domain/ports/http.ts";
import { apiHosts } from "./addresses.ts";
import { fieldsOf, jsonIn } from "./fields.ts";
import type { WecomSettings } from "./settings.ts";

/** How one call ended. `closed`: WeCom takes nothing at this address; another way may be open. */
export type Called =
  | { readonly kind: "taken" }
  | { readonly kind: "closed"; readonly code: string }
  | Extract<Verdict, { kind: "not_sent" | "unknown" }>;

const tryLater = [408, 425, 429, 503];
/** The system is busy; too many messages in this minute. */
export const busyCodes: readonly number[] = [-1, 45009, 45033];

/** Posts one message. HTTP 200 alone does not mean success: WeCom's own code decides. */
export function createCalls(on: {
  readonly http: OutboundHttp;
  readonly settings: Pick<WecomSettings, "apiBaseUrl" | "allowedHosts">;
}) {
  return async (url: string, json: object, signal: AbortSignal): Promise<Called> => {
    try {
      const answer = await on.http.request({
        method: "POST",
        url,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(json),
        timeoutMs: 15_000,
        maxBytes: 64 * 1024,
        allowedHosts: apiHosts(on.settings),
        signal,
      });
      return judgeAnswer(answer);
    } catch (error) {
      if (!(error instanceof OutboundFailure)) throw error;
      return { kind: error.phase === "before" ? "not_sent" : "unknown", code: error.code };
    }
  };
}

export type Post = ReturnType<typeof createCalls>;

function judgeAnswer({ status, body }: OutboundAnswer): Called {
  if (tryLater.includes(status)) return { kind: "not_sent", code: `http_${status}` };
  if (status >= 500) return { kind: "unknown", code: `http_${status}` };
  if (status >= 300) return { kind: "closed", code: `http_${status}` };
  const code = fieldsOf(jsonIn(new TextDecoder().decode(body)))?.["errcode"];
  if (typeof code !== "number") return { kind: "unknown", code: "unreadable_answer" };
  if (code === 0) return { kind: "taken" };
  return busyCodes.includes(code)
    ? { kind: "not_sent", code: `errcode_${code}`, retryAfterMs: 60_000 }
    : { kind: "closed", code: `errcode_${code}` };
}
