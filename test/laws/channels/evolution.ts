import { fixture, jwt, webhookSecret } from "../../support/whatsapp-bench.ts";
import type { EvolutionFate } from "../../vendors/evolution-server.ts";
import {
  type ChannelBench,
  type Fate,
  toHeard,
  type OpenBench,
  type Said,
  type Someone,
  type VendorCase,
  type ChannelWorld,
} from "./bench.ts";
import { secondInstance } from "./channels.ts";

const path = "/webhooks/evolution";
let people = 0;

/** As the gateway writes it, with another person, content and id. */
function event(
  instance: string,
  from: string,
  { message, id }: { readonly message: object; readonly id: string },
): string {
  const body = JSON.parse(fixture("evolution-text")) as Record<string, unknown> & {
    data: { key: object; message: object };
  };
  const key = { ...body.data.key, id: `3EB0${id}`, remoteJid: `${from}@s.whatsapp.net` };
  return JSON.stringify({
    ...body,
    instance,
    data: { ...body.data, key, message },
  });
}

const textOf = ({ text, id }: Said) => ({ message: { conversation: text }, id });

const post = async (
  world: ChannelWorld,
  body: string,
  how: { readonly by?: Said["by"]; readonly headers?: Record<string, string> },
) =>
  toHeard(
    (
      await (how.by ?? world.one).api.call(path, {
        method: "POST",
        body,
        headers: {
          "Content-Type": "application/json",
          ...(how.headers ?? { "x-webhook-secret": webhookSecret }),
        },
      })
    ).status,
  );

function someone(world: ChannelWorld, instance: string, peer: string): Someone {
  const says: Someone["says"] = (said) =>
    post(world, event(instance, peer, textOf(said)), { by: said.by });
  return {
    peer,
    channelAccount: instance,
    says,
    comesAgain: says,
    reacts: (emoji) => {
      const { ledger } = world.vendors.evolution;
      const id = ledger.findLast(({ body }) => body["number"] === peer)?.id;
      const key = { remoteJid: `${peer}@s.whatsapp.net`, fromMe: true, id };
      const message = { reactionMessage: { key, text: emoji } };
      return post(
        world,
        event(instance, peer, { message, id: `R${emoji.codePointAt(0)}${id}` }),
        {},
      );
    },
    saw: async () =>
      world.vendors.evolution.ledger
        .filter(({ body }) => body["number"] === peer)
        .map(({ body }) => String(body["text"])),
    // There is no rule of 24 hours here.
    window: () => ({ lastInboundAt: null, sendsSinceInbound: 0, contextToken: null }),
  };
}

export const evolutionBench: OpenBench = (world): ChannelBench => {
  const { evolution: server } = world.vendors;
  const answers = (
    name: string,
    fate: EvolutionFate,
    verdict: Pick<VendorCase, "kind" | "code">,
  ): VendorCase => ({
    name,
    arrange: () => server.plan(fate),
    ...verdict,
  });
  const plans: Readonly<Record<Extract<Fate, string>, EvolutionFate>> = {
    taken_then_500: { kind: "accept_then_500" },
    taken_then_cut: { kind: "accept_then_cut" },
    not_now: { kind: "refuse", status: 503 },
  };
  return {
    channel: "evolution",
    person: async () =>
      someone(world, server.instance, `551199999${String((people += 1)).padStart(4, "0")}`),
    elsewhere: async ({ peer }) => someone(world, secondInstance, peer),
    async unproven(said) {
      const body = event(server.instance, "5511777770000", textOf(said));
      const forged = jwt(world.clock.now(), {}, { key: "another-key" });
      const headers: readonly Record<string, string>[] = [
        {},
        { "x-webhook-secret": "wrong" },
        { apikey: "EVO-SECRET-KEY-IN-BODY" },
        { authorization: `Bearer ${forged}` },
      ];
      return Promise.all(headers.map((one) => post(world, body, { headers: one })));
    },
    fate: (next) =>
      server.plan(typeof next === "string" ? plans[next] : { kind: "held", until: next.until }),
    cases: [
      answers(
        "nobody has that number",
        { kind: "not_on_whatsapp" },
        { kind: "refused", code: "not_on_whatsapp" },
      ),
      answers(
        "201 without an id",
        { kind: "accept_without_id" },
        { kind: "unknown", code: "no_message_id" },
      ),
      answers("400", { kind: "refuse", status: 400 }, { kind: "refused", code: "http_400" }),
      answers("422", { kind: "refuse", status: 422 }, { kind: "refused", code: "http_422" }),
      answers("408", { kind: "refuse", status: 408 }, { kind: "not_sent", code: "http_408" }),
      answers("429", { kind: "refuse", status: 429 }, { kind: "not_sent", code: "http_429" }),
    ],
    withhold: () => server.plan({ kind: "refuse", status: 400 }),
    handed: () => server.sends,
    complaints: () => server.violations,
  };
};
