import { once } from "node:events";
import { mkdtemp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Refusal } from "../../src/domain/errors.ts";
import { DatabaseUnavailable } from "../../src/store/database/database.ts";
import {
  type ApiLab,
  codeOf,
  openApi,
  openPostgresStore,
  operatorToken,
  type Person,
  textAt,
} from "../support/api.ts";
import type { OpenStore } from "../support/stores.ts";

let store: OpenStore;
let folder: string;
let lab: ApiLab;
let ada: Person;
let problem: unknown;
const seen: {
  body: Uint8Array;
  headers: Readonly<Record<string, string>>;
  query: URLSearchParams;
  ip: string;
}[] = [];

beforeAll(async () => {
  store = await openPostgresStore();
  folder = await mkdtemp(join(tmpdir(), "meanwhile-page-"));
  lab = await openApi({
    db: store.db,
    pageDir: join(folder, "page"),
    webhooks: [
      {
        method: "post",
        path: "/webhooks/test",
        maxBytes: 1_000,
        async handle(raw) {
          if (problem !== undefined) throw problem;
          seen.push(raw);
          return { status: 200, body: "success", contentType: "text/plain" };
        },
      },
      {
        method: "get",
        path: "/webhooks/test",
        handle: async ({ query }) => ({
          status: 200,
          body: query.get("echo") ?? "",
          contentType: "text/plain",
        }),
      },
    ],
  });
  ada = await lab.person();
});
afterAll(async () => {
  await lab.close();
  await store.close();
  await rm(folder, { recursive: true });
});

/** Bytes in, bytes out, until the server closes or the wanted text has come. */
function raw(bytes: string | Uint8Array, until?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(lab.server.port, "127.0.0.1");
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk.toString();
      if (until !== undefined && text.includes(until)) socket.destroy();
    });
    socket.on("close", () => resolve(text));
    socket.on("error", reject);
    socket.write(bytes);
  });
}

const nameless = ["HTTP/1.0\r\n", "HTTP/1.1\r\nHost: \r\nConnection: close\r\n"];

