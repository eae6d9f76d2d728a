import { createDirectedSkill } from "../support/directed-skill.ts";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { createIlink, type Ilink } from "../../src/channels/wechat/ilink/create.ts";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import { noFailpoints } from "../../src/domain/ports/failpoints.ts";
import type { Log, Metrics } from "../../src/domain/ports/log.ts";
import { ModelFailure } from "../../src/domain/ports/model.ts";
import type { SkillResult, TurnContext } from "../../src/domain/skill.ts";
import { openQuotedMessages } from "../../src/inbound/quoted-messages.ts";
import { createAccess } from "../../src/accounts/access.ts";
import { safeHttp } from "../../src/outbound/safe-fetch.ts";
import { openSpine } from "../../src/spine.ts";
import type { Spine } from "../../src/spine/parts.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import { openPostgresStore } from "../support/api.ts";
import { fakeMedia } from "../support/channel-ports.ts";
import { silentLog } from "../support/silent-log.ts";
import type { OpenStore } from "../support/stores.ts";
import type { Bot } from "../vendors/ilink-people.ts";
import { type IlinkServer, startIlinkServer } from "../vendors/ilink-server.ts";
import { tinyPng } from "../support/pictures.ts";

/** The connector on the real spine and a real database: from the code on the screen to the answer on the phone. */
let store: OpenStore;
let server: IlinkServer;
let ilink: Ilink;
let spine: Spine;
let accountId: string;
let died: PromiseWithResolvers<void>;
let answer: (turn: TurnContext) => Promise<SkillResult | string>;
const closers: (() => Promise<unknown>)[] = [];
const chance = createSystemChance(systemClock.now);
const metrics: Metrics = { count: () => undefined, observe: () => undefined };

beforeAll(async () => {
  store = await openPostgresStore();
  return () => store.close();
});
beforeEach(async () => {
  await store.empty();
  server = await startIlinkServer({ clock: systemClock });
  answer = async ({ window }) => `echo: ${window.map(({ text }) => text).join(" / ")}`;
  died = Promise.withResolvers();
  const loud: Log = {
    ...silentLog,
    error: (_fields, sentence) =>
      sentence.includes("no longer accepts this login") && died.resolve(),
  };
  const on = { db: store.db, clock: systemClock, chance, log: loud, metrics };
  const http = safeHttp({ clock: systemClock });
  const media = fakeMedia();
  const noModel = (): Promise<never> =>
    Promise.reject(new ModelFailure("unreachable", "this test has no model"));
  spine = await openSpine({
    ...on,
    failpoints: noFailpoints,
    keys: () =>
      openKeyring({
        key: "07".repeat(32),
        file: "/nowhere/key",
        randomBytes: (count) => chance.bytes(count),
      }),
    model: {
      describe: { kind: "scripted", name: "none" },
      complete: noModel,
      stream: noModel,
      object: noModel,
    },
    skills: [createDirectedSkill((turn) => answer(turn))],
    media,
    channels: (ports) => {
      const settings = {
        apiBaseUrl: server.url,
        cdnBaseUrl: `${server.url}/c2c`,
        allowedHosts: [server.url],
        paceMs: 0,
      };
      ilink = createIlink({
        ...on,
        ports,
        http,
        media,
        quotes: openQuotedMessages(store.db),
        settings,
      });
      return [ilink.channel];
    },
    settings: {
      work: true,
      holder: "test",
      defaultTimezone: "UTC",
      sweepMs: 5_000,
      turn: { leaseMs: 30_000, timeoutMs: 60_000, concurrency: 4, maxAttempts: 5 },
      outbox: {
        leaseMs: 30_000,
        concurrency: 4,
        holdMs: 30_000,
        retryMs: [1, 1, 1],
        replyExpiresMs: 1_800_000,
      },
    },
  });
  const access = createAccess({ ...on, projector: spine.projector });
  accountId = await access.createAccount({
    displayName: "Ada",
    language: "zh",
    timezone: "Asia/Shanghai",
  });
  const polling = ilink.startPolling();
  closers.push(
    () => polling.close(),
    () => spine.close(0),
    () => http.close(),
    () => server.close(),
  );
});
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
  expect(server.violations).toEqual([]);
});

async function login(userId?: string): Promise<Bot> {
  const bot = server.bot();
  const person = userId ?? bot.userId;
  const { session } = await ilink.login.start(accountId);
  server.plan("get_qrcode_status", {
    json: {
      status: "confirmed",
      bot_token: bot.token,
      ilink_bot_id: bot.botId,
      ilink_user_id: person,
      baseurl: server.url,
    },
  });
  expect(await ilink.login.status({ session, accountId })).toMatchObject({ state: "connected" });
  return { ...bot, userId: person };
}

const statesOf = async (): Promise<string[]> =>
  (await spine.ports.directory.list("wechat_personal")).map(({ state, reason }) =>
    reason === null ? state : `${state}: ${reason}`,
  );

