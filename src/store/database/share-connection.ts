import type { PoolClient } from "pg";
import { DatabaseUnavailable } from "./database.ts";

/** More would wait for each other longer than another connection costs. */
const mostTogether = 16;

interface Shared {
  readonly client: Promise<PoolClient>;
  users: number;
  broken: Error | undefined;
}

/** Sends something that leaves no transaction open behind it. */
export type OnSharedConnection = <T>(send: (client: PoolClient) => Promise<T>) => Promise<T>;

/**
 * What is sent in the same tick and needs no connection of its own shares one: a single write wakes
 * a single server process, which has its plans and caches warm. With a connection for each, sixteen
 * turns that go on together wake sixteen processes.
 */
export function shareConnections(
  connect: () => Promise<PoolClient>,
  most = mostTogether,
): OnSharedConnection {
  let open: Shared | undefined;

  const share = (): Shared => {
    if (open !== undefined && open.users < most) return open;
    const shared: Shared = { client: connect(), users: 0, broken: undefined };
    open = shared;
    process.nextTick(close, shared);
    return shared;
  };
  const close = (shared: Shared): void => {
    if (open === shared) open = undefined;
  };

  return async (send) => {
    const shared = share();
    shared.users += 1;
    const client = await shared.client.finally(() => close(shared));
    try {
      return await send(client);
    } catch (error) {
      if (error instanceof DatabaseUnavailable) shared.broken = error;
      throw error;
    } finally {
      shared.users -= 1;
      if (shared.users === 0) client.release(shared.broken);
    }
  };
}
