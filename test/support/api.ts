import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine, RateSettings } from "../../src/api/http/ports.ts";
import type { ServerOptions } from "../../src/api/http/server-options.ts";
import { type RunningServer, startServer } from "../../src/api/http/server.ts";
import { channels } from "../../src/channels/list.ts";
import { describeChannels } from "../../src/main/channel-catalog.ts";
import { createSystemChance } from "../../src/cli/system.ts";
import type { Log } from "../../src/domain/ports/log.ts";
import type { InboundMessage } from "../../src/domain/message.ts";
import type { StreamNotice } from "../../src/domain/turn.ts";
import { type Access, createAccess } from "../../src/accounts/access.ts";
import { productProjector } from "../../src/main/projections.ts";
import type { Spine } from "../../src/spine/parts.ts";
import type { Database } from "../../src/store/database/database.ts";
import { type FakeClock, fakeClock } from "./fake-clock.ts";
import { type OpenStore, postgresStore } from "./stores.ts";

export const operatorToken = "operator-token-of-this-test-0001";

/** The HTTP server over a real database, with an engine that the test directs and a clock that it moves. */
export interface ApiLab {
  readonly server: RunningServer;
  readonly access: Access;
  readonly engine: FakeEngine;
  /** The fake one, unless the test brought its own. */
  readonly clock: FakeClock;
  /** Every line of the log as text. */
  readonly lines: string[];
  call(path: string, options?: CallOptions): Promise<Reply>;
  /** A new account and a token that may do all it may. */
  person(name?: string): Promise<Person>;
  /** Opens a session by a link for the operator, or by a token for its account. */
  signIn(token?: string): Promise<SignedIn>;
  close(): Promise<void>;
}

export interface Person {
  readonly id: string;
  readonly token: string;
  readonly tokenId: string;
  call(path: string, options?: CallOptions): Promise<Reply>;
}

export interface SignedIn {
  readonly cookie: string;
  /** What the page keeps for itself. */
  readonly pageKey: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As the page calls: with cookie, header and origin. */
  call(path: string, options?: CallOptions): Promise<Reply>;
}

export interface FakeEngine extends Engine {
  readonly accepted: InboundMessage[];
  /** Thrown by `accept` while set. */
  failure: unknown;
  isReady: boolean;
  tell(conversationId: string, notice: StreamNotice): void;
  readonly subscribers: () => number;
  /** As if another part of the product had sent it. */
  readonly wakeUp: (topic: string) => void;
}

export interface CallOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly body?: string | Uint8Array;
  readonly token?: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: unknown;
}

/** A text inside of an answer, by its path: `error.code`. */
export function textAt(reply: Reply, path: string): string {
  const found = path
    .split(".")
    .reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | undefined)?.[key],
      reply.json,
    );
  return typeof found === "string" ? found : "";
}

export const codeOf = (reply: Reply): string => textAt(reply, "error.code");

const wide: RateSettings = {
  perIpPerMinute: 1_000_000,
  perCredentialPerMinute: 1_000_000,
  perAccountPerMinute: 1_000_000,
  webhooksPerIpPerMinute: 1_000_000,
  signInFailuresPer15Minutes: 1_000_000,
};

export type ApiLabOptions = Partial<Omit<ServerOptions, "settings" | "db">> & {
  readonly db: Database;
  readonly settings?: Partial<ServerOptions["settings"]>;
  readonly limits?: Partial<RateSettings>;
  readonly operatorToken?: string;
};

/** A migrated PostgreSQL of the caller's own. */
export const openPostgresStore = (): Promise<OpenStore> => postgresStore.open();

export async function openApi(options: ApiLabOptions): Promise<ApiLab> {
  const clock = options.clock ?? fakeClock();
  const chance = createSystemChance(() => Date.now());
  const projector = productProjector();
  const engine = fakeEngine();
  const lines: string[] = [];
  const access = createAccess({
    db: options.db,
    projector,
    clock,
    chance,
    operatorTokens: [options.operatorToken ?? operatorToken],
  });
  await access.ensureOperator({ language: null, timezone: "UTC" });
  const server = await startServer({
    engine,
    access,
    projector,
    clock,
    chance,
    log: listening(lines),
    metrics: {
      count: () => undefined,
      observe: () => undefined,
      render: () => Promise.resolve("meanwhile_up 1\n"),
    },
    pageDir: join(tmpdir(), "meanwhile-no-page-here"),
    webhooks: [],
    channelCatalog: describeChannels(channels),
    ...options,
    settings: {
      host: "127.0.0.1",
      port: 0,
      allowedHosts: [],
      trustedProxies: [],
      bodyLimitBytes: 256 * 1024,
      requestTimeoutMs: 15_000,
      limits: { ...wide, ...options.limits },
      ...options.settings,
    },
  });
  const call = (path: string, how: CallOptions = {}): Promise<Reply> =>
    callServer(server.port, path, how);
  return {
    server,
    access,
    engine,
    clock: clock as FakeClock,
    lines,
    call,
    close: () => server.close(),
    async person(name = "Ada") {
      const id = await access.createAccount({
        displayName: name,
        language: "en",
        timezone: "Europe/Berlin",
      });
      const issued = await access.issueToken({
        kind: "account",
        accountId: id,
        label: null,
        scopes: ["*"],
        expiresAt: null,
      });
      return {
        id,
        token: issued.secret,
        tokenId: issued.id,
        call: (path, how = {}) => call(path, { token: issued.secret, ...how }),
      };
    },
    async signIn(token) {
      const json = token === undefined ? { code: (await access.issueLink()).secret } : { token };
      return openSignedIn(server.port, await call("/api/session", { method: "POST", json }));
    },
  };
}

