import type { Entry } from "./contract.ts";

type Ordered = Pick<Entry, "reminder_id" | "order">;

export function moveTo<T>(items: readonly T[], from: number, to: number): T[] {
  const rest = [...items];
  const moved = rest.splice(from, 1);
  rest.splice(to, 0, ...moved);
  return rest;
}

const gap = 1_024;

/**
 * The orders to write so that one item stands at another place: its own, if there is room between
 * its neighbours, otherwise new ones for all.
 */
export function ordersAfter(items: readonly Ordered[], from: number, to: number): Ordered[] {
  const moved = moveTo(items, from, to);
  const item = moved[to];
  if (item === undefined) return [];
  const before = moved[to - 1]?.order ?? (moved[to + 1]?.order ?? 0) - 2 * gap;
  const after = moved[to + 1]?.order ?? before + 2 * gap;
  const order = Math.round((before + after) / 2);
  if (order > before && order < after) return [{ reminder_id: item.reminder_id, order }];
  const first = items[0]?.order ?? 0;
  return moved.map(({ reminder_id }, index) => ({ reminder_id, order: first + index * gap }));
}
