import { expect, it } from "vitest";
import { interpret } from "./interpret.ts";
import { readingBudget } from "./reading-budget.ts";

it("a request has so many steps and no more: refused with a sentence and a reason", () => {
  const spend = readingBudget();
  for (let step = 0; step < 1_000; step += 1) spend();
  expect(spend).toThrow(
    expect.objectContaining({ code: "invalid_request", fact: { reason: "too_costly" } }),
  );
});

it("every reading and every look for an intent counts, and one that is over ends the request", () => {
  let steps = 0;
  const request = {
    text: "remind me tomorrow at 5pm to call Ann",
    now: "2026-06-10T11:30:00Z",
    tz: "UTC",
  };
  interpret({ ...request, spend: () => void (steps += 1) });
  expect(steps).toBeGreaterThan(5);
  expect(steps).toBeLessThan(100);
  const over = (): never => {
    throw new Error("over");
  };
  expect(() => interpret({ ...request, spend: over })).toThrow("over");
});
