import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type IlinkBench, openIlinkBench, person } from "../../../../test/support/ilink-bench.ts";

let bench: IlinkBench;
beforeEach(async () => {
  bench = await openIlinkBench();
});
afterEach(async () => {
  await bench.close();
  expect(bench.server.violations).toEqual([]);
});

const cursorOf = (botId: string): string | undefined =>
  bench.ports.marksKept.get(`wechat_personal|${botId}|cursor:${botId}`);
const texts = (): string[] => bench.ports.taken.map(({ text }) => text);

describe("what people write", () => {
  it("a message from WeChat is taken in with its token, all digits of its id, and the cursor", async () => {
    const bot = await bench.linked();
    bench.poll();
    bench.server.says(bot, { text: "你好", messageId: 18_446_744_073_709_551_615n });
    await bench.ports.whenTaken(1);
    expect(bench.ports.taken[0]).toMatchObject({
      route: {
        channel: "wechat_personal",
        channelAccount: bot.botId,
        scope: bot.userId,
        peer: bot.userId,
      },
      vendorId: "18446744073709551615",
      subject: bot.userId,
      accountId: person,
      text: "你好",
      payload: { context_token: "ctx-1" },
      busyPolicy: "supersede",
      provision: false,
    });
    expect(cursorOf(bot.botId)).toBe("at:1");
    expect((await bench.server.arrived("getupdates", 2)).body["get_updates_buf"]).toBe("at:1");
  });

  it("a message from WeChat is one message per id: a batch given twice and a copy a second later change nothing", async () => {
    const bot = await bench.linked();
    bench.poll();
    bench.server.says(bot, { text: "one", messageId: 9_007_199_254_740_993n });
    await bench.ports.whenTaken(1);
    await bench.server.arrived("getupdates", 2);
    bench.server.replay(bot);
    // An answer without news that comes at once is not answered with the next poll at once.
    await bench.passUntil(bench.server.arrived("getupdates", 3));
    bench.server.says(bot, { text: "one", messageId: 9_007_199_254_740_993n });
    await bench.server.arrived("getupdates", 4);
    // One apart in the last digit: a rounded id would make these the same.
    bench.server.says(bot, { text: "two", messageId: 9_007_199_254_740_992n });
    await bench.ports.whenTaken(2);
    expect(texts()).toEqual(["one", "two"]);
  });

  it("a message from WeChat is one message for a new process too", async () => {
    const bot = await bench.linked();
    const first = bench.poll();
    bench.server.says(bot, { text: "one" });
    await bench.ports.whenTaken(1);
    await first.close();
    bench.server.replay(bot);
    bench.poll(bench.another());
    bench.server.says(bot, { text: "two" });
    await bench.ports.whenTaken(2);
    expect(texts()).toEqual(["one", "two"]);
    expect(bench.ports.outcomes.map(({ kind }) => kind)).toContain("duplicate");
  });

  it("a message from WeChat is known by its seq, or by what was said and when, where it has no id", async () => {
    const bot = await bench.linked();
    bench.poll();
    bench.server.says(bot, { text: "a", messageId: 0n, seq: 9_999_999_999_999_999_999n });
    bench.server.says(bot, { text: "b", messageId: null, seq: null });
    await bench.ports.whenTaken(2);
    expect(bench.ports.taken.map(({ vendorId }) => vendorId)).toEqual([
      "seq:9999999999999999999",
      expect.stringMatching(/^hash:[0-9a-f]{64}$/) as string,
    ]);
  });

  it("a poll leaves out what the bot itself said, and what was said in a group", async () => {
    const bot = await bench.linked();
    bench.poll();
    bench.server.says(bot, { text: "echo", type: 2 });
    bench.server.says(bot, { text: "to all of them", more: { group_id: "g1@im.group" } });
    bench.server.says(bot, { text: "real", more: { group_id: "" } });
    await bench.ports.whenTaken(1);
    expect(texts()).toEqual(["real"]);
  });

  it("a message from WeChat belongs to the account only if the person who scanned wrote it", async () => {
    const bot = await bench.linked();
    bench.poll();
    bench.server.says(bot, { text: "let me in", from: "stranger@im.wechat" });
    bench.server.says(bot, { text: "me" });
    await bench.ports.whenTaken(1);
    expect(texts()).toEqual(["me"]);
    expect(bench.ports.outcomes).toContainEqual({
      kind: "refused",
      code: "identity_pairing_required",
    });
  });

  it("a message from WeChat is fetched while a turn runs, so that a stop word gets through", async () => {
    const bot = await bench.linked();
    const turn = Promise.withResolvers<void>();
    const running: Promise<void>[] = [];
    bench.ports.onTake = ({ messages }) =>
      void (messages.some(({ text }) => text === "long task") && running.push(turn.promise));
    bench.poll();
    bench.server.says(bot, { text: "long task" });
    await bench.ports.whenTaken(1);
    bench.server.says(bot, { text: "停止" });
    await bench.ports.whenTaken(2);
    expect(running).toHaveLength(1);
    turn.resolve();
    await Promise.all(running);
  });
});

