import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Access, createAccess } from "../../src/accounts/access.ts";
import { openProvider } from "../../src/accounts/sign-on/provider.ts";
import { openSignOn } from "../../src/accounts/sign-on/sign-on.ts";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import { productProjector } from "../../src/main/projections.ts";
import { safeHttp } from "../../src/outbound/safe-fetch.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import {
  type ApiLab,
  openApi,
  openPostgresStore,
  openSignedIn,
  type Reply,
  type SignedIn,
} from "../support/api.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { loopbackServers } from "../support/loopback-server.ts";
import { silentLog } from "../support/silent-log.ts";
import type { OpenStore } from "../support/stores.ts";
import {
  type OpenIdProvider,
  type Spoiling,
  startOpenIdProvider,
} from "../vendors/openid-provider.ts";

const clock = fakeClock();
const chance = createSystemChance(() => Date.now());
const projector = productProjector();
const keyring = openKeyring({ key: "4".repeat(64), file: "/nowhere", randomBytes });
const http = safeHttp({ clock: systemClock });
const servers = loopbackServers();
const hour = 3_600_000;
let store: OpenStore;
let access: Access;
let lab: ApiLab;
let provider: OpenIdProvider;

beforeAll(async () => {
  store = await openPostgresStore();
  const { db } = store;
  provider = await startOpenIdProvider(servers, {
    now: () => clock.now(),
    redirectUri: () => `${lab.server.url}/api/session/single-sign-on/return`,
  });
  access = createAccess({ db, projector, clock, chance, signOnSessionMs: 12 * hour });
  const { issuer, clientId, clientSecret } = provider;
  const signOn = openSignOn({
    db,
    projector,
    clock,
    chance,
    access,
    keys: () => keyring,
    log: silentLog,
    provider: openProvider({ issuer, clientId, clientSecret, http, clock }),
    settings: { issuer, name: "Example ID", scopes: ["openid"], groupsClaim: "groups" },
    admission: {
      newAccounts: true,
      allowedGroups: ["family"],
      operatorGroups: ["admins"],
      auditorGroups: [],
      defaults: { language: null, timezone: "UTC" },
    },
  });
  lab = await openApi({ db, clock, access, signOn });
});
afterAll(async () => {
  await lab.close();
  await http.close();
  await servers.close();
  await store.close();
});

const path = "/api/session/single-sign-on";
const ada = { sub: "ada", name: "Ada", groups: ["family"], sid: "session-1" };

interface Journey {
  readonly cookie: string;
  readonly back: URL;
}

async function travel(person: Readonly<Record<string, unknown>>): Promise<Journey> {
  const begun = await lab.call(path);
  expect(begun.status).toBe(303);
  const cookie = begun.headers["set-cookie"]?.[0] ?? "";
  expect(cookie).toContain("SameSite=Lax");
  return {
    cookie: cookie.split(";")[0] ?? "",
    back: provider.agree(begun.headers.location ?? "", person),
  };
}

const arrive = ({ cookie, back }: Journey): Promise<Reply> =>
  lab.call(back.pathname + back.search, { headers: { Cookie: cookie } });

const redeem = (arrived: Reply): Promise<Reply> =>
  lab.call("/api/session", {
    method: "POST",
    json: { code: (arrived.headers.location ?? "").replace("/#code=", "") },
  });

async function signIn(person: Readonly<Record<string, unknown>>): Promise<SignedIn> {
  const signedIn = await redeem(await arrive(await travel(person)));
  expect(signedIn.status).toBe(200);
  return openSignedIn(lab.server.port, signedIn);
}

const whoIs = async (page: SignedIn) =>
  (await page.call("/api/session")).json as {
    account: { id: string; display_name: string };
    role: string;
  };

const signOut = (token: string): Promise<Reply> =>
  lab.call(`${path}/logout`, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ logout_token: token }).toString(),
  });

