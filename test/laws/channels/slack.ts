import { escapeText } from "../../../src/channels/slack/blocks.ts";
import type { SlackSettings } from "../../../src/channels/slack/settings.ts";
import type { SlackFate, SlackServer } from "../../vendors/slack/server.ts";
import {
  type ChannelBench,
  type ChannelWorld,
  type Fate,
  type Heard,
  type OpenBench,
  partFor,
  type Said,
  type Someone,
  type VendorCase,
} from "./bench.ts";

export const slackApps = { first: "A0000001", second: "A0000002" } as const;

export const slackSettings = ({ url, line, botToken, appToken }: SlackServer): SlackSettings => ({
  apps: Object.values(slackApps).map((id) => ({
    id,
    botToken: botToken(id),
    appToken: appToken(id),
  })),
  busyPolicy: "supersede",
  access: "open",
  allowedUsers: [],
  allowedGroups: ["*"],
  sharedGroups: [],
  streams: true,
  apiBaseUrl: url,
  allowedHosts: ["127.0.0.1", new URL(line.url.replace("ws", "http")).host],
});

let people = 100;

/** Slack names a message by its time: here the digits of its id. */
const timeOf = (id: string): string => `${id.slice(0, 10)}.${id.slice(10)}`;

export const slackMessage = (
  app: string,
  { channel, user }: { readonly channel: string; readonly user: string },
  { text, id }: Said,
): {
  readonly type: string;
  readonly payload: { readonly api_app_id: string; readonly event: object };
} => ({
  type: "events_api",
  payload: {
    api_app_id: app,
    event: { type: "message", channel, user, text, ts: timeOf(id) },
  },
});

const failures = ({ lines }: ChannelWorld): number =>
  lines.filter((line) => line === "a message could not be accepted").length;

/** Tells the app and waits until it was kept, or could not be. */
async function hear(
  world: ChannelWorld,
  app: string,
  told: { readonly type: string; readonly payload: object },
): Promise<Heard> {
  const { line } = world.vendors.slack;
  await world.until(() => line.isLive(app));
  const failed = failures(world);
  const given = line.give(app, told);
  await world.until(() => given.isAcknowledged() || failures(world) > failed);
  return given.isAcknowledged() ? "taken" : "later";
}

async function createPerson(world: ChannelWorld, app: string): Promise<Someone> {
  const peer = `U${(people += 1)}`;
  const { slack: server } = world.vendors;
  const channel = server.directChat(app, peer);
  const says: Someone["says"] = ({ text, id }) =>
    hear(world, app, slackMessage(app, { channel, user: peer }, { id, text: escapeText(text) }));
  const person: Someone = {
    peer,
    channelAccount: app,
    says,
    // Slack gives again what was not acknowledged.
    comesAgain: says,
    saw: async () =>
      server.messages
        .filter((each) => each.app === app && each.channel === channel)
        .map((each) => server.wordsIn(each))
        .slice(1),
    window: () => ({
      lastInboundAt: new Date(world.clock.now()).toISOString(),
      sendsSinceInbound: 0,
      contextToken: null,
    }),
  };
  // Their chat is known from here on, so a part is one call.
  const greeting = partFor({ channel: "slack" }, person);
  await world.one.channel("slack").send(greeting, new AbortController().signal);
  return person;
}

const plans: Readonly<Record<Extract<Fate, string>, SlackFate>> = {
  taken_then_500: { kind: "taken_then_500" },
  taken_then_cut: { kind: "taken_then_cut" },
  not_now: { kind: "plain", status: 429, body: "", retryAfter: 1 },
};

/** A person in a private talk with the app. Only Slack can put a message on the connection. */
export const slackBench: OpenBench = (world): ChannelBench => {
  const { slack: server } = world.vendors;
  const app = slackApps.first;
  const answers = (
    name: string,
    fate: SlackFate,
    verdict: Pick<VendorCase, "kind" | "code">,
  ): VendorCase => ({ name, arrange: () => server.plan(app, fate), ...verdict });
  const error = (code: string, verdict: Pick<VendorCase, "kind" | "code">): VendorCase =>
    answers(code, { kind: "error", error: code }, verdict);
  const plain = (status: number, body: string): SlackFate => ({ kind: "plain", status, body });
  return {
    channel: "slack",
    asksAgain: true,
    person: () => createPerson(world, app),
    elsewhere: () => createPerson(world, slackApps.second),
    async unproven(said) {
      const direct = { channel: server.directChat(app, "U99"), user: "U99" };
      const { type, payload } = slackMessage(app, direct, said);
      const forge = (more: object, rest: object = {}) =>
        hear(world, app, {
          type,
          payload: { ...payload, event: { ...payload.event, ...more }, ...rest },
        });
      await forge({ bot_id: "B1" });
      await forge({ subtype: "message_changed" });
      await forge({ channel: "C5" });
      await forge({}, { api_app_id: "A0000009" });
      return ["refused"];
    },
    fate: (next) =>
      server.plan(
        app,
        typeof next === "string" ? plans[next] : { kind: "held", until: next.until },
      ),
    cases: [
      error("channel_not_found", { kind: "refused", code: "unknown_chat" }),
      error("not_in_channel", { kind: "refused", code: "no_permission" }),
      error("messages_tab_disabled", { kind: "waiting_for_user", code: "messages_off" }),
      error("msg_too_long", { kind: "refused", code: "vendor_msg_too_long" }),
      error("ratelimited", { kind: "not_sent", code: "busy" }),
      // Slack says of these that the message may be there, and it is not.
      error("fatal_error", { kind: "unknown", code: "fatal_error" }),
      error("invalid_blocks", { kind: "sent" }),
      answers("429", plans.not_now, { kind: "not_sent", code: "busy" }),
      answers("500", plain(500, ""), { kind: "unknown", code: "http_500" }),
      answers("500 after it was taken", { kind: "taken_then_500" }, { kind: "sent" }),
      answers("400 without a code", plain(400, ""), { kind: "refused", code: "http_400" }),
      answers("200 without sense", plain(200, "<html>"), { kind: "unknown" }),
      answers("a redirect", plain(302, ""), { kind: "unknown" }),
    ],
    withhold: () => server.plan(app, { kind: "error", error: "messages_tab_disabled" }),
    handed: () =>
      server.calls.filter((call) => call.app === app && call.method === "chat.postMessage").length,
    complaints: () => server.violations,
  };
};
