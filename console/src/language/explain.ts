import { ApiFailure } from "../api/request.ts";
import { type Words } from "./en.ts";

/** What went wrong, in a sentence that says what to do. */
export function explain(error: unknown, words: Words): string {
  if (!(error instanceof ApiFailure)) return words.failures.other("page");
  const said = words.failures;
  switch (error.code) {
    case "unreachable":
    case "unauthorized":
    case "page_key_required":
    case "proof_required":
    case "code_not_valid":
    case "forbidden":
    case "cross_site_refused":
    case "wrong_host":
    case "not_found":
    case "body_too_large":
    case "unavailable":
      return said[error.code];
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