describe("single sign-on", () => {
  it("a person signs in at the provider, gets an account the first time, and finds it again under another name", async () => {
    const first = await whoIs(await signIn(ada));
    expect(first).toMatchObject({ role: "account", account: { display_name: "Ada" } });
    const second = await whoIs(await signIn({ ...ada, name: "Ada Lovelace" }));
    expect(second.account.id).toBe(first.account.id);
    const other = await whoIs(await signIn({ ...ada, sub: "another Ada" }));
    expect(other.account.id).not.toBe(first.account.id);
    expect(provider.refused).toEqual([]);
  });

  it("members of a group become operators, and people outside of the allowed groups are refused", async () => {
    const grace = { ...ada, sub: "grace", groups: ["family", "admins"] };
    expect((await whoIs(await signIn(grace))).role).toBe("operator");
    const stranger = await arrive(await travel({ ...ada, sub: "stranger", groups: ["others"] }));
    expect(stranger.headers.location).toBe("/#refused=sign_on_no_account");
  });

  it.each<[string, Spoiling]>([
    ["of another issuer", { claims: { iss: "https://evil.example.com" } }],
    ["for another audience", { claims: { aud: "another-client" } }],
    ["for several audiences and another client", { claims: { aud: ["meanwhile", "b"], azp: "b" } }],
    ["with another nonce", { claims: { nonce: "of another sign-in" } }],
    ["without a nonce", { claims: { nonce: undefined } }],
    ["that has expired", { claims: { exp: 1_000 } }],
    ["that was made long ago", { claims: { iat: 1_000 } }],
    ["without a person", { claims: { sub: "" } }],
    ["without a signature", { header: { alg: "none" }, unsigned: true }],
    ["signed with a shared secret", { header: { alg: "HS256" } }],
    ["that names another algorithm than its key's", { header: { alg: "ES256" } }],
    ["of a foreign key", { foreignKey: true }],
  ])("an ID token %s opens no session", async (_what, how) => {
    const journey = await travel(ada);
    provider.spoil(how);
    expect((await arrive(journey)).headers.location).toBe("/#refused=sign_on_refused");
  });

  it("an answer without the browser's own cookie, with another state or with a used code opens no session", async () => {
    const [one, other] = [await travel(ada), await travel(ada)];
    const refused = "/#refused=sign_on_refused";
    expect((await arrive({ ...one, cookie: "" })).headers.location).toBe(refused);
    expect((await arrive({ ...one, cookie: other.cookie })).headers.location).toBe(refused);
    expect((await arrive(one)).headers.location).toContain("/#code=");
    expect((await arrive(one)).headers.location).toBe(refused);
    expect(provider.refused).toEqual(["unknown or used code"]);
    await clock.advance(11 * 60_000);
    expect((await arrive(other)).headers.location).toBe(refused);
  });

  it("the page's code works once, and its session ends after twelve hours", async () => {
    const arrived = await arrive(await travel(ada));
    const page = openSignedIn(lab.server.port, await redeem(arrived));
    expect((await redeem(arrived)).status).toBe(400);
    await clock.advance(12 * hour + 1_000);
    expect((await page.call("/api/session")).status).toBe(401);
  });

  it("a new key of the provider is fetched once, and guesses with unknown keys do not make us ask again", async () => {
    await signIn(ada);
    await clock.advance(2 * 60_000);
    provider.changeKey();
    const before = provider.keyCalls();
    await signIn(ada);
    expect(provider.keyCalls()).toBe(before + 1);
    for (const kid of ["a", "b"]) {
      const journey = await travel(ada);
      provider.spoil({ header: { kid } });
      await arrive(journey);
    }
    expect(provider.keyCalls()).toBe(before + 1);
  });

  it("a person who signs out at the provider is signed out here: of that session, or of all", async () => {
    const [one, other] = [await signIn(ada), await signIn({ ...ada, sid: "session-2" })];
    const stranger = await signIn({ ...ada, sub: "another Ada" });
    const statuses = async (): Promise<number[]> => {
      await clock.advance(3_000);
      const answers = [one, other, stranger].map((page) => page.call("/api/session"));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    expect((await signOut(provider.logoutToken({ sub: "ada", sid: "session-1" }))).status).toBe(
      200,
    );
    expect(await statuses()).toEqual([401, 200, 200]);
    expect((await signOut(provider.logoutToken({ sub: "ada" }))).status).toBe(200);
    expect(await statuses()).toEqual([401, 401, 200]);
  });

  it("a token that does not tell of a sign-out ends no session", async () => {
    const page = await signIn(ada);
    const wrong = [
      "",
      provider.logoutToken({ sub: "ada", nonce: "an ID token has one" }),
      provider.logoutToken({ sub: "ada", events: {} }),
      provider.logoutToken({ sub: "ada", aud: "another-client" }),
      provider.logoutToken({}),
    ];
    for (const token of wrong) expect((await signOut(token)).status).toBe(400);
    expect((await page.call("/api/session")).status).toBe(200);
  });

  it("a signed-in person connects their account, and signs in to it by the provider from then on", async () => {
    const bob = await lab.person("Bob");
    await clock.advance(11 * 60_000);
    const asked = await bob.call(`${path}/link`, { method: "POST", json: {} });
    expect(asked.status).toBe(200);
    const { url } = asked.json as { url: string };
    const cookie = asked.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    const person = { ...ada, sub: "bob" };
    await arrive({ cookie, back: provider.agree(url, person) });
    const page = await signIn(person);
    expect((await whoIs(page)).account.id).toBe(bob.id);
    expect((await bob.call(`${path}/link`)).json).toEqual({ name: "Example ID", is_linked: true });
    // Who signed in by the provider alone has nothing to prove themselves with, and stays connected.
    expect((await page.call(`${path}/link`, { method: "DELETE" })).status).toBe(403);
    expect((await bob.call(`${path}/link`, { method: "DELETE" })).status).toBe(204);
    await clock.advance(3_000);
    expect((await page.call("/api/session")).status).toBe(401);
    expect((await bob.call(`${path}/link`)).json).toMatchObject({ is_linked: false });
    expect((await whoIs(await signIn(person))).account.id).not.toBe(bob.id);
  });
});
