import { expect, it } from "vitest";
import { cutNewest } from "./list-page.ts";

const byEvent = (row: { readonly event: number }): number => row.event;
const rowsOf = (...events: readonly number[]) => events.map((event) => ({ event }));

it("a page of the newest rows says where the next one begins, and the last page says that it is the last", () => {
  expect(cutNewest(rowsOf(9, 8, 7), 2, byEvent)).toEqual({ rows: rowsOf(9, 8), next: 8 });
  expect(cutNewest(rowsOf(9, 8), 2, byEvent)).toEqual({ rows: rowsOf(9, 8), next: null });
  expect(cutNewest([], 2, byEvent)).toEqual({ rows: [], next: null });
});

it("a page of the newest rows never ends within the rows of one event", () => {
  expect(cutNewest(rowsOf(9, 8, 8), 2, byEvent)).toEqual({ rows: rowsOf(9), next: 9 });
  expect(cutNewest(rowsOf(8, 8, 8), 2, byEvent)).toEqual({ rows: rowsOf(8, 8, 8), next: 8 });
});
