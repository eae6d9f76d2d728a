import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Refusal } from "../../../src/domain/errors.ts";
import type { ChannelWebhook } from "../../../src/domain/webhook.ts";
import { patience, runs } from "../../support/runs.ts";
import { fixture, signatureOf, webhookSecret } from "../../support/whatsapp-bench.ts";
import { connectorBench } from "./connector.ts";
import { connectorSecret, telegramBots, telegramSecret } from "./channels.ts";
import { proveCall } from "./bridge.ts";
import { feishuApps, feishuMessage, sealFeishu, signFeishu } from "./feishu.ts";
import { telegramUpdates } from "../../vendors/telegram/updates.ts";
import { openChannelWorld } from "./world.ts";
import type { ChannelWorld } from "./bench.ts";

const inputs = runs(2_000, 40_000);
const seed = 20_260_105;

const cloudNames = [
  "text",
  "image",
  "contacts",
  "order",
  "reaction",
  "changed-number",
  "user-id-update",
  "statuses",
  "button-reply",
  "location",
];
const evolutionNames = [
  "text",
  "image",
  "group",
  "lid-with-phone",
  "reaction",
  "update",
  "connection-lost",
  "qrcode",
  "quote",
];

/** Values that parsers trip over. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e300,
    "",
    "\0",
    "\ud800",
    "__proto__",
    "constructor",
    [],
    {},
    [[]],
    { __proto__: null },
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constant("x".repeat(5_000)),
  fc.constant(Array.from({ length: 60 }).reduce<unknown>((inner) => ({ inner }), 1)),
);

/** A real callback with a few of its values replaced, dropped or doubled. */
const damageCallback = (
  names: readonly string[],
  read: (name: string) => string,
): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...names),
      fc.array(fc.tuple(fc.nat(), odd, fc.constantFrom("replace", "drop", "double")), {
        maxLength: 4,
      }),
    )
    .map(([name, wounds]) => {
      const body = JSON.parse(read(name)) as unknown;
      for (const wound of wounds) hurt(body, wound);
      return JSON.stringify(body);
    });

function hurt(body: unknown, [where, value, how]: readonly [number, unknown, string]): void {
  const places: (readonly [object, string])[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, child] of Object.entries(node)) {
      places.push([node, key]);
      if (places.length < 2_000) walk(child);
    }
  };
  walk(body);
  const place = places[where % Math.max(1, places.length)];
  if (place === undefined) return;
  const [parent, key] = place;
  if (how === "drop") Reflect.deleteProperty(parent, key);
  else if (how === "double" && Array.isArray(parent))
    parent.push(structuredClone(parent[Number(key)]));
  // A copy: the next wound may go into it, and it stands for many inputs.
  else
    Object.defineProperty(parent, key, {
      value: structuredClone(value),
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

const noise: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.json().map((text) => Buffer.from(text)),
);
const damageBodies = (
  names: readonly string[],
  read: (name: string) => string,
): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    { weight: 4, arbitrary: damageCallback(names, read).map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: noise },
  );
const bodies = (names: readonly string[], prefix: string): fc.Arbitrary<Uint8Array> =>
  damageBodies(names, (name) => fixture(`${prefix}-${name}`));

const headers = fc.dictionary(
  fc.constantFrom(
    "x-hub-signature-256",
    "authorization",
    "x-webhook-secret",
    "content-type",
    "apikey",
  ),
  fc.oneof(
    fc.string({ maxLength: 80 }),
    fc.constantFrom("Bearer a.b.c", `sha256=${"0".repeat(64)}`, "sha256="),
  ),
);

