import { tmpdir } from "node:os";
import type { Store } from "../../store/open-store.ts";
import { startChild } from "./child.ts";
import { childEnvironment, operatorToken } from "./fresh-store.ts";

/** The cost of a thousand open streams. */
export async function measureStreams(
  store: Store,
): Promise<{ core: number; rssMb: number; perSecond: number }> {
  const seconds = 45;
  const server = startChild("server.ts", {
    args: ["stream"],
    env: childEnvironment(store, tmpdir()),
  });
  const clients = await server
    .line<{ url: string }>()
    .then(({ url }) =>
      startChild("load.ts", { args: ["listen", url, operatorToken, "1000", String(seconds)] }),
    );
  try {
    await clients.line();
    await clients.line();
    await allRunning(store);
    await Promise.all([server.ask(), clients.ask()]);
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const [used, got] = await Promise.all([
      server.ask<{ core: number; rssMb: number }>(),
      clients.ask<{ tokens: number }>(),
    ]);
    return { core: used.core, rssMb: used.rssMb, perSecond: got.tokens / 5 };
  } finally {
    await clients.end();
    await server.end();
  }
}

/** The measurement begins when every stream has something to say. */
async function allRunning(store: Store): Promise<void> {
  for (;;) {
    const [running] = await store.db.rows<{ count: number }>(
      "select count(*) as count from turn where status = 'running'",
    );
    if ((running?.count ?? 0) >= 1_000) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
