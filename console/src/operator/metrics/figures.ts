import { type Series } from "../contract.ts";

/** A figure as people read it. */
export function figure(value: number, unit: Series["unit"]): string {
  if (unit === "bytes") return `${(value / 1_048_576).toFixed(0)} MB`;
  if (unit === "seconds")
    return value < 1
      ? `${(value * 1_000).toFixed(0)} ms`
      : value < 120
        ? `${value.toFixed(1)} s`
        : `${(value / 60).toFixed(0)} min`;
  if (value >= 10_000) return `${(value / 1_000).toFixed(0)}k`;
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

/**
 * As an outline on a field of 100 by 30: from nothing to the highest value there was. Missing
 * samples are skipped.
 */
export function outline(values: readonly (number | null)[]): {
  readonly line: string;
  readonly area: string;
} {
  const highest = Math.max(0, ...values.map((value) => value ?? 0));
  const step = values.length > 1 ? 100 / (values.length - 1) : 100;
  const points = values.flatMap((value, nth) =>
    value === null
      ? []
      : [`${round(nth * step)} ${round(29 - (highest === 0 ? 0 : (value / highest) * 27))}`],
  );
  const [first] = points;
  if (first === undefined) return { line: "", area: "" };
  const all = points.length === 1 ? [first, `100 ${first.split(" ")[1]}`] : points;
  const line = `M${all.join("L")}`;
  return { line, area: `${line}L${all.at(-1)?.split(" ")[0]} 30L${all[0]?.split(" ")[0]} 30Z` };
}

const round = (value: number): number => Math.round(value * 10) / 10;
