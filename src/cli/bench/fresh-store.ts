import { tmpdir } from "node:os";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { openStore, type Store } from "../../store/open-store.ts";
import { systemClock } from "../system.ts";

export const operatorToken = "bench-operator-token-0123456789";

/** Each measurement has a database of its own: what one leaves behind is not the next one's load. */
export const onFreshStore = <T>(
  measure: (store: Store) => Promise<T>,
  settings?: Readonly<Record<string, string>>,
): Promise<T> => inFreshDirectory((dataDir) => withStore(dataDir, measure, settings));

export async function inFreshDirectory<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), "meanwhile-bench-"));
  try {
    return await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

export async function withStore<T>(
  dataDir: string,
  work: (store: Store) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  const quiet = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: () => undefined,
  };
  const owner = { command: "bench", pid: process.pid, startedAt: new Date().toISOString() };
  const store = await openStore({
    dataDir,
    url: undefined,
    poolSize: 16,
    owner,
    uid: process.getuid?.() ?? -1,
    clock: systemClock,
    log: quiet,
    settings,
  });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The environment of a product process on that database. */
export function childEnvironment(store: Store, dataDir: string): Record<string, string> {
  const { host = "", port = 5432, user = "postgres", database = "meanwhile" } = store.connection;
  return {
    DATABASE_URL: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    MEANWHILE_DATA: dataDir,
    MEANWHILE_PORT: "0",
    MEANWHILE_OPERATOR_TOKEN: operatorToken,
    MEANWHILE_LOG__LEVEL: "warn",
    MEANWHILE_TURN__CONCURRENCY: "1000",
    MEANWHILE_LIMITS__PER_IP_PER_MINUTE: "100000000",
    MEANWHILE_LIMITS__PER_ACCOUNT_PER_MINUTE: "100000000",
    MEANWHILE_LIMITS__PER_PERSON_PER_MINUTE: "100000000",
    MEANWHILE_LIMITS__ACCOUNT__MESSAGES_PER_DAY: "100000000",
    MEANWHILE_LIMITS__SERVER__NEW_ACCOUNTS_PER_DAY: "100000000",
  };
}
