import { createCipheriv, createHash } from "node:crypto";
import { feishuSignature } from "../../../src/channels/feishu/crypto.ts";
import type { FeishuSettings } from "../../../src/channels/feishu/settings.ts";
import type { FeishuFate, FeishuServer } from "../../vendors/feishu/server.ts";
import {
  type ChannelBench,
  type ChannelWorld,
  type Fate,
  type Heard,
  type OpenBench,
  partFor,
  type Said,
  type Someone,
  toHeard,
  type VendorCase,
} from "./bench.ts";

/** Two apps with a long connection, and two that are called. */
export const feishuApps = {
  first: "cli_a000000000000001",
  second: "cli_a000000000000002",
  called: "cli_a000000000000003",
  calledToo: "cli_a000000000000004",
} as const;
export const feishuKey = "an-encrypt-key-0001";

export const feishuSettings = ({ url, line, secretOf }: FeishuServer): FeishuSettings => ({
  apps: Object.entries(feishuApps).map(([name, id]) => ({
    id,
    secret: secretOf(id),
    events: name.startsWith("called") ? "callback" : "connection",
  })),
  busyPolicy: "supersede",
  access: "open",
  allowedUsers: [],
  allowedGroups: ["*"],
  sharedGroups: [],
  encryptKeys: [feishuKey],
  streams: true,
  apiBaseUrl: url,
  allowedHosts: ["127.0.0.1", new URL(line.url.replace("ws", "http")).host],
});

let people = 100;

export const feishuMessage = (
  app: string,
  userId: string,
  { text, id }: Said,
): {
  readonly schema: string;
  readonly header: object;
  readonly event: { readonly sender: object; readonly message: object };
} => ({
  schema: "2.0",
  header: { event_id: `e${id}`, event_type: "im.message.receive_v1", app_id: app },
  event: {
    sender: { sender_id: { open_id: userId, user_id: "x" }, sender_type: "user" },
    message: {
      message_id: `om_${id}`,
      chat_id: `oc_${userId}`,
      chat_type: "p2p",
      message_type: "text",
      content: JSON.stringify({ text }),
    },
  },
});

/** A callback, sealed as Feishu does it. */
export function sealFeishu(event: object | string, key = feishuKey): string {
  const plain = typeof event === "string" ? event : JSON.stringify(event);
  const iv = createHash("md5").update(plain).digest();
  const cipher = createCipheriv("aes-256-cbc", createHash("sha256").update(key).digest(), iv);
  const sealed = Buffer.concat([iv, cipher.update(plain), cipher.final()]);
  return JSON.stringify({ encrypt: sealed.toString("base64") });
}

export function signFeishu(body: string | Uint8Array, key = feishuKey): Record<string, string> {
  const proof = { timestamp: "1767600000", nonce: "n1" };
  return {
    "x-lark-request-timestamp": proof.timestamp,
    "x-lark-request-nonce": proof.nonce,
    "x-lark-signature": feishuSignature(key, { ...proof, body: Buffer.from(body as string) }),
  };
}

const call = async (
  world: ChannelWorld,
  app: string,
  given: { body: string; headers: Record<string, string>; by?: Said["by"] },
): Promise<Heard> =>
  toHeard(
    (
      await (given.by ?? world.one).api.call(`/webhooks/feishu/${app}`, {
        method: "POST",
        body: given.body,
        headers: { "content-type": "application/json", ...given.headers },
      })
    ).status,
  );

interface Given {
  readonly app: string;
  readonly event: object;
  readonly by?: Said["by"];
}
type Hear = (world: ChannelWorld, given: Given) => Promise<Heard>;

const overLine: Hear = async (world, { app, event }) => {
  const { line } = world.vendors.feishu;
  await world.until(() => line.isLive(app));
  return (await line.give(app, event))?.code === 200 ? "taken" : "later";
};

const byCall: Hear = (world, { app, event, by }) => {
  const body = sealFeishu(event);
  return call(world, app, { body, headers: signFeishu(body), by });
};

async function createPerson(world: ChannelWorld, app: string, hear: Hear): Promise<Someone> {
  const peer = `ou_${(people += 1)}`;
  const { feishu: server } = world.vendors;
  const says: Someone["says"] = ({ by, ...said }) =>
    hear(world, { app, event: feishuMessage(app, peer, said), by });
  const person: Someone = {
    peer,
    channelAccount: app,
    says,
    // Feishu gives again what was refused.
    comesAgain: says,
    saw: async () =>
      server.messages
        .filter((each) => each.app === app && each.to === peer)
        .map((each) => server.wordsIn(each))
        .slice(1),
    window: () => ({
      lastInboundAt: new Date(world.clock.now()).toISOString(),
      sendsSinceInbound: 0,
      contextToken: null,
    }),
  };
  // The app's token is known from here on, so a part is one call.
  const greeting = partFor({ channel: "feishu" }, person);
  await world.one.channel("feishu").send(greeting, new AbortController().signal);
  return person;
}

