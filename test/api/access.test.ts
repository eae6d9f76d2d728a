import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clearCookie } from "../../src/api/http/credential.ts";
import { engine as asEngine } from "../../src/domain/principal.ts";
import type { Database } from "../../src/store/database/database.ts";
import {
  type ApiLab,
  codeOf,
  openApi,
  openPostgresStore,
  operatorToken,
  pageHeaders,
  type Person,
  openSignedIn,
  textAt,
} from "../support/api.ts";
import type { OpenStore } from "../support/stores.ts";

let store: OpenStore;
let db: Database;
let lab: ApiLab;
let ada: Person;
let bob: Person;

beforeAll(async () => {
  store = await openPostgresStore();
  ({ db } = store);
  lab = await openApi({
    db,
    webhooks: [
      {
        method: "post",
        path: "/webhooks/test",
        handle: ({ headers }) =>
          Promise.resolve({
            status: headers["x-secret"] === "right" ? 200 : 401,
            body: "seen",
            contentType: "text/plain",
          }),
      },
    ],
  });
  ada = await lab.person("Ada");
  bob = await lab.person("Bob");
});
afterAll(async () => {
  await lab.close();
  await store.close();
});

const concrete = (path: string): string =>
  path.replaceAll(/\{\w+\}/g, "0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d00");
const open = async (who: Person): Promise<string> =>
  textAt(await who.call("/api/conversations", { method: "POST", json: {} }), "id");

describe("every route of the table", () => {
  const publicPaths = [
    "/healthz",
    "/readyz",
    "/openapi.json",
    "/docs",
    "/docs.css",
    "/api/session/ways",
  ];

  it("every route declares who may call it, and only the listed ones are public", () => {
    expect(lab.server.routes.length).toBeGreaterThan(15);
    for (const route of lab.server.routes)
      expect(["public", "session", "account", "operator", "webhook"]).toContain(route.auth);
    expect(
      lab.server.routes.filter(({ auth }) => auth === "public").map(({ path }) => path),
    ).toEqual(publicPaths);
  });

  it("every route answers 401 without a credential and with a wrong, ended or foreign-scheme one, unless it is public", async () => {
    const ended = await lab.access.issueToken({
      kind: "account",
      accountId: ada.id,
      label: null,
      scopes: ["*"],
      expiresAt: null,
    });
    await lab.access.revoke(ended.id);
    const wrong = ada.token.slice(0, -3) + (ada.token.endsWith("abc") ? "abd" : "abc");
    const attempts: Record<string, string>[] = [
      {},
      { Authorization: "Bearer nonsense" },
      { Authorization: `Bearer ${wrong}` },
      { Authorization: `Bearer ${ended.secret}` },
      { Authorization: `Basic ${Buffer.from("a:b").toString("base64")}` },
      { Authorization: `Basic ${ada.token}` },
      { Authorization: "" },
      { Cookie: `meanwhile_${lab.server.port}=${ada.token}` },
      { Cookie: `__Host-meanwhile=${ada.token}` },
    ];
    for (const route of lab.server.routes) {
      for (const headers of attempts) {
        const reply = await lab.call(concrete(route.path), {
          method: route.method.toUpperCase(),
          headers,
        });
        const seen = `${route.method} ${route.path} ${JSON.stringify(headers)}`;
        if (route.auth === "public") expect(reply.status, seen).toBe(200);
        else if (route.auth === "session") expect(reply.status, seen).toBe(400);
        else expect(reply.status, seen).toBe(401);
      }
    }
  });

  it("every route refuses an account where the operator is asked for", async () => {
    for (const route of lab.server.routes.filter(({ auth }) => auth === "operator")) {
      const reply = await ada.call(concrete(route.path), { method: route.method.toUpperCase() });
      expect([reply.status, codeOf(reply)], route.path).toEqual([403, "forbidden"]);
    }
  });

  it("every route answers 405 with what is allowed for another method, and 404 for an unknown address", async () => {
    for (const route of lab.server.routes) {
      const reply = await lab.call(concrete(route.path), { method: "PUT", token: operatorToken });
      expect([reply.status, codeOf(reply)], route.path).toEqual([405, "method_not_allowed"]);
      expect(reply.headers.allow).toContain(route.method.toUpperCase());
    }
    for (const path of [
      "/api/nothing",
      "/api",
      "/api/conversations/",
      "/API/conversations",
      "/webhooks/other",
    ]) {
      const reply = await lab.call(path, {
        token: operatorToken,
        headers: { Accept: "text/html" },
      });
      expect([reply.status, codeOf(reply)], path).toEqual([404, "not_found"]);
    }
  });
});

