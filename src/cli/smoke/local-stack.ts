import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../../config.ts";
import type { Chance } from "../../domain/ports/clock.ts";
import { startApp } from "../../main.ts";
import { friendsLack, schemaOf } from "../../smoke/deployed.ts";
import type { Stack } from "../../smoke/stack.ts";
import { version } from "../help.ts";
import { systemClock } from "../system.ts";
import { waysTo } from "./calls.ts";
import { createPinnedClock } from "./pinned-clock.ts";
import { startStandInConnector } from "./stand-in-connector.ts";

export interface OpenStack {
  readonly stack: Stack;
  close(): Promise<void>;
}

export interface LocalOptions {
  readonly chance: Chance;
  /** The model of the settings. Without it the rules are alone. */
  readonly model: Readonly<Record<string, string>> | undefined;
  /** Where the clock stands before the first case. */
  readonly start: number;
}

/**
 * An instance of its own: database, data directory and connector are made for the run and go with it. Its clock is handed
 * in and stands still, the timers' included: nothing fires because a day has passed outside.
 */
export async function openLocalStack(options: LocalOptions): Promise<OpenStack> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const step of closers.splice(0).toReversed()) await step();
  };
  try {
    const dataDir = await mkdtemp(join(tmpdir(), "meanwhile-smoke-"));
    closers.push(() => rm(dataDir, { recursive: true, force: true }));
    const connector = await startStandInConnector();
    closers.push(() => connector.close());
    const token = secretOf(options.chance);
    const secret = secretOf(options.chance);
    const clock = createPinnedClock(systemClock, options.start);
    const env = {
      ...settings({ dataDir, token, secret, connectorUrl: connector.url }),
      ...options.model,
    };
    const app = await startApp({
      config: loadConfig({ env, cwd: dataDir }),
      logStream: { write: () => true },
      command: "meanwhile smoke",
      pageDir: dataDir,
      clock,
    });
    closers.push(() => app.close());
    const { close: letGo, ...ways } = waysTo({
      url: app.url,
      token,
      secret,
      connection: app.store.connection,
    });
    closers.push(letGo);
    const friends = await friendsLack(ways.api);
    const stack: Stack = {
      ...ways,
      name:
        options.model === undefined
          ? "a throw-away instance, rules alone"
          : "a throw-away instance with a model",
      version: `${version()}, ${await schemaOf(ways)}`,
      lacks: friends === undefined ? {} : { friends, two_friends: friends },
      longestWaitMinutes: Infinity,
      received: () => Promise.resolve(connector.received),
      setChannel: (wxid, state) => connector.setChannel(wxid, state),
      isAlone: true,
      patienceMs: 20_000,
      lookAgainMs: 15,
      pin(at) {
        clock.set(at);
        app.store.db.notify("timers");
        app.store.db.notify("outbox");
      },
    };
    return { stack, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const secretOf = (chance: Chance): string => Buffer.from(chance.bytes(24)).toString("base64url");

const settings = (on: {
  dataDir: string;
  token: string;
  secret: string;
  connectorUrl: string;
}): Record<string, string> => ({
  MEANWHILE_PORT: "0",
  MEANWHILE_DATA: on.dataDir,
  MEANWHILE_OPERATOR_TOKEN: on.token,
  MEANWHILE_DEFAULT_TIMEZONE: "Asia/Shanghai",
  // The clock stands still, so no window of a limit ever ends.
  MEANWHILE_LIMITS__PER_IP_PER_MINUTE: "1000000",
  MEANWHILE_LIMITS__PER_ACCOUNT_PER_MINUTE: "1000000",
  MEANWHILE_LIMITS__PER_PERSON_PER_MINUTE: "1000000",
  MEANWHILE_CHANNELS__WECHAT__ENABLED: "true",
  MEANWHILE_CHANNELS__WECHAT__WEBHOOK_SECRET: on.secret,
  MEANWHILE_CHANNELS__WECHAT__CONNECTOR_SEND_URL: on.connectorUrl,
  MEANWHILE_CHANNELS__WECHAT__ALLOWED_HOSTS: "127.0.0.1",
});
