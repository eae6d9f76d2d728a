import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { webChannel } from "../../src/channels/web/descriptor.ts";
import {
  type ApiLab,
  callServer,
  openApi,
  openPostgresStore,
  operatorToken,
  type Person,
  spineEngine,
  textAt,
} from "../support/api.ts";
import { type Lab, openLab } from "../support/lab.ts";
import type { OpenStore } from "../support/stores.ts";

let store: OpenStore;
let spine: Lab;
let lab: ApiLab;
let ada: Person;
let chat: string;
let pageDir: string;

/** The real engine stands behind the server, so that what passes the request guard also meets the database. */
beforeAll(async () => {
  store = await openPostgresStore();
  pageDir = await mkdtemp(join(tmpdir(), "meanwhile-fuzz-"));
  await writeFile(join(pageDir, "index.html"), "<!doctype html>");
  spine = await openLab({ db: store.db, channels: [webChannel()], settings: { work: false } });
  lab = await openApi({
    db: store.db,
    pageDir,
    engine: spineEngine(spine.spine),
    webhooks: [
      {
        method: "post",
        path: "/webhooks/test",
        handle: async ({ body }) => ({
          status: 200,
          body,
          contentType: "application/octet-stream",
        }),
      },
    ],
  });
  ada = await lab.person();
  chat = textAt(await ada.call("/api/conversations", { method: "POST", json: {} }), "id");
});
afterAll(async () => {
  await lab.close();
  await spine.close();
  await store.close();
  await rm(pageDir, { recursive: true });
});

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.constantFrom(
    "",
    "\u0000",
    "\ud800",
    "stop",
    "/clear",
    "../..",
    "__proto__",
    "9".repeat(30),
    "null",
    "true",
    "{}",
    "x".repeat(40_000),
  ),
);
const value = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.jsonValue(),
  fc.double(),
  fc.constantFrom(null, true, -1, 2 ** 53, [], {}),
);
const names = [
  "text",
  "client_id",
  "title",
  "code",
  "token",
  "display_name",
  "language",
  "default_timezone",
  "account_id",
  "accounts",
  "scopes",
  "label",
  "expires_in_days",
  "__proto__",
  "constructor",
];

/** Bytes, any JSON, or the names that routes know with values that they do not. */
const body = fc.oneof(
  fc.record({ type: fc.constant("application/json"), bytes: fc.uint8Array({ maxLength: 200 }) }),
  fc.record({ type: fc.constant("application/json"), bytes: fc.json({ maxDepth: 40 }) }),
  fc.record({
    type: fc.constant("application/json"),
    bytes: fc
      .dictionary(fc.constantFrom(...names), value, { maxKeys: 6 })
      .map((shape) => JSON.stringify(shape)),
  }),
  fc.record({
    type: fc.constant("application/json"),
    bytes: fc
      .tuple(text, fc.stringMatching(/^[a-z0-9]{1,8}$/))
      .map(([said, id]) =>
        JSON.stringify({ text: said, client_id: id, title: said, display_name: said }),
      ),
  }),
  fc.record({
    type: fc.string({ unit: "grapheme-ascii", maxLength: 30 }),
    bytes: fc.constant("{}"),
  }),
);
const target = fc.record({
  // Half of all go to where people write.
  pick: fc.oneof(fc.nat(), fc.constant(undefined)),
  method: fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    fc.constantFrom("GET", "POST", "PATCH", "PUT", "DELETE", "OPTIONS", "HEAD", "TRACE"),
  ),
  id: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, text),
  query: fc.dictionary(
    fc.constantFrom("limit", "before", "after", "status", "account_id", "owner_account_id", "x"),
    text,
    { maxKeys: 3 },
  ),
  rawQuery: fc.oneof(
    { weight: 4, arbitrary: fc.constant("") },
    fc.constantFrom("%", "%zz=1", "a[]=1&a[]=2", "&&&", "limit=%00"),
  ),
  who: fc.constantFrom("ada", "ada", "operator", "nobody"),
  body,
});

const printable = (raw: string): string => raw.replaceAll(/[^\x20-\x7e]/g, "?");

it("no input makes the server fail, and every answer has the documented form", async () => {
  const saying = lab.server.routes.find(
    ({ method, path }) => method === "post" && path.endsWith("/messages"),
  );
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(target, async (input) => {
      const route =
        input.pick === undefined
          ? saying
          : lab.server.routes[input.pick % lab.server.routes.length];
      if (route === undefined) return;
      const id = input.id === undefined ? chat : encodeURIComponent(input.id.toWellFormed());
      const query = new URLSearchParams(
        Object.entries(input.query).map(([key, item]): [string, string] => [
          key,
          item.toWellFormed(),
        ]),
      ).toString();
      const path = `${route.path.replace("{id}", id)}?${query}${input.rawQuery}`;
      const method = input.method ?? route.method.toUpperCase();
      const token =
        input.who === "ada" ? ada.token : input.who === "operator" ? operatorToken : undefined;
      // A good stream never ends; what matters here is how a bad one is refused.
      const endless = route.path.endsWith("/stream") && method === "GET" && input.id === undefined;
      const headers: Record<string, string> =
        method === "POST" || method === "PATCH"
          ? { "Content-Type": printable(input.body.type) }
          : {};
      const how = {
        method,
        headers,
        ...(token === undefined ? {} : { token }),
        ...(method === "GET" || method === "HEAD" ? {} : { body: input.body.bytes }),
      };
      const reply = await callServer(
        lab.server.port,
        endless ? `${path}&after=bad` : path.slice(0, 12_000),
        how,
      );
      seen.set(reply.status, (seen.get(reply.status) ?? 0) + 1);
      expect(reply.status, `${method} ${path} ${reply.text}`).toBeLessThan(500);
      if (reply.status >= 400 && method !== "HEAD" && route.auth !== "webhook") {
        expect(reply.json, reply.text).toMatchObject({
          error: { code: expect.any(String), message: expect.stringMatching(/./) },
        });
        expect(reply.text).not.toMatch(/\bat \w|\/work\/|node_modules|select |insert /);
      }
    }),
    { numRuns: 500 },
  );
  // The inputs reached all kinds of answers, not one refusal after the other.
  expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 405]));
  expect(lab.lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
