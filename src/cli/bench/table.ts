/** Lines of the table that `bench` prints. */
export const n = (value: number): string => Math.round(value).toLocaleString("en");
export const ms = (value: number): string => value.toFixed(1);
export const spread = (of: { readonly p50: number; readonly p99: number }): string =>
  `p50 ${ms(of.p50)} p99 ${ms(of.p99)}`;
export const row = (name: string, figure: string, note: string): string =>
  `| ${name} | ${figure} | ${note} |`;
