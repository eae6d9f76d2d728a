import type { WecomServiceSettings } from "../../../src/channels/wecom/customers/settings.ts";
import { wecomKey } from "../../../src/channels/wecom/crypto.ts";
import { type AppFate, wecomCorp } from "../../vendors/wecom-app-server.ts";
import type { WecomServiceServer } from "../../vendors/wecom-service-server.ts";
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
import { appKey, sealForApp } from "./wecom-app.ts";

export const serviceAccounts = { first: "wkAAAAAAAA1", second: "wkAAAAAAAA2" } as const;

export const wecomServiceSettings = ({
  url,
  secret,
}: WecomServiceServer): WecomServiceSettings => ({
  app: { id: wecomCorp, corpId: wecomCorp, agentId: 0, secret },
  accounts: Object.values(serviceAccounts),
  welcome: "Welcome!",
  busyPolicy: "supersede",
  access: "open",
  allowedUsers: [],
  keys: () => [appKey],
  apiBaseUrl: url,
  allowedHosts: ["127.0.0.1"],
});

/** The callback that tells of something new, before it is sealed. */
export const serviceCall = (account: string, token: string): string =>
  `<xml><ToUserName><![CDATA[${wecomCorp}]]></ToUserName><CreateTime>1767600000</CreateTime><MsgType><![CDATA[event]]></MsgType><Event><![CDATA[kf_msg_or_event]]></Event><Token><![CDATA[${token}]]></Token><OpenKfId><![CDATA[${account}]]></OpenKfId></xml>`;

const post = async (
  world: ChannelWorld,
  { body, query, by }: { body: string; query: string; by?: Said["by"] },
): Promise<Heard> =>
  toHeard(
    (
      await (by ?? world.one).api.call(`/webhooks/wecom-service/${wecomCorp}?${query}`, {
        method: "POST",
        body,
        headers: { "content-type": "text/xml" },
      })
    ).status,
  );

let people = 0;

async function createPerson(world: ChannelWorld, account: string): Promise<Someone> {
  const { wecomService: server } = world.vendors;
  const peer = `wm-ada-${(people += 1)}`;
  const call = (token: string, by: Said["by"]): Promise<Heard> =>
    post(world, { ...sealForApp(serviceCall(account, token), { at: world.clock.now() }), by });
  const given = new Set<string>();
  const says: Someone["says"] = ({ text, id, by }) => {
    const entry = {
      msgid: id,
      external_userid: peer,
      send_time: Math.floor(world.clock.now() / 1_000),
      origin: 3,
      msgtype: "text",
      text: { content: text },
    };
    given.add(id);
    return call(server.add(account, entry), by);
  };
  const person: Someone = {
    peer,
    channelAccount: account,
    says,
    // WeCom calls again; the message still stands in the line.
    comesAgain: ({ text, id, by }) =>
      given.has(id) ? call(server.add("", {}), by) : says({ text, id, by }),
    saw: async () =>
      server.messages
        .filter((each) => each.account === account && each.to === peer)
        .map(({ fields }) => String(fields["content"] ?? fields["head_content"]))
        .slice(1),
    window() {
      server.open(account, peer);
      return {
        lastInboundAt: new Date(world.clock.now()).toISOString(),
        sendsSinceInbound: 0,
        contextToken: null,
      };
    },
  };
  // The app's token is known from here on, so a part is one call.
  const greeting = partFor({ channel: "wecom_service" }, person);
  await world.one.channel("wecom_service").send(greeting, new AbortController().signal);
  return person;
}

const plans: Readonly<Record<Extract<Fate, string>, AppFate>> = {
  taken_then_500: { kind: "taken_then_500" },
  taken_then_cut: { kind: "taken_then_cut" },
  not_now: { kind: "body", body: { errcode: 45_009 } },
};

/** A person in WeChat, in the chat with a customer service account. */
export const wecomServiceBench: OpenBench = (world): ChannelBench => {
  const { wecomService: server } = world.vendors;
  const { first, second } = serviceAccounts;
  const answers = (
    name: string,
    fate: AppFate,
    verdict: Pick<VendorCase, "kind" | "code">,
  ): VendorCase => ({ name, arrange: () => server.plan(fate), ...verdict });
  const code = (errcode: number, verdict: Pick<VendorCase, "kind" | "code">): VendorCase =>
    answers(`errcode ${errcode}`, { kind: "body", body: { errcode } }, verdict);
  const plain = (status: number, verdict: Pick<VendorCase, "kind" | "code">): VendorCase =>
    answers(`status ${status}`, { kind: "body", status, body: "<html>" }, verdict);
  return {
    channel: "wecom_service",
    person: () => createPerson(world, first),
    elsewhere: () => createPerson(world, second),
    unproven({ text, id }) {
      const token = server.add(second, {
        msgid: id,
        external_userid: "eve",
        origin: 5,
        msgtype: "text",
        text: { content: text },
      });
      const at = world.clock.now();
      const xml = serviceCall(first, token);
      const good = sealForApp(xml, { at });
      const other = wecomKey("another-token", "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG");
      if (other === undefined) throw new Error("the key has another form");
      const calls = [
        { body: good.body, query: "" },
        { body: xml, query: good.query },
        { body: good.body, query: good.query.replace("n1", "n2") },
        sealForApp(xml, { at, key: other }),
        sealForApp(xml, { at, corp: "ww00000000000009" }),
        sealForApp(xml, { at: at - 301_000 }),
      ];
      return Promise.all(calls.map((each) => post(world, each)));
    },
    fate: (next) =>
      server.plan(typeof next === "string" ? plans[next] : { kind: "held", until: next.until }),
    hasWindow: true,
    cases: [
      code(95_001, { kind: "waiting_for_user", code: "quota_used" }),
      code(95_018, { kind: "waiting_for_user", code: "with_staff" }),
      code(60_020, { kind: "not_sent", code: "address_not_trusted" }),
      code(45_009, { kind: "not_sent", code: "busy" }),
      code(48_002, { kind: "refused", code: "no_permission" }),
      code(40_058, { kind: "refused", code: "vendor_40058" }),
      plain(500, { kind: "unknown", code: "http_500" }),
      plain(400, { kind: "refused", code: "http_400" }),
      plain(429, { kind: "not_sent" }),
      plain(200, { kind: "unknown" }),
      plain(302, { kind: "unknown" }),
    ],
    withhold: () => server.plan({ kind: "body", body: { errcode: 95_001 } }),
    handed: () => server.counts.sends,
    complaints: () => server.violations,
  };
};