describe("every answer", () => {
  it("every answer carries the security headers, whatever it is", async () => {
    const answers = await Promise.all([
      lab.call("/healthz"),
      lab.call("/docs"),
      lab.call("/nothing"),
      lab.call("/api/session"),
      lab.call("/api/session", { method: "PUT" }),
      lab.call("/api/session", { token: operatorToken }),
      lab.call("/", { headers: { Host: "evil.example" } }),
      lab.call("/webhooks/test", { method: "POST", body: "x" }),
      lab.call("/a/../b"),
    ]);
    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        "content-security-policy":
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types service-worker",
        "x-content-type-options": "nosniff",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
      });
      expect(headers["strict-transport-security"]).toBeUndefined();
      expect(headers["access-control-allow-origin"]).toBeUndefined();
      expect(headers["x-powered-by"]).toBeUndefined();
      expect(headers.server).toBeUndefined();
    }
  });

  it("every answer says to stay with https only when a trusted proxy says that the client came by it", async () => {
    const headers = {
      "X-Forwarded-Proto": "https",
      "X-Forwarded-Host": "chat.example",
      "X-Forwarded-For": "198.51.100.7",
    };
    const behind = await openApi({
      db: store.db,
      settings: { trustedProxies: ["127.0.0.0/8"], allowedHosts: ["chat.example"] },
    });
    const link = await behind.access.issueLink();
    const signed = await behind.call("/api/session", {
      method: "POST",
      json: { code: link.secret },
      headers,
    });
    expect(signed.headers["strict-transport-security"]).toBe("max-age=31536000");
    expect(signed.headers["set-cookie"]?.[0]).toMatch(
      /^__Host-meanwhile=ms_[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+; Secure$/,
    );
    await behind.close();
    const spoofed = await lab.call("/healthz", { headers });
    expect([spoofed.status, spoofed.headers["strict-transport-security"]]).toEqual([
      200,
      undefined,
    ]);
  });

  it("every answer comes only under our own names", async () => {
    for (const host of ["evil.example", "127.0.0.1.evil.example", "localhost:1@evil.example"]) {
      const reply = await lab.call("/openapi.json", { headers: { Host: host } });
      expect([reply.status, codeOf(reply)], host).toEqual([421, "wrong_host"]);
    }
    for (const host of ["localhost", `127.0.0.1:${lab.server.port}`, "[::1]:9"]) {
      expect((await lab.call("/docs.css", { headers: { Host: host } })).status, host).toBe(200);
    }
    for (const start of nameless)
      expect(await raw(`GET /docs.css ${start}\r\n`)).toContain(" 421 ");
  });

  it("every answer to a probe comes under the name that the prober used: a pod's address, a service, none", async () => {
    for (const host of ["10.244.1.7:7788", "[fd00::7]:7788", "meanwhile"])
      for (const path of ["/healthz", "/readyz"])
        expect((await lab.call(path, { headers: { Host: host } })).status, host).toBe(200);
    for (const start of nameless) expect(await raw(`GET /healthz ${start}\r\n`)).toContain(" 200 ");
    const elsewhere = { headers: { Host: "10.244.1.7:7788" } };
    for (const path of ["/healthz/", "/healthz/../api/session", "//healthz", "/", "/docs"])
      expect((await lab.call(path, elsewhere)).status, path).toBe(421);
    expect((await lab.call("/healthz", { ...elsewhere, method: "POST" })).status).toBe(421);
  });

  it("every answer to a scrape needs a bearer, which no foreign page has, and then comes under any name", async () => {
    const Host = "10.244.1.7:7788";
    expect((await lab.call("/metrics", { headers: { Host } })).status).toBe(421);
    const guess = { Host, Authorization: "Bearer mt_a-guess" };
    expect((await lab.call("/metrics", { headers: guess })).status).toBe(401);
    const scrape = await lab.call("/metrics", { token: operatorToken, headers: { Host } });
    expect([scrape.status, scrape.text]).toEqual([200, expect.stringContaining("meanwhile_up")]);
    expect(
      (await lab.call("/api/status", { token: operatorToken, headers: { Host } })).status,
    ).toBe(421);
  });

  it("every answer is in the language that the client asks for", async () => {
    const english = await lab.call("/api/session");
    const chinese = await lab.call("/api/session", {
      headers: { "Accept-Language": "zh-CN,zh;q=0.9,en;q=0.1" },
    });
    expect([textAt(english, "error.message"), textAt(chinese, "error.message")]).toEqual([
      "Please sign in.",
      "请先登录。",
    ]);
  });
});

