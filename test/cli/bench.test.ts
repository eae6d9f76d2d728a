import { expect, it } from "vitest";
import { meanwhile } from "../support/command-line.ts";
import { runs } from "../support/runs.ts";

it.runIf(runs(0, 1) === 1)(
  "`meanwhile bench` measures a turn alone and of 16 and 64 conversations",
  { timeout: 600_000 },
  async () => {
    const { code, out, err } = await meanwhile(["bench", "--only", "turns", "--short"]);
    expect([code, err]).toEqual([0, ""]);
    const loops = [
      ...out.matchAll(/\| turns, (\d+) conversations.*\n.* ([\d.]+) statements \(aim 12\),/g),
    ];
    expect(loops.map(([, conversations]) => Number(conversations))).toEqual([1, 16, 64]);
    for (const [, , statements] of loops) expect(Number(statements)).toBeGreaterThan(2);
  },
);
