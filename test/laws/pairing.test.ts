import { beforeAll, describe, expect, it } from "vitest";
import { findPairingCode } from "../../src/domain/pairing.ts";
import { codeOf } from "../support/api.ts";
import { startWechatProduct, type WechatProduct } from "../support/wechat-product.ts";

const secret = "the-webhook-secret";
let world: WechatProduct;
let count = 0;

beforeAll(async () => {
  world = await startWechatProduct({
    env: { MEANWHILE_CHANNELS__WECHAT__WEBHOOK_SECRET: `${secret},the-next-secret` },
  });
  return () => world.close();
});

const say = (wxid: string, text: string, more: object = {}) =>
  world.call("/webhooks/wechat/personal", {
    method: "POST",
    headers: { "X-Webhook-Secret": secret },
    json: { wxid, message_id: `m${++count}`, text, context_token: "t", ...more },
  });
const pair = async (accountId: string): Promise<string> => {
  const reply = await world.ask("/api/pairings", {
    method: "POST",
    json: { account_id: accountId, channel: "wechat_personal" },
  });
  expect(reply.status).toBe(201);
  return (reply.json as { code: string }).code;
};
const bind = (accountId: string, subject: string) =>
  world.ask(`/api/accounts/${accountId}/identities`, {
    method: "POST",
    json: { channel: "wechat_personal", subject },
  });
const callWebhook = (headers: Record<string, string>, body = "not json") =>
  world.call("/webhooks/wechat/personal", { method: "POST", headers, body });
const ownerOf = async (wxid: string) =>
  (
    await world.read(
      `select account_id from channel_identity where provider_subject = '${wxid}' and lifecycle = 'active'`,
    )
  ).flat();

describe("a pairing code", () => {
  it("a pairing code binds the person who sends it, once, as phones write it; the code itself is stored nowhere", async () => {
    const account = await world.account();
    const code = await pair(account);
    const wide = Array.from(code.toLowerCase()).map((letter) =>
      /[0-9a-z]/.test(letter) ? String.fromCharCode(letter.charCodeAt(0) + 0xfee0) : letter,
    );
    expect((await say("wx_pair_1", `pair ${wide.join("")}`)).status).toBe(202);
    expect(await ownerOf("wx_pair_1")).toEqual([account]);
    expect(codeOf(await say("wx_pair_2", code))).toBe("identity_pairing_required");
    expect(await ownerOf("wx_pair_2")).toEqual([]);
    const stored = await world.read(
      "select payload_json::text from event_log where kind = 'pairing_made'",
    );
    expect(JSON.stringify(stored)).not.toContain(code);
    expect((await say("wx_pair_1", "你好", { account_id: account })).status).toBe(202);
  });

  it("S22: a pairing code in a link or a picture has 128 bits or more, is another one than the one to type, and either uses both up", async () => {
    const account = await world.account();
    const make = async () =>
      (await world.ask("/api/pairings", { method: "POST", json: { account_id: account } }))
        .json as Record<"code" | "link" | "qr_payload", string>;
    const made = await make();
    expect(made.qr_payload).toBe(made.link);
    const carried = made.link.split("#pair=")[1] ?? "";
    // Thirty-two letters, five bits each.
    expect(carried.replaceAll("-", "")).toMatch(/^[0-9A-HJKMNP-TV-Z]{26,}$/);
    expect(made.link).not.toContain(made.code);
    expect(codeOf(await say("wx_link_wrong", carried.slice(0, made.code.length)))).toBe(
      "identity_pairing_required",
    );
    expect((await say("wx_link", made.link)).status).toBe(202);
    expect(await ownerOf("wx_link")).toEqual([account]);
    for (const used of [made.code, made.link, carried])
      expect(codeOf(await say("wx_link_2", used))).toBe("identity_pairing_required");
    const next = await make();
    expect((await say("wx_typed", next.code)).status).toBe(202);
    const page = await world.call("/api/session", {
      method: "POST",
      json: { pairing: next.link.split("#pair=")[1] },
    });
    expect(codeOf(page)).toBe("code_not_valid");
    const stored = JSON.stringify(
      await world.read("select payload_json::text from event_log where kind = 'pairing_made'"),
    );
    expect(stored).not.toContain(carried);
  });

  it("a pairing code is confirmed in the language of the account that it binds to", async () => {
    const account = await world.account();
    await world.ask(`/api/accounts/${account}`, { method: "PATCH", json: { language: "zh" } });
    expect((await say("wx_pair_zh", await pair(account))).status).toBe(202);
    const told = await world.read(
      `select text from message where account_id = '${account}' and direction = 'outbound'`,
    );
    expect(told).toEqual([["配对成功，现在可以直接跟我说话了。"]]);
  });

  it("a pairing code goes to one of two who send it in the same moment", async () => {
    const account = await world.account();
    const code = await pair(account);
    const answers = await Promise.all(
      ["wx_race_1", "wx_race_2", "wx_race_3"].map((wxid) => say(wxid, code)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 400, 400]);
  });

  it("a pairing code never takes a person over from another account", async () => {
    const [mine, theirs] = [await world.account("wx_taken"), await world.account()];
    // From a person who names their own account it is a message like any other.
    expect((await say("wx_taken", await pair(theirs), { account_id: mine })).status).toBe(202);
    expect(codeOf(await say("wx_taken", await pair(theirs)))).toBe(
      "channel_identity_already_bound",
    );
    expect(await ownerOf("wx_taken")).toEqual([mine]);
  });

  it("a pairing code can't be guessed at leisure, and no account has more than five that are good", async () => {
    const account = await world.account();
    for (let nth = 0; nth < 5; nth += 1)
      expect(codeOf(await say("wx_guess", `AAAA-AAAA-AAA${nth}`))).toBe(
        "identity_pairing_required",
      );
    expect(codeOf(await say("wx_guess", await pair(account)))).toBe("identity_pairing_required");
    for (let nth = 0; nth < 4; nth += 1) await pair(account);
    expect(
      (await world.ask("/api/pairings", { method: "POST", json: { account_id: account } })).status,
    ).toBe(429);
  });

  it.each([
    "conversation",
    "1234-5678",
    "1234-5678-9ABC-DEFG",
    "ABCD".repeat(7),
    "hello there you",
    "AAAA-AAAA-UUUU",
    "",
  ])("a pairing code is not seen in %j", (text) => {
    expect(findPairingCode(text)).toBeUndefined();
  });
});

