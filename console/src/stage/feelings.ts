import { type Edge } from "./contract.ts";
import { type Feeling } from "./contract-past.ts";

export const pairKey = (of: Pick<Feeling, "source_id" | "target_id">): string =>
  `${of.source_id}\u0000${of.target_id}`;

/** The distinct moments at which a feeling changed. */
export const listMoments = (
  feelings: readonly Feeling[],
): { readonly eventId: number; readonly storyTime: string }[] => {
  const byTime = new Map<string, number>();
  for (const { event_id, story_time } of feelings) byTime.set(story_time, event_id);
  return [...byTime].map(([storyTime, eventId]) => ({ storyTime, eventId }));
};

/** All feelings as of an event. */
export function findFeelingsAt(feelings: readonly Feeling[], eventId: number): Feeling[] {
  const latest = new Map<string, Feeling>();
  for (const feeling of feelings)
    if (feeling.event_id <= eventId) latest.set(pairKey(feeling), feeling);
  return [...latest.values()];
}

export interface Curve extends Pick<Feeling, "source_id" | "target_id"> {
  readonly points: readonly Feeling[];
}

export function groupCurves(feelings: readonly Feeling[]): Curve[] {
  const curves = new Map<string, Feeling[]>();
  for (const feeling of feelings)
    curves.set(pairKey(feeling), [...(curves.get(pairKey(feeling)) ?? []), feeling]);
  return [...curves.values()].flatMap((points) => {
    const [first] = points;
    return first === undefined
      ? []
      : [{ source_id: first.source_id, target_id: first.target_id, points }];
  });
}

interface Box {
  readonly width: number;
  readonly height: number;
  readonly range: Range;
}

export interface Range {
  readonly low: number;
  readonly high: number;
}

/**
 * The part of 0 to 100 to show: small enough for small steps, and the same for all curves, so that
 * they can be compared.
 */
export function findRange(feelings: readonly Feeling[]): Range {
  const values = feelings.flatMap(({ affinity, trust }) => [affinity, trust]);
  const [low, high] = [Math.min(45, ...values), Math.max(55, ...values)];
  return {
    low: Math.max(0, Math.floor(low / 5) * 5),
    high: Math.min(100, Math.ceil(high / 5) * 5),
  };
}

/** A step line over all moments of the story: level until the next change. */
export function drawStepLine(
  points: readonly Feeling[],
  by: "affinity" | "trust",
  of: Box & { readonly moments: readonly number[] },
): string {
  const last = Math.max(1, of.moments.length - 1);
  const place = (eventId: number): number => of.moments.findIndex((moment) => moment >= eventId);
  const toX = (index: number): number => Math.round((index / last) * of.width * 10) / 10;
  const toY = (value: number): number =>
    Math.round((1 - (value - of.range.low) / (of.range.high - of.range.low)) * of.height * 10) / 10;
  const [first, ...rest] = points;
  if (first === undefined) return "";
  let path = `M${toX(place(first.event_id))} ${toY(first[by])}`;
  for (const point of rest) path += `H${toX(place(point.event_id))}V${toY(point[by])}`;
  return `${path}H${of.width}`;
}

/** Positions on an ellipse, starting at the top and evenly spaced, so that none overlap. */
export function placeAround(
  ids: readonly string[],
  radius: { readonly x: number; readonly y: number },
): Map<string, { x: number; y: number }> {
  return new Map(
    ids.map((id, index) => {
      const angle = (index / Math.max(1, ids.length)) * 2 * Math.PI - Math.PI / 2;
      return [
        id,
        { x: Math.round(radius.x * Math.cos(angle)), y: Math.round(radius.y * Math.sin(angle)) },
      ];
    }),
  );
}

export type Warmth = "cold" | "cool" | "even" | "warm" | "close";

export function classifyWarmth(affinity: number): Warmth {
  if (affinity < 25) return "cold";
  if (affinity < 45) return "cool";
  if (affinity <= 55) return "even";
  return affinity <= 75 ? "warm" : "close";
}

/** All characters of the chat and of its feelings. */
export const listPeople = (
  feelings: readonly Pick<Edge, "source_id" | "target_id">[],
  cast: readonly string[],
): string[] => [
  ...new Set([...cast, ...feelings.flatMap(({ source_id, target_id }) => [source_id, target_id])]),
];
