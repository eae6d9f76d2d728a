import { type ErrorCode, Refusal } from "./errors.ts";

/** Limits of one account, generous enough for any household. */
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

/** Limits of all accounts together. */
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

/** The limit that was reached, as a refusal carries it. */
export interface QuotaFact {
  readonly what: QuotaName;
  /** The limit as a count or as bytes. */
  readonly most: number;
  /** The limit is another participant's: the request would have written to their account too. */
  readonly whose?: "other" | undefined;
  readonly retry_after_seconds?: number | undefined;
}

export const toQuotaRefusal = (fact: QuotaFact): Refusal =>
  new Refusal(codes[fact.what], { ...fact });

/** The limit that an error is about, if any. */
export function findQuotaFact(error: unknown): QuotaFact | undefined {
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
