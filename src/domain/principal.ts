/**
 * On whose behalf code acts. The engine moves rows of all accounts (claims, deliveries, webhook
 * batches); everything that answers a person acts as that person's account and sees only its rows.
 */
export type Principal =
  | { readonly kind: "engine" }
  | { readonly kind: "account"; readonly accountId: string };

export const engine: Principal = { kind: "engine" };
export const asAccount = (accountId: string): Principal => ({ kind: "account", accountId });
