import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAccess } from "../../src/accounts/access.ts";
import { openProxySignOn } from "../../src/accounts/sign-on/proxy.ts";
import { createSystemChance } from "../../src/cli/system.ts";
import { productProjector } from "../../src/main/projections.ts";
import {
  type ApiLab,
  openApi,
  openPostgresStore,
  openSignedIn,
  type Reply,
} from "../support/api.ts";
import { fakeClock } from "../support/fake-clock.ts";
import type { OpenStore } from "../support/stores.ts";

/** A proxy that asks people who they are names them in a header. Only a listed proxy is believed. */
describe("sign-in by the header of a proxy", () => {
  const clock = fakeClock();
  const chance = createSystemChance(() => Date.now());
  const projector = productProjector();
  let store: OpenStore;
  let behind: ApiLab;
  let open: ApiLab;

  beforeAll(async () => {
    store = await openPostgresStore();
    const { db } = store;
    const on = { db, projector, clock, chance };
    const access = createAccess(on);
    const proxySignOn = openProxySignOn({
      ...on,
      headers: { user: "Remote-User", name: "Remote-Name", groups: "Remote-Groups" },
      admission: {
        newAccounts: true,
        allowedGroups: [],
        operatorGroups: ["admins"],
        auditorGroups: [],
        defaults: { language: null, timezone: "UTC" },
      },
    });
    behind = await openApi({
      db,
      clock,
      access,
      proxySignOn,
      settings: { trustedProxies: ["127.0.0.1"] },
    });
    open = await openApi({ db, clock, access, proxySignOn });
  });
  afterAll(async () => {
    await behind.close();
    await open.close();
    await store.close();
  });

  const path = "/api/session/proxy";
  const ada = { "Remote-User": "ada", "Remote-Name": "Ada", "X-Forwarded-For": "192.0.2.7" };
  const enter = (headers: Record<string, string>): Promise<Reply> => behind.call(path, { headers });
  const whoIs = async (arrived: Reply) => {
    const code = (arrived.headers.location ?? "").replace("/#code=", "");
    const signedIn = await behind.call("/api/session", { method: "POST", json: { code } });
    const page = openSignedIn(behind.server.port, signedIn);
    return (await page.call("/api/session")).json as {
      account: { id: string; display_name: string };
      role: string;
    };
  };

  it("a person whom a listed proxy names gets an account, and the same one again", async () => {
    const first = await whoIs(await enter(ada));
    expect(first).toMatchObject({ role: "account", account: { display_name: "Ada" } });
    expect((await whoIs(await enter(ada))).account.id).toBe(first.account.id);
    const other = await whoIs(await enter({ ...ada, "Remote-User": "grace" }));
    expect(other.account.id).not.toBe(first.account.id);
  });

  it("groups in the proxy's header decide the role", async () => {
    const headers = { ...ada, "Remote-User": "olga", "Remote-Groups": "family, admins" };
    expect((await whoIs(await enter(headers))).role).toBe("operator");
  });

  it("a header from an address that is not a listed proxy, or without a name, opens no session", async () => {
    const refused = "/#refused=sign_on_refused";
    expect((await open.call(path, { headers: ada })).headers.location).toBe(refused);
    for (const name of ["", "  ", "x".repeat(300)])
      expect((await enter({ ...ada, "Remote-User": name })).headers.location).toBe(refused);
  });

  it("the sign-in page learns whom the proxy names only behind the proxy", async () => {
    const ways = async (lab: ApiLab) =>
      (await lab.call("/api/session/ways", { headers: ada })).json;
    expect(await ways(behind)).toEqual({
      single_sign_on: null,
      proxy: { name: "Ada" },
      passkeys: false,
    });
    expect(await ways(open)).toEqual({ single_sign_on: null, proxy: null, passkeys: false });
  });
});
