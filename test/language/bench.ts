import { readdirSync } from "node:fs";
import { join } from "node:path";
import { interpret } from "../../src/language/interpret.ts";
import { casesIn } from "./score.ts";

/**
 * `node test/language/bench.ts`: time per message, over all labelled sentences, after a warm-up. The first line holds all
 * that the machine did meanwhile; in the second each sentence counts with the middle one of its times.
 */
const files = readdirSync(join(import.meta.dirname, "data")).filter((name) =>
  name.endsWith(".json"),
);
const cases = files.flatMap(casesIn);
const rounds = 20;

function round(): number[] {
  return cases.map(({ text, now, tz, context }) => {
    const started = performance.now();
    interpret({ text, now, tz, context });
    return (performance.now() - started) * 1000;
  });
}

const rising = (times: readonly number[]): number[] => times.toSorted((a, b) => a - b);
const at = (times: readonly number[], share: number): string =>
  `${Math.round(times[Math.floor(times.length * share)] ?? 0)} µs`;
const figures = (times: readonly number[]): string =>
  `p50 ${at(times, 0.5)}, p90 ${at(times, 0.9)}, p99 ${at(times, 0.99)}, max ${at(times, 0.9999)}`;

for (let warm = 0; warm < 5; warm += 1) round();
const all = Array.from({ length: rounds }, round);
const middle = cases.map(
  (_, index) => rising(all.map((times) => times[index] ?? 0))[rounds / 2] ?? 0,
);
process.stdout.write(`${cases.length * rounds} readings: ${figures(rising(all.flat()))}\n`);
process.stdout.write(`${cases.length} sentences: ${figures(rising(middle))}\n`);
