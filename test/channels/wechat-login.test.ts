import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loginRoutes } from "../../src/api/routes/login-routes.ts";
import type { ChannelLogin } from "../../src/domain/ports/channel-login.ts";
import {
  type ApiLab,
  codeOf,
  openApi,
  openPostgresStore,
  type Person,
  textAt,
} from "../support/api.ts";
import { meanwhile, type Ran } from "../support/command-line.ts";
import { type IlinkBench, openIlinkBench } from "../support/ilink-bench.ts";
import type { OpenStore } from "../support/stores.ts";

let store: OpenStore;
let bench: IlinkBench;
let api: ApiLab;
let ada: Person;
/** One server for all; the connector behind it is each test's own. */
beforeAll(async () => {
  store = await openPostgresStore();
  const login: ChannelLogin = {
    start: (account) => bench.ilink.login.start(account),
    status: (of) => bench.ilink.login.status(of),
  };
  api = await openApi({
    db: store.db,
    routes: loginRoutes({ channel: "wechat", app: "WeChat", login: () => login, pollAfterMs: 0 }),
  });
  ada = await api.person();
  return async () => {
    await api.close();
    await store.close();
  };
});
beforeEach(async () => {
  bench = await openIlinkBench();
});
afterEach(async () => {
  await bench.close();
  expect(bench.server.violations).toEqual([]);
});

const path = "/api/channels/wechat/login";
const createConfirmation = (): { json: Record<string, string> } => {
  const bot = bench.server.bot("mine");
  return {
    json: {
      status: "confirmed",
      bot_token: bot.token,
      ilink_bot_id: bot.botId,
      ilink_user_id: bot.userId,
    },
  };
};

describe("the routes", () => {
  it("the routes of the WeChat login link the WeChat of the person who began it", async () => {
    const begun = await ada.call(path, { method: "POST", json: {} });
    expect(begun).toMatchObject({
      status: 200,
      json: { state: "waiting", qr: { url: "https://liteapp.weixin.qq.com/q/1" } },
    });
    const at = `${path}/${textAt(begun, "session")}`;
    bench.server.plan(
      "get_qrcode_status",
      { json: { status: "scaned" } },
      { json: { status: "need_verifycode" } },
      createConfirmation(),
    );
    expect(await ada.call(at)).toMatchObject({ json: { state: "scanned" } });
    expect(await ada.call(at)).toMatchObject({ json: { state: "need_verify_code" } });
    expect(await ada.call(`${at}?verify_code=42`)).toMatchObject({
      json: { state: "connected", qr: null, channel_account: "mine@im.bot" },
    });
    expect(bench.ports.accounts).toMatchObject([{ accountId: ada.id }]);
    expect(bench.server.calls.at(-1)?.query.get("verify_code")).toBe("42");
  });

  it("the routes of the WeChat login show it to no other account, and take no made-up session or number", async () => {
    const session = textAt(await ada.call(path, { method: "POST", json: {} }), "session");
    const bob = await api.person("Bob");
    expect((await bob.call(`${path}/${session}`)).status).toBe(404);
    expect((await api.call(`${path}/${session}`)).status).toBe(401);
    expect((await ada.call(`${path}/..%2f..`)).status).toBe(400);
    expect((await ada.call(`${path}/${session}?verify_code=1%26qrcode=x`)).status).toBe(400);
    expect((await ada.call(`${path}/${"0".repeat(32)}`)).status).toBe(404);
  });

  it("the routes of the WeChat login say so when WeChat gives no code", async () => {
    bench.server.plan("get_bot_qrcode", { status: 500 });
    expect(codeOf(await ada.call(path, { method: "POST", json: {} }))).toBe("unavailable");
  });
});

describe("meanwhile wechat login", () => {
  const run = (options: { stdin?: string; lang?: string } = {}): Promise<Ran> =>
    meanwhile(
      [
        "wechat",
        "login",
        "--url",
        api.server.url,
        "--token",
        ada.token,
        "--lang",
        options.lang ?? "en",
      ],
      {
        stdin: options.stdin ?? "",
      },
    );

  it("`meanwhile wechat login` shows the code and says in plain words how it goes", async () => {
    bench.server.plan(
      "get_qrcode_status",
      { json: { status: "wait" } },
      { json: { status: "scaned" } },
      createConfirmation(),
    );
    const { code, out, err } = await run();
    expect(code).toBe(0);
    expect(out).toContain("█▀▀▀▀▀█");
    expect(out).toContain("WeChat is connected (mine@im.bot)");
    expect(err).toContain("https://liteapp.weixin.qq.com/q/1");
    expect(err.match(/Scanned\. Confirm on the phone\./g)).toHaveLength(1);
  });

  it("`meanwhile wechat login` shows a new code when one runs out, and asks for the number until it is right, in Chinese too", async () => {
    const needed = { json: { status: "need_verifycode" } };
    bench.server.plan(
      "get_qrcode_status",
      { json: { status: "expired" } },
      needed,
      needed,
      createConfirmation(),
    );
    const { code, out, err } = await run({ stdin: "11\n42\n", lang: "zh" });
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringContaining("微信已连接") as string,
    });
    expect(err).toContain("二维码已失效");
    expect(err).toContain("https://liteapp.weixin.qq.com/q/2");
    expect(err).toContain("数字不对");
    const numbers = bench.server.calls
      .map(({ query }) => query.get("verify_code"))
      .filter((number) => number !== null);
    expect(numbers).toEqual(["11", "42"]);
  });

  it.each([
    [
      [
        { json: { status: "expired" } },
        { json: { status: "expired" } },
        { json: { status: "expired" } },
      ],
      "Three codes expired",
    ],
    [[{ json: { status: "confirmed", bot_token: "t" } }], "incomplete"],
    [[{ json: { status: "scaned_but_redirect", redirect_host: "evil.example" } }], "not its own"],
    [[{ json: { status: "need_verifycode" } }], "The login needs that number"],
  ])(
    "`meanwhile wechat login` ends with one sentence when it can't be: %j",
    async (answers, sentence) => {
      bench.server.plan("get_qrcode_status", ...answers);
      const { code, err } = await run();
      expect(code).toBe(1);
      expect(err).toContain(sentence);
    },
  );

  it("`meanwhile wechat login` says when the server does not answer, or when it has no connector", async () => {
    const at = (url: string): Promise<Ran> =>
      meanwhile(["wechat", "login", "--url", url, "--token", ada.token]);
    expect(await at("http://127.0.0.1:1")).toMatchObject({
      code: 1,
      err: expect.stringContaining("Nothing answers") as string,
    });
    const bare = await openApi({ db: store.db });
    expect(await at(bare.server.url)).toMatchObject({
      code: 1,
      err: expect.stringContaining("channels.wechat") as string,
    });
    await bare.close();
    expect(await meanwhile(["wechat"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("wechat login") as string,
    });
    expect(await meanwhile(["wechat", "login", "--url", "http://127.0.0.1:1"])).toMatchObject({
      code: 2,
    });
  });
});
