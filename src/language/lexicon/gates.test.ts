import { describe, expect, it } from "vitest";
import { interpret } from "../interpret.ts";
import { readingOf } from "../reading.ts";
import { findGate, gates } from "./gates.ts";

const all = [...gates.zh, ...gates.en];

describe("gates", () => {
  it.each(all.flatMap((gate) => gate.examples.map((text) => [gate.name, text] as const)))(
    "the gate %s closes “%s”",
    (name, text) => {
      const request = { text, now: "2026-11-17T10:00:00", tz: "Asia/Shanghai" };
      const { clauses, prepared } = readingOf(request);
      const met = clauses.map((clause) => findGate(clause, prepared.language)?.name);
      expect(met).toContain(name);
      const { intent, reasons } = interpret(request);
      expect([intent, reasons[0]]).toEqual(["none", findReason(name)]);
    },
  );

  it("each gate has a name of its own and an example", () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(all.filter(({ examples }) => examples.length === 0)).toEqual([]);
  });
});

const findReason = (name: string): string | undefined =>
  all.find((gate) => gate.name === name)?.refused;