describe("the cursor", () => {
  it("the cursor of a poll never moves before the messages it covers: what could not be kept comes again", async () => {
    const bot = await bench.linked();
    bench.ports.takeFailures.push(new Error("the database is away"));
    const first = bench.poll();
    bench.server.says(bot, { text: "precious" });
    await bench.heard("could not be accepted");
    expect(cursorOf(bot.botId)).toBeUndefined();
    // The process dies here, and another takes over.
    await first.close();
    bench.poll(bench.another());
    await bench.ports.whenTaken(1);
    expect(texts()).toEqual(["precious"]);
    expect(cursorOf(bot.botId)).toBe("at:1");
  });

  it("the cursor of a poll is where a new process goes on", async () => {
    const bot = await bench.linked();
    const first = bench.poll();
    bench.server.says(bot, { text: "one" });
    await bench.ports.whenTaken(1);
    await first.close();
    const before = bench.server.calls.filter(({ endpoint }) => endpoint === "getupdates").length;
    bench.poll(bench.another());
    expect((await bench.server.arrived("getupdates", before + 1)).body["get_updates_buf"]).toBe(
      "at:1",
    );
  });

  it("the cursor of a poll is read by one process at a time", async () => {
    const bot = await bench.linked();
    const first = bench.poll();
    bench.poll(bench.another());
    await bench.server.arrived("getupdates", 1);
    await bench.clock.advance(20_000);
    expect(bench.server.calls.filter(({ endpoint }) => endpoint === "getupdates")).toHaveLength(1);
    await first.close();
    await bench.server.arrived("getupdates", 2);
    bench.server.says(bot, { text: "to the second" });
    await bench.ports.whenTaken(1);
  });
});