describe("the account comes from the credential", () => {
  it("naming another account than the credential's, dashed or dashless, in query or body, is refused", async () => {
    const before = await counts();
    for (const name of ["account_id", "owner_account_id"]) {
      for (const id of [bob.id, bob.id.replaceAll("-", ""), bob.id.toUpperCase()]) {
        for (const path of ["/api/session", "/api/conversations"]) {
          const reply = await ada.call(`${path}?${name}=${id}`);
          expect([reply.status, codeOf(reply)], path).toEqual([403, "forbidden"]);
        }
        const posted = await ada.call("/api/conversations", {
          method: "POST",
          json: { [name]: id },
        });
        const patched = await ada.call("/api/account", {
          method: "PATCH",
          json: { [name]: id, display_name: "Mallory" },
        });
        expect([posted.status, patched.status]).toEqual([403, 403]);
      }
    }
    expect(await counts()).toEqual(before);
  });

  it("naming one's own account, dashless too, is as good as naming none", async () => {
    const reply = await ada.call(`/api/session?account_id=${ada.id.replaceAll("-", "")}`);
    expect([reply.status, textAt(reply, "account.id")]).toEqual([200, ada.id]);
  });

  it.each([
    [
      "two different names",
      { path: `?account_id=x1&owner_account_id=x2`, code: "invalid_request" },
    ],
    ["a path", { path: "?account_id=..%2F..%2Fetc", code: "invalid_id" }],
    ["300 characters", { path: `?account_id=${"a".repeat(300)}`, code: "invalid_id" }],
  ])("an account named as %s is refused as bad input", async (_what, { path, code }) => {
    const reply = await ada.call(`/api/conversations${path}`);
    expect([reply.status, codeOf(reply)]).toEqual([400, code]);
  });

  it("the account never comes from a header", async () => {
    const headers = { "X-Account-Id": bob.id, "On-Behalf-Of": bob.id, "X-Forwarded-User": bob.id };
    expect(textAt(await ada.call("/api/session", { headers }), "account.id")).toBe(ada.id);
  });

  it("a conversation of another account and one that does not exist get the same answer", async () => {
    const theirs = await open(bob);
    const nobodys = "0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d99";
    for (const [method, rest, json] of [
      ["GET", "messages", undefined],
      ["GET", "stream", undefined],
      ["POST", "messages", { text: "hello", client_id: "c1" }],
      ["POST", "stop", {}],
    ] as const) {
      const replies = await Promise.all(
        [theirs, nobodys].map((id) =>
          ada.call(`/api/conversations/${id}/${rest}`, {
            method,
            ...(json === undefined ? {} : { json }),
          }),
        ),
      );
      expect(replies.map(({ status }) => status)).toEqual([404, 404]);
      expect(replies[0]?.text).toBe(replies[1]?.text);
    }
    expect(lab.engine.accepted).toEqual([]);
  });

  async function counts(): Promise<unknown> {
    return db.transaction(asEngine, (sql) =>
      sql.rows(
        "select (select count(*) from conversation) as conversations, (select count(*) from account where display_name = 'Mallory') as mallories",
      ),
    );
  }
});