const plans: Readonly<Record<Extract<Fate, string>, FeishuFate>> = {
  taken_then_500: { kind: "taken_then_500" },
  taken_then_cut: { kind: "taken_then_cut" },
  not_now: { kind: "code", code: 230_020 },
};

const createBench =
  ({ app, other, hear, forge }: BenchPlan): OpenBench =>
  (world): ChannelBench => {
    const { feishu: server } = world.vendors;
    const answers = (
      name: string,
      fates: readonly FeishuFate[],
      verdict: Pick<VendorCase, "kind" | "code">,
    ): VendorCase => ({ name, arrange: () => server.plan(app, ...fates), ...verdict });
    const code = (number: number, verdict: Pick<VendorCase, "kind" | "code">): VendorCase =>
      answers(`code ${number}`, [{ kind: "code", code: number }], verdict);
    const thrice = (fate: FeishuFate): readonly FeishuFate[] => [fate, fate, fate];
    return {
      channel: "feishu",
      asksAgain: true,
      knowsCopies: true,
      person: () => createPerson(world, app, hear),
      elsewhere: () => createPerson(world, other, hear),
      unproven: (said) => forge(world, feishuMessage(app, "ou_1", said)),
      fate: (next) =>
        server.plan(
          app,
          typeof next === "string" ? plans[next] : { kind: "held", until: next.until },
        ),
      cases: [
        code(230_013, { kind: "waiting_for_user", code: "out_of_scope" }),
        code(230_002, { kind: "refused", code: "unknown_chat" }),
        code(230_027, { kind: "refused", code: "no_permission" }),
        code(230_020, { kind: "not_sent", code: "busy" }),
        code(230_001, { kind: "refused", code: "vendor_230001" }),
        // The card is refused, and the words go out as plain text.
        code(230_099, { kind: "sent" }),
        answers("429", [{ kind: "plain", status: 429, body: "" }], { kind: "not_sent" }),
        answers("400 without a code", [{ kind: "plain", status: 400, body: "" }], {
          kind: "refused",
          code: "http_400",
        }),
        answers("500 thrice", thrice({ kind: "plain", status: 500, body: "" }), {
          kind: "unknown",
          code: "http_500",
        }),
        answers("500 once", [{ kind: "taken_then_500" }], { kind: "sent" }),
        answers("200 without sense", thrice({ kind: "plain", status: 200, body: "<html>" }), {
          kind: "unknown",
        }),
        answers("a redirect", thrice({ kind: "plain", status: 302, body: "" }), {
          kind: "unknown",
        }),
      ],
      withhold: () => server.plan(app, { kind: "code", code: 230_013 }),
      handed: () =>
        server.calls.filter(
          (each) => each.app === app && each.path.startsWith("/im/v1/messages?receive_id_type"),
        ).length,
      complaints: () => server.violations,
    };
  };

interface BenchPlan {
  readonly app: string;
  readonly other: string;
  readonly hear: Hear;
  readonly forge: (
    world: ChannelWorld,
    event: ReturnType<typeof feishuMessage>,
  ) => Promise<readonly Heard[]>;
}

/** A person in a private talk with the bot. Only Feishu can put a message on the connection. */
export const feishuLineBench = createBench({
  app: feishuApps.first,
  other: feishuApps.second,
  hear: overLine,
  async forge(world, { schema, header, event }) {
    const { sender, message } = event;
    const forged = [
      { header, event: { sender: { ...sender, sender_type: "app" }, message } },
      { header, event: { sender, message: { ...message, chat_type: "group" } } },
      { header: { ...header, app_id: "cli_other" }, event },
      { header: { ...header, event_type: "im.message.reaction.created_v1" }, event },
    ];
    for (const each of forged)
      await overLine(world, { app: feishuApps.first, event: { schema, ...each } });
    return ["refused"];
  },
});

export const feishuCallbackBench = createBench({
  app: feishuApps.called,
  other: feishuApps.calledToo,
  hear: byCall,
  forge(world, event) {
    const body = sealFeishu(event);
    const strange = sealFeishu(event, "another-key-0002");
    const calls = [
      { body, headers: {} },
      { body: JSON.stringify(event), headers: {} },
      { body, headers: { ...signFeishu(body), "x-lark-request-nonce": "n2" } },
      { body, headers: signFeishu(`${body} `) },
      { body: strange, headers: signFeishu(strange, "another-key-0002") },
    ];
    return Promise.all(calls.map((each) => call(world, feishuApps.called, each)));
  },
});
