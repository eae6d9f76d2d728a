import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { interpret } from "../../src/cli/interpret.ts";
import type { Call } from "../../src/cli/command.ts";

async function ran(
  input: string,
  values: Call["values"] = { jsonl: true },
  words: Call["words"] = [],
): Promise<string[]> {
  const lines: string[] = [];
  const terminal = {
    env: {},
    cwd: ".",
    stdin: Readable.from([input]),
    stdout: { write: (text: string) => lines.push(text) },
    stderr: { write: (text: string) => lines.push(text) },
    onSignal: () => () => undefined,
    exit: () => undefined,
  };
  await interpret.run({ values, words, language: "en", terminal });
  return lines;
}

const request = { text: "明天早上8点叫我起床", now: "2026-06-10T11:30:00", tz: "Asia/Shanghai" };

test("`meanwhile interpret` writes one line of JSON for each line of JSON", async () => {
  const lines = await ran(
    `${JSON.stringify(request)}\n\n${JSON.stringify({ ...request, text: "你好" })}\n`,
  );
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      intent: "create",
      items: [{ title: "起床", start: "2026-06-11T08:00:00", rrule: null, durationMinutes: null }],
    },
    { intent: "none", items: [], reasons: ["no_request"] },
  ]);
});

test("a line that is not a request is named by its number", async () => {
  await expect(ran(`${JSON.stringify(request)}\nnonsense\n`)).rejects.toThrow("Line 2");
  await expect(ran(JSON.stringify({ ...request, tz: "Mars/Olympus" }))).rejects.toThrow("Line 1");
  await expect(ran(JSON.stringify({ ...request, now: "soon" }))).rejects.toThrow("Line 1");
  await expect(ran("", {})).rejects.toThrow("--jsonl");
});

test("a sentence is read as of now", async () => {
  const [line = ""] = await ran("", {}, ["remind", "me in 2 hours to stretch"]);
  expect(JSON.parse(line)).toMatchObject({ intent: "create", items: [{ title: "stretch" }] });
});
