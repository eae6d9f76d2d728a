import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../src/cli/system.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import { openToolServerStore } from "../../src/store/tool-servers.ts";
import { loopbackServers } from "../support/loopback-server.ts";
import { startWechatProduct, type WechatProduct } from "../support/wechat-product.ts";
import { type SignInPlaceServer, startSignInPlace } from "../vendors/sign-in-place.ts";
import { type HostileToolServer, startToolServer } from "../vendors/tool-server.ts";

const servers = loopbackServers();
let place: SignInPlaceServer;
/** Another one on this machine, which the operator did not list. */
let unlisted: SignInPlaceServer;
let outside: HostileToolServer;
let product: WechatProduct;

beforeAll(async () => {
  place = await startSignInPlace(servers);
  unlisted = await startSignInPlace(servers);
  outside = await startToolServer(servers);
  product = await startWechatProduct({
    env: {
      MEANWHILE_CHANNELS__WECHAT__WEBHOOK_SECRET: "a-webhook-secret-of-the-test",
      MEANWHILE_TOOLS__PRIVATE_ADDRESSES: place.origin,
    },
  });
});
afterAll(async () => {
  await product.close();
  await servers.close();
});

interface Outcome {
  readonly server: Record<string, unknown> | null;
  readonly problem: string | null;
}

beforeEach(async () => {
  await product.ask("/api/tool-servers/web", { method: "DELETE" });
  place.lies = {};
  place.registers = true;
  place.tokenSeconds = 3_600;
  place.broken = undefined;
  place.forms.length = 0;
  outside.fates.clear();
  outside.authorizations.length = 0;
  outside.tools = [{ name: "search", description: "Searches.", inputSchema: { type: "object" } }];
  outside.signIn = {
    isValid: (token) => place.isValid(token),
    challenge: `Bearer resource_metadata="${new URL(outside.url).origin}/.well-known/oauth-protected-resource/mcp"`,
    resource: {
      resource: outside.url,
      authorization_servers: [place.origin],
      scopes_supported: ["read"],
    },
  };
});

const post = (path: string, json: object, token?: string) =>
  product.ask(path, { method: "POST", json, ...(token === undefined ? {} : { token }) });
const save = async (): Promise<Outcome> =>
  (await post("/api/tool-servers", { name: "web", url: outside.url, everyone: true }))
    .json as Outcome;
const look = async (): Promise<Outcome> =>
  (await post("/api/tool-servers/web/look", {})).json as Outcome;
const list = async (): Promise<readonly Record<string, unknown>[]> =>
  ((await product.ask("/api/tool-servers")).json as { servers: Record<string, unknown>[] }).servers;

async function begin(
  client: object = {},
): Promise<{ readonly url: string | null; readonly problem: string | null }> {
  const { json } = await post("/api/tool-servers/web/sign-in", client);
  return json as { url: string | null; problem: string | null };
}

/** What the browser brings back to the page, by the way that it takes. */
async function comeBack(to: URL): Promise<Readonly<Record<string, string>>> {
  const { status, headers } = await product.call(`${to.pathname}${to.search}`);
  expect(status).toBe(303);
  const page = new URL(String(headers["location"]), product.app.url);
  expect(page.pathname).toBe("/");
  const said = new URLSearchParams(new URLSearchParams(page.hash.slice(1)).get("tools") ?? "");
  const { iss, ...kept } = Object.fromEntries(said);
  return { ...kept, ...(iss === undefined ? {} : { issuer: iss }) };
}

async function agree(client: object = {}): Promise<Readonly<Record<string, string>>> {
  const { url } = await begin(client);
  return comeBack(place.agree(url ?? ""));
}

const finish = (back: object, token?: string) => post("/api/tool-sign-in", back, token);

async function signIn(): Promise<Outcome> {
  await save();
  return (await finish(await agree())).json as Outcome;
}

const openStore = () =>
  openToolServerStore({
    db: product.app.store.db,
    clock: systemClock,
    keys: () =>
      openKeyring({ file: join(product.env["MEANWHILE_DATA"] ?? "", "secret.key"), randomBytes }),
  });

/** As if the sign-in had been so long ago. */
async function letTimePass(ms: number): Promise<void> {
  await openStore().change({ name: "web" }, (server) => {
    const { signIn: before } = server ?? {};
    if (server === undefined || before?.grant === undefined) throw new Error("nobody signed in");
    const { since, expiresAt = 0 } = before.grant;
    const grant = { ...before.grant, since: since - ms, expiresAt: expiresAt - ms };
    return { server: { ...server, signIn: { ...before, grant } } };
  });
}

