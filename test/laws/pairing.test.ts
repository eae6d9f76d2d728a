import { beforeAll, describe, expect, it } from "vitest";
import { pairingCodeIn } from "../../src/domain/pairing.ts";
import { codeOf } from "../support/api.ts";
import { startWechatApp, type WechatApp } from "../support/wechat-app.ts";

const secret = "the-webhook-secret";
let world: WechatApp;
let count = 0;

beforeAll(async () => {
  world = await startWechatApp({ env: { MEANWHILE_CHANNELS__WECHAT__WEBHOOK_SECRET: `${secret},the-next-secret` } });
  return () => world.close();
});

const say = (wxid: string, text: string, more: object = {}) =>
  world.call("/webhooks/wechat/personal", {
    method: "POST",
    headers: { "X-Webhook-Secret": secret },
    json: { wxid, message_id: `m${++count}`, text, context_token: "t", ...more },
  });
const pair = async (accountId: string): Promise<string> => {
  const reply = await world.ask("/api/pairings", { method: "POST", json: { account_id: accountId, channel: "wechat_personal" } });
  expect(reply.status).toBe(201);
  return (reply.json as { code: string }).code;
};
const bind = (accountId: string, subject: string) =>
  world.ask(`/api/accounts/${accountId}/identities`, { method: "POST", json: { channel: "wechat_personal", subject } });
const knock = (headers: Record<string, string>, body = "not json") =>
  world.call("/webhooks/wechat/personal", { method: "POST", headers, body });
const ownerOf = async (wxid: string) =>
  (await world.read(`select account_id from channel_identity where provider_subject = '${wxid}' and lifecycle = 'active'`)).flat();

describe("a pairing code", () => {
  it("binds whoever sends it, once, as phones write it; the code itself is stored nowhere", async () => {
    const account = await world.account();
    const code = await pair(account);
    const wide = Array.from(code.toLowerCase()).map((letter) =>
      /[0-9a-z]/.test(letter) ? String.fromCharCode(letter.charCodeAt(0) + 0xfee0) : letter,
    );
    expect((await say("wx_pair_1", `pair ${wide.join("")}`)).status).toBe(202);
    expect(await ownerOf("wx_pair_1")).toEqual([account]);
    expect(codeOf(await say("wx_pair_2", code))).toBe("identity_pairing_required");
    expect(await ownerOf("wx_pair_2")).toEqual([]);
    const stored = await world.read("select payload_json::text from event_log where kind = 'pairing_made'");
    expect(JSON.stringify(stored)).not.toContain(code);
    expect((await say("wx_pair_1", "你好", { account_id: account })).status).toBe(202);
  });

  it("goes to one of two who send it in the same moment", async () => {
    const account = await world.account();
    const code = await pair(account);
    const answers = await Promise.all(["wx_race_1", "wx_race_2", "wx_race_3"].map((wxid) => say(wxid, code)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 400, 400]);
  });

  it("never takes a person over from another account", async () => {
    const [mine, theirs] = [await world.account("wx_taken"), await world.account()];
    // From a person who names their own account it is a message like any other.
    expect((await say("wx_taken", await pair(theirs), { account_id: mine })).status).toBe(202);
    expect(codeOf(await say("wx_taken", await pair(theirs)))).toBe("channel_identity_already_bound");
    expect(await ownerOf("wx_taken")).toEqual([mine]);
  });

  it("can't be guessed at leisure, and no account has more than five that are good", async () => {
    const account = await world.account();
    for (let nth = 0; nth < 5; nth += 1) expect(codeOf(await say("wx_guess", `AAAA-AAAA-AAA${nth}`))).toBe("identity_pairing_required");
    expect(codeOf(await say("wx_guess", await pair(account)))).toBe("identity_pairing_required");
    for (let nth = 0; nth < 4; nth += 1) await pair(account);
    expect((await world.ask("/api/pairings", { method: "POST", json: { account_id: account } })).status).toBe(429);
  });

  it.each(["conversation", "1234-5678", "hello there you", "AAAA-AAAA-UUUU", ""])("is not seen in %j", (text) => {
    expect(pairingCodeIn(text)).toBeUndefined();
  });
});