const wechatBodies = (wxid: string, account: string): fc.Arbitrary<Uint8Array> => {
  const field = fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: odd },
  );
  const damage = fc.tuple(field, field, field, field, field, field);
  const said = damage.chain(([id, text, name, session, token, who]) =>
    fc.nat().map((number) =>
      JSON.stringify({
        wxid: who ?? wxid,
        account_id: number % 9 === 0 ? text : account,
        message_id: id ?? `f${number}`,
        text: text ?? "hi",
        sender_name: name,
        session_id: session,
        context_token: token,
      }),
    ),
  );
  const cut = fc.tuple(said, fc.nat()).map(([text, at]) => text.slice(0, at % text.length));
  const text = fc.oneof({ weight: 8, arbitrary: said }, { weight: 1, arbitrary: cut });
  return fc.oneof(
    { weight: 8, arbitrary: text.map((one) => Buffer.from(one)) },
    { weight: 1, arbitrary: noise },
  );
};

interface WebhookInput {
  readonly name: string;
  readonly path: string;
  bodies(): Promise<fc.Arbitrary<Uint8Array>>;
  proof(body: Uint8Array): Record<string, string>;
  readonly taken: number;
}

const bridgeCalls: Readonly<Record<string, object>> = {
  message: {
    type: "message",
    id: "m1",
    from: { id: "@ada:example.org", name: "Ada" },
    chat: { kind: "private" },
    text: "hello",
    reply_to: "m0",
  },
  group: {
    type: "message",
    id: "m2",
    from: { id: "@ada:example.org" },
    chat: { kind: "group", id: "!room:example.org", shared: true },
    text: "",
    files: [{ url: "https://bridge.example.org/file", name: "a.pdf", type: "application/pdf" }],
  },
  receipt: { type: "receipt", delivery_id: "d1", status: "delivered", code: "ok" },
  ping: { type: "ping" },
};

let world: ChannelWorld;
beforeAll(async () => {
  world = await openChannelWorld({ works: false });
});
afterAll(() => world.close());

const webhookInputs: readonly WebhookInput[] = [
  {
    name: "WeChat's connector",
    path: "/webhooks/wechat/personal",
    async bodies() {
      const ada = await connectorBench(world).person();
      const [row] = await world.db.rows<{ id: string }>(
        "select account_id as id from channel_identity where provider_subject = $1",
        [ada.peer],
      );
      return wechatBodies(ada.peer, row?.id ?? "");
    },
    proof: () => ({ "x-webhook-secret": connectorSecret }),
    taken: 202,
  },
  {
    name: "WhatsApp's Cloud API",
    path: "/webhooks/whatsapp",
    bodies: async () => bodies(cloudNames, "cloud"),
    proof: (body) => signatureOf(body),
    taken: 200,
  },
  {
    name: "Evolution",
    path: "/webhooks/evolution",
    bodies: async () => bodies(evolutionNames, "evolution"),
    proof: () => ({ "x-webhook-secret": webhookSecret }),
    taken: 200,
  },
  {
    name: "Feishu",
    path: `/webhooks/feishu/${feishuApps.called}`,
    bodies: async () =>
      fc.oneof(
        {
          weight: 4,
          arbitrary: damageCallback(["message"], () =>
            JSON.stringify(feishuMessage(feishuApps.called, "ou_8", { text: "hi", id: "8" })),
          ).map((text) => Buffer.from(sealFeishu(text))),
        },
        { weight: 1, arbitrary: noise },
      ),
    proof: (body) => signFeishu(body),
    taken: 200,
  },
  {
    name: "Telegram",
    path: `/webhooks/telegram/${telegramBots.hook}`,
    bodies: async () =>
      damageBodies(Object.keys(telegramUpdates), (name) => JSON.stringify(telegramUpdates[name])),
    proof: () => ({ "x-telegram-bot-api-secret-token": telegramSecret }),
    taken: 200,
  },
  {
    name: "a bridge",
    path: "/webhooks/bridge/first",
    bodies: async () =>
      damageBodies(Object.keys(bridgeCalls), (name) => JSON.stringify(bridgeCalls[name])),
    proof: (body) => proveCall(world, body),
    taken: 202,
  },
];

/** Everything behind the webhook is real, down to the rows. What is thrown and is not a refusal would be a 500. */
async function callWebhook(
  webhook: ChannelWebhook,
  body: Uint8Array,
  given: Record<string, string>,
): Promise<number> {
  try {
    return (
      await webhook.handle({
        headers: given,
        body,
        query: new URLSearchParams(),
        ip: "203.0.113.9",
        isLocal: false,
      })
    ).status;
  } catch (error) {
    return error instanceof Refusal ? error.status : 500;
  }
}

