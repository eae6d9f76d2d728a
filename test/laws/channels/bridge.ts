import { bridgesSection } from "../../../src/channels/bridges/section.ts";
import { type BridgeFate, signBridgeCall } from "../../vendors/bridge-server.ts";
import {
  type ChannelBench,
  type ChannelWorld,
  type Fate,
  type Heard,
  type OpenBench,
  type Said,
  type Someone,
  toHeard,
  type VendorCase,
} from "./bench.ts";

export const bridgeSecrets = {
  first: "a-secret-of-the-first-bridge-0001",
  second: "a-secret-of-the-second-bridge-0002",
} as const;
type Name = keyof typeof bridgeSecrets;

export const bridgeSettings = ({ bridges }: ChannelWorld["vendors"]) =>
  bridgesSection.parse({
    enabled: true,
    access: "open",
    allowed_hosts: ["127.0.0.1"],
    apps: Object.entries(bridgeSecrets).map(([name, secret]) => ({
      name,
      secret,
      send_url: `${bridges.url}/${name}/send`,
    })),
  });

/** Headers that prove a call, at the time of the world. */
export function proveCall(
  world: Pick<ChannelWorld, "clock">,
  body: string | Uint8Array,
  {
    secret = bridgeSecrets.first,
    offMs = 0,
  }: { readonly secret?: string; readonly offMs?: number } = {},
): Record<string, string> {
  const time = String(Math.floor((world.clock.now() + offMs) / 1_000));
  return {
    "webhook-id": "call-1",
    "webhook-timestamp": time,
    "webhook-signature": signBridgeCall(secret, { id: "call-1", time, body }),
  };
}

const post = async (
  world: ChannelWorld,
  name: Name,
  call: {
    readonly body: string;
    readonly headers: Record<string, string>;
    readonly by?: Said["by"];
  },
): Promise<Heard> =>
  toHeard(
    (
      await (call.by ?? world.one).api.call(`/webhooks/bridge/${name}`, {
        method: "POST",
        body: call.body,
        headers: { "Content-Type": "application/json", ...call.headers },
      })
    ).status,
  );

const messageOf = (from: string, { text, id }: Said): string =>
  JSON.stringify({ type: "message", id, from: { id: from, name: "Ada" }, text });

let people = 0;

function createPerson(world: ChannelWorld, name: Name): Someone {
  const peer = `@ada-${(people += 1)}:example.org`;
  const says: Someone["says"] = ({ by, ...said }) => {
    const body = messageOf(peer, said);
    return post(world, name, {
      body,
      headers: proveCall(world, body, { secret: bridgeSecrets[name] }),
      by,
    });
  };
  return {
    peer,
    channelAccount: name,
    says,
    comesAgain: says,
    saw: async () =>
      world.vendors.bridges.shown
        .filter((each) => each.bridge === name && each.to === peer)
        .map(({ text }) => text),
    window: () => ({
      lastInboundAt: new Date(world.clock.now()).toISOString(),
      sendsSinceInbound: 0,
      contextToken: null,
    }),
  };
}

const plans: Readonly<Record<Extract<Fate, string>, BridgeFate>> = {
  taken_then_500: { kind: "taken_then_500" },
  taken_then_cut: { kind: "taken_then_cut" },
  not_now: { kind: "answer", status: 503 },
};

/** A person in a chat app that a bridge attaches. */
export const bridgeBench: OpenBench = (world): ChannelBench => {
  const { bridges } = world.vendors;
  const status = (number: number, verdict: Pick<VendorCase, "kind" | "code">): VendorCase => ({
    name: `status ${number}`,
    arrange: () => bridges.plan("first", { kind: "answer", status: number }),
    ...verdict,
  });
  return {
    channel: "bridges",
    showsOnce: true,
    person: async () => createPerson(world, "first"),
    elsewhere: async () => createPerson(world, "second"),
    unproven: (said) => {
      const body = messageOf("@eve:example.org", said);
      const proof = proveCall(world, body);
      return Promise.all(
        [
          {},
          { ...proof, "webhook-signature": "v1," },
          { ...proof, "webhook-id": "call-2" },
          proveCall(world, `${body} `),
          proveCall(world, body, { secret: bridgeSecrets.second }),
          proveCall(world, body, { offMs: -301_000 }),
          proveCall(world, body, { offMs: 301_000 }),
        ].map((headers) => post(world, "first", { body, headers })),
      );
    },
    fate: (next) =>
      bridges.plan(
        "first",
        typeof next === "string" ? plans[next] : { kind: "held", until: next.until },
      ),
    cases: [
      status(400, { kind: "refused", code: "http_400" }),
      status(410, { kind: "waiting_for_user", code: "person_unreachable" }),
      status(429, { kind: "not_sent", code: "busy" }),
      status(503, { kind: "not_sent", code: "busy" }),
      status(500, { kind: "unknown", code: "http_500" }),
      status(302, { kind: "unknown" }),
    ],
    withhold: () => bridges.plan("first", { kind: "answer", status: 410 }),
    handed: () => bridges.calls.filter(({ bridge }) => bridge === "first").length,
    complaints: () => bridges.violations,
  };
};