describe("the operator and services act for accounts", () => {
  it("the operator's token acts for its own account, or for the one it names", async () => {
    const own = await lab.call("/api/session", { token: operatorToken });
    expect([own.status, textAt(own, "role")]).toEqual([200, "operator"]);
    const named = await lab.call(`/api/conversations?account_id=${ada.id.replaceAll("-", "")}`, {
      token: operatorToken,
    });
    expect(named.status).toBe(200);
    const nobody = await lab.call("/api/conversations?account_id=nobody", { token: operatorToken });
    expect([nobody.status, codeOf(nobody)]).toEqual([404, "not_found"]);
  });

  it("a service that names no account, or one it was not granted, gets nothing", async () => {
    const made = await lab.call("/api/tokens", {
      method: "POST",
      token: operatorToken,
      json: { accounts: [ada.id.replaceAll("-", "")], scopes: ["chat:read"] },
    });
    const token = textAt(made, "token");
    const replies = [
      await lab.call("/api/conversations", { token }),
      await lab.call(`/api/conversations?account_id=${bob.id}`, { token }),
      await lab.call(`/api/conversations?account_id=${ada.id}`, { token }),
      await lab.call(`/api/conversations`, { token, method: "POST", json: { account_id: ada.id } }),
      await lab.call("/api/accounts", { token }),
    ];
    expect(replies.map((reply) => [reply.status, codeOf(reply)])).toEqual([
      [400, "account_required"],
      [403, "forbidden"],
      [200, ""],
      [403, "forbidden"],
      [403, "forbidden"],
    ]);
  });

  it("scopes come from the stored grant, whatever the request says", async () => {
    const made = await lab.call("/api/tokens", {
      method: "POST",
      token: operatorToken,
      json: { account_id: ada.id, scopes: ["chat:read"] },
    });
    const token = textAt(made, "token");
    const claims = { scopes: ["*"], role: "operator", scope: "chat:write" };
    const headers = {
      "X-Scopes": "*",
      "X-OAuth-Scopes": "*",
      "X-Role": "operator",
      "X-Forwarded-User": "operator",
    };
    const written = await lab.call("/api/conversations?scopes=*&role=operator", {
      token,
      method: "POST",
      headers,
      json: claims,
    });
    expect([written.status, codeOf(written)]).toEqual([403, "forbidden"]);
    expect((await lab.call("/api/tokens", { token, headers })).status).toBe(403);
    expect((await lab.call("/api/conversations", { token })).status).toBe(200);
  });
});

describe("secrets", () => {
  it("secrets are shown once and read back through no route, not even as a hash", async () => {
    const made = await lab.call("/api/tokens", {
      method: "POST",
      token: operatorToken,
      json: { account_id: ada.id, label: "phone" },
    });
    const secret = textAt(made, "token");
    expect(secret).toMatch(/^mt_[0-9a-f]{32}_[A-Za-z0-9_-]{43}$/);
    const session = await lab.signIn();
    for (const route of lab.server.routes.filter(
      ({ method, path }) => method === "get" && !path.endsWith("/stream"),
    )) {
      const reply = await session.call(concrete(route.path));
      expect(reply.text, route.path).not.toContain(secret.slice(36));
      expect(reply.text, route.path).not.toContain("token_hash");
      expect(reply.text, route.path).not.toContain(operatorToken);
    }
    const rows = await db.transaction(asEngine, (sql) =>
      sql.rows<{ found: boolean }>(
        "select exists (select from access_token t where t::text like $1) or exists (select from event_log e where e::text like $1) as found",
        [`%${secret.slice(36)}%`],
      ),
    );
    expect(rows).toEqual([{ found: false }]);
  });

  it("secrets stop working when revoked, for sessions opened with them too", async () => {
    const made = await lab.call("/api/tokens", {
      method: "POST",
      token: operatorToken,
      json: { account_id: ada.id },
    });
    const token = textAt(made, "token");
    const session = await lab.signIn(token);
    expect((await session.call("/api/session")).status).toBe(200);
    const revoked = await lab.call(`/api/tokens/${textAt(made, "id").replaceAll("-", "")}`, {
      method: "DELETE",
      token: operatorToken,
    });
    const again = await lab.call(`/api/tokens/${textAt(made, "id")}`, {
      method: "DELETE",
      token: operatorToken,
    });
    expect([revoked.status, again.status]).toEqual([204, 404]);
    expect((await lab.call("/api/session", { token })).status).toBe(401);
    expect((await session.call("/api/session")).status).toBe(401);
  });

  it("secrets expire", async () => {
    const made = await lab.call("/api/tokens", {
      method: "POST",
      token: operatorToken,
      json: { account_id: ada.id, expires_in_days: 1 },
    });
    const token = textAt(made, "token");
    expect((await lab.call("/api/session", { token })).status).toBe(200);
    await lab.clock.advance(86_400_000);
    expect((await lab.call("/api/session", { token })).status).toBe(401);
  });
});

