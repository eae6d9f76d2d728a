import { type Series } from "../contract.ts";

/** A figure as people read it. */
export function figure(value: number, unit: Series["unit"]): string {
  if (unit === "bytes") return `${short(value / 1_048_576)} MB`;
  if (unit === "seconds")
    return value < 1
      ? `${short(value * 1_000)} ms`
      : value < 120
        ? `${short(value)} s`
        : value < 7_200
          ? `${short(value / 60)} min`
          : `${short(value / 3_600)} h`;
  return short(value);
}

/** Three digits say enough. */
export function short(value: number): string {
  if (value >= 10_000_000) return `${trim(value / 1_000_000, 0)}M`;
  if (value >= 1_000_000) return `${trim(value / 1_000_000, 1)}M`;
  if (value >= 10_000) return `${trim(value / 1_000, 0)}k`;
  return trim(value, value < 10 ? 1 : 0);
}

const trim = (value: number, digits: number): string => String(Number(value.toFixed(digits)));

/** The end of an axis: a round number that is not below the highest value, and has a round half. */
export function axisEnd(highest: number, unit: Series["unit"]): number {
  const scale =
    unit === "bytes"
      ? 1_048_576
      : unit !== "seconds" || highest < 120
        ? 1
        : highest < 7_200
          ? 60
          : 3_600;
  const value = highest / scale;
  const least = unit === "seconds" ? 0.002 : 2;
  if (value <= least) return least * scale;
  const power = 10 ** Math.floor(Math.log10(value));
  const round = [1, 2, 4, 6, 8, 10].find((each) => each * power >= value) ?? 10;
  return Number((round * power).toPrecision(3)) * scale;
}

/** Where the nth of several points stands, in hundredths of the width. */
export const place = (nth: number, count: number): number =>
  count > 1 ? (nth * 100) / (count - 1) : 100;

/** A line on a field of 100 by 100; where nothing is known it is broken. A point alone is a short stroke. */
export function outline(values: readonly (number | null)[], end: number): string {
  const height = (value: number): number => round(100 - (Math.min(value, end) / end) * 100);
  return values
    .map((value, nth) => {
      if (value === null) return "";
      const isFirst = typeof values[nth - 1] !== "number";
      const isAlone = isFirst && typeof values[nth + 1] !== "number";
      const at = `${round(place(nth, values.length))} ${height(value)}`;
      return `${isFirst ? "M" : "L"}${at}${isAlone ? "h0.5" : ""}`;
    })
    .join("");
}

/** Where bars stand and how high they are, in hundredths of width and height. */
export function bars(
  values: readonly (number | null)[],
  end: number,
): { readonly x: number; readonly width: number; readonly height: number }[] {
  const room = 100 / Math.max(1, values.length);
  return values.map((value, nth) => ({
    x: round(nth * room + room * 0.12),
    width: round(room * 0.76),
    height: round((Math.min(value ?? 0, end) / end) * 100),
  }));
}

const round = (value: number): number => Math.round(value * 10) / 10;
