/** Makes something once for each of our accounts at a vendor, when it is first asked for. */
export function perAccount<Account extends { readonly id: string }, Made>(
  make: (account: Account) => Made,
): (account: Account) => Made {
  const made = new Map<string, Made>();
  return (account) => {
    const before = made.get(account.id);
    if (before !== undefined) return before;
    const fresh = make(account);
    made.set(account.id, fresh);
    return fresh;
  };
}
