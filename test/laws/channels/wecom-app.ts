import {
  sealBytes,
  type WecomKey,
  wecomKey,
  wecomSignature,
} from "../../../src/channels/wecom/crypto.ts";
import type { WecomAppSettings } from "../../../src/channels/wecom/app/settings.ts";
import { type AppFate, wecomCorp, type WecomAppServer } from "../../vendors/wecom-app-server.ts";
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

export const wecomAgents = { first: 1_000_002, second: 1_000_003 } as const;
const keyText = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG";

const keyOf = (token: string): WecomKey => {
  const key = wecomKey(token, keyText);
  if (key === undefined) throw new Error("the key has another form");
  return key;
};
export const appKey = keyOf("a-token-of-the-app");

const idOf = (agent: number): string => `${wecomCorp}.${agent}`;

export const wecomAppSettings = ({ url, secretOf }: WecomAppServer): WecomAppSettings => ({
  apps: Object.values(wecomAgents).map((agentId) => ({
    id: idOf(agentId),
    corpId: wecomCorp,
    agentId,
    secret: secretOf(agentId),
  })),
  busyPolicy: "supersede",
  access: "open",
  allowedUsers: [],
  keys: () => [appKey],
  apiBaseUrl: url,
  allowedHosts: ["127.0.0.1"],
});

const cdata = (name: string, value: string): string => `<${name}><![CDATA[${value}]]></${name}>`;

/** A message as WeCom writes it, before it is sealed. */
export const appMessage = (
  agent: number,
  userId: string,
  fields: Readonly<Record<string, string>>,
): string =>
  `<xml>${cdata("ToUserName", wecomCorp)}${cdata("FromUserName", userId)}<CreateTime>1767600000</CreateTime>${Object.entries(
    fields,
  )
    .map(([name, value]) => cdata(name, value))
    .join("")}<AgentID>${agent}</AgentID></xml>`;

/** Sealed for the company, with its proof. */
export function sealForApp(
  xml: string,
  {
    at,
    key = appKey,
    corp = wecomCorp,
  }: { readonly at: number; readonly key?: WecomKey; readonly corp?: string },
): { readonly body: string; readonly query: string; readonly sealed: string } {
  const text = Buffer.from(xml);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  const plain = Buffer.concat([Buffer.alloc(16, 7), length, text, Buffer.from(corp)]);
  const sealed = sealBytes(key.key, plain).toString("base64");
  const proof = { timestamp: String(Math.floor(at / 1_000)), nonce: "n1" };
  const query = new URLSearchParams({
    ...proof,
    msg_signature: wecomSignature(key, { ...proof, sealed }),
  }).toString();
  const body = `<xml>${cdata("ToUserName", corp)}${cdata("Encrypt", sealed)}</xml>`;
  return { body, query, sealed };
}

const post = async (
  world: ChannelWorld,
  agent: number,
  { body, query, by }: { body: string; query: string; by?: Said["by"] },
): Promise<Heard> =>
  toHeard(
    (
      await (by ?? world.one).api.call(`/webhooks/wecom-app/${idOf(agent)}?${query}`, {
        method: "POST",
        body,
        headers: { "content-type": "text/xml" },
      })
    ).status,
  );

let people = 0;

const messageOf = (agent: number, userId: string, { text, id }: Said): string =>
  appMessage(agent, userId, { MsgType: "text", Content: text, MsgId: id });

async function createPerson(world: ChannelWorld, agent: number): Promise<Someone> {
  const peer = `ada.${(people += 1)}`;
  const says: Someone["says"] = ({ by, ...said }) =>
    post(world, agent, {
      ...sealForApp(messageOf(agent, peer, said), { at: world.clock.now() }),
      by,
    });
  const person: Someone = {
    peer,
    channelAccount: idOf(agent),
    says,
    comesAgain: says,
    saw: async () => {
      const pieces = world.vendors.wecomApps.messages
        .filter((each) => each.app === idOf(agent) && each.to === peer)
        .map(({ fields }) => String(fields["content"] ?? fields["sub_title_text"]));
      return pieces.slice(1);
    },
    window: () => ({
      lastInboundAt: new Date(world.clock.now()).toISOString(),
      sendsSinceInbound: 0,
      contextToken: null,
    }),
  };
  // The app's token is known from here on, so a part is one call.
  const greeting = partFor({ channel: "wecom_app" }, person);
  await world.one.channel("wecom_app").send(greeting, new AbortController().signal);
  return person;
}

const plans: Readonly<Record<Extract<Fate, string>, AppFate>> = {
  taken_then_500: { kind: "taken_then_500" },
  taken_then_cut: { kind: "taken_then_cut" },
  not_now: { kind: "body", body: { errcode: 45_009 } },
};

/** A person in the company, in the talk with the app. */
export const wecomAppBench: OpenBench = (world): ChannelBench => {
  const { wecomApps: server } = world.vendors;
  const agent = wecomAgents.first;
  const answers = (
    name: string,
    fate: AppFate,
    verdict: Pick<VendorCase, "kind" | "code">,
  ): VendorCase => ({ name, arrange: () => server.plan(agent, fate), ...verdict });
  const code = (errcode: number, verdict: Pick<VendorCase, "kind" | "code">): VendorCase =>
    answers(`errcode ${errcode}`, { kind: "body", body: { errcode } }, verdict);
  const plain = (status: number, verdict: Pick<VendorCase, "kind" | "code">): VendorCase =>
    answers(`status ${status}`, { kind: "body", status, body: "<html>" }, verdict);
  return {
    channel: "wecom_app",
    person: () => createPerson(world, agent),
    elsewhere: () => createPerson(world, wecomAgents.second),
    unproven(said) {
      const xml = messageOf(agent, "eve", said);
      const at = world.clock.now();
      const good = sealForApp(xml, { at });
      const calls = [
        { body: good.body, query: "" },
        { body: xml, query: good.query },
        { body: good.body, query: good.query.replace("n1", "n2") },
        { body: good.body, query: `${good.query}&nonce=n1` },
        sealForApp(xml, { at, key: keyOf("another-token") }),
        sealForApp(xml, { at, corp: "ww00000000000009" }),
        sealForApp(xml, { at: at - 301_000 }),
        sealForApp(xml, { at: at + 301_000 }),
      ];
      return Promise.all(calls.map((each) => post(world, agent, each)));
    },
    fate: (next) =>
      server.plan(
        agent,
        typeof next === "string" ? plans[next] : { kind: "held", until: next.until },
      ),
    cases: [
      code(81_013, { kind: "waiting_for_user", code: "out_of_scope" }),
      code(60_020, { kind: "not_sent", code: "address_not_trusted" }),
      code(45_009, { kind: "not_sent", code: "busy" }),
      code(48_002, { kind: "refused", code: "no_permission" }),
      code(40_058, { kind: "refused", code: "vendor_40058" }),
      answers(
        "a person who is not there",
        { kind: "body", body: { errcode: 0, invaliduser: "ada", msgid: "m" } },
        { kind: "waiting_for_user", code: "out_of_scope" },
      ),
      plain(500, { kind: "unknown", code: "http_500" }),
      plain(400, { kind: "refused", code: "http_400" }),
      plain(429, { kind: "not_sent" }),
      plain(200, { kind: "unknown" }),
      plain(302, { kind: "unknown" }),
    ],
    withhold: () => server.plan(agent, { kind: "body", body: { errcode: 81_013 } }),
    handed: () => server.counts.sends,
    complaints: () => server.violations,
  };
};