describe("bad input", () => {
  const post = (how: Parameters<Person["call"]>[1]) =>
    ada.call("/api/conversations", { method: "POST", ...how });

  it("bad input of more than 256 kB is refused before it is read, announced or not", async () => {
    const fits = JSON.stringify({ title: "x" });
    const exact = `${" ".repeat(256 * 1024 - fits.length)}${fits}`;
    expect(
      (await post({ body: exact, headers: { "Content-Type": "application/json" } })).status,
    ).toBe(201);
    const over = await post({ body: `${exact} `, headers: { "Content-Type": "application/json" } });
    expect([over.status, codeOf(over), over.headers.connection]).toEqual([
      413,
      "body_too_large",
      "close",
    ]);
    const announced = await raw(
      `POST /api/conversations HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${ada.token}\r\nContent-Type: application/json\r\nContent-Length: 3000000\r\n\r\n{`,
    );
    expect(announced).toContain(" 413 ");
    const chunk = `ffff\r\n${"a".repeat(0xffff)}\r\n`;
    const chunked = await raw(
      `POST /api/conversations HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${ada.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}`,
      "body_too_large",
    );
    expect(chunked).toContain(" 413 ");
  });

  it("bad input of an unknown caller is not read at all", async () => {
    const answer = await raw(
      "POST /api/conversations HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n{",
      "unauthorized",
    );
    expect(answer).toContain(" 401 ");
  });

  it("a request whose headers are larger than 16 kB is refused", async () => {
    const answer = await raw(
      `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Long: ${"a".repeat(17_000)}\r\n\r\n`,
      "431",
    );
    expect(answer).toContain(" 431 ");
  });

  it("bad input that is nested 33 levels deep is refused", async () => {
    const reply = await post({
      body: `{"a":${"[".repeat(32)}${"]".repeat(32)}}`,
      headers: { "Content-Type": "application/json" },
    });
    expect([reply.status, codeOf(reply)]).toEqual([400, "body_too_deep"]);
  });

  it.each([
    ["malformed JSON", "{", "invalid_json"],
    ["a list", "[]", "invalid_request"],
    ["null", "null", "invalid_request"],
    ["bytes that are not UTF-8", new Uint8Array([0xff, 0xfe]), "invalid_json"],
  ])("bad input that is %s is refused", async (_what, body, code) => {
    const reply = await post({ body, headers: { "Content-Type": "application/json" } });
    expect([reply.status, codeOf(reply)]).toEqual([400, code]);
  });

  it("bad input of another type, or compressed, is refused", async () => {
    for (const headers of [
      { "Content-Type": "text/plain" },
      { "Content-Type": "application/json; charset=utf-16" },
      { "Content-Type": "application/jsonp" },
      { "Content-Type": "" },
      { "Content-Type": "application/json", "Content-Encoding": "gzip" },
    ]) {
      expect((await post({ body: "{}", headers })).status, JSON.stringify(headers)).toBe(415);
    }
    expect(
      (await post({ body: "{}", headers: { "Content-Type": 'Application/JSON; charset="UTF-8"' } }))
        .status,
    ).toBe(201);
  });

  it("bad input names the field that is wrong", async () => {
    const patch = (json: unknown) => ada.call("/api/account", { method: "PATCH", json });
    const replies = [
      await patch({ display_name: 1 }),
      await patch({ display_name: ["a"] }),
      await patch({ language: "fr" }),
      await patch({ default_timezone: "+08:00" }),
      await patch({ default_timezone: "Moon/Base" }),
    ];
    expect(replies.map((reply) => [reply.status, textAt(reply, "error.fact.field")])).toEqual([
      [400, "display_name"],
      [400, "display_name"],
      [400, "language"],
      [400, "default_timezone"],
      [400, "default_timezone"],
    ]);
  });

  it("bad input that reaches for a prototype changes none and is refused", async () => {
    const body =
      '{"__proto__":{"title":"polluted","scopes":["*"]},"constructor":{"prototype":{"x":1}},"toString":"no","files":[{"filepath":"/etc/passwd"}]}';
    const reply = await post({ body, headers: { "Content-Type": "application/json" } });
    expect([reply.status, codeOf(reply)]).toEqual([400, "invalid_request"]);
    expect(({} as Record<string, unknown>)["title"]).toBeUndefined();
  });

  it("bad input in the place of an id is refused on every route that has one, and reaches no file", async () => {
    const ids = [
      "..%2f..%2fetc%2fpasswd",
      "%2e%2e",
      "a%00b",
      "a%5cb",
      "a%20b",
      "-x",
      "a..b",
      "%zz",
      "a".repeat(300),
      "é",
      "%F0%9F%98%80",
      "a;drop",
      "'",
    ];
    for (const route of lab.server.routes.filter(({ path }) => path.includes("{id}"))) {
      for (const id of ids) {
        const reply = await lab.call(route.path.replace("{id}", id).replace("é", "%C3%A9"), {
          method: route.method.toUpperCase(),
          token: operatorToken,
          ...(route.method === "post" ? { json: { text: "a", client_id: "b" } } : {}),
        });
        expect(reply.status, `${route.path} ${id}`).toBe(400);
      }
    }
  });

  it("bad input with too many query keys is refused, and so are pages of nonsense size", async () => {
    const many = await ada.call(
      `/api/conversations?${Array.from({ length: 100 }, (_, index) => `k${index}=1`).join("&")}`,
    );
    expect([many.status, textAt(many, "error.fact.field")]).toEqual([400, "query"]);
    for (const query of ["limit=0", "limit=-1", "limit=1e9", "limit=abc", "limit=", "limit=1.5"]) {
      expect((await ada.call(`/api/conversations?${query}`)).status, query).toBe(400);
    }
  });

  it("a request that is not HTTP, or has headers without end, is answered in our own form", async () => {
    const broken = await raw("NONSENSE\r\n\r\n");
    expect(broken).toContain("HTTP/1.1 400 ");
    expect(broken).toContain("Content-Security-Policy: ");
    expect(broken).toContain('"code":"invalid_request"');
    const endless = await raw(
      `GET / HTTP/1.1\r\nHost: localhost\r\nX-Filler: ${"a".repeat(17_000)}\r\n\r\n`,
    );
    expect(endless).toContain('"code":"headers_too_large"');
    const fits = await raw(
      `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Filler: ${"a".repeat(15_000)}\r\nConnection: close\r\n\r\n`,
    );
    expect(fits).toContain(" 200 ");
  });

  it("a request that arrives a byte at a time is cut off when its time is up", async () => {
    const answer = raw(
      `POST /api/conversations HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${ada.token}\r\nContent-Type: application/json\r\nContent-Length: 20\r\n\r\n{`,
      "request_timeout",
    );
    // The watch of the streams waits too; the second wait is that of the body.
    await lab.clock.whenWaiting(2);
    await lab.clock.advance(15_000);
    expect(await answer).toContain(" 408 ");
  });

  it("a connection to the server that sends nothing is closed", async () => {
    const strict = await openApi({ db: store.db, settings: { requestTimeoutMs: 50 } });
    const socket = connect(strict.server.port, "127.0.0.1");
    socket.resume();
    await once(socket, "close");
    await strict.close();
  });

  it("300 connections of one network that are open before their first requests are all answered", async () => {
    const sockets = Array.from({ length: 300 }, () => connect(lab.server.port, "127.0.0.1"));
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    // A connection of its own, which the server takes after theirs.
    expect((await lab.call("/healthz", { headers: { connection: "close" } })).status).toBe(200);
    const answers = sockets.map((socket) => once(socket, "data"));
    for (const socket of sockets) socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    for (const [answer] of await Promise.all(answers))
      expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
    for (const socket of sockets) socket.destroy();
  });

  it("500 silent connections keep no other caller waiting", async () => {
    const idle = await Promise.all(
      Array.from(
        { length: 500 },
        () =>
          new Promise<Socket>((resolve, reject) => {
            const socket = connect(lab.server.port, "127.0.0.1", () => resolve(socket));
            socket.on("error", reject);
          }),
      ),
    );
    for (const socket of idle) socket.write("GET /healthz HTTP/1.1\r\n");
    expect((await lab.call("/healthz")).status).toBe(200);
    for (const socket of idle) socket.destroy();
  });
});

