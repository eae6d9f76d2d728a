import { expect, it, vi } from "vitest";
import { interpret } from "../../src/language/interpret.ts";

/** How often an expression is held against a text while a sentence is read. */
function executionsFor(text: string): number {
  const request = { text, now: "2026-11-17T10:00:00", tz: "Asia/Shanghai" };
  interpret(request);
  // With an `exec` of its own the engine calls it for test, match and replace, too.
  const exec = vi.spyOn(RegExp.prototype, "exec");
  interpret(request);
  const count = exec.mock.calls.length;
  exec.mockRestore();
  return count;
}

it.each([
  ["明天下午3点提醒我开会", 300],
  ["remind me tomorrow at 3pm to call Ann", 300],
  ["Hi", 200],
])("%s is read with at most %d executions of expressions", (text, most) => {
  expect(executionsFor(text)).toBeLessThanOrEqual(most);
});
