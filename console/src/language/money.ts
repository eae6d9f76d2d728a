/** Millionths of a currency as people read them: small amounts keep the digits that say something. */
export function costOf(micros: number, currency: string | null): string {
  const value = micros / 1_000_000;
  const digits = value !== 0 && value < 0.1 ? { maximumSignificantDigits: 2 } : {};
  try {
    return new Intl.NumberFormat("en", {
      style: "currency",
      currency: currency ?? "USD",
      ...digits,
    }).format(value);
  } catch {
    return `${value} ${currency ?? ""}`;
  }
}
