import type { DingtalkSettings } from "../../../src/channels/dingtalk/settings.ts";
import type { DingtalkFate, DingtalkServer } from "../../vendors/dingtalk/server.ts";
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

export const dingtalkApps = { first: "ding0000000001", second: "ding0000000002" } as const;

export const dingtalkSettings = ({ url, line, secretOf }: DingtalkServer): DingtalkSettings => ({
  apps: Object.values(dingtalkApps).map((id) => ({ id, secret: secretOf(id), robotCode: id })),
  busyPolicy: "supersede",
  access: "open",
  allowedUsers: [],
  allowedGroups: ["*"],
  sharedGroups: [],
  cardTemplate: undefined,
  apiBaseUrl: url,
  uploadBaseUrl: url,
  allowedHosts: ["127.0.0.1", new URL(line.url.replace("ws", "http")).host],
});

let people = 100;

export const dingtalkMessage = (app: string, userId: string, { text, id }: Said) => ({
  conversationId: `cid${userId}==`,
  conversationType: "1",
  msgId: `msg${id}==`,
  senderStaffId: userId,
  senderNick: "Ada",
  robotCode: app,
  msgtype: "text",
  text: { content: text },
});

const failures = ({ lines }: ChannelWorld): number =>
  lines.filter((line) => line === "a message could not be accepted").length;

/** Gives the robot a message and waits until it was kept, or could not be. */
async function hear(world: ChannelWorld, app: string, data: object): Promise<Heard> {
  const { line } = world.vendors.dingtalk;
  await world.until(() => line.isLive(app));
  const failed = failures(world);
  const given = line.give(app, data);
  await world.until(() => given.isAcknowledged() || failures(world) > failed);
  return given.isAcknowledged() ? "taken" : "later";
}

async function createPerson(world: ChannelWorld, app: string): Promise<Someone> {
  const peer = `staff-${(people += 1)}`;
  const { dingtalk: server } = world.vendors;
  const says: Someone["says"] = (said) => hear(world, app, dingtalkMessage(app, peer, said));
  const person: Someone = {
    peer,
    channelAccount: app,
    says,
    // DingTalk gives again what was not acknowledged.
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
  const greeting = partFor({ channel: "dingtalk" }, person);
  await world.one.channel("dingtalk").send(greeting, new AbortController().signal);
  return person;
}

const plans: Readonly<Record<Extract<Fate, string>, DingtalkFate>> = {
  taken_then_500: { kind: "taken_then_500" },
  taken_then_cut: { kind: "taken_then_cut" },
  not_now: { kind: "code", code: "Throttling.Api", status: 429 },
};

/** A person in a private talk with the robot. Only DingTalk can put a message on the connection. */
export const dingtalkBench: OpenBench = (world): ChannelBench => {
  const { dingtalk: server } = world.vendors;
  const app = dingtalkApps.first;
  const answers = (
    name: string,
    fate: DingtalkFate,
    verdict: Pick<VendorCase, "kind" | "code">,
  ): VendorCase => ({ name, arrange: () => server.plan(app, fate), ...verdict });
  const code = (text: string, verdict: Pick<VendorCase, "kind" | "code">): VendorCase =>
    answers(text, { kind: "code", code: text }, verdict);
  const plain = (status: number, body: string): DingtalkFate => ({ kind: "plain", status, body });
  const outOfScope = { kind: "waiting_for_user", code: "out_of_scope" } as const;
  return {
    channel: "dingtalk",
    person: () => createPerson(world, app),
    elsewhere: () => createPerson(world, dingtalkApps.second),
    async unproven(said) {
      const message = dingtalkMessage(app, "staff-1", said);
      await hear(world, app, { ...message, senderStaffId: undefined });
      await hear(world, app, { ...message, conversationType: "2" });
      await hear(world, app, { ...message, robotCode: "ding0000000009" });
      return ["refused"];
    },
    fate: (next) =>
      server.plan(
        app,
        typeof next === "string" ? plans[next] : { kind: "held", until: next.until },
      ),
    cases: [
      code("staffId.notExisted", outOfScope),
      code("resource.not.found", { kind: "refused", code: "unknown_chat" }),
      code("Forbidden.AccessDenied.AccessTokenPermissionDenied", {
        kind: "refused",
        code: "no_permission",
      }),
      code("Throttling.Api", { kind: "not_sent", code: "busy" }),
      code("miss.param", { kind: "refused", code: "vendor_miss.param" }),
      answers("a person who is not reached", toListed("invalidStaffIdList"), outOfScope),
      answers("a person who gets too many", toListed("flowControlledStaffIdList"), {
        kind: "not_sent",
        code: "busy",
      }),
      answers("429", plain(429, ""), { kind: "not_sent", code: "busy" }),
      answers("400 without a code", plain(400, ""), { kind: "refused", code: "http_400" }),
      answers("500", plain(500, ""), { kind: "unknown", code: "http_500" }),
      answers("200 without sense", plain(200, "<html>"), { kind: "unknown" }),
      answers("a redirect", plain(302, ""), { kind: "unknown" }),
    ],
    withhold: () => server.plan(app, { kind: "code", code: "staffId.notExisted" }),
    handed: () =>
      server.calls.filter((call) => call.app === app && call.path.startsWith("/v1.0/robot/oTo"))
        .length,
    complaints: () => server.violations,
  };
};

const toListed = (list: string): DingtalkFate => ({ kind: "listed", list });
