import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import type { ConnectionSettings } from "../../src/store/database/postgres-database.ts";

/** A way to the database that can be cut and mended while everybody keeps running. */
export interface Relay {
  readonly connection: ConnectionSettings;
  /** Ends every connection and lets none in. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function startRelay(behind: ConnectionSettings): Promise<Relay> {
  const open = new Set<Socket>();
  let whole = true;
  const target =
    behind.host?.startsWith("/") === true
      ? { path: join(behind.host, `.s.PGSQL.${behind.port}`) }
      : { host: behind.host ?? "127.0.0.1", port: behind.port ?? 5432 };
  const server = createServer((near) => {
    if (!whole) {
      near.destroy();
      return;
    }
    const far = connect(target);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.pipe(other);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = (): void => {
    whole = false;
    for (const socket of open) socket.destroy();
  };
  return {
    connection: { ...behind, host: "127.0.0.1", port: (server.address() as AddressInfo).port },
    cut,
    mend: () => (whole = true),
    close: () =>
      new Promise((resolve) => {
        cut();
        server.close(() => resolve());
      }),
  };
}