describe("what goes wrong inside", () => {
  it("an error inside never shows: no stack, path, statement or version, only a code", async () => {
    const inside = new Error(
      'relation "secret_table" does not exist at /work/src/store.ts:12:3 select * from x; pg 18.4',
    );
    const problems = [
      inside,
      new TypeError(inside.message),
      "a string",
      null,
      { message: inside.message },
      Object.assign(inside, { code: "42P01" }),
    ];
    for (const each of problems) {
      problem = each;
      const reply = await lab.call("/webhooks/test", { method: "POST", body: "x" });
      expect([reply.status, reply.text]).toEqual([
        500,
        '{"error":{"code":"internal","message":"Something went wrong on our side."}}',
      ]);
    }
    expect(lab.lines.some((line) => line.includes("secret_table"))).toBe(true);
    problem = undefined;
  });

  it("an error inside is 503 with a time to come back when the database is away, never a success", async () => {
    for (const each of [
      new DatabaseUnavailable("away"),
      Object.assign(new Error("deadlock"), { code: "40P01" }),
    ]) {
      problem = each;
      const reply = await lab.call("/webhooks/test", { method: "POST", body: "x" });
      expect([reply.status, codeOf(reply), reply.headers["retry-after"]]).toEqual([
        503,
        "unavailable",
        "2",
      ]);
    }
    problem = new Refusal("webhook_unauthorized");
    expect((await lab.call("/webhooks/test", { method: "POST", body: "x" })).status).toBe(401);
    problem = undefined;
  });
});