describe("signing in to a server of tools", () => {
  it("an operator signs in with PKCE for this one server, and its tools are listed by the token", async () => {
    expect(await save()).toMatchObject({
      problem: "sign_in_needed",
      server: { sign_in: "needed", tools: [] },
    });
    const { url } = await begin();
    const asked = new URL(url ?? "");
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      resource: outside.url,
      scope: "read",
      redirect_uri: `${product.app.url.replace(/\/$/, "")}/api/tool-sign-in/return`,
    });
    expect((await finish(await comeBack(place.agree(asked.href)))).json).toMatchObject({
      problem: null,
      server: { sign_in: "done", tools: [{ name: "search" }] },
    });
    expect(place.forms).toMatchObject([
      { grant_type: "authorization_code", resource: outside.url },
    ]);
    const token = outside.authorizations.at(-1)?.replace("Bearer ", "") ?? "";
    expect(place.isValid(token)).toBe(true);
    const shown = [
      (await product.ask("/api/tool-servers")).text,
      (await product.ask("/api/audit?limit=100")).text,
      JSON.stringify(await product.app.store.db.rows("select * from sealed_secret")),
    ];
    expect(shown.filter((text) => /access-|refresh-/.test(text))).toEqual([]);
    expect(shown[1]).toContain("tool_server_signed_in");
  });

  it("a state counts once, and for the credential that began: not for a stranger's, a copied or a made-up one", async () => {
    await save();
    const back = await agree();
    const { id } = (await post("/api/accounts", {})).json as { id: string };
    const other = (await post("/api/tokens", { account_id: id, role: "operator" })).json as {
      token: string;
    };
    expect(other.token).toBeTypeOf("string");
    for (const [of, token] of [
      [back, other.token],
      [{ ...back, state: "x".repeat(43) }, undefined],
      [{ ...back, state: `${back["state"]}x` }, undefined],
    ] as const)
      expect(await finish(of, token)).toMatchObject({
        status: 400,
        json: { error: { code: "code_not_valid" } },
      });
    expect(place.forms).toEqual([]);
    const both = await Promise.all([finish(back), finish(back)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]));
    expect((await finish(back)).status).toBe(400);
    expect(place.forms).toHaveLength(1);
  });

  it("a person who says no, and a code that is none, leave the server as it was", async () => {
    await save();
    const { code: _, ...refused } = await agree();
    expect((await finish(refused)).json).toMatchObject({
      problem: "sign_in_refused",
      server: { sign_in: "needed" },
    });
    expect((await finish({ ...(await agree()), code: "made-up" })).json).toEqual({
      server: null,
      problem: "sign_in_refused",
    });
    expect(await list()).toMatchObject([{ name: "web", sign_in: "needed" }]);
  });

  it("a place that names another issuer is refused, in its metadata as in its answer, before any code is sent", async () => {
    place.lies = { issuer: "https://other.example" };
    expect(await save()).toEqual({ server: null, problem: "sign_in_unsafe" });
    expect(await list()).toEqual([]);
    place.lies = {};
    await save();
    const back = await agree();
    for (const issuer of ["https://other.example", undefined]) {
      const { issuer: _, ...rest } = { ...back, ...(await agree()) };
      const said = issuer === undefined ? rest : { ...rest, issuer };
      expect((await finish(said)).json).toEqual({ server: null, problem: "sign_in_unsafe" });
    }
    expect(place.forms).toEqual([]);
  });

  it.each([
    [
      "a metadata service",
      (at: HostileToolServer) =>
        set(at, { challenge: 'Bearer resource_metadata="http://169.254.169.254/latest"' }),
      "address_forbidden",
    ],
    [
      "another program on this machine",
      (at: HostileToolServer) => set(at, { authorization_servers: [unlisted.origin] }),
      "address_forbidden",
    ],
    [
      "a host in this network by its number",
      (at: HostileToolServer) => set(at, { authorization_servers: ["https://10.1.2.3"] }),
      "address_forbidden",
    ],
    [
      "another page, by a redirect",
      (at: HostileToolServer) => set(at, { redirect: "http://169.254.169.254/latest" }),
      "redirected",
    ],
    [
      "a file",
      (at: HostileToolServer) => set(at, { authorization_servers: ["file:///etc/passwd"] }),
      "sign_in_unsafe",
    ],
  ])(
    "a server that sends discovery to %s is refused, and nothing is kept",
    async (_, lie, problem) => {
      lie(outside);
      expect(await save()).toEqual({ server: null, problem });
      expect(await list()).toEqual([]);
    },
  );

  it.each([
    ["for another server's tokens", () => set(outside, { resource: "https://bank.example/mcp" })],
    [
      "for tokens of a part that is not this server",
      () => set(outside, { resource: `${outside.url}/more` }),
    ],
    ["without PKCE", () => void (place.lies = { code_challenge_methods_supported: ["plain"] })],
    [
      "that says nothing of PKCE",
      () => void (place.lies = { code_challenge_methods_supported: null }),
    ],
    ["by a script", () => void (place.lies = { authorization_endpoint: "javascript:alert(1)" })],
    ["in the open", () => void (place.lies = { token_endpoint: "http://place.example/token" })],
  ])("a sign-in %s is refused as unsafe", async (_, lie) => {
    lie();
    expect(await save()).toEqual({ server: null, problem: "sign_in_unsafe" });
  });

  it("a token is not fetched from an address that the place names in this network", async () => {
    place.lies = { token_endpoint: `${unlisted.origin}/token` };
    await save();
    expect((await finish(await agree())).json).toEqual({
      server: null,
      problem: "address_forbidden",
    });
    expect(unlisted.forms).toEqual([]);
  });

  it("where the place registers no clients, one made by hand is used, with its secret", async () => {
    place.registers = false;
    await save();
    expect(await begin()).toEqual({ url: null, problem: "client_needed" });
    place.clients.set("by-hand", { secret: "its-secret" });
    const client = { client_id: "by-hand", client_secret: "its-secret" };
    expect((await finish(await agree(client))).json).toMatchObject({
      problem: null,
      server: { sign_in: "done" },
    });
    expect((await product.ask("/api/tool-servers")).text).not.toContain("its-secret");
  });
});