describe("signing in", () => {
  it("signing in takes a link once, within a quarter of an hour", async () => {
    const link = await lab.access.issueLink();
    expect(link.secret.length).toBeGreaterThan(64);
    const sign = () => lab.call("/api/session", { method: "POST", json: { code: link.secret } });
    const first = await sign();
    expect([first.status, textAt(first, "role"), textAt(first, "model.kind")]).toEqual([
      200,
      "operator",
      "offline",
    ]);
    expect(first.headers["set-cookie"]?.[0]).toMatch(
      /^meanwhile_\d+=ms_[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
    );
    const second = await sign();
    expect([second.status, codeOf(second)]).toEqual([400, "code_not_valid"]);
    const late = await lab.access.issueLink();
    await lab.clock.advance(15 * 60_000);
    expect(
      (await lab.call("/api/session", { method: "POST", json: { code: late.secret } })).status,
    ).toBe(400);
  });

  it("signing in lets only one of many callers who use a link at the same instant in", async () => {
    const link = await lab.access.issueLink();
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        lab.call("/api/session", { method: "POST", json: { code: link.secret } }),
      ),
    );
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200, 400, 400, 400, 400, 400, 400, 400,
    ]);
  });

  it.each([
    [{ code: null }],
    [{ code: "" }],
    [{ code: [] }],
    [{ code: 0 }],
    [{ code: {} }],
    [{ code: ["a"] }],
    [{ token: null }],
    [{}],
    [{ code: true }],
  ])("signing in refuses %j, which is not a code at all", async (json) => {
    const reply = await lab.call("/api/session", { method: "POST", json });
    expect([reply.status, reply.headers["set-cookie"]]).toEqual([400, undefined]);
  });

  it("signing in refuses a link as a token, a token as a link and a session as a bearer", async () => {
    const link = await lab.access.issueLink();
    const session = await lab.signIn();
    const replies = [
      await lab.call("/api/session", { token: link.secret }),
      await lab.call("/api/session", { method: "POST", json: { token: link.secret } }),
      await lab.call("/api/session", { method: "POST", json: { code: ada.token } }),
      await lab.call("/api/session", { token: session.cookie.split("=")[1] ?? "" }),
      await lab.call("/api/session", {
        method: "POST",
        json: { token: session.cookie.split("=")[1] },
      }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 400, 401, 401]);
  });

  it("signing in answers a wrong code, a used one and an expired one alike, and a wrong token like a revoked one", async () => {
    const used = await lab.access.issueLink();
    await lab.call("/api/session", { method: "POST", json: { code: used.secret } });
    const unknown = `ml_${"0".repeat(32)}_${"A".repeat(43)}`;
    const codes = await Promise.all(
      [used.secret, unknown, "abc"].map((code) =>
        lab.call("/api/session", { method: "POST", json: { code } }),
      ),
    );
    expect(new Set(codes.map(({ status, text }) => `${status}${text}`)).size).toBe(1);
    const gone = await lab.access.issueToken({
      kind: "account",
      accountId: ada.id,
      label: null,
      scopes: ["*"],
      expiresAt: null,
    });
    await lab.access.revoke(gone.id);
    const tokens = await Promise.all(
      [gone.secret, "abc"].map((token) =>
        lab.call("/api/session", { method: "POST", json: { token } }),
      ),
    );
    expect(new Set(tokens.map(({ status, text }) => `${status}${text}`)).size).toBe(1);
  });

  it("signing in takes a pairing code once, for its account and with no more rights than that account has", async () => {
    const show = (pairing: string) =>
      lab.call("/api/session", { method: "POST", json: { pairing } });
    const make = async (who: { readonly token: string }, json: object = {}) =>
      (await lab.call("/api/pairings", { ...who, method: "POST", json })).json as {
        code: string;
        link: string;
      };
    const { code } = await make(ada);
    const first = await show(code);
    expect(first.json).toMatchObject({ role: "account", account: { id: ada.id } });
    expect((await openSignedIn(lab.server.port, first).call("/api/session")).json).toMatchObject({
      account: { id: ada.id },
    });
    expect([codeOf(await show(code)), (await show(code)).status]).toEqual(["code_not_valid", 400]);

    const { link } = await make({ token: operatorToken });
    const operators = await show(link);
    expect(textAt(operators, "role")).toBe("account");
    expect((await openSignedIn(lab.server.port, operators).call("/api/tokens")).status).toBe(403);

    const elsewhere = await make(ada, { channel: "wechat_personal" });
    expect(codeOf(await show(elsewhere.code))).toBe("code_not_valid");
    const late = await make(ada);
    await lab.clock.advance(15 * 60_000);
    expect([
      codeOf(await show(late.code)),
      codeOf(await show("ABCD-EFGH-1234")),
      codeOf(await show("hello")),
    ]).toEqual(Array(3).fill("code_not_valid"));
  });

  it("signing out ends the session", async () => {
    const session = await lab.signIn();
    const out = await session.call("/api/session", { method: "DELETE" });
    expect([out.status, out.headers["set-cookie"]]).toEqual([
      204,
      [clearCookie({ ip: "", host: `127.0.0.1:${lab.server.port}`, secure: false })],
    ]);
    expect((await session.call("/api/session")).status).toBe(401);
  });

  it("a session ends when the operator's token is replaced, and not before", async () => {
    const page = await lab.signIn(operatorToken);
    for (const [token, status] of [
      [operatorToken, 200],
      ["another-operator-token-000002", 401],
    ] as const) {
      const restarted = await openApi({ db, operatorToken: token });
      const headers = {
        ...pageHeaders(restarted.server.port, page.pageKey),
        Cookie: page.cookie.replace(/\d+(?==)/, String(restarted.server.port)),
      };
      expect((await restarted.call("/api/session", { headers })).status).toBe(status);
      await restarted.close();
    }
  });
});

