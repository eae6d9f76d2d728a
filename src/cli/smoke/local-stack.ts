import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../../config.ts";
import type { Chance, Clock } from "../../domain/ports/clock.ts";
import { startApp } from "../../main.ts";
import { friendsLack, schemaOf } from "../../smoke/deployed.ts";
import type { Stack, Received } from "../../smoke/stack.ts";
import { readVersion } from "../../main/version.ts";
import { systemClock } from "../system.ts";
import { waysTo } from "./calls.ts";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ChannelState } from "../../smoke/case.ts";

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
 * An instance of its own: database, data directory and connector are made for the run and go with
 * it. Its clock is passed in and stands still, also for timers: nothing fires because a day has
 * passed outside.
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
      version: `${readVersion()}, ${await schemaOf(ways)}`,
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

/**
 * Shows one moment until it is set to another. Waits take their real time, so that work continues
 * while the clock stands still.
 */
interface PinnedClock extends Clock {
  set(at: number): void;
}

function createPinnedClock(real: Clock, start: number): PinnedClock {
  let at = start;
  return {
    now: () => at,
    wait: (ms, signal) => real.wait(ms, signal),
    set(moment) {
      at = moment;
    },
  };
}

interface StandInConnector {
  readonly url: string;
  /** Every call in its order, taken or not. */
  readonly received: readonly Received[];
  setChannel(wxid: string, state: ChannelState): void;
  close(): Promise<void>;
}

/** A local stand-in for personal WeChat's connector: records what is sent and delivers nothing. */
export async function startStandInConnector(): Promise<StandInConnector> {
  const received: Received[] = [];
  const states = new Map<string, ChannelState>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const call = JSON.parse(body) as Omit<Received, "taken">;
      const state = states.get(call.wxid) ?? "takes";
      received.push({ ...call, taken: state === "takes" });
      response.writeHead(state === "down" ? 503 : 200, { "content-type": "application/json" });
      response.end(
        JSON.stringify(
          state === "window_closed"
            ? { ret: -2 }
            : { ret: 0, message_id: `stand-in-${received.length}` },
        ),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
    received,
    setChannel: (wxid, state) => void states.set(wxid, state),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
