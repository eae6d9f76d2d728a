import { expect, test } from "vitest";
import { moveTo, ordersAfter } from "./todo-order.ts";

const list = (...orders: number[]) =>
  orders.map((order, index) => ({ reminder_id: "abcdef".charAt(index), order }));
const sortIds = (items: readonly { reminder_id: string; order: number }[]): string =>
  [...items]
    .sort((a, b) => a.order - b.order)
    .map(({ reminder_id: id }) => id)
    .join("");

test("moving a to-do writes as few orders as there is room for, and gives the order that was shown", () => {
  for (const items of [list(0, 1_000, 2_000, 3_000), list(5, 5, 5, 5), list(7, 8, 9, 10)])
    for (let from = 0; from < 4; from += 1)
      for (let to = 0; to < 4; to += 1) {
        if (from === to) continue;
        const written = new Map(
          ordersAfter(items, from, to).map((each) => [each.reminder_id, each.order]),
        );
        const after = items.map((each) => ({
          ...each,
          order: written.get(each.reminder_id) ?? each.order,
        }));
        expect(sortIds(after)).toBe(
          moveTo(items, from, to)
            .map((each) => each.reminder_id)
            .join(""),
        );
      }
  expect(ordersAfter(list(0, 1_000, 2_000), 2, 1)).toHaveLength(1);
});
