import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sealText, wecomSignature } from "../../../src/channels/wecom/crypto.ts";
import { createSwitchedOffWebhooks } from "../../../src/channels/kit/switched-off.ts";
import { channels } from "../../../src/channels/list.ts";
import { codeOf, openApi, operatorToken, textAt } from "../../support/api.ts";
import { fixture, jwt, signatureOf, webhookSecret } from "../../support/whatsapp-bench.ts";
import { testKey } from "../../vendors/wecom-server.ts";
import { freshId, type Someone, type ChannelWorld } from "./bench.ts";
import { connectorBench } from "./connector.ts";
import { connectorSecret } from "./channels.ts";
import { callback } from "./wecom.ts";
import { openChannelWorld } from "./world.ts";

let world: ChannelWorld;
let ada: Someone;
let account: string;
let identity: string;
let other: string;
beforeAll(async () => {
  world = await openChannelWorld({ works: false });
  ada = await connectorBench(world).person();
  const [row] = await world.db.rows<{ id: string; account: string }>(
    "select id, account_id as account from channel_identity where provider_subject = $1",
    [ada.peer],
  );
  account = row?.account ?? "";
  identity = row?.id ?? "";
  other = (await world.one.api.person("Bob")).id;
});
afterAll(() => world.close());

interface Sent {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const ask = async ({
  path,
  method = "POST",
  headers = {},
  body = "",
}: Sent): Promise<readonly [number, string]> => {
  const reply = await world.one.api.call(path, {
    method,
    headers,
    ...(["GET", "HEAD"].includes(method) ? {} : { body }),
  });
  return [reply.status, codeOf(reply)];
};

describe("the connector's webhook answers", () => {
  const path = "/webhooks/wechat/personal";
  const secret = { "X-Webhook-Secret": connectorSecret };
  const body = (change: object = {}): string =>
    JSON.stringify({
      wxid: ada.peer,
      account_id: account,
      message_id: freshId(),
      text: "hi",
      context_token: "t",
      ...change,
    });

  it.each<[what: string, () => Sent, status: number, code: string]>([
    ["a message", () => ({ path, headers: secret, body: body() }), 202, ""],
    [
      "a message without words",
      () => ({ path, headers: secret, body: body({ text: "" }) }),
      202,
      "",
    ],
    [
      "an account without dashes",
      () => ({ path, headers: secret, body: body({ account_id: account.replaceAll("-", "") }) }),
      202,
      "",
    ],
    [
      "the secret as a token",
      () => ({ path, headers: { "X-Webhook-Token": connectorSecret }, body: body() }),
      202,
      "",
    ],
    [
      "the secret as a bearer",
      () => ({ path, headers: { Authorization: `Bearer ${connectorSecret}` }, body: body() }),
      202,
      "",
    ],
    [
      "the secret under the older name",
      () => ({ path, headers: { "X-Coke-Webhook-Secret": connectorSecret }, body: body() }),
      202,
      "",
    ],
    [
      "a sound trace",
      () => ({
        path,
        headers: { ...secret, traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` },
        body: body(),
      }),
      202,
      "",
    ],
    ["no secret", () => ({ path, body: body() }), 401, "webhook_unauthorized"],
    [
      "a wrong secret, whatever it brings",
      () => ({ path, headers: { "X-Webhook-Secret": "x" }, body: "{" }),
      401,
      "webhook_unauthorized",
    ],
    [
      "a malformed trace",
      () => ({ path, headers: { ...secret, traceparent: "00-xyz" }, body: body() }),
      400,
      "invalid_request",
    ],
    ["what is not JSON", () => ({ path, headers: secret, body: "{" }), 400, "invalid_request"],
    ["what is no object", () => ({ path, headers: secret, body: "[1]" }), 400, "invalid_request"],
    [
      "no wxid",
      () => ({ path, headers: secret, body: body({ wxid: undefined }) }),
      400,
      "invalid_provider_payload",
    ],
    [
      "a blank wxid",
      () => ({ path, headers: secret, body: body({ wxid: " " }) }),
      400,
      "invalid_provider_payload",
    ],
    [
      "no message id",
      () => ({ path, headers: secret, body: body({ message_id: undefined }) }),
      400,
      "invalid_provider_payload",
    ],
    [
      "a number for a message id",
      () => ({ path, headers: secret, body: body({ message_id: 2 ** 53 }) }),
      400,
      "invalid_provider_payload",
    ],
    [
      "an id of a kilobyte",
      () => ({ path, headers: secret, body: body({ message_id: "x".repeat(1_024) }) }),
      400,
      "invalid_provider_payload",
    ],
    [
      "no account",
      () => ({ path, headers: secret, body: body({ account_id: undefined }) }),
      400,
      "identity_pairing_required",
    ],
    [
      "nobody known",
      () => ({ path, headers: secret, body: body({ wxid: "nobody" }) }),
      400,
      "identity_pairing_required",
    ],
    [
      "somebody else's account",
      () => ({ path, headers: secret, body: body({ account_id: other }) }),
      400,
      "channel_identity_already_bound",
    ],
    [
      "too much",
      () => ({ path, headers: secret, body: body({ text: "x".repeat(300_000) }) }),
      413,
      "body_too_large",
    ],
    [
      "another method",
      () => ({ path, method: "PUT", headers: secret, body: body() }),
      405,
      "method_not_allowed",
    ],
  ])("the connector's webhook answers %s", async (_what, sent, ...answer) => {
    expect(await ask(sent())).toEqual(answer);
  });

  it("the connector's webhook answers a message with its outcome, and its repeat as the same", async () => {
    const said = { path, headers: secret, body: body({ message_id: "wx-msg-1" }) };
    const [first, again] = [
      await world.one.api.call(path, { method: "POST", ...said }),
      await world.one.api.call(path, { method: "POST", ...said }),
    ];
    const taken = {
      accepted: true,
      provider_type: "wechat_personal",
      provider_subject: ada.peer,
      account_id: account,
      channel_identity_id: identity,
      channel_id: "wechat_personal:connector",
      created_account: false,
      raw_event_id: "wx-msg-1",
    };
    expect([first.status, first.json]).toMatchObject([202, { ...taken, duplicate: false }]);
    expect([again.status, again.json]).toMatchObject([
      202,
      { ...taken, duplicate: true, message_id: textAt(first, "message_id") },
    ]);
  });

  it("the connector's webhook answers with the field that is wrong", async () => {
    const reply = await world.one.api.call(path, {
      method: "POST",
      headers: secret,
      body: body({ wxid: 7 }),
    });
    expect(reply.json).toMatchObject({
      error: { code: "invalid_provider_payload", fact: { field: "wxid" } },
    });
    const list = await world.one.api.call(path, { method: "POST", headers: secret, body: "[]" });
    expect(list.json).toMatchObject({
      error: { code: "invalid_request", fact: { location: "body", reason: "json_body_required" } },
    });
  });

  it("the connector's webhook answers 503 while nothing can be kept, and takes it afterwards", async () => {
    const sent = { path, headers: secret, body: body() };
    world.isAway = true;
    expect((await ask(sent))[0]).toBe(503);
    world.isAway = false;
    expect((await ask(sent))[0]).toBe(202);
  });
});

describe("WhatsApp's webhook answers", () => {
  const path = "/webhooks/whatsapp";
  const text = fixture("cloud-text");
  const challenge = (token: string, mode = "subscribe"): Sent => ({
    path: `${path}?hub.mode=${mode}&hub.verify_token=${token}&hub.challenge=42`,
    method: "GET",
  });

  it.each<[what: string, () => Sent, status: number, code: string]>([
    ["a message", () => ({ path, headers: signatureOf(text), body: text }), 200, ""],
    ["its repeat", () => ({ path, headers: signatureOf(text), body: text }), 200, ""],
    [
      "a status of a message that nobody knows",
      () => ({
        path,
        headers: signatureOf(fixture("cloud-statuses")),
        body: fixture("cloud-statuses"),
      }),
      200,
      "",
    ],
    [
      "a field that nobody asked for",
      () =>
        withSignature({
          object: "whatsapp_business_account",
          entry: [{ changes: [{ field: "x" }] }],
        }),
      200,
      "",
    ],
    ["no signature", () => ({ path, body: text }), 401, "webhook_unauthorized"],
    [
      "the signature of other bytes",
      () => ({ path, headers: signatureOf(`${text} `), body: text }),
      401,
      "webhook_unauthorized",
    ],
    [
      "what is no callback of WhatsApp",
      () => withSignature({ object: "page", entry: [] }),
      400,
      "invalid_provider_payload",
    ],
    [
      "what is not JSON",
      () => ({ path, headers: signatureOf("{"), body: "{" }),
      400,
      "invalid_provider_payload",
    ],
    ["the right challenge", () => challenge("verify-me-0001"), 200, ""],
    ["a challenge with a wrong token", () => challenge("x"), 403, "forbidden"],
    [
      "a challenge for something else",
      () => challenge("verify-me-0001", "unsubscribe"),
      403,
      "forbidden",
    ],
  ])("WhatsApp's webhook answers %s", async (_what, sent, ...answer) => {
    expect(await ask(sent())).toEqual(answer);
  });

  function withSignature(json: object): Sent {
    const body = JSON.stringify(json);
    return { path, headers: signatureOf(body), body };
  }
});

describe("Evolution's webhook answers", () => {
  const path = "/webhooks/evolution";
  const text = fixture("evolution-text");
  const secret = { "X-Webhook-Secret": webhookSecret };

  it.each<[what: string, () => Sent, status: number, code: string]>([
    ["a message", () => ({ path, headers: secret, body: text }), 200, ""],
    [
      "a message at the event's own path",
      () => ({ path: `${path}/messages-upsert`, headers: secret, body: text }),
      200,
      "",
    ],
    [
      "the secret under its own name",
      () => ({ path, headers: { "X-Evolution-Webhook-Secret": webhookSecret }, body: text }),
      200,
      "",
    ],
    [
      "a token",
      () => ({ path, headers: { Authorization: `Bearer ${jwt(world.clock.now())}` }, body: text }),
      200,
      "",
    ],
    [
      "an instance that nobody knows",
      () => ({ path, headers: secret, body: '{"event":"messages.upsert","instance":"x"}' }),
      200,
      "",
    ],
    ["no proof", () => ({ path, body: text }), 401, "webhook_unauthorized"],
    [
      "an old token",
      () => ({
        path,
        headers: { Authorization: `Bearer ${jwt(world.clock.now() - 3_600_000)}` },
        body: text,
      }),
      401,
      "webhook_unauthorized",
    ],
    [
      "what is no event",
      () => ({ path, headers: secret, body: "{}" }),
      400,
      "invalid_provider_payload",
    ],
    [
      "what is not JSON",
      () => ({ path, headers: secret, body: "<xml/>" }),
      400,
      "invalid_provider_payload",
    ],
  ])("Evolution's webhook answers %s", async (_what, sent, ...answer) => {
    expect(await ask(sent())).toEqual(answer);
  });
});

describe("WeCom's callback answers", () => {
  const path = "/wecombot/callback";
  const json = { "content-type": "application/json" };
  const at = (query: Readonly<Record<string, string>>, where = path): string =>
    `${where}?${new URLSearchParams(query).toString()}`;
  const message = (text = "hi") =>
    callback(world, "default", { userid: "zhangsan", said: { text, id: freshId() } });
  const createCallback = (change: Partial<Sent> = {}): Sent => {
    const { query, body } = message();
    return { path: at(query), headers: json, body, ...change };
  };
  const check = (): Sent => {
    const key = testKey();
    const sealed = sealText(key, "5927782489442352469", Buffer.alloc(16, 1));
    const proof = { timestamp: String(Math.floor(world.clock.now() / 1000)), nonce: freshId() };
    return {
      path: at({
        ...proof,
        msg_signature: wecomSignature(key, { ...proof, sealed }),
        echostr: sealed,
      }),
      method: "GET",
    };
  };

  it.each<[what: string, () => Sent, status: number, code: string]>([
    ["a message", () => createCallback(), 200, ""],
    [
      "a message of another type than JSON, by its headers",
      () => createCallback({ headers: { "content-type": "text/xml" } }),
      200,
      "",
    ],
    ["a check of the address", () => check(), 200, ""],
    ["a check that only asks for the headers", () => ({ ...check(), method: "HEAD" }), 200, ""],
    [
      "a check by post",
      () => ({ ...check(), method: "POST", body: "" }),
      400,
      "invalid_provider_payload",
    ],
    [
      "a message by get",
      () => ({ path: at(message().query), method: "GET" }),
      401,
      "webhook_unauthorized",
    ],
    ["another method", () => createCallback({ method: "PUT" }), 405, "method_not_allowed"],
    [
      "a bot that is not there",
      () => ({ ...createCallback(), path: at(message().query, `${path}/nobody`) }),
      404,
      "not_found",
    ],
    [
      "another bot's message",
      () => ({ ...createCallback(), path: at(message().query, `${path}/second`) }),
      401,
      "webhook_unauthorized",
    ],
    ["no proof", () => createCallback({ path }), 401, "webhook_unauthorized"],
    ["nothing", () => createCallback({ body: "" }), 400, "invalid_provider_payload"],
    [
      "a self-built app's callback",
      () => createCallback({ body: "<xml><Encrypt>x</Encrypt></xml>" }),
      400,
      "invalid_provider_payload",
    ],
    [
      "what is packed",
      () => createCallback({ headers: { ...json, "content-encoding": "gzip" } }),
      415,
      "unsupported_media_type",
    ],
    [
      "too much",
      () => createCallback({ body: JSON.stringify({ encrypt: "A".repeat(300_000) }) }),
      413,
      "body_too_large",
    ],
  ])("WeCom's callback answers %s", async (_what, asked, ...answer) => {
    expect(await ask(asked())).toEqual(answer);
  });

  it("WeCom's callback answers bodies that come in pieces, and ends one that grows too large", async () => {
    const post = async (text: string, query: Readonly<Record<string, string>>): Promise<number> => {
      const pieces = [text.slice(0, 10), text.slice(10, 200_000), text.slice(200_000)].filter(
        (piece) => piece !== "",
      );
      const body = ReadableStream.from(pieces.map((piece) => Buffer.from(piece)));
      const url = `http://127.0.0.1:${world.one.api.server.port}${at(query)}`;
      // What is refused may be cut off before all of it was read.
      return fetch(url, { method: "POST", body, duplex: "half", headers: json }).then(
        ({ status }) => status,
        () => 413,
      );
    };
    const { body, query } = message("in pieces");
    expect([
      await post(body, query),
      await post(JSON.stringify({ encrypt: "A".repeat(300_000) }), query),
    ]).toEqual([200, 413]);
    expect(await world.db.rows("select 1 from message where text = 'in pieces'")).toHaveLength(1);
  });

  it("WeCom's callback answers 503 to a message while nothing can be kept, and takes it afterwards", async () => {
    const again = createCallback();
    world.isAway = true;
    expect((await ask(again))[0]).toBe(503);
    world.isAway = false;
    expect((await ask(again))[0]).toBe(200);
  });
});

it("a channel that is not set up says so, and asks for no proof", async () => {
  const bare = await openApi({
    db: world.db,
    webhooks: channels.flatMap(createSwitchedOffWebhooks),
  });
  for (const path of [
    "/webhooks/wechat/personal",
    "/webhooks/whatsapp",
    "/webhooks/evolution",
    "/wecombot/callback",
  ]) {
    const reply = await bare.call(path, { method: "POST", json: {} });
    expect([path, reply.status, codeOf(reply)]).toEqual([path, 400, "unsupported_provider"]);
  }
  const { json } = await bare.call("/api/channels/setup", { token: operatorToken });
  const shown = (json as { switched_off: { path: string }[] }).switched_off;
  expect(shown.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      "/webhooks/feishu/<app_id>",
      "/webhooks/wecom-app/<corp_id>.<agent_id>",
    ]),
  );
  // The check of an address, before anything is set up.
  for (const path of ["/webhooks/whatsapp", "/wecombot/callback"]) {
    const reply = await bare.call(path);
    expect([path, reply.status, codeOf(reply)]).toEqual([path, 400, "unsupported_provider"]);
  }
  await bare.close();
});
