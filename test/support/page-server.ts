import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { text } from "node:stream/consumers";
import { buildPage } from "../../src/cli/build-page.ts";
import { Conversation } from "./page-world.ts";
import { type TestServer, type TestServerOptions } from "./server.ts";

/** The page's HTTP contract over a world in memory: what the page does can be seen without a database. */

/** The strictest policy that the page runs under. */
export const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

class Refused extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

interface World {
  readonly account: Record<string, string | null>;
  readonly model: { kind: string; name: string };
  readonly conversations: Conversation[];
  readonly codes: Set<string>;
  readonly sessions: Set<string>;
  wrongTokens: number;
}

interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly world: World;
}

export async function startPageServer(options: TestServerOptions): Promise<TestServer> {
  const page = await buildPage({ root: join(import.meta.dirname, "..", "..") });
  const code = randomBytes(12).toString("hex");
  const world: World = {
    account: { id: "operator", display_name: null, language: null, default_timezone: null },
    model: options.model === "offline" ? { kind: "offline", name: "rules" } : { kind: "scripted", name: "scripted" },
    conversations: [],
    codes: new Set([code]),
    sessions: new Set(),
    wrongTokens: 0,
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://page");
    response.setHeader("Content-Security-Policy", contentPolicy);
    response.setHeader("X-Content-Type-Options", "nosniff");
    const work = url.pathname.startsWith("/api/")
      ? answer({ request, response, url, world })
      : sendFile(page.directory, url.pathname, response);
    work.catch((error: unknown) => {
      const { status, code } = error instanceof Refused ? error : { status: 500, code: "internal" };
      if (status === 429) response.setHeader("Retry-After", "30");
      send(response, status, { error: { code, message: String(error) } });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: address,
    operatorLink: `${address}/#code=${code}`,
    release: () => {
      for (const conversation of world.conversations) conversation.release();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(call: Call): Promise<void> {
  const { request, response, url, world } = call;
  const method = request.method ?? "GET";
  const body = method === "GET" ? {} : await readBody(request);
  const route = `${method} ${url.pathname}`;
  if (route === "POST /api/session") return signIn(call, body);
  if (!world.sessions.has(sessionOf(request))) throw new Refused(401, "unauthorized");
  if (route === "GET /api/session") return send(response, 200, sessionView(world));
  if (route === "DELETE /api/session") {
    world.sessions.delete(sessionOf(request));
    return send(response, 204);
  }
  if (route === "PATCH /api/account") return send(response, 200, Object.assign(world.account, body));
  if (route === "GET /api/conversations") {
    const newestFirst = world.conversations.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
    return send(response, 200, { conversations: newestFirst.map(conversationView) });
  }
  if (route === "POST /api/conversations") {
    const conversation = new Conversation(`c${world.conversations.length + 1}`);
    world.conversations.push(conversation);
    return send(response, 201, conversationView(conversation));
  }
  return answerInConversation(call, route, body);
}

async function answerInConversation(call: Call, route: string, body: Record<string, string>): Promise<void> {
  const { response, url, world } = call;
  const [, , , id, what] = url.pathname.split("/");
  const conversation = world.conversations.find((candidate) => candidate.id === id);
  if (conversation === undefined) throw new Refused(404, "not_found");
  switch (`${route.split(" ")[0]} ${what}`) {
    case "GET messages": {
      const before = Number(url.searchParams.get("before") ?? Infinity);
      const limit = Number(url.searchParams.get("limit") ?? 50);
      const messages = conversation.messages.filter((message) => message.event_id < before).slice(-limit);
      return send(response, 200, { messages, running: conversation.running, last_event_id: conversation.lastEventId });
    }
    case "POST messages": {
      const { message, duplicate } = conversation.accept(body["text"] ?? "", body["client_id"] ?? "");
      return send(response, 202, { accepted: true, duplicate, message_id: message.id, outcome: duplicate ? "duplicate" : "accepted" });
    }
    case "POST stop":
      return send(response, 200, { result: conversation.stop() });
    case "GET stream":
      return stream(call, conversation);
    default:
      throw new Refused(404, "not_found");
  }
}

function stream({ request, response, url }: Call, conversation: Conversation): void {
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
  let position = Number(request.headers["last-event-id"] ?? url.searchParams.get("after") ?? 0);
  const catchUp = (): void => {
    for (const entry of conversation.log.filter((candidate) => candidate.id > position)) {
      response.write(`id: ${entry.id}\nevent: ${entry.type}\ndata: ${JSON.stringify(entry.data)}\n\n`);
      position = entry.id;
    }
  };
  const show = (delta: unknown): void => {
    response.write(`event: delta\ndata: ${JSON.stringify(delta)}\n\n`);
  };
  response.write(": open\n\n");
  catchUp();
  if (conversation.running !== null) response.write(`event: text\ndata: ${JSON.stringify(conversation.running)}\n\n`);
  conversation.told.on("log", catchUp).on("text", show);
  response.once("close", () => conversation.told.off("log", catchUp).off("text", show));
}

function signIn({ response, world }: Call, body: Record<string, string>): void {
  const { code, token } = body;
  if (code !== undefined && !world.codes.delete(code)) throw new Refused(400, "code_not_valid");
  if (token !== undefined && token !== "good-token") {
    world.wrongTokens += 1;
    throw world.wrongTokens > 3 ? new Refused(429, "rate_limited") : new Refused(401, "unauthorized");
  }
  const session = randomBytes(12).toString("hex");
  world.sessions.add(session);
  response.setHeader("Set-Cookie", `session=${session}; HttpOnly; SameSite=Strict; Path=/`);
  send(response, 200, sessionView(world));
}

const sessionView = (world: World) => ({ account: world.account, role: "operator", model: world.model });

const sessionOf = (request: IncomingMessage): string => /session=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";

const conversationView = (conversation: Conversation) => ({
  id: conversation.id,
  channel: "web",
  title: conversation.messages[0]?.text ?? null,
  last_text: conversation.messages.at(-1)?.text ?? null,
  updated_at: conversation.updatedAt,
  running: conversation.running !== null,
});

async function readBody(request: IncomingMessage): Promise<Record<string, string>> {
  if (request.headers["x-meanwhile"] !== "1") throw new Refused(403, "cross_site_refused");
  const body = await text(request);
  return body === "" ? {} : (JSON.parse(body) as Record<string, string>);
}

function send(response: ServerResponse, status: number, body?: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

async function sendFile(directory: string, path: string, response: ServerResponse): Promise<void> {
  const name = path === "/" ? "/index.html" : path;
  const content = await readFile(join(directory, name)).catch(() => {
    throw new Refused(404, "not_found");
  });
  response.writeHead(200, { "Content-Type": types[extname(name)] ?? "application/octet-stream" });
  response.end(content);
}