describe("a webhook", () => {
  it("a webhook gets the bytes as they came, whatever they are", async () => {
    const body = Buffer.from([0xff, 0x00, 0x7b, 0xe4, 0xbd, 0xa0, 0x0a]);
    const reply = await lab.call("/webhooks/test?a=1&b=x%2By", {
      method: "POST",
      body,
      headers: { "X-Signature": "abc", "Content-Type": "anything" },
    });
    expect([reply.status, reply.text, reply.headers["content-type"]]).toEqual([
      200,
      "success",
      "text/plain",
    ]);
    const last = seen.at(-1);
    expect(Buffer.from(last?.body ?? [])).toEqual(body);
    expect([last?.headers["x-signature"], last?.query.get("b"), last?.ip]).toEqual([
      "abc",
      "x+y",
      "127.0.0.1",
    ]);
  });

  it("a webhook has its own limit of size", async () => {
    expect(
      (await lab.call("/webhooks/test", { method: "POST", body: "a".repeat(1_000) })).status,
    ).toBe(200);
    expect(
      (await lab.call("/webhooks/test", { method: "POST", body: "a".repeat(1_001) })).status,
    ).toBe(413);
  });

  it("a webhook may answer a handshake by GET on the same address", async () => {
    expect((await lab.call("/webhooks/test?echo=hello")).text).toBe("hello");
  });
});

describe("when the server stops", () => {
  it("a request under way when the server stops is answered, nothing new is taken, and no kept connection holds it open", async () => {
    const reached = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const handle = async () => {
      reached.resolve();
      await go.promise;
      return { status: 200, body: "done", contentType: "text/plain" };
    };
    const stopping = await openApi({
      db: store.db,
      webhooks: [{ method: "post", path: "/webhooks/slow", handle }],
    });
    const agent = new Agent({ keepAlive: true });
    const answer = new Promise<string>((resolve, reject) => {
      const call = request(
        { port: stopping.server.port, path: "/webhooks/slow", method: "POST", agent },
        (response) => {
          response.on("data", () => undefined);
          response.on("end", () =>
            resolve(`${response.statusCode} ${response.headers.connection}`),
          );
        },
      );
      call.on("error", reject);
      call.end();
    });
    await reached.promise;
    const closed = stopping.close();
    await expect(stopping.call("/healthz")).rejects.toThrow("ECONNREFUSED");
    go.resolve();
    expect(await answer).toBe("200 keep-alive");
    await closed;
    agent.destroy();
  });
});

describe("health", () => {
  it("the health route is public, and says nothing about anyone", async () => {
    expect((await lab.call("/healthz")).json).toEqual({ ok: true });
    expect((await lab.call("/readyz")).json).toEqual({
      ok: true,
      degraded: false,
      checks: { database: "ok" },
    });
    lab.engine.isReady = false;
    const away = await lab.call("/readyz");
    expect([away.status, away.json]).toEqual([
      503,
      { ok: false, degraded: true, checks: { database: "away" } },
    ]);
    lab.engine.isReady = true;
    expect(away.text).not.toContain(ada.id);
  });

  it("the metrics are for the operator", async () => {
    expect((await lab.call("/metrics")).status).toBe(401);
    expect((await lab.call("/metrics", { token: ada.token })).status).toBe(403);
    const figures = await lab.call("/metrics", { token: operatorToken });
    expect([figures.status, figures.text]).toEqual([200, "meanwhile_up 1\n"]);
  });
});

describe("the description", () => {
  it("the description of the API lists every route of the table but webhooks' insides", async () => {
    const document = (await lab.call("/openapi.json")).json as {
      openapi: string;
      paths: Record<string, Record<string, unknown>>;
    };
    expect(document.openapi).toBe("3.1.0");
    for (const { path, method } of lab.server.routes)
      expect(document.paths[path]?.[method], `${method} ${path}`).toBeDefined();
  });

  it("the description of the API is readable by people without a script or anything from outside", async () => {
    const { text } = await lab.call("/docs");
    expect(text).toContain("/api/conversations/{id}/messages");
    expect(text).toContain('name="viewport"');
    expect(text).not.toMatch(/<script|<style|https?:\/\/|javascript:|\son\w+=/i);
    expect((await lab.call("/docs.css")).headers["content-type"]).toBe("text/css; charset=utf-8");
  });
});

