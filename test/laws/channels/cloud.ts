import { fixture, signatureOf } from "../../support/whatsapp-bench.ts";
import type { CloudFate } from "../../vendors/whatsapp-cloud-server.ts";
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
import { secondNumber } from "./channels.ts";

const path = "/webhooks/whatsapp";
let people = 0;

/** As Meta writes it, with another person and content. */
function callback(number: string, from: string, content: object): string {
  const body = JSON.parse(fixture("cloud-text-phone-only")) as {
    entry: {
      changes: {
        value: {
          metadata: { phone_number_id: string };
          contacts: object[];
          messages: Record<string, unknown>[];
        };
      }[];
    }[];
  };
  const value = body.entry[0]?.changes[0]?.value;
  if (value === undefined) throw new Error("the fixture has no value");
  value.metadata.phone_number_id = number;
  value.contacts = [{ profile: { name: "Ada Fischer" }, wa_id: from }];
  value.messages = [{ ...value.messages[0], from, ...content }];
  return JSON.stringify(body);
}

const textOf = ({ text, id }: Said): object => ({ id: `wamid.${id}`, text: { body: text } });

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
        headers: { "Content-Type": "application/json", ...(how.headers ?? signatureOf(body)) },
      })
    ).status,
  );

function someone(world: ChannelWorld, number: string, peer: string): Someone {
  const says: Someone["says"] = (said) =>
    post(world, callback(number, peer, textOf(said)), { by: said.by });
  return {
    peer,
    channelAccount: number,
    says,
    comesAgain: says,
    reacts: (emoji) => {
      const last = world.vendors.cloud.ledger.findLast(({ message }) => message["to"] === peer);
      const content = {
        id: `wamid.R${emoji.codePointAt(0)}${last?.id.slice(6)}`,
        type: "reaction",
        text: undefined,
        reaction: { message_id: last?.id, emoji },
      };
      return post(world, callback(number, peer, content), {});
    },
    saw: async () =>
      world.vendors.cloud.ledger
        .filter(({ message }) => message["to"] === peer)
        .map(({ message }) => String((message["text"] as { body: string } | undefined)?.body)),
    window: () => ({
      lastInboundAt: new Date(world.clock.now()).toISOString(),
      sendsSinceInbound: 0,
      contextToken: null,
    }),
  };
}

export const cloudBench: OpenBench = (world): ChannelBench => {
  const { cloud: server } = world.vendors;
  const answers = (
    name: string,
    fate: CloudFate,
    verdict: Pick<VendorCase, "kind" | "code">,
  ): VendorCase => ({
    name,
    arrange: () => server.plan(fate),
    ...verdict,
  });
  const number = (code: number, kind: VendorCase["kind"], status = 400): VendorCase =>
    answers(`the number ${code}`, { kind: "error", code, status }, { kind, code: String(code) });
  const plans: Readonly<Record<Extract<Fate, string>, CloudFate>> = {
    taken_then_500: { kind: "accept_then_500" },
    taken_then_cut: { kind: "accept_then_cut" },
    not_now: { kind: "plain", status: 503, body: "" },
  };
  return {
    channel: "whatsapp",
    person: async () =>
      someone(world, server.phoneNumberId, `1650555${String((people += 1)).padStart(5, "0")}`),
    elsewhere: async ({ peer }) => someone(world, secondNumber, peer),
    async unproven(said) {
      const body = callback(server.phoneNumberId, "16505559999", textOf(said));
      const headers: readonly Record<string, string>[] = [
        {},
        signatureOf(body, "another-secret"),
        { "x-hub-signature-256": "sha256=" },
        signatureOf(`${body} `),
      ];
      return Promise.all(headers.map((one) => post(world, body, { headers: one })));
    },
    fate: (next) =>
      server.plan(typeof next === "string" ? plans[next] : { kind: "held", until: next.until }),
    cases: [
      number(131047, "waiting_for_user"),
      number(131026, "refused"),
      ...[131056, 130429, 4, 80007, 131048, 131049].map((code) => number(code, "not_sent")),
      ...[131000, 131016, 2].map((code) => number(code, "not_sent", 500)),
      ...[100, 131008, 131009, 132001, 132015].map((code) => number(code, "refused")),
      answers(
        "an error inside of a 200",
        { kind: "error_in_200", code: 131026 },
        { kind: "refused", code: "131026" },
      ),
      answers(
        "200 without an id",
        { kind: "accept_without_id" },
        { kind: "unknown", code: "no_message_id" },
      ),
      answers(
        "200 without sense",
        { kind: "plain", status: 200, body: "<html>" },
        { kind: "unknown", code: "no_message_id" },
      ),
      answers(
        "408",
        { kind: "plain", status: 408, body: "" },
        { kind: "not_sent", code: "http_408" },
      ),
      answers(
        "429",
        { kind: "plain", status: 429, body: "" },
        { kind: "not_sent", code: "http_429" },
      ),
      answers(
        "404",
        { kind: "plain", status: 404, body: "" },
        { kind: "refused", code: "http_404" },
      ),
      answers("a redirect", { kind: "plain", status: 302, body: "" }, { kind: "unknown" }),
    ],
    withhold: () => server.plan({ kind: "error", code: 131047, status: 400 }),
    hasWindow: true,
    handed: () => server.calls.filter((call) => call.path.endsWith("/messages")).length,
    complaints: () => server.violations,
  };
};
