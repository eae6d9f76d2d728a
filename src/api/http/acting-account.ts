import { Refusal } from "../../domain/errors.ts";
import { canonicalId } from "../../domain/ids.ts";
import type { Caller } from "../../accounts/access-rows.ts";

/** Marks, in a service token's grant, an account that it may act for. */
export const toGrant = (accountId: string): string => `for:${accountId}`;

/** Fields of a query or a body that name the account acted for. */
export const actingNames: readonly string[] = [
  "account_id",
  "owner_account_id",
  "creator_account_id",
  "joiner_account_id",
  "requester_account_id",
];

/**
 * The account comes from the credential. Only a caller that may act for several accounts may name
 * one; any other caller must name its own or is refused, rather than silently answered for another
 * account.
 */
export function resolveActingAccount(
  caller: Caller,
  ...places: readonly Readonly<Record<string, unknown>>[]
): string {
  const named = findNamedAccount(places);
  if (caller.kind === "service") {
    if (named === undefined) throw new Refusal("account_required");
    if (!caller.scopes.includes(toGrant(named))) throw new Refusal("forbidden");
    return named;
  }
  if (named === undefined || named === caller.accountId) return caller.accountId;
  if (caller.role !== "operator") throw new Refusal("forbidden");
  return named;
}

function findNamedAccount(
  places: readonly Readonly<Record<string, unknown>>[],
): string | undefined {
  const found = new Set<string>();
  for (const place of places) {
    for (const name of actingNames) {
      if (!Object.hasOwn(place, name)) continue;
      const value = place[name];
      const id = typeof value === "string" ? canonicalId(value) : undefined;
      if (id === undefined) throw new Refusal("invalid_id", { field: name });
      found.add(id);
    }
  }
  if (found.size > 1) throw new Refusal("invalid_request", { field: "account_id" });
  return found.values().next().value;
}

/** `*` stands for everything that the account itself may do. */
export const hasScope = ({ scopes }: Pick<Caller, "scopes">, scope: string): boolean =>
  scopes.includes("*") || scopes.includes(scope);

export function assertScope(caller: Caller, scope: string | undefined): void {
  if (scope === undefined || hasScope(caller, scope)) return;
  throw new Refusal("forbidden", { scope });
}
