import { canonicalId } from "../../domain/ids.ts";
import type { Caller } from "../../accounts/access-rows.ts";
import { refuse } from "./failure.ts";

/** Marks in a service token's grant the accounts that it may act for. */
export const actsFor = (accountId: string): string => `for:${accountId}`;

/** Fields that name the account acted for, in a query or a body. */
export const actingNames: readonly string[] = [
  "account_id",
  "owner_account_id",
  "creator_account_id",
  "joiner_account_id",
  "requester_account_id",
];

/**
 * The account comes from the credential. Naming one is only for those who may act for several; for everybody else a name
 * must be their own, or the request is refused rather than quietly answered for somebody else.
 */
export function actingAccount(
  caller: Caller,
  ...places: readonly Readonly<Record<string, unknown>>[]
): string {
  const named = namedAccount(places);
  if (caller.kind === "service") {
    if (named === undefined) throw refuse("account_required");
    if (!caller.scopes.includes(actsFor(named))) throw refuse("forbidden");
    return named;
  }
  if (named === undefined || named === caller.accountId) return caller.accountId;
  if (caller.role !== "operator") throw refuse("forbidden");
  return named;
}

function namedAccount(places: readonly Readonly<Record<string, unknown>>[]): string | undefined {
  const found = new Set<string>();
  for (const place of places) {
    for (const name of actingNames) {
      if (!Object.hasOwn(place, name)) continue;
      const value = place[name];
      const id = typeof value === "string" ? canonicalId(value) : undefined;
      if (id === undefined) throw refuse("invalid_id", { field: name });
      found.add(id);
    }
  }
  if (found.size > 1) throw refuse("invalid_request", { field: "account_id" });
  return found.values().next().value;
}

/** `*` stands for all that the account itself may do. */
export function assertScope(caller: Caller, scope: string | undefined): void {
  if (scope === undefined || caller.scopes.includes("*") || caller.scopes.includes(scope)) return;
  throw refuse("forbidden", { scope });
}
