import { expect, it } from "vitest";
import type { Terminal } from "./command.ts";
import { paint } from "./paint.ts";
import { printVerdict, withProgress } from "./progress.ts";

function terminalOf(isTTY: boolean, env: Terminal["env"] = {}) {
  const written: string[] = [];
  const stderr = { isTTY, write: (text: string) => written.push(text) };
  return { written, terminal: { env, stderr } as unknown as Terminal };
}

it("colours are for terminals, and not where NO_COLOR or a dumb terminal says otherwise", () => {
  const paintRed = (isTTY: boolean, env: Terminal["env"]): string => {
    const { terminal } = terminalOf(isTTY, env);
    return paint(terminal, terminal.stderr)("FAIL", "red");
  };
  expect(paintRed(true, {})).toBe("\u001B[31mFAIL\u001B[0m");
  expect(paintRed(true, { NO_COLOR: "" })).toBe("\u001B[31mFAIL\u001B[0m");
  expect([
    paintRed(false, {}),
    paintRed(true, { NO_COLOR: "1" }),
    paintRed(true, { TERM: "dumb" }),
  ]).toEqual(["FAIL", "FAIL", "FAIL"]);
});

it("progress is one line that is erased at the end, also when the work fails", async () => {
  const { terminal, written } = terminalOf(true, { NO_COLOR: "1" });
  expect(await withProgress({ terminal }, "Copying…", async () => 7)).toBe(7);
  expect(written.join("")).toBe("\r\u001B[KCopying…\r\u001B[K");
  await expect(
    withProgress({ terminal }, "Copying…", () => Promise.reject(new Error("no room"))),
  ).rejects.toThrow("no room");
  expect(written.at(-1)).toBe("\r\u001B[K");
});

it("a script sees no progress and a verdict without colours", async () => {
  const { terminal, written } = terminalOf(false);
  await withProgress({ terminal }, "Copying…", async (say) => say("half"));
  printVerdict({ terminal }, true, "All is well.");
  expect(written).toEqual(["All is well.\n"]);
});
