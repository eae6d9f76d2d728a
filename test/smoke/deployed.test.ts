import { appendFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { meanwhile, type Ran } from "../support/command-line.ts";
import { findMorningZone } from "../support/morning-zone.ts";
import { runs } from "../support/runs.ts";
import { startWechatProduct, type WechatProduct } from "../support/wechat-product.ts";

const wxid = "wxid_smoke_requester";
const friend = "wxid_smoke_friend";
const real = "o9000somebody_real@im.wechat";
const secret = "a-webhook-secret-of-the-test";

let world: WechatProduct;
let out: string;
let account: string;

beforeAll(async () => {
  world = await startWechatProduct({
    env: {
      MEANWHILE_CHANNELS__WECHAT__WEBHOOK_SECRET: secret,
      MEANWHILE_DEFAULT_TIMEZONE: findMorningZone(),
    },
  });
  out = await mkdtemp(join(tmpdir(), "meanwhile-smoke-deployed-"));
  account = await world.account(wxid);
  await world.account(real);
  const known = await world.account(friend);
  await world.ask(`/api/accounts/${known}`, { method: "PATCH", json: { display_name: "张三" } });
});
afterAll(async () => {
  await world.close();
  await rm(out, { recursive: true, force: true });
});

const smoke = (...args: readonly string[]): Promise<Ran> =>
  meanwhile(["smoke", "--target", world.app.url, "--out", out, ...args], {
    env: {
      DATABASE_URL: world.env["DATABASE_URL"] ?? "",
      MEANWHILE_OPERATOR_TOKEN: world.env["MEANWHILE_OPERATOR_TOKEN"] ?? "",
      MEANWHILE_CHANNELS__WECHAT__WEBHOOK_SECRET: secret,
    },
  });

it(
  "the smoke test runs on an instance that is there, clears away what it made and touches nothing else",
  { timeout: 600_000 },
  async () => {
    const items = [
      {
        operation: "create",
        content: "健身",
        trigger_time: "2099-01-01T08:00:00",
        captured_timezone: "Asia/Shanghai",
        kind: "timed",
      },
    ];
    await world.ask("/api/reminders/batch", {
      method: "POST",
      json: { owner_account_id: account, items },
    });
    const ran = await smoke(
      "--as",
      wxid,
      "--case",
      "a1-tomorrow,a5-bare-hour,a13-clocks-change,i1-three-hours-late,d5-cancel,d5-cancel-en,c1-friend,a12-goes-off",
    );
    expect(ran.out).toContain("3 passed, 0 failed, 5 not run");
    expect(ran.out).toContain("d5-cancel: not run: one of them has “健身” already");
    expect(ran.out).toContain("✓ a5-bare-hour");
    expect(ran.out).toContain("a13-clocks-change: not run: it needs people in a zone of its own");
    expect(ran.out).toContain(
      "i1-three-hours-late: not run: it needs a clock of its own: time is let pass at once",
    );
    expect(ran.out).toContain(
      "a12-goes-off: not run: it takes 30 minutes of real time: --wait 30 lets it",
    );
    expect(ran.code).toBe(0);
    const active = "select content from reminder where lifecycle = 'active'";
    expect(await world.read(active)).toEqual([["健身"]]);
    const made = "select count(*) from reminder where lifecycle = 'deleted'";
    expect(await world.read(made)).toEqual([["4"]]);
    const [run] = (await readFile(join(out, "evidence.jsonl"), "utf8")).split("\n");
    const { run: id } = JSON.parse(run ?? "{}") as { run: string };
    const unmarked = `select count(*) from message where direction = 'inbound' and not starts_with(causal_inbound_event_id, '${id}-')`;
    expect(await world.read(unmarked)).toEqual([["0"]]);
  },
);

it(
  "the smoke test asks a friend by name about their time and arranges things with them, and leaves no friendship behind",
  { timeout: 600_000 },
  async () => {
    const mute = await smoke("--as", wxid, "--friend", friend, "--case", "e1-together");
    expect(mute.out).toContain(
      `e1-together: not run: ${friend} has never written to this instance`,
    );
    const hello = {
      wxid: friend,
      message_id: "hello",
      text: "你好",
      sender_name: "张三",
      session_id: "s",
      context_token: "t",
    };
    const known =
      (
        await world.read(
          `select account_id from channel_identity where provider_subject = '${friend}'`,
        )
      )[0]?.[0] ?? "";
    const headers = { "X-Webhook-Secret": secret };
    await world.call("/webhooks/wechat/personal", {
      method: "POST",
      json: { ...hello, account_id: known.replaceAll("-", "") },
      headers,
    });
    const ran = await smoke(
      "--as",
      wxid,
      "--friend",
      friend,
      "--case",
      "C1,C2,E1,E4,E6,E7,e9-three",
    );
    // What the clean-up of a case tells people is over before the next case begins.
    expect(
      await world.read(
        `select (select count(*) from notification where state = 'waiting') + (select count(*) from delivery_attempt where status in ('pending', 'sending'))`,
      ),
    ).toEqual([["0"]]);
    expect(ran.out.split("\n").filter((line) => /^(?:✗| {4})/.test(line))).toEqual([]);
    expect(ran.out).toContain("e9-three: not run: it needs two friends");
    for (const id of [
      "c1-friend",
      "c2-stranger",
      "e1-together",
      "e4-friend-is-busy",
      "e6-move-into-conflict",
      "e7-cancel",
    ])
      expect(ran.out).toContain(`✓ ${id}`);
    expect(ran.code).toBe(0);
    expect(await world.read("select count(*) from friendship where lifecycle = 'active'")).toEqual([
      ["0"],
    ]);
    expect(
      await world.read("select count(*) from shared_reminder where status = 'active'"),
    ).toEqual([["0"]]);
  },
);

it("the smoke test sends nothing to a real person who was not named twice, nor to one who is not paired", async () => {
  const countSent = (): number =>
    world.connector.calls.filter(({ wxid: to }) => to === real).length;
  expect(await smoke("--as", real, "--case", "f1-swimming")).toMatchObject({
    code: 2,
    err: expect.stringContaining(`--i-mean ${real}`) as string,
  });
  expect(await smoke("--as", wxid, "--friend", real, "--case", "f1-swimming")).toMatchObject({
    code: 2,
  });
  expect(await smoke("--as", "wxid_smoke_nobody", "--case", "f1-swimming")).toMatchObject({
    code: 1,
  });
  expect(countSent()).toBe(0);
  expect((await smoke("--as", real, "--i-mean", real, "--case", "f1-swimming")).code).toBe(0);
  expect(countSent()).toBe(1);
});

it(
  "the smoke test ends with 1 when rows are not as they must be, and goes on after the first failure",
  { timeout: 600_000 },
  async () => {
    world.connector.plan.push({ body: { ret: -2 } });
    const ran = await smoke("--as", wxid, "--case", "f1-swimming,f2-running");
    expect(ran.code).toBe(1);
    expect(ran.out).toContain("every part was taken by the channel");
    expect(ran.out).toContain("1 passed, 1 failed");
  },
);

// Reminders that really go off take a minute of real time, which only the long run has.
const near = runs(0, 1) === 1 ? ["j1-near", "j2-near-en"] : [];

it(
  "the smoke test compares with what the connector wrote down, and reminders in a minute go off in their time",
  { timeout: 600_000 },
  async () => {
    const ledger = join(out, "connector.jsonl");
    let told = world.connector.calls.length;
    await writeFile(ledger, "");
    const keep = setInterval(() => {
      const fresh = world.connector.calls.slice(told);
      told += fresh.length;
      appendFileSync(ledger, fresh.map((call) => `${JSON.stringify(call)}\n`).join(""));
    }, 300);
    try {
      const ran = await smoke(
        "--as",
        wxid,
        "--case",
        ["f1-swimming", "a1-tomorrow", ...near].join(),
        "--received",
        ledger,
      );
      expect(ran.out.split("\n").filter((line) => /^(?:✗| {4})/.test(line))).toEqual([]);
      expect(ran.out).toContain(`${2 + near.length} passed, 0 failed`);
      expect(await readFile(join(out, "report.html"), "utf8")).toContain(
        "what the connector got was compared",
      );
    } finally {
      clearInterval(keep);
    }
    // A connector that got nothing of what is `sent`.
    const silent = await smoke("--as", wxid, "--case", "f1-swimming", "--received", ledger);
    expect(silent.code).toBe(1);
    expect(silent.out).toContain("calls that the connector got: expected “1”, found “0”");
    expect(await smoke("--as", wxid, "--received", join(out, "none.jsonl"))).toMatchObject({
      code: 1,
    });
  },
);