/** How often each status came; the first input that got an unexpected status is named. */
async function statuses(
  webhookInput: WebhookInput,
  calls: readonly { readonly body: Uint8Array; readonly headers: Record<string, string> }[],
  expected: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const webhook = world.one.webhooks.find(
    ({ path, method }) => path === webhookInput.path && method === "post",
  ) as ChannelWebhook;
  const seen = new Map<number, number>();
  for (let at = 0; at < calls.length; at += 25) {
    const some = calls.slice(at, at + 25);
    const answers = await Promise.all(
      some.map(({ body, headers: given }) => callWebhook(webhook, body, given)),
    );
    for (const [nth, status] of answers.entries()) {
      if (!expected.includes(status))
        throw new Error(`${status} for ${Buffer.from(some[nth]?.body ?? []).toString()}`);
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }
  }
  return seen;
}

describe.each(webhookInputs)("requests for $name", (webhookInput) => {
  it(
    "a request with its proof is taken or refused, and is never a fault of ours",
    { timeout: patience },
    async () => {
      const sample = fc.sample(await webhookInput.bodies(), { numRuns: inputs, seed });
      const seen = await statuses(
        webhookInput,
        sample.map((body) => ({ body, headers: webhookInput.proof(body) })),
        [webhookInput.taken, 400],
      );
      expect(seen.get(webhookInput.taken)).toBeGreaterThan(inputs / 10);
      expect(seen.get(400)).toBeGreaterThan(inputs / 50);
    },
  );

  it(
    "a request without its proof is refused and leaves no trace, whatever it says",
    { timeout: patience },
    async () => {
      const events = () => world.db.rows("select count(*) from event_log");
      const sample = fc.sample(fc.record({ body: await webhookInput.bodies(), headers }), {
        numRuns: inputs,
        seed,
      });
      const before = await events();
      expect(await statuses(webhookInput, sample, [401])).toEqual(new Map([[401, inputs]]));
      expect(await events()).toEqual(before);
    },
  );
});

it(
  "a poll of Telegram passes over updates that say nothing, whatever they say, and holds up none after them",
  { timeout: patience },
  async () => {
    const { telegram } = world.vendors;
    const bot = telegramBots.poll;
    const damaged = damageCallback(Object.keys(telegramUpdates), (name) =>
      JSON.stringify(telegramUpdates[name]),
    );
    const awaitEmpty = () => world.until(() => telegram.waiting(bot) === 0);
    const listTaken = () =>
      world.db.rows(
        "select id from message where direction = 'inbound' and channel_account = $1 limit 100",
        [bot],
      );
    for (const text of fc.sample(damaged, { numRuns: inputs, seed }))
      telegram.queue(bot, JSON.parse(text) as Record<string, unknown>);
    await awaitEmpty();
    expect((await listTaken()).length).toBeGreaterThan(0);
    const { message } = telegramUpdates["text"] as { message: object };
    const text = "after all of them";
    telegram.queue(bot, { message: { ...message, message_id: 999_999, text } });
    await awaitEmpty();
    expect(await world.db.rows("select 1 from message where text = $1", [text])).toHaveLength(1);
    expect(world.lines.filter((line) => /batch/.test(line))).toEqual([]);
  },
);

it("a challenge without the right token is refused, whatever it says", async () => {
  const webhook = world.one.webhooks.find(
    ({ path, method }) => path === "/webhooks/whatsapp" && method === "get",
  ) as ChannelWebhook;
  const check = fc.asyncProperty(fc.webQueryParameters(), async (query) => {
    const ask = {
      headers: {},
      body: new Uint8Array(),
      query: new URLSearchParams(query),
      ip: "203.0.113.9",
      isLocal: false,
    };
    await expect(webhook.handle(ask)).rejects.toMatchObject({ status: 403 });
  });
  await fc.assert(check, { numRuns: inputs, seed });
});
