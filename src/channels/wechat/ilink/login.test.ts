import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type IlinkBench, openIlinkBench, person } from "../../../../test/support/ilink-bench.ts";
import { startIlinkServer } from "../../../../test/vendors/ilink-server.ts";
import type { ChannelLoginView } from "../../../domain/ports/channel-login.ts";

let bench: IlinkBench;
beforeEach(async () => {
  bench = await openIlinkBench();
});
afterEach(async () => {
  await bench.close();
  expect(bench.server.violations).toEqual([]);
});

const other = "0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d01";

interface Answer extends Readonly<Record<string, string>> {
  readonly status: string;
}

/** Where the login stands after the vendor gave these answers, one per question. */
async function after(...answers: Answer[]): Promise<ChannelLoginView | undefined> {
  bench.server.plan("get_qrcode_status", ...answers.map((json) => ({ json })));
  const { session } = await bench.ilink.login.start(person);
  let view: ChannelLoginView | undefined;
  for (const _ of answers) view = await bench.ilink.login.status({ session, accountId: person });
  return view;
}

const confirm = (name?: string): Answer => {
  const bot = bench.server.bot(name);
  return {
    status: "confirmed",
    bot_token: bot.token,
    ilink_bot_id: bot.botId,
    ilink_user_id: bot.userId,
    baseurl: bench.server.url,
  };
};

