import type { UsageValue as Figure } from "../../../src/store/quotas/usage-view.ts";

export type UsageFigure = Figure;

/** How much of its limit a figure takes, from nothing to all of it. */
export const shareOf = ({ used, most }: UsageFigure): number =>
  most <= 0 ? 1 : Math.min(1, used / most);

/** As people read it: `1,234`, `512 MB`, `1.5 GB`. */
export function amount(value: number, unit: UsageFigure["unit"]): string {
  if (unit === "count") return value.toLocaleString("en");
  const units = ["B", "kB", "MB", "GB", "TB"];
  const step = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(value) / 10));
  return `${Number((value / 1024 ** step).toFixed(1)).toLocaleString("en")} ${units[step]}`;
}