describe("a poll", () => {
  it("an iLink poll without an answer in time is an empty answer, and the next follows at once", async () => {
    const bot = await bench.linked();
    bench.server.plan(
      "getupdates",
      "hold",
      { json: { ret: 0, longpolling_timeout_ms: 50_000, get_updates_buf: "at:0" } },
      "hold",
    );
    bench.poll();
    await bench.server.arrived("getupdates", 1);
    await bench.clock.advance(35_000);
    await bench.server.arrived("getupdates", 3);
    // The server asked for longer polls.
    await bench.clock.advance(49_000);
    expect(bench.server.calls.filter(({ endpoint }) => endpoint === "getupdates")).toHaveLength(3);
    await bench.clock.advance(1_000);
    await bench.server.arrived("getupdates", 4);
    bench.server.says(bot, { text: "still here" });
    await bench.ports.whenTaken(1);
  });

  it("an iLink poll that fails is tried again after two seconds, and from the third time on after thirty", async () => {
    const bot = await bench.linked();
    bench.server.plan("getupdates", { status: 500 }, { json: { ret: -1 } }, { status: 502 }, "cut");
    bench.poll();
    for (const [nth, pauseMs] of [2_000, 2_000, 30_000, 30_000].entries()) {
      await bench.heard("a poll failed", nth + 1);
      await bench.clock.advance(pauseMs - 1);
      expect(bench.server.calls.filter(({ endpoint }) => endpoint === "getupdates")).toHaveLength(
        nth + 1,
      );
      if (nth === 2)
        expect(bench.ports.accounts[0]).toMatchObject({ state: "failed", reason: "unreachable" });
      await bench.clock.advance(1);
    }
    bench.server.says(bot, { text: "back" });
    await bench.ports.whenTaken(1);
    await bench.server.arrived("getupdates", 6);
    expect(bench.ports.accounts[0]).toMatchObject({ state: "connected" });
  });

  it.each([{ json: { ret: -14 } }, { json: { ret: 0, errcode: -14 } }, { status: 401 }])(
    "an iLink poll answered with %j ends polling with a warning until there is a new login",
    async (answer) => {
      const bot = await bench.linked();
      bench.server.plan("getupdates", answer);
      bench.poll();
      await bench.heard("no longer accepts this login");
      expect(bench.ports.accounts[0]).toMatchObject({ state: "needs_login", reason: "token_dead" });
      expect(bench.errors).toHaveLength(1);
      expect(bench.ilink.channel.ready(bot.botId)).toBe(false);
      await bench.clock.advance(3_600_000);
      expect(bench.server.calls.filter(({ endpoint }) => endpoint === "getupdates")).toHaveLength(
        1,
      );

      const again = bench.server.bot("again");
      const { session } = await bench.ilink.login.start(person);
      const confirmed = {
        status: "confirmed",
        bot_token: again.token,
        ilink_bot_id: again.botId,
        ilink_user_id: bot.userId,
      };
      bench.server.plan("get_qrcode_status", { json: confirmed });
      const view = await bench.ilink.login.status({ session, accountId: person });
      // The same person: the account keeps its name, so conversations and what waits in them stay.
      expect(view).toMatchObject({ state: "connected", channelAccount: bot.botId });
      expect((await bench.server.arrived("getupdates", 2)).token).toBe(again.token);
      expect(bench.ilink.channel.ready(bot.botId)).toBe(true);
      bench.server.says(again, { text: "back again", from: bot.userId });
      await bench.ports.whenTaken(1);
      expect(bench.ports.taken[0]).toMatchObject({
        accountId: person,
        route: { channelAccount: bot.botId },
      });
    },
  );
});

it("a token that died because the person logged in again, in another process, is merely old", async () => {
  const bot = await bench.linked();
  bench.poll();
  await bench.server.arrived("getupdates", 1);
  const next = bench.server.bot("next");
  const elsewhere = bench.another();
  const confirmed = {
    status: "confirmed",
    bot_token: next.token,
    ilink_bot_id: next.botId,
    ilink_user_id: bot.userId,
  };
  bench.server.plan("get_qrcode_status", { json: confirmed });
  const { session } = await elsewhere.login.start(person);
  expect(await elsewhere.login.status({ session, accountId: person })).toMatchObject({
    state: "connected",
  });
  bench.server.kill(bot);
  bench.server.replay(bot);
  await bench.passUntil(bench.server.arrived("getupdates", 3));
  expect((await bench.server.arrived("getupdates", 3)).token).toBe(next.token);
  expect(bench.errors).toEqual([]);
  expect(bench.ports.accounts).toMatchObject([{ channelAccount: bot.botId, state: "connected" }]);
});

it("a login that is confirmed while the old token's death is being reported is not lost under it", async () => {
  const bot = await bench.linked();
  const next = bench.server.bot("next");
  const tell = bench.ports.directory.stateChanged.bind(bench.ports.directory);
  let loggedIn = false;
  bench.ports.directory.stateChanged = async (of, to) => {
    if (to.state === "needs_login" && !loggedIn) {
      loggedIn = true;
      const credentials = {
        botToken: next.token,
        botId: next.botId,
        baseUrl: bench.server.url,
        userId: bot.userId,
      };
      await bench.ports.secrets.put(`wechat_ilink:${bot.botId}`, JSON.stringify(credentials));
      await tell(of, { state: "connected" });
    }
    await tell(of, to);
  };
  bench.server.kill(bot);
  bench.poll();
  expect((await bench.server.arrived("getupdates", 2)).token).toBe(next.token);
  expect(bench.ports.accounts).toMatchObject([{ state: "connected" }]);
});

it("the vendor is notified when reading begins and ends", async () => {
  await bench.linked();
  const polling = bench.poll();
  await bench.server.arrived("getupdates", 1);
  await polling.close();
  const told = bench.server.calls
    .map(({ endpoint }) => endpoint)
    .filter((endpoint) => endpoint.startsWith("msg/"));
  expect(told).toEqual(["msg/notifystart", "msg/notifystop"]);
});