describe("the tokens of a sign-in", () => {
  it("a sign-in to a server of tools is renewed by one request however many need it, and the old refresh token is not used again", async () => {
    await signIn();
    await letTimePass(3_600_000);
    const looks = await Promise.all([look(), look(), look()]);
    expect(looks.map(({ problem }) => problem)).toEqual([null, null, null]);
    const renewals = place.forms.filter((form) => form["grant_type"] === "refresh_token");
    expect(renewals).toMatchObject([{ resource: outside.url }]);
    await letTimePass(3_600_000);
    expect((await look()).problem).toBeNull();
  });

  it("a sign-in to a server of tools is renewed when the server refuses the token early, and given up when it refuses every token: no renewal without end", async () => {
    await signIn();
    await letTimePass(60_000);
    const refused = outside.authorizations.at(-1)?.replace("Bearer ", "");
    const signed = outside.signIn;
    if (signed === undefined) throw new Error("no sign-in");
    outside.signIn = { ...signed, isValid: (token) => token !== refused && place.isValid(token) };
    expect((await look()).problem).toBeNull();
    expect(place.forms).toHaveLength(2);
    await letTimePass(60_000);
    outside.signIn = { ...signed, isValid: () => false };
    for (let at = 0; at < 5; at += 1) expect((await look()).problem).toBe("sign_in_needed");
    expect(place.forms).toHaveLength(3);
  });

  it("a sign-in to a server of tools whose tokens end at once is not renewed without end", async () => {
    place.tokenSeconds = 0;
    await signIn();
    await letTimePass(60_000);
    for (let at = 0; at < 5; at += 1) await look();
    expect(place.forms).toHaveLength(2);
  });

  it("a sign-in to a server of tools is renewed where it was made, whatever the server and the place say later", async () => {
    await signIn();
    set(outside, { authorization_servers: [unlisted.origin] });
    place.lies = { token_endpoint: `${unlisted.origin}/token` };
    await letTimePass(3_600_000);
    expect((await look()).problem).toBeNull();
    expect(unlisted.forms).toEqual([]);
  });

  it("a sign-in to a server of tools survives a place in trouble, and ends where the place says that it has ended", async () => {
    await signIn();
    await letTimePass(3_600_000);
    place.broken = 503;
    expect((await look()).problem).toBe("unreachable");
    place.broken = undefined;
    expect((await look()).problem).toBeNull();
    place.revokeAll();
    await letTimePass(3_600_000);
    expect(await look()).toMatchObject({
      problem: "sign_in_needed",
      server: { sign_in: "needed", tools: [{ name: "search" }] },
    });
  });

  it("a sign-in to a server of tools is forgotten and revoked at a sign-out, and goes to no other server", async () => {
    await signIn();
    const { status } = await product.ask("/api/tool-servers/web/sign-in", { method: "DELETE" });
    expect(status).toBe(204);
    expect(place.revoked.at(-1)).toMatch(/^refresh-/);
    expect(await look()).toMatchObject({ problem: "sign_in_needed" });
    await signIn();
    const other = await startToolServer(servers);
    await post("/api/tool-servers", { name: "web", url: other.url, everyone: true });
    expect(new Set(other.authorizations)).toEqual(new Set([undefined]));
    expect(await list()).toMatchObject([{ name: "web", sign_in: "none" }]);
  });
});

it("the document of the client names the address where browsers come back to", async () => {
  const { json } = await product.call("/api/tool-sign-in/client");
  const origin = product.app.url.replace(/\/$/, "");
  expect(json).toMatchObject({
    client_id: `${origin}/api/tool-sign-in/client`,
    redirect_uris: [`${origin}/api/tool-sign-in/return`],
    token_endpoint_auth_method: "none",
  });
});

/** Lies of the server about its sign-in. */
function set(at: HostileToolServer, lie: Readonly<Record<string, unknown>>): void {
  if (at.signIn === undefined) throw new Error("the server wants no sign-in");
  const { challenge, ...more } = lie;
  at.signIn = {
    ...at.signIn,
    ...(typeof challenge === "string" ? { challenge } : {}),
    resource: { ...at.signIn.resource, ...more },
  };
}
