import { type Percentiles, percentiles } from "./percentiles.ts";

export type Timed<Way extends string> = Readonly<Record<Way, Percentiles>>;

/**
 * Ways of doing the same work, one after the other, again and again: what else the machine does
 * slows all of them down alike. The first tenth warms up and does not count.
 */
export async function timeInTurn<Way extends string>(
  times: number,
  ways: Readonly<Record<Way, (nth: number) => Promise<unknown>>>,
): Promise<Timed<Way>> {
  const names = Object.keys(ways) as Way[];
  const took = new Map(names.map((name) => [name, [] as number[]]));
  for (let nth = 0; nth < times; nth += 1)
    for (const name of names) {
      const began = performance.now();
      await ways[name](nth);
      took.get(name)?.push(performance.now() - began);
    }
  return Object.fromEntries(
    names.map((name) => [name, percentiles((took.get(name) ?? []).slice(Math.ceil(times / 10)))]),
  ) as Timed<Way>;
}