const cookieOf = (reply: Reply): string =>
  (reply.headers["set-cookie"]?.[0] ?? "").split(";")[0] ?? "";

/** What a browser and the page add to a call from the page. */
export const pageHeaders = (port: number, pageKey: string): Record<string, string> => ({
  Origin: `http://127.0.0.1:${port}`,
  "Sec-Fetch-Site": "same-origin",
  "X-Meanwhile": pageKey,
});

/** The page that was answered so when it signed in. */
export function openSignedIn(port: number, reply: Reply): SignedIn {
  const [cookie, pageKey] = [cookieOf(reply), textAt(reply, "page_key")];
  const headers = { ...pageHeaders(port, pageKey), Cookie: cookie };
  return {
    cookie,
    pageKey,
    headers,
    call: (path, how = {}) =>
      callServer(port, path, { ...how, headers: { ...headers, ...how.headers } }),
  };
}

export function callServer(port: number, path: string, how: CallOptions = {}): Promise<Reply> {
  const body = how.body ?? (how.json === undefined ? undefined : JSON.stringify(how.json));
  const headers: Record<string, string> = {
    ...(how.json === undefined ? {} : { "Content-Type": "application/json" }),
    ...(how.token === undefined ? {} : { Authorization: `Bearer ${how.token}` }),
    ...(body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) }),
    ...how.headers,
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: "127.0.0.1", port, path, method: how.method ?? "GET", headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          const isJson =
            (response.headers["content-type"] ?? "").startsWith("application/json") && text !== "";
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json: isJson ? (JSON.parse(text) as unknown) : undefined,
          });
        });
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

/** The real engines behind the server. */
export function spineEngine(spine: Spine): Engine {
  return {
    accept: spine.accept,
    stopTurn: (which) => spine.lanes.stopTurn(which),
    subscribe: (conversationId, listener) => spine.streams.subscribe(conversationId, listener),
    onTopic: (listener) => spine.onTopic(listener),
    outbox: spine.deadLetters,
    modelInfo: { kind: "scripted", name: "test" },
    ready: () => Promise.resolve({ ok: true, checks: {} }),
  };
}

function fakeEngine(): FakeEngine {
  const listeners = new Map<string, Set<(notice: StreamNotice) => void>>();
  const heard = new Set<(topic: string) => void>();
  const fake: FakeEngine = {
    accepted: [],
    failure: undefined,
    isReady: true,
    async accept(message) {
      if (fake.failure !== undefined) throw fake.failure;
      fake.accepted.push(message);
      return {
        kind: "accepted",
        messageId: `m${fake.accepted.length}`,
        conversationId: message.route.scope,
        accountId: message.accountId ?? "",
        identityId: null,
        seq: 1,
      };
    },
    stopTurn: () => Promise.resolve("nothing_to_stop"),
    subscribe(conversationId, listener) {
      const set = listeners.get(conversationId) ?? new Set();
      listeners.set(conversationId, set.add(listener));
      return () => set.delete(listener);
    },
    outbox: {
      list: () => Promise.resolve([]),
      resend: () => Promise.resolve(),
      discard: () => Promise.resolve(),
    },
    modelInfo: { kind: "offline", name: "offline" },
    ready: () =>
      Promise.resolve({ ok: fake.isReady, checks: { database: fake.isReady ? "ok" : "away" } }),
    tell(conversationId, notice) {
      for (const listener of listeners.get(conversationId) ?? []) listener(notice);
    },
    onTopic(listener) {
      heard.add(listener);
      return () => void heard.delete(listener);
    },
    wakeUp: (topic) => {
      for (const listener of heard) listener(topic);
    },
    subscribers: () => [...listeners.values()].reduce((sum, set) => sum + set.size, 0),
  };
  return fake;
}

function listening(lines: string[]): Log {
  const write =
    (level: string) => (fields: Readonly<Record<string, unknown>>, sentence: string) => {
      const plain = Object.fromEntries(
        Object.entries(fields).map(([key, value]) => [
          key,
          value instanceof Error ? value.stack : value,
        ]),
      );
      lines.push(JSON.stringify({ level, sentence, ...plain }));
    };
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}
