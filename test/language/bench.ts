import { interpret } from "../../src/language/interpret.ts";
import { casesIn } from "./score.ts";

/** `node test/language/bench.ts`: time per message, over all labelled sentences, after a warm-up. */
const cases = ["requests-dev.json", "own-dev.json", "own-check.json", "own-unseen-1.json", "own-unseen-2.json"].flatMap(casesIn);
const rounds = 20;

function round(): number[] {
  return cases.map(({ text, now, tz, context }) => {
    const started = performance.now();
    interpret({ text, now, tz, context });
    return (performance.now() - started) * 1000;
  });
}

for (let warm = 0; warm < 5; warm += 1) round();
const times = Array.from({ length: rounds }, round)
  .flat()
  .toSorted((a, b) => a - b);
const at = (share: number): string => `${Math.round(times[Math.floor(times.length * share)] ?? 0)} µs`;
process.stdout.write(`${times.length} messages: p50 ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}, max ${at(0.9999)}\n`);
