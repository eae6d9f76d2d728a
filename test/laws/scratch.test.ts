import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { dropScratch, scratchPrefix } from "../../src/cli/drop-scratch.ts";
import { takeDataLock } from "../../src/store/bundled/data-lock.ts";

it("S48: what a killed check of a backup left behind, with everyone's words in it, goes; one that runs and what is not ours stay", async () => {
  const place = await mkdtemp(join(tmpdir(), "s-"));
  onTestFinished(() => rm(place, { recursive: true }));
  const [dead, live] = [join(place, `${scratchPrefix}dead`), join(place, `${scratchPrefix}live`)];
  for (const directory of [dead, live, join(place, "elsewhere")]) {
    await mkdir(join(directory, "postgres"), { recursive: true });
    await writeFile(join(directory, "postgres", "words"), "CANARY");
  }
  await writeFile(join(place, `${scratchPrefix}file`), "no directory");
  const owner = { pid: process.pid, startedAt: "", command: "a check" };
  const held = await takeDataLock(live, owner);
  // Its process is gone: no process listens on the lock any more.
  const ended = await takeDataLock(dead, owner);
  if ("lock" in ended) await ended.lock.release();
  expect(await dropScratch(place)).toBe(1);
  expect((await readdir(place)).toSorted()).toEqual([
    "elsewhere",
    `${scratchPrefix}file`,
    `${scratchPrefix}live`,
  ]);
  if ("lock" in held) await held.lock.release();
  expect(await dropScratch(place)).toBe(1);
});