it("an iLink chat works from the scanned code to the answer on the phone, and what is quoted is known", async () => {
  const bot = await login();
  expect(await statesOf()).toEqual(["connected"]);
  server.people.answersWithId = true;
  server.says(bot, { text: "你好", messageId: 18_446_744_073_709_551_615n });
  await server.people.seen(1);
  expect(server.people.ledger[0]).toMatchObject({ to: bot.userId, text: "echo: 你好" });

  answer = async ({ window }) =>
    JSON.stringify(window.map(({ payload }) => (payload as { quote?: unknown }).quote));
  const quoting = (id: bigint) =>
    server.says(bot, { items: [{ type: 1, text_item: { text: "?" }, ref_msg: { svr_id: id } }] });
  quoting(18_446_744_073_709_551_615n);
  await server.people.seen(2);
  expect(server.people.ledger[1]?.text).toContain('"text":"你好"');
  quoting(9_000_000_000_000_000_001n);
  await server.people.seen(3);
  expect(server.people.ledger[2]?.text).toContain('"text":"echo: 你好"');
  const sealed = await store.owner((sql) =>
    sql.rows<{ sealed: string }>("select sealed from sealed_secret"),
  );
  expect(sealed.length).toBeGreaterThan(0);
  expect(JSON.stringify(sealed)).not.toContain(bot.token);
});

it("a picture reaches its turn decrypted, and the phone shows that an answer is being written", async () => {
  const bot = await login();
  answer = async ({ window, file }) => {
    const [picture] = window[0]?.attachments ?? [];
    const kept = await file?.(picture?.mediaId ?? "");
    return `${picture?.type}: ${Buffer.from(kept?.bytes ?? [])
      .toString("latin1")
      .slice(1, 4)}`;
  };
  const key = Buffer.from("00112233445566778899aabbccddeeff", "hex");
  const param = server.cdn.keep(tinyPng(), key);
  server.says(bot, {
    items: [
      {
        type: 2,
        image_item: { aeskey: key.toString("hex"), media: { encrypt_query_param: param } },
      },
    ],
  });
  await server.people.seen(1);
  expect(server.people.ledger[0]?.text).toMatch(/^image\/png: PNG/);
  // Shown, and taken back when the turn was over.
  await server.arrived("sendtyping", 2);
});

it("an answer's files follow its words, and the phone can open them", async () => {
  const bot = await login();
  const table = Buffer.from("day,what\n1,tea\n");
  answer = async ({ channel }) => ({
    reply: ["Here you are."],
    files: channel.carriesFiles
      ? [
          { bytes: table, name: "茶.csv" },
          { bytes: tinyPng(), name: "tea.png" },
        ]
      : [],
    disposition: "replied",
    reason: "reply_ready",
  });
  server.says(bot, { text: "send me the table" });
  await server.people.seen(3);
  const [words, file, picture] = server.people.ledger;
  expect(words?.text).toBe("Here you are.");
  expect(Buffer.from(file?.file ?? [])).toEqual(table);
  expect(file?.item["file_item"]).toMatchObject({ file_name: "茶.csv", len: String(table.length) });
  expect([picture?.item["type"], picture?.file?.length]).toEqual([2, tinyPng().length]);
});

it("a stop word ends a turn that runs, and the batch that brought it does not wait", async () => {
  const bot = await login();
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  answer = async ({ signal }) => {
    begun.resolve();
    await new Promise<void>((resolve) =>
      signal.addEventListener("abort", () => resolve(), { once: true }),
    );
    ended.resolve();
    return "too late";
  };
  server.says(bot, { text: "write me a novel" });
  await begun.promise;
  server.says(bot, { text: "停止" });
  await ended.promise;
  await server.people.seen(1);
  expect(server.people.ledger.map(({ text }) => text)).not.toContain("too late");
});

it("an answer outlives a dead login: it waits, and goes out after the next one", async () => {
  const bot = await login();
  const may = Promise.withResolvers<void>();
  answer = async () => {
    await may.promise;
    return "the answer";
  };
  server.says(bot, { text: "question" });
  await server.arrived("getupdates", 2);
  server.kill(bot);
  may.resolve();
  // The send finds the token dead. The part stays, the state is there for all to see.
  await died.promise;
  expect(await statesOf()).toEqual(["needs_login: token_dead"]);
  const again = await login(bot.userId);
  // The vendor passes on nothing before the person has written to the new bot; what waited goes out with that.
  spine.wake();
  await server.arrived("sendmessage", 2);
  server.says(again, { text: "still there?" });
  await server.people.seen(1);
  expect(server.people.ledger.map(({ text, to }) => [text, to])).toContainEqual([
    expect.stringContaining("the answer"),
    bot.userId,
  ]);
  expect(await statesOf()).toEqual(["connected"]);
});