describe("a cookie alone proves nothing", () => {
  let page: Awaited<ReturnType<ApiLab["signIn"]>>;
  beforeEach(async () => {
    page = await lab.signIn();
  });

  it("a call from our own page works, with the same session, again and again", async () => {
    for (let turn = 0; turn < 3; turn += 1)
      expect((await page.call("/api/conversations", { method: "POST", json: {} })).status).toBe(
        201,
      );
  });

  const own = (port: number): Record<string, string> => pageHeaders(port, page.pageKey);
  const cases: [string, (port: number) => Record<string, string>][] = [
    ["another site's origin", (port) => ({ ...own(port), Origin: "https://evil.example" })],
    ["the origin null", (port) => ({ ...own(port), Origin: "null" })],
    [
      "another port of this host",
      (port) => ({ ...own(port), Origin: `http://127.0.0.1:${port + 1}` }),
    ],
    ["https where we are http", (port) => ({ ...own(port), Origin: `https://127.0.0.1:${port}` })],
    ["a cross-site fetch", (port) => ({ ...own(port), "Sec-Fetch-Site": "cross-site" })],
    ["a same-site fetch", (port) => ({ ...own(port), "Sec-Fetch-Site": "same-site" })],
    ["neither origin nor fetch site", () => ({ "X-Meanwhile": page.pageKey })],
  ];
  it.each(cases)("a cookie with %s is refused", async (_what, headers) => {
    const before = await conversations();
    const reply = await lab.call("/api/conversations", {
      method: "POST",
      json: {},
      headers: { Cookie: page.cookie, ...headers(lab.server.port) },
    });
    expect([reply.status, codeOf(reply)]).toEqual([403, "cross_site_refused"]);
    expect(await conversations()).toBe(before);
  });

  it("a cookie without the page's own key reads, streams and changes nothing, as by a program on another port that came to know the cookie", async () => {
    const other = await lab.signIn();
    const before = await conversations();
    const own = pageHeaders(lab.server.port, "");
    for (const key of [undefined, "1", "", "mp_", other.pageKey, page.cookie.split("=")[1] ?? ""]) {
      const headers: Record<string, string> = {
        ...own,
        Cookie: page.cookie,
        "X-Meanwhile": key ?? "",
      };
      if (key === undefined) delete headers["X-Meanwhile"];
      for (const [method, path] of [
        ["GET", "/api/session"],
        ["GET", "/api/conversations"],
        ["GET", "/api/conversations/x1/stream"],
        ["GET", "/api/changes/stream"],
        ["POST", "/api/conversations"],
        ["POST", "/api/tokens"],
      ] as const) {
        const reply = await lab.call(path, {
          method,
          headers,
          ...(method === "POST" ? { json: {} } : {}),
        });
        expect([reply.status, codeOf(reply)], `${method} ${path} ${key}`).toEqual([
          401,
          "page_key_required",
        ]);
      }
    }
    expect(await conversations()).toBe(before);
    expect((await page.call("/api/session")).status).toBe(200);
  });

  it("a session from before there were keys is asked to sign in again, whatever it sends", async () => {
    const old = await lab.signIn();
    const tokenId = /ms_([0-9a-f]{32})/
      .exec(old.cookie)?.[1]
      ?.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    await db.transaction(asEngine, (sql) =>
      sql.rows("update access_token set page_hash = null where id = $1", [tokenId]),
    );
    await lab.clock.advance(3_000);
    for (const key of ["1", old.pageKey]) {
      const reply = await lab.call("/api/session", {
        headers: { ...old.headers, "X-Meanwhile": key },
      });
      expect([reply.status, codeOf(reply)]).toEqual([401, "page_key_required"]);
    }
  });

  it("the page key is in no table, no log line and no answer but the first", async () => {
    await page.call("/api/session");
    const rows = await db.transaction(asEngine, (sql) =>
      sql.rows(
        "select 1 from access_token t where t::text like $1 union all select 1 from event_log e where e::text like $1",
        [`%${page.pageKey}%`],
      ),
    );
    expect([rows, lab.lines.join("\n").includes(page.pageKey)]).toEqual([[], false]);
    expect((await page.call("/api/session")).text).not.toContain(page.pageKey);
  });

  it("a form, or JSON dressed as text, is refused with the cookie alone", async () => {
    for (const type of [
      "application/x-www-form-urlencoded",
      "text/plain",
      "multipart/form-data; boundary=x",
    ]) {
      const reply = await page.call("/api/conversations", {
        method: "POST",
        body: "{}",
        headers: { "Content-Type": type },
      });
      expect([reply.status, codeOf(reply)], type).toEqual([415, "unsupported_media_type"]);
    }
  });

  it("a stream or a read from a foreign page is refused", async () => {
    for (const headers of [
      { Origin: "https://evil.example" },
      { Origin: "null" },
      { "Sec-Fetch-Site": "cross-site" },
    ]) {
      const reply = await lab.call("/api/conversations/x1/stream", {
        headers: { Cookie: page.cookie, ...headers },
      });
      expect(reply.status).toBe(403);
    }
  });

  it("a foreign page cannot open a session for anyone", async () => {
    const link = await lab.access.issueLink();
    const reply = await lab.call("/api/session", {
      method: "POST",
      json: { code: link.secret },
      headers: { Origin: "https://evil.example" },
    });
    expect([reply.status, reply.headers["set-cookie"]]).toEqual([403, undefined]);
  });

  it("a read changes nothing, whatever it asks for", async () => {
    for (const path of ["/api/session?_method=DELETE", "/api/conversations?text=hello"]) {
      await page.call(path, { headers: { "X-HTTP-Method-Override": "DELETE" } });
    }
    expect((await page.call("/api/session")).status).toBe(200);
  });

  it("a secret in the address opens nothing and is in no log line", async () => {
    const reply = await lab.call(`/api/session?token=${ada.token}&access_token=${ada.token}`);
    expect(reply.status).toBe(401);
    expect(lab.lines.join("\n")).not.toContain(ada.token);
  });

  async function conversations(): Promise<number> {
    const [row] = await db.transaction(asEngine, (sql) =>
      sql.rows<{ n: number }>("select count(*) as n from conversation"),
    );
    return row?.n ?? -1;
  }
});
