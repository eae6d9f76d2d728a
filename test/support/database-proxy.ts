import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConnectionSettings } from "../../src/store/database/postgres-database.ts";

/** A way to the database that the test can cut. */
export interface DatabaseProxy {
  readonly url: string;
  /** Host and port as they stand in a URL, of a proxy with a port. */
  readonly address: string;
  readonly connection: ConnectionSettings;
  /** Every connection breaks, and new ones are refused. */
  cut(): void;
  /** Nothing breaks, and no byte comes through in either direction. */
  freeze(): void;
  heal(): void;
  close(): Promise<void>;
}

/** On a socket in a directory of its own, or on a port of loopback. */
export async function proxyTo(
  database: ConnectionSettings,
  on: "socket" | "port" = "socket",
): Promise<DatabaseProxy> {
  const { host = "", port = 5432, user = "", database: name = "" } = database;
  const directory = await mkdtemp(join(tmpdir(), "meanwhile-proxy-"));
  const pairs = new Set<readonly [Socket, Socket]>();
  let isCut = false;
  let isFrozen = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(join(host, `.s.PGSQL.${port}`));
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, pair.toReversed()] as [Socket, Socket][]) {
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        pairs.delete(pair);
        to.destroy();
      });
    }
    if (isFrozen) freezePair(pair);
  });
  await new Promise<void>((resolve) =>
    on === "port"
      ? server.listen(0, "127.0.0.1", resolve)
      : server.listen(join(directory, `.s.PGSQL.${port}`), resolve),
  );
  return {
    address: on === "port" ? `127.0.0.1:${(server.address() as AddressInfo).port}` : "",
    connection: { ...database, host: directory },
    url: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(directory)}&port=${port}`,
    cut() {
      isCut = true;
      for (const [near] of pairs) near.destroy();
    },
    freeze() {
      isFrozen = true;
      for (const pair of pairs) freezePair(pair);
    },
    heal() {
      isCut = false;
      isFrozen = false;
      for (const [near, far] of pairs) {
        near.pipe(far);
        far.pipe(near);
      }
    },
    async close() {
      for (const [near] of pairs) near.destroy();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function freezePair([near, far]: readonly [Socket, Socket]): void {
  near.unpipe(far);
  far.unpipe(near);
}
