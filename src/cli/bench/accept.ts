import { tmpdir } from "node:os";
import type { Store } from "../../store/open-store.ts";
import { type Child, startChild } from "./child.ts";
import { childEnvironment } from "./fresh-store.ts";

interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly wrong: number;
}

/** Webhooks against a server that only inserts, and a repeated one against a first. */
export async function measureAccept(
  store: Store,
): Promise<{ bare: Load; ours: Load; again: Load }> {
  const env = childEnvironment(store, tmpdir());
  const bare = await runLoads(startChild("server.ts", { args: ["bare"], env }), [false]);
  const ours = await runLoads(
    startChild("server.ts", { args: ["accept"], env: { ...env, MEANWHILE_ROLES: "gateway" } }),
    [false, true],
  );
  return { bare: bare[0] as Load, ours: ours[0] as Load, again: ours[1] as Load };
}

/** A warm-up whose result is dropped, then one run for each request. */
async function runLoads(server: Child, repeats: readonly boolean[]): Promise<Load[]> {
  try {
    const { url } = await server.line<{ url: string }>();
    const results: Load[] = [];
    await post(url, 3_000, false);
    for (const repeat of repeats) {
      if (repeat) await post(url, 500, true);
      results.push(await post(url, 20_000, repeat));
    }
    return results;
  } finally {
    await server.end();
  }
}

async function post(url: string, count: number, repeat: boolean): Promise<Load> {
  const load = startChild("load.ts", {
    args: ["post", url, String(count), "64", repeat ? "repeat" : "fresh"],
  });
  const result = await load.line<Load>();
  await load.end();
  if (result.wrong > 0)
    throw new Error(`${result.wrong} of ${count} requests were not answered with 202`);
  return result;
}