describe("a binding by the operator", () => {
  it("a binding by the operator is made once, for one account only, whichever call is quicker", async () => {
    const accounts = await Promise.all([1, 2, 3].map(() => world.account()));
    const answers = await Promise.all(
      accounts.map((account) => bind(account.replaceAll("-", ""), "wx_bind_race")),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400, 400]);
    expect(answers.filter(({ status }) => status === 400).map(codeOf)).toEqual([
      "channel_identity_already_bound",
      "channel_identity_already_bound",
    ]);
    const [winner = ""] = await ownerOf("wx_bind_race");
    expect((await bind(winner ?? "", "wx_bind_race")).status).toBe(200);
  });

  it.each(["wechat", "quatsch", "web"])(
    "a binding by the operator names a channel that exists; %s is refused with those that would do",
    async (channel) => {
      const account = await world.account();
      for (const [path, json] of [
        [`/api/accounts/${account}/identities`, { channel, subject: "wxid_nobody" }],
        ["/api/pairings", { account_id: account, channel }],
      ] as const) {
        const { status, json: answer } = await world.ask(path, { method: "POST", json });
        expect([status, answer]).toMatchObject([
          400,
          {
            error: {
              code: "invalid_request",
              fact: {
                field: "channel",
                allowed: [
                  "wechat_personal",
                  "whatsapp",
                  "evolution",
                  "wecom",
                  "wecom_app",
                  "wecom_service",
                  "telegram",
                  "discord",
                  "slack",
                  "feishu",
                  "dingtalk",
                  "bridges",
                ],
              },
            },
          },
        ]);
      }
    },
  );

  it("a binding by the operator can be ended; the person who is bound there next sees nothing of what was said before", async () => {
    const [first, second] = [await world.account("wx_moves"), await world.account()];
    await say("wx_moves", "a secret of the first", { account_id: first });
    const list = (await world.ask(`/api/accounts/${first}/identities`)).json as {
      identities: { id: string }[];
    };
    expect(
      (await world.ask(`/api/identities/${list.identities[0]?.id}`, { method: "DELETE" })).status,
    ).toBe(204);
    expect(codeOf(await say("wx_moves", "hello", { account_id: first }))).toBe(
      "identity_pairing_required",
    );
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
  it("the webhook's secret is asked for before anything is read, and each of two is good while it is being changed", async () => {
    for (const headers of [
      {},
      { "X-Webhook-Secret": "" },
      { "X-Webhook-Secret": `${secret} x` },
      { Authorization: "Bearer wrong" },
    ])
      expect(
        [await callWebhook(headers as Record<string, string>)].map(({ status }) => status),
      ).toEqual([401]);
    expect(codeOf(await callWebhook({}))).toBe("webhook_unauthorized");
    for (const headers of [
      { "X-Webhook-Secret": secret },
      { "X-Webhook-Token": "the-next-secret" },
      { Authorization: `Bearer ${secret}` },
    ])
      expect(codeOf(await callWebhook(headers as Record<string, string>))).toBe("invalid_request");
  });
});

describe("S38: a person and an account that are bound to each other", () => {
  const wide = (text: string): string =>
    Array.from(text)
      .map((letter) =>
        /[0-9a-z]/i.test(letter) ? String.fromCharCode(letter.charCodeAt(0) + 0xfee0) : letter,
      )
      .join("");
  const forms = (id: string): string[] => [
    id,
    id.replaceAll("-", ""),
    id.toUpperCase(),
    id.replaceAll("-", "").toUpperCase(),
    ` ${id} `,
  ];

  it("S38 L15: a person and an account are bound to each other in every form of the account's id, and another account is another one in every form", async () => {
    const [mine, theirs] = [await world.account("wx_forms"), await world.account()];
    for (const form of forms(mine))
      expect([form, (await say("wx_forms", "hi", { account_id: form })).status]).toEqual([
        form,
        202,
      ]);
    for (const form of forms(theirs))
      expect([form, codeOf(await say("wx_forms", "hi", { account_id: form }))]).toEqual([
        form,
        "channel_identity_already_bound",
      ]);
    for (const form of [wide(mine), "", "null", `${mine}x`])
      expect([form, (await say("wx_forms", "hi", { account_id: form })).status]).toEqual([
        form,
        400,
      ]);
  });

  it("S38: a person and an account are not bound by a name that merely looks like theirs", async () => {
    const mine = await world.account("wx_looks_1");
    for (const wxid of [
      "WX_LOOKS_1",
      wide("wx_looks_1"),
      "wx_looks_1\u200b",
      " wx_looks_1",
      "wx_l\u043e\u043eks_1",
    ])
      expect([wxid, codeOf(await say(wxid, "hi", { account_id: mine }))]).toEqual([
        wxid,
        "identity_pairing_required",
      ]);
  });

  it("S38: a person and an account stay bound even if others try to take the person over, by code and by the operator at once", async () => {
    const mine = await world.account("wx_stays");
    const [one, two] = [await world.account(), await world.account()];
    const code = await pair(one);
    const answers = await Promise.all([
      say("wx_stays", code),
      bind(two, "wx_stays"),
      say("wx_stays", code),
      bind(one, "wx_stays"),
    ]);
    expect(answers.map(codeOf)).toEqual(
      Array.from({ length: 4 }, () => "channel_identity_already_bound"),
    );
    expect(await ownerOf("wx_stays")).toEqual([mine]);
  });

  it("S38: many who try to bind one person in the same moment have one winner, and no other is left half bound", async () => {
    const accounts = await Promise.all([1, 2, 3, 4].map(() => world.account()));
    const codes = await Promise.all(accounts.slice(0, 2).map(pair));
    const answers = await Promise.all([
      ...codes.map((code) => say("wx_prize", code)),
      ...accounts.slice(2).map((account) => bind(account, "wx_prize")),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(await ownerOf("wx_prize")).toHaveLength(1);
  });

  it("S38: a binding is needed for everything: an unpaired person can neither speak, stop nor clear", async () => {
    for (const text of ["hi", "停止", "stop", "/clear", "/new"])
      expect(codeOf(await say("wx_unpaired", text, { account_id: await world.account() }))).toBe(
        "identity_pairing_required",
      );
    expect(
      await world.read(
        "select 1 from message m join conversation c on c.id = m.conversation_id where c.peer = 'wx_unpaired'",
      ),
    ).toEqual([]);
  });
});
