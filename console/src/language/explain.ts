import { ApiFailure } from "../api/request.ts";
import { type Words } from "./en.ts";

/** Failures that the page has one sentence for. */
const plain = [
  "unreachable",
  "unauthorized",
  "signedOut",
  "page_key_required",
  "proof_required",
  "code_not_valid",
  "sign_on_refused",
  "sign_on_no_account",
  "sign_on_unavailable",
  "account_disabled",
  "forbidden",
  "cross_site_refused",
  "wrong_host",
  "not_found",
  "body_too_large",
  "unavailable",
] as const;

/** What went wrong, in a sentence that says what to do. */
export function explain(error: unknown, words: Words): string {
  const said = words.failures;
  if (!(error instanceof ApiFailure)) return said.other("page");
  const known = plain.find((code) => code === error.code);
  if (known !== undefined) return said[known];
  switch (error.code) {
    case "invalid_request":
      // The server's own sentence names the field.
      return `${said.invalid_request} ${error.message}`.trim();
    // Which limit it is and what helps, in the page's language.
    case "quota_reached":
    case "daily_limit":
      return error.message;
    case "rate_limited":
      return said.rate_limited(error.retryAfterSeconds);
    default:
      return error.status === 502 || error.status === 504
        ? said.unavailable
        : said.other(error.code);
  }
}
