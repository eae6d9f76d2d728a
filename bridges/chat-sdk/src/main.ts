import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { HostedAdapter } from "./adapter.ts";
import { type Bridge, openBridge } from "./bridge.ts";

interface App {
  readonly name: string;
  readonly secret: string;
  /** A package of the Chat SDK, and its function that makes the adapter. */
  readonly adapter: string;
  readonly create: string;
  readonly options?: object;
  readonly takes_files?: boolean;
}

interface Settings {
  readonly meanwhile_url: string;
  /** Where Meanwhile reaches this program. */
  readonly own_url: string;
  readonly host?: string;
  readonly port?: number;
  readonly data?: string;
  readonly bot_name?: string;
  readonly apps: readonly App[];
}

const log = (sentence: string, facts: object = {}): void =>
  void process.stderr.write(`${JSON.stringify({ sentence, ...facts })}\n`);

const largestBody = 16 * 1024 * 1024;

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    size += piece.byteLength;
    if (size > largestBody) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function respond(
  bridges: ReadonlyMap<string, Bridge>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, search } = new URL(request.url ?? "/", "http://bridge");
  const [, name = "", path = ""] = /^\/([^/]+)(\/.*)$/.exec(pathname) ?? [];
  const bridge = bridges.get(name);
  const body = await readBody(request);
  if (bridge === undefined || body === undefined)
    return void response.writeHead(bridge === undefined ? 404 : 413).end();
  const { method = "GET" } = request;
  const headers = Object.entries(request.headersDistinct).flatMap(([key, values = []]) =>
    values.map((value): [string, string] => [key, value]),
  );
  const answer = await bridge.handle(
    path,
    new Request(`http://bridge${pathname}${search}`, {
      method,
      headers,
      ...(method === "GET" || method === "HEAD" ? {} : { body: new Uint8Array(body) }),
    }),
  );
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
}

async function start(path: string): Promise<void> {
  const settings = JSON.parse(await readFile(path, "utf8")) as Settings;
  const bridges = new Map<string, Bridge>();
  for (const app of settings.apps) {
    // Only what the settings name is loaded.
    const made = (await import(app.adapter)) as Record<string, (options: object) => HostedAdapter>;
    const create = made[app.create];
    if (create === undefined) throw new Error(`${app.adapter} has no ${app.create}`);
    const bridge = await openBridge({
      adapter: create(app.options ?? {}),
      secret: app.secret,
      meanwhileUrl: `${settings.meanwhile_url}/webhooks/bridge/${app.name}`,
      ownUrl: `${settings.own_url}/${app.name}`,
      userName: settings.bot_name ?? "Meanwhile",
      takesFiles: app.takes_files === true,
      directory: join(settings.data ?? "data", app.name),
      now: Date.now,
      log: (sentence, facts) => log(sentence, { app: app.name, ...facts }),
    });
    bridges.set(app.name, bridge);
  }
  const server = createServer((request, response) => {
    respond(bridges, request, response).catch((error: unknown) => {
      log("a call failed", { error: String(error) });
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.listen(settings.port ?? 8090, settings.host ?? "127.0.0.1", () =>
    log("ready", { apps: [...bridges.keys()] }),
  );
}

await start(process.argv[2] ?? "bridge.json");