describe("a login", () => {
  it("an iLink login begins with a code to scan, made without a token", async () => {
    const view = await bench.ilink.login.start(person);
    expect(view).toMatchObject({
      state: "waiting",
      qr: { url: "https://liteapp.weixin.qq.com/q/1" },
      channelAccount: null,
    });
    expect(view.qr?.svg).toMatch(/^<svg /);
    expect((await bench.server.arrived("get_bot_qrcode", 1)).query.get("bot_type")).toBe("3");
  });

  it.each([
    "x".repeat(5_000),
    "not an address",
    `https://liteapp.weixin.qq.com/${"q".repeat(2_000)}`,
  ])("an iLink login does not begin with a code that cannot be scanned", async (url) => {
    bench.server.plan("get_bot_qrcode", { json: { qrcode: "qr", qrcode_img_content: url } });
    await expect(bench.ilink.login.start(person)).rejects.toMatchObject({ code: "unavailable" });
  });

  it("an iLink login goes from waiting over scanned to connected; its secret is sealed and belongs to the account that began it", async () => {
    const answer = confirm("mine");
    expect(await after({ status: "wait" })).toMatchObject({ state: "waiting" });
    expect(await after({ status: "scaned" })).toMatchObject({ state: "scanned" });
    expect(await after({ status: "wait" }, { status: "scaned" }, answer)).toMatchObject({
      state: "connected",
      qr: null,
      channelAccount: "mine@im.bot",
    });
    expect(bench.ports.accounts).toEqual([
      {
        channel: "wechat_personal",
        channelAccount: "mine@im.bot",
        accountId: person,
        state: "connected",
        reason: null,
      },
    ]);
    expect(bench.ports.secretsKept.get("wechat_ilink:mine@im.bot")).toContain(answer["bot_token"]);
    expect([...bench.ports.marksKept.values()].join()).not.toContain(answer["bot_token"]);
    expect(bench.ilink.channel.ready("mine@im.bot")).toBe(true);
    expect(bench.ilink.owns("mine@im.bot")).toBe(true);
  });

  it("an iLink login leaves no secret behind when the person ends it", async () => {
    await after(confirm("mine"));
    await bench.ports.directory.unlink({
      channel: "wechat_personal",
      channelAccount: "mine@im.bot",
    });
    // The next look at what is linked, as the reader takes it.
    await after(confirm("another"));
    expect(
      [...bench.ports.secretsKept.keys()].filter((name) => name.startsWith("wechat_ilink:")),
    ).toEqual(["wechat_ilink:another@im.bot"]);
    expect(bench.ilink.channel.ready("mine@im.bot")).toBe(false);
  });

  it("an iLink login can be followed in another process, and only by the account that began it", async () => {
    const { session } = await bench.ilink.login.start(person);
    expect(await bench.another().login.status({ session, accountId: person })).toMatchObject({
      state: "waiting",
    });
    expect(await bench.ilink.login.status({ session, accountId: other })).toBeUndefined();
    expect(
      await bench.ilink.login.status({ session: "made-up", accountId: person }),
    ).toBeUndefined();
  });

  it("an iLink login that was begun again while the vendor was being asked about the old one is not overwritten by it", async () => {
    const first = await bench.ilink.login.start(person);
    const answered = Promise.withResolvers<void>();
    bench.server.plan("get_qrcode_status", { json: { status: "scaned" }, until: answered.promise });
    const asked = bench.ilink.login.status({ session: first.session, accountId: person });
    await bench.server.arrived("get_qrcode_status", 1);
    const second = await bench.ilink.login.start(person);
    answered.resolve();
    expect(await asked).toMatchObject({ state: "scanned" });
    expect(
      await bench.ilink.login.status({ session: second.session, accountId: person }),
    ).toMatchObject({ session: second.session });
  });

  it("an iLink login asks for the number on the phone, says when it was wrong, and goes on with the right one", async () => {
    bench.server.plan(
      "get_qrcode_status",
      { json: { status: "need_verifycode" } },
      { json: { status: "need_verifycode" } },
      { json: confirm() },
    );
    const { session } = await bench.ilink.login.start(person);
    const ask = (verifyCode?: string) =>
      bench.ilink.login.status({ session, accountId: person, verifyCode });
    expect(await ask()).toMatchObject({ state: "need_verify_code", reason: null });
    expect(await ask("11")).toMatchObject({
      state: "need_verify_code",
      reason: "wrong_verify_code",
    });
    expect(await ask("42")).toMatchObject({ state: "connected" });
    const codes = bench.server.calls
      .filter(({ endpoint }) => endpoint === "get_qrcode_status")
      .map(({ query }) => query.get("verify_code"));
    expect(codes).toEqual([null, "11", "42"]);
  });

  it.each(["expired", "verify_code_blocked"])(
    "an iLink login shows a new code when the vendor says %s, three in all",
    async (status) => {
      expect(await after({ status })).toMatchObject({
        state: "waiting",
        reason: status,
        qr: { url: "https://liteapp.weixin.qq.com/q/2" },
      });
      expect(await after({ status }, { status }, { status })).toMatchObject({
        state: "failed",
        reason: status,
        qr: null,
      });
    },
  );

  it("an iLink login shows a new code after five minutes and ends after eight", async () => {
    const { session } = await bench.ilink.login.start(person);
    const ask = () => bench.ilink.login.status({ session, accountId: person });
    await bench.clock.advance(300_000);
    expect(await ask()).toMatchObject({
      state: "waiting",
      qr: { url: "https://liteapp.weixin.qq.com/q/2" },
    });
    await bench.clock.advance(179_999);
    expect(await ask()).toMatchObject({ state: "waiting" });
    await bench.clock.advance(1);
    expect(await ask()).toMatchObject({ state: "failed", reason: "timed_out" });
    expect(await ask()).toMatchObject({ state: "failed", reason: "timed_out" });
  });

  it("an iLink login goes on at the host that the vendor names", async () => {
    const elsewhere = await startIlinkServer({ clock: bench.clock });
    const here = await openIlinkBench({ moreHosts: [elsewhere.url] });
    try {
      here.server.plan("get_qrcode_status", {
        json: { status: "scaned_but_redirect", redirect_host: new URL(elsewhere.url).host },
      });
      elsewhere.plan("get_qrcode_status", { json: { status: "scaned" } });
      const { session } = await here.ilink.login.start(person);
      const ask = () => here.ilink.login.status({ session, accountId: person });
      expect(await ask()).toMatchObject({ state: "scanned" });
      expect(await ask()).toMatchObject({ state: "scanned" });
      expect((await elsewhere.arrived("get_qrcode_status", 1)).query.get("qrcode")).toBe("qr/1");
      expect([...here.server.violations, ...elsewhere.violations]).toEqual([]);
    } finally {
      await here.close();
      await elsewhere.close();
    }
  });

  it("an iLink login fails rather than follow an answer to a host that is not the vendor's", async () => {
    expect(
      await after({ status: "scaned_but_redirect", redirect_host: "evil.example" }),
    ).toMatchObject({
      state: "failed",
      reason: "host_refused",
    });
    expect(
      await after({ ...confirm(), baseurl: "https://weixin.qq.com.evil.example" }),
    ).toMatchObject({ reason: "host_refused" });
    expect(bench.ports.accounts).toEqual([]);
  });

  it("an iLink login fails when the confirmation lacks the bot's id", async () => {
    const { ilink_bot_id: _left, ...rest } = confirm();
    expect(await after(rest as Answer)).toMatchObject({
      state: "failed",
      reason: "incomplete_answer",
    });
    expect(bench.ports.accounts).toEqual([]);
  });

  it("an iLink login takes silence and nonsense for waiting", async () => {
    bench.server.plan(
      "get_qrcode_status",
      "hold",
      "cut",
      { status: 500 },
      { json: { status: "constructor" } },
    );
    const { session } = await bench.ilink.login.start(person);
    const ask = () => bench.ilink.login.status({ session, accountId: person });
    const first = ask();
    await bench.server.arrived("get_qrcode_status", 1);
    await bench.clock.advance(8_000);
    expect(await first).toMatchObject({ state: "waiting" });
    for (let left = 0; left < 3; left += 1) expect(await ask()).toMatchObject({ state: "waiting" });
  });

  it("an iLink login keeps the stored one when the bot is bound to us already", async () => {
    const bot = await bench.linked("kept");
    bench.server.plan("getupdates", { json: { ret: -14 } });
    bench.poll();
    await bench.heard("no longer accepts this login");
    expect(await after({ status: "binded_redirect" })).toMatchObject({
      state: "connected",
      reason: "already_bound",
      channelAccount: bot.botId,
    });
    expect((await bench.server.arrived("get_bot_qrcode", 1)).body["local_token_list"]).toEqual([
      bot.token,
    ]);
    await bench.server.arrived("getupdates", 2);
  });

  it("an iLink login does not send one person's token along with another's login", async () => {
    await bench.linked();
    await bench.ilink.login.start(other);
    expect((await bench.server.arrived("get_bot_qrcode", 1)).body["local_token_list"]).toEqual([]);
  });

  it("an iLink login fails when the same WeChat belongs to another account", async () => {
    const bot = await bench.linked("taken");
    const answer = { ...confirm("new"), ilink_user_id: bot.userId };
    bench.server.plan("get_qrcode_status", { json: answer });
    const { session } = await bench.ilink.login.start(other);
    expect(await bench.ilink.login.status({ session, accountId: other })).toMatchObject({
      state: "failed",
      reason: "channel_identity_already_bound",
    });
    expect(bench.ports.accounts).toMatchObject([{ channelAccount: bot.botId, accountId: person }]);
  });
});