describe("the page", () => {
  const browser = { Accept: "text/html,application/xhtml+xml" };

  it("the page says that it is being built, refreshes itself, and then is there", async () => {
    const early = await lab.call("/", { headers: browser });
    expect([early.status, early.headers["retry-after"]]).toEqual([503, "3"]);
    expect(early.text).toContain('http-equiv="refresh"');
    await mkdir(join(folder, "page", "assets"), { recursive: true });
    await writeFile(join(folder, "page", "index.html"), "<!doctype html><p>the page</p>");
    await writeFile(
      join(folder, "page", "assets", "app-1a2b.js"),
      "export const answer = 42;\n".repeat(50),
    );
    await writeFile(join(folder, "secret.js"), "outside");
    await symlink(join(folder, "secret.js"), join(folder, "page", "link.js"));
    const there = await lab.call("/", { headers: browser });
    expect([there.status, there.text, there.headers["content-type"]]).toEqual([
      200,
      "<!doctype html><p>the page</p>",
      "text/html; charset=utf-8",
    ]);
  });

  it("the page answers every address that a person may have in the address bar", async () => {
    expect((await lab.call("/conversations/abc", { headers: browser })).text).toContain("the page");
    for (const [path, headers] of [
      ["/conversations/abc", {}],
      ["/missing.js", browser],
      ["/api/x", browser],
      ["/webhooks/x", browser],
    ] as const) {
      expect((await lab.call(path, { headers })).status, path).toBe(404);
    }
    expect((await lab.call("/", { method: "POST", headers: browser })).status).toBe(404);
  });

  it("the page keeps what carries a hash in its name for ever, and asks about the rest", async () => {
    const asset = await lab.call("/assets/app-1a2b.js");
    expect([asset.headers["cache-control"], asset.headers["content-type"]]).toEqual([
      "public, max-age=31536000, immutable",
      "text/javascript; charset=utf-8",
    ]);
    const first = await lab.call("/");
    expect(first.headers["cache-control"]).toBe("no-cache");
    const again = await lab.call("/", { headers: { "If-None-Match": first.headers.etag ?? "" } });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  it("the page is small on the wire", async () => {
    const packed = await fetch(`${lab.server.url}/assets/app-1a2b.js`, {
      headers: { "Accept-Encoding": "gzip" },
    });
    expect(packed.headers.get("content-encoding")).toBe("gzip");
    expect(await packed.text()).toContain("answer = 42");
  });

  it("the page shows no file outside of its folder", async () => {
    for (const path of [
      "/link.js",
      "/../secret.js",
      "/%2e%2e/secret.js",
      "/..%2fsecret.js",
      "/assets/..%5c..%5csecret.js",
      "/.env",
      "//etc/passwd.txt",
    ]) {
      const answer = await raw(
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
      );
      expect(answer, path).toMatch(/^HTTP\/1\.1 4/);
      expect(answer, path).not.toContain("outside");
    }
  });
});

describe("the access log", () => {
  it("the access log has one line per request with the pattern of its route, and no id, text or secret", async () => {
    lab.lines.length = 0;
    const made = await ada.call("/api/conversations", {
      method: "POST",
      json: { title: "canary title" },
    });
    const id = textAt(made, "id");
    await ada.call(`/api/conversations/${id}/messages`, {
      method: "POST",
      json: { text: "canary text", client_id: "canary-id" },
    });
    await lab.call(`/nothing/canary?token=${ada.token}`, {
      headers: { "User-Agent": "canary\tagent", "X-Name": "canary" },
    });
    await lab.call("/api/session", { method: "POST", json: { token: ada.token } });
    await lab.call("/api/session", { method: "POST", json: { code: "canary-code" } });
    const lines = lab.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(
      lines.map(
        ({ method, route, status }) => `${String(method)} ${String(route)} ${String(status)}`,
      ),
    ).toEqual([
      "POST /api/conversations 201",
      "POST /api/conversations/{id}/messages 202",
      "GET unmatched 404",
      "POST /api/session 200",
      "POST /api/session 400",
    ]);
    expect(lines[0]).toMatchObject({ account: expect.stringMatching(/^[0-9a-f]{12}$/) });
    const all = lab.lines.join("\n");
    for (const canary of ["canary", id, ada.id, ada.token]) expect(all).not.toContain(canary);
  });
});
