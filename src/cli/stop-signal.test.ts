import { expect, test } from "vitest";
import { stopOnSignal } from "./stop-signal.ts";

function bench() {
  const nobody: (signal: "SIGINT" | "SIGTERM") => void = () => undefined;
  const world = { now: 0, exits: [] as number[], send: nobody };
  const { stop } = stopOnSignal(
    {
      onSignal: (heard) => {
        world.send = heard;
        return () => undefined;
      },
      exit: (code) => world.exits.push(code),
    },
    () => world.now,
  );
  return { world, stop };
}

test("the first signal asks for an orderly end", () => {
  const { world, stop } = bench();
  expect(stop.aborted).toBe(false);
  world.send("SIGTERM");
  expect(stop.aborted).toBe(true);
  expect(world.exits).toEqual([]);
});

test("one press of Ctrl-C that arrives twice counts once", () => {
  const { world } = bench();
  world.send("SIGINT");
  world.now = 50;
  world.send("SIGINT");
  expect(world.exits).toEqual([]);
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("a second %s ends the process at once with %i", (signal, code) => {
  const { world } = bench();
  world.send(signal);
  world.now = 1_000;
  world.send(signal);
  expect(world.exits).toEqual([code]);
});

test("another signal is never taken for the same press", () => {
  const { world } = bench();
  world.send("SIGTERM");
  world.send("SIGINT");
  expect(world.exits).toEqual([130]);
});
