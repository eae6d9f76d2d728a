import { beforeAll, expect, test } from "vitest";
import { meanwhile, type Ran } from "../support/command-line.ts";
import { eventually, startWechatProduct, type WechatProduct } from "../support/wechat-product.ts";

let world: WechatProduct;
let account: string;

beforeAll(async () => {
  world = await startWechatProduct({
    env: { MEANWHILE_CHANNELS__WECHAT__INSECURE_NO_SECRET: "true" },
  });
  account = await world.account("wx_cli");
  return () => world.close();
});

const run = (...args: string[]): Promise<Ran> =>
  meanwhile([...args, "--lang", "en"], { env: world.env });
const say = (wxid: string, id: string, more: object) =>
  world.call("/webhooks/wechat/personal", {
    method: "POST",
    json: { wxid, message_id: id, text: "hi", context_token: "t", ...more },
  });
const state = async (): Promise<string> =>
  String(
    (
      await world.read("select string_agg(status, ',' order by ordinal) from delivery_attempt")
    )[0]?.[0],
  );

/** What commands noted in the audit, without looks into the database. */
const readAudit = async (): Promise<unknown[]> => {
  const entries = await world.read(
    "select action, account_id, subject, details::text from audit_entry where actor = 'command_line' and action <> 'sql_read' order by id",
  );
  return entries.slice();
};

test("deliveries that came to no end are listed with their reason, resent and discarded", async () => {
  world.connector.plan.push({ cut: true });
  await say("wx_cli", "a", { account_id: account });
  await eventually(world, async () => (await state()) === "unknown");
  const listed = await run("deliveries", "--state", "unknown");
  expect(listed.out).toMatch(/unknown[ |]+reset/);
  const [{ id = "" } = {}] = JSON.parse((await run("deliveries", "--json")).out) as {
    id?: string;
  }[];
  expect((await run("deliveries", "resend", id)).code).toBe(0);
  await eventually(world, async () => (await state()) === "sent");
  expect(await run("deliveries", "discard", id)).toMatchObject({
    code: 1,
    err: expect.stringContaining("not waiting for a decision"),
  });
  expect((await run("deliveries")).out).toBe("Everything has arrived.\n");
  expect((await run("deliveries", "--state", "lost")).code).toBe(2);
  // What was refused, and looking, are not in the audit.
  expect(await readAudit()).toEqual([["delivery_resent", null, id, "{}"]]);
});

test("the state of the account in the chat app is shown by channels, by the API, by the doctor and in the metrics", async () => {
  await eventually(world, async () => (await run("channels")).out.includes("connected"));
  expect((await run("channels")).out).toMatch(/wechat_personal[ |]+connector[ |]+connected/);
  expect((await world.ask("/api/channels")).json).toMatchObject({
    channels: [{ id: "wechat_personal:connector", channel: "wechat_personal", state: "connected" }],
  });
  expect((await run("doctor")).out).toMatch(/wechat_personal connector +Connected since/);
  const metrics = (await world.ask("/metrics")).text;
  expect(metrics).toContain(
    'meanwhile_channel_accounts{channel="wechat_personal",state="connected"} 1',
  );
  expect(metrics).toContain("meanwhile_channel_login_age_seconds");
});

test("a code from the command line pairs the person who sends it", async () => {
  const code = (
    await run("pair", "--account", account.replaceAll("-", ""), "--channel", "wechat_personal")
  ).out.trim();
  expect((await say("wx_other_phone", "p", { text: code })).status).toBe(202);
  expect((await say("wx_other_phone", "q", { account_id: account })).status).toBe(202);
  expect((await run("pair", "--account", "nobody")).code).toBe(1);
  expect((await readAudit()).slice(1)).toEqual([
    ["pairing_made", account, expect.any(String), '{"channel": "wechat_personal"}'],
  ]);
  expect(JSON.stringify(await readAudit())).not.toContain(code);
});
