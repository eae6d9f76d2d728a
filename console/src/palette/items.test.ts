import { expect, test } from "vitest";
import { pickItems, type Item } from "./items.ts";

const item = (kind: Item["kind"], label: string, also?: string): Item => ({
  id: `${kind}-${label}`,
  kind,
  label,
  run: () => undefined,
  ...(also === undefined ? {} : { also }),
});
const labels = (items: readonly Item[]) => items.map(({ label }) => label);

test("the palette keeps rows that have every word, and puts those that begin with it first", () => {
  const known = [item("page", "My calendar"), item("action", "Calendar"), item("page", "Stage")];
  expect(labels(pickItems(known, { query: "CAL", found: [] }))).toEqual([
    "Calendar",
    "My calendar",
  ]);
  expect(labels(pickItems(known, { query: "my cal", found: [] }))).toEqual(["My calendar"]);
});

test("the palette finds a page by its name in the other language", () => {
  const known = [item("page", "Calendar", "日历")];
  expect(labels(pickItems(known, { query: "日历", found: [] }))).toEqual(["Calendar"]);
});

test("two thousand conversations leave room for the reminder that the server found", () => {
  const known = Array.from({ length: 2000 }, (_, nth) => item("conversation", `plan ${nth}`));
  const picked = pickItems(known, { query: "plan", found: [item("reminder", "plan the trip")] });
  expect(picked).toHaveLength(9);
  expect(labels(picked)).toContain("plan the trip");
});

test("a row that is known and found is shown once", () => {
  const one = item("conversation", "Holidays");
  expect(pickItems([one], { query: "holidays", found: [one] })).toHaveLength(1);
});
