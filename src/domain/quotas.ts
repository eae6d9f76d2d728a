import { type ErrorCode, Refusal } from "./errors.ts";

/** What one account may keep and use. A household meets none of it. */
export interface AccountLimits {
  readonly reminders: number;
  readonly series: number;
  readonly conversations: number;
  readonly bots: number;
  readonly stories: number;
  readonly mediaBytes: number;
  readonly storageBytes: number;
  readonly writtenBytesPerDay: number;
  readonly messagesPerDay: number;
  readonly tokensPerDay: number;
}

/** What all accounts together may. */
export interface ServerLimits {
  readonly mediaBytes: number;
  readonly storageBytes: number;
  readonly tokensPerDay: number;
  readonly newAccountsPerDay: number;
}

export interface Limits {
  readonly account: AccountLimits;
  readonly server: ServerLimits;
}

const codes = {
  reminders: "quota_reached",
  series: "quota_reached",
  conversations: "quota_reached",
  bots: "quota_reached",
  stories: "quota_reached",
  media: "quota_reached",
  storage: "quota_reached",
  server_media: "quota_reached",
  server_storage: "quota_reached",
  written: "daily_limit",
  messages: "daily_limit",
  accounts: "daily_limit",
} as const satisfies Readonly<Record<string, ErrorCode>>;

export type QuotaName = keyof typeof codes;

/** Which limit was reached, as a refusal carries it. */
export interface QuotaFact {
  readonly what: QuotaName;
  /** The limit: a count, or bytes. */
  readonly most: number;
  /** Somebody else's: what was asked for would have been theirs, too. */
  readonly whose?: "other" | undefined;
  readonly retry_after_seconds?: number | undefined;
}

export const quotaReached = (fact: QuotaFact): Refusal =>
  new Refusal(codes[fact.what], "", { ...fact });

/** The limit that an error is about, if it is about one. */
export function quotaIn(error: unknown): QuotaFact | undefined {
  if (
    !(error instanceof Refusal) ||
    (error.code !== "quota_reached" && error.code !== "daily_limit")
  )
    return undefined;
  return isQuotaFact(error.fact) ? error.fact : undefined;
}

export const isQuotaFact = (fact: unknown): fact is QuotaFact =>
  typeof fact === "object" &&
  fact !== null &&
  "what" in fact &&
  Object.hasOwn(codes, String(fact.what));
