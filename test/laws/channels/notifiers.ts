import { notifiersSection } from "../../../src/channels/notifiers/section.ts";
import type { NotifierFate, NotifierKind } from "../../vendors/notifier-server.ts";
import { type MailFate, wordsOf } from "../../vendors/smtp-server.ts";
import type { ChannelWorld, Fate, OpenCarrier, CarrierBench, VendorCase } from "./bench.ts";

const account = "0197c7a4-5c7e-7b6a-9d55-0f4b3c2a1d00";

/** A route of every kind, each with its words shown. */
export const notifierSettings = (vendors: ChannelWorld["vendors"]) =>
  notifiersSection.parse({
    enabled: true,
    allowed_hosts: ["127.0.0.1"],
    routes: [
      { name: "ntfy", kind: "ntfy", url: `${vendors.notifiers.url}/topic` },
      { name: "bark", kind: "bark", url: `${vendors.notifiers.url}/key` },
      { name: "gotify", kind: "gotify", url: vendors.notifiers.url, token: "token" },
      { name: "email", kind: "email", to: "ada@example.net" },
    ].map((route) => ({ ...route, account, shows_content: true })),
    smtp: {
      host: "127.0.0.1",
      port: vendors.mail.port,
      security: "none",
      from: "bot@example.org",
    },
  });

const window = { lastInboundAt: null, sendsSinceInbound: 0, contextToken: null };

const plans: Readonly<Record<Extract<Fate, string>, NotifierFate>> = {
  taken_then_500: { kind: "taken_then_500" },
  taken_then_cut: { kind: "taken_then_cut" },
  not_now: { kind: "answer", status: 429 },
};

const notifierBench =
  (kind: NotifierKind): OpenCarrier =>
  ({ vendors: { notifiers: server } }): CarrierBench => {
    const answers = (
      name: string,
      fate: NotifierFate,
      verdict: Pick<VendorCase, "kind" | "code">,
    ): VendorCase => ({ name, arrange: () => server.plan(kind, fate), ...verdict });
    const number = (status: number, verdict: Pick<VendorCase, "kind" | "code">): VendorCase =>
      answers(`status ${status}`, { kind: "answer", status }, verdict);
    return {
      channel: "notifiers",
      person: async () => {
        const before = server.shown.length;
        return {
          peer: `account:${account}`,
          channelAccount: kind,
          window: () => window,
          saw: async () =>
            server.shown
              .slice(before)
              .filter((each) => each.kind === kind)
              .map(({ text }) => text),
        };
      },
      fate: (next) =>
        server.plan(
          kind,
          typeof next === "string" ? plans[next] : { kind: "held", until: next.until },
        ),
      cases: [
        number(400, { kind: "refused", code: "http_400" }),
        number(401, { kind: "refused", code: "token_refused" }),
        number(429, { kind: "not_sent", code: "busy" }),
        number(500, { kind: "unknown", code: "http_500" }),
        answers(
          "200 with an error in it",
          { kind: "answer", status: 200, body: '{"code":400,"message":"no such device"}' },
          { kind: "refused", code: "http_400" },
        ),
        number(302, { kind: "unknown" }),
      ],
      handed: () => server.calls.filter((call) => call.kind === kind).length,
      complaints: () => server.violations,
    };
  };

const mailPlans: Readonly<Record<Extract<Fate, string>, MailFate>> = {
  taken_then_500: { cutAfterTaking: true },
  taken_then_cut: { cutAfterTaking: true },
  not_now: { replies: { MAIL: "451 later" } },
};

const mailBench: OpenCarrier = ({ vendors: { mail } }): CarrierBench => {
  const replies = (
    command: string,
    reply: string,
    verdict: Pick<VendorCase, "kind" | "code">,
  ): VendorCase => ({
    name: `${command}: ${reply}`,
    arrange: () => void mail.plan.push({ replies: { [command]: reply } }),
    ...verdict,
  });
  return {
    channel: "notifiers",
    person: async () => {
      const before = mail.mails.length;
      return {
        peer: `account:${account}`,
        channelAccount: "email",
        window: () => window,
        saw: async () => mail.mails.slice(before).map((each) => wordsOf(each).text),
      };
    },
    fate: (next) =>
      void mail.plan.push(typeof next === "string" ? mailPlans[next] : { until: next.until }),
    cases: [
      replies("greeting", "554 no", { kind: "refused", code: "mail_refused" }),
      replies("greeting", "421 busy", { kind: "not_sent", code: "busy" }),
      replies("MAIL", "550 no", { kind: "refused", code: "mail_sender_refused" }),
      replies("RCPT", "550 nobody", { kind: "refused", code: "mail_address_refused" }),
      replies("RCPT", "450 greylisted", { kind: "not_sent", code: "busy" }),
      replies(".", "552 too large", { kind: "refused", code: "mail_refused" }),
      replies(".", "250 queued", { kind: "sent" }),
    ],
    line: {
      away: async () => void (mail.away.is = true),
      back: async () => void (mail.away.is = false),
    },
    handed: () => mail.handed.count,
    complaints: () => mail.violations,
  };
};

export const carriers: readonly { readonly name: string; readonly open: OpenCarrier }[] = [
  { name: "ntfy", open: notifierBench("ntfy") },
  { name: "Bark", open: notifierBench("bark") },
  { name: "Gotify", open: notifierBench("gotify") },
  { name: "e-mail", open: mailBench },
];