describe("a binding by the operator", () => {
  it("is made once, for one account only, whoever is quicker", async () => {
    const accounts = await Promise.all([1, 2, 3].map(() => world.account()));
    const answers = await Promise.all(accounts.map((account) => bind(account.replaceAll("-", ""), "wx_bind_race")));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400]);
    expect(answers.filter(({ status }) => status === 400).map(codeOf)).toEqual([
      "channel_identity_already_bound",
      "channel_identity_already_bound",
    ]);
    const [winner = ""] = await ownerOf("wx_bind_race");
    expect((await bind(winner ?? "", "wx_bind_race")).status).toBe(200);
  });

  it("can be ended; who is bound there next sees nothing of what was said before", async () => {
    const [first, second] = [await world.account("wx_moves"), await world.account()];
    await say("wx_moves", "a secret of the first", { account_id: first });
    const list = (await world.ask(`/api/accounts/${first}/identities`)).json as { identities: { id: string }[] };
    expect((await world.ask(`/api/identities/${list.identities[0]?.id}`, { method: "DELETE" })).status).toBe(204);
    expect(codeOf(await say("wx_moves", "hello", { account_id: first }))).toBe("identity_pairing_required");
    expect((await bind(second, "wx_moves")).status).toBe(201);
    expect((await say("wx_moves", "hello", { account_id: second })).status).toBe(202);
    expect(
      await world.read(
        "select count(distinct conversation_id), count(distinct account_id) from message where text in ('hello', 'a secret of the first')",
      ),
    ).toEqual([["2", "2"]]);
  });
});

describe("the webhook's secret", () => {
  it("is asked for before anything is read, and each of two is good while it is being changed", async () => {
    for (const headers of [{}, { "X-Webhook-Secret": "" }, { "X-Webhook-Secret": `${secret} x` }, { Authorization: "Bearer wrong" }])
      expect([await knock(headers as Record<string, string>)].map(({ status }) => status)).toEqual([401]);
    expect(codeOf(await knock({}))).toBe("webhook_unauthorized");
    for (const headers of [{ "X-Webhook-Secret": secret }, { "X-Webhook-Token": "the-next-secret" }, { Authorization: `Bearer ${secret}` }])
      expect(codeOf(await knock(headers as Record<string, string>))).toBe("invalid_request");
  });
});

describe("the webhook under two thousand strange calls", () => {
  it("never answers with a failure of its own", async () => {
    const account = await world.account("wx_fuzz");
    const odd: unknown[] = [
      null,
      0,
      -1,
      1e308,
      true,
      [],
      {},
      "",
      " ",
      "\0",
      "\ud800",
      "x".repeat(3_000),
      "😀",
      "停止",
      "/clear",
      "__proto__",
      { toString: 1 },
    ];
    const fields = ["wxid", "account_id", "message_id", "text", "sender_name", "session_id", "context_token"];
    let seed = 7;
    const next = (below: number): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    const strange = (nth: number): string => {
      const body: Record<string, unknown> = { wxid: "wx_fuzz", account_id: account, message_id: `f${nth}`, text: "hi" };
      for (let times = next(4); times >= 0; times -= 1) body[fields[next(fields.length)] ?? ""] = odd[next(odd.length)];
      const text = JSON.stringify(body);
      const cut = [text, text.slice(0, next(text.length)), `${"[".repeat(next(2_000))}${text}`, text.replaceAll('"', "'")];
      return cut[next(12)] ?? text;
    };
    const seen = new Map<number, number>();
    for (let at = 0; at < 2_000; at += 40) {
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, nth) =>
          knock(nth % 4 === 0 ? { "X-Webhook-Secret": `wrong${nth}` } : { "X-Webhook-Secret": secret }, strange(at + nth)),
        ),
      );
      for (const { status } of answers) seen.set(status, (seen.get(status) ?? 0) + 1);
    }
    expect([...seen.keys()].filter((status) => ![202, 400, 401].includes(status))).toEqual([]);
    expect(seen.get(401)).toBe(500);
    expect(seen.get(202)).toBeGreaterThan(100);
  });
});
