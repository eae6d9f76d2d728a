import type { Channel } from "../../../src/domain/channel.ts";
import type { Delivery, Verdict } from "../../../src/domain/delivery.ts";
import { OutboundFailure } from "../../../src/domain/ports/http.ts";
import type { CarrierBench, ChannelBench, ChannelWorld, Receiver } from "./bench.ts";
import { lineBots, telegramBots } from "./channels.ts";
import { dingtalkApps } from "./dingtalk.ts";
import { discordBots } from "./discord.ts";
import { feishuApps } from "./feishu.ts";
import { slackApps } from "./slack.ts";
import { wecomAgents } from "./wecom-app.ts";

/** What keeps a reminder from arriving by its first way, in the order in which it is tried. */
export const failures = [
  "the window is closed",
  "the vendor refuses it",
  "its outcome is not known",
  "the network is down",
  "the process dies before the call",
  "the process dies after the call",
  "the vendor takes it and does not say so",
  "the login is dead",
] as const;
export type Failure = (typeof failures)[number];

/** These happen to the first try; the others last. */
const happensOnce: ReadonlySet<Failure> = new Set([
  "the process dies before the call",
  "the process dies after the call",
  "the vendor takes it and does not say so",
]);

/** The vendor's word for credentials that do not count any more. */
const deadLogins: Readonly<Record<string, (world: ChannelWorld) => unknown>> = {
  "WeChat through an outside connector": ({ vendors: { connector } }) =>
    void connector.plan.push({ body: { ret: -14 } }),
  "WeChat by our own login": ({ vendors: { ilink } }) =>
    ilink.plan("sendmessage", { json: { ret: -14 } }),
  "WhatsApp by the Cloud API": ({ vendors: { cloud } }) =>
    cloud.plan({ kind: "error", code: 190, status: 401 }),
  "WhatsApp by Evolution": ({ vendors: { evolution } }) =>
    evolution.plan({ kind: "refuse", status: 401 }),
  "WeCom over the long connection": async ({ vendors: { wecomLine }, until, one }) => {
    wecomLine.bot(lineBots.line, "another secret");
    wecomLine.cut(lineBots.line);
    await until(() => !one.channel("wecom").ready("line"));
  },
  "WeCom by a self-built app": ({ vendors: { wecomApps } }) => {
    wecomApps.revoked.add(wecomAgents.first);
  },
  "WeCom's customer service": ({ vendors: { wecomService } }) => {
    wecomService.isRevoked = true;
  },
  "Telegram by long polling": ({ vendors: { telegram } }) =>
    telegram.plan(telegramBots.poll, { kind: "error", code: 401 }),
  "Telegram by webhook": ({ vendors: { telegram } }) =>
    telegram.plan(telegramBots.hook, { kind: "error", code: 401 }),
  Discord: ({ vendors: { discord } }) =>
    discord.plan(discordBots.first, { kind: "error", status: 401, body: {} }),
  Slack: ({ vendors: { slack } }) =>
    slack.plan(slackApps.first, { kind: "error", error: "invalid_auth" }),
  "Feishu over the long connection": ({ vendors: { feishu } }) => {
    feishu.revoked.add(feishuApps.first);
  },
  "Feishu by callback": ({ vendors: { feishu } }) => {
    feishu.revoked.add(feishuApps.called);
  },
  DingTalk: ({ vendors: { dingtalk } }) =>
    dingtalk.plan(dingtalkApps.first, {
      kind: "code",
      code: "invalidClientIdOrSecret",
      status: 401,
    }),
  "a bridge": ({ vendors: { bridges } }) => bridges.plan("first", { kind: "answer", status: 401 }),
};

/** Who can be reached by this way first, and then by another one. */
export interface Row {
  readonly name: string;
  readonly bench: CarrierBench &
    Partial<
      Pick<ChannelBench, "withhold" | "triesAgain" | "showsOnce" | "knowsCopies" | "asksAgain">
    >;
  readonly ways: readonly Receiver[];
  readonly accountId: string;
  readonly conversationId: string;
}

/** Arranges the failure before the call that the vendor shall fail. Undefined where it can't happen. */
export function arrangement(
  world: ChannelWorld,
  { name, bench }: Row,
  failure: Failure,
): (() => unknown) | undefined {
  const cut = { phase: "after", code: "timeout", message: "no answer" } as const;
  const silence = (phase: "before" | "after") => () => {
    world.wire = (call, network) =>
      /getupdates/i.test(call.url)
        ? network.request(call)
        : Promise.reject(new OutboundFailure({ ...cut, phase }));
  };
  switch (failure) {
    case "the window is closed":
      return bench.withhold;
    case "the vendor refuses it":
      return bench.cases.find(({ kind }) => kind === "refused")?.arrange;
    case "its outcome is not known":
      if (bench.triesAgain === true) return undefined;
      // A mail server that took nothing has said so by then.
      if (name === "e-mail") return undefined;
      return bench.line === undefined
        ? silence("after")
        : bench.cases.find(({ kind }) => kind === "unknown")?.arrange;
    case "the network is down":
      return bench.line === undefined ? silence("before") : () => bench.line?.away();
    case "the vendor takes it and does not say so":
      return () => bench.fate?.("taken_then_cut");
    case "the login is dead": {
      const dies = deadLogins[name];
      return dies && (() => dies(world));
    }
    case "the process dies before the call":
    case "the process dies after the call":
      return () => undefined;
    default:
      return failure satisfies never;
  }
}

/** Short enough to be one message everywhere. */
export const contentOf = (row: number, failure: Failure): string =>
  `see to matter ${row}-${failures.indexOf(failure)}.`;

/** Its process is gone: another one finds the part as that one left it. */
const killSender = ({ db }: ChannelWorld, { id }: Delivery): Promise<unknown> =>
  db.rows(
    `update delivery_attempt set lease_holder = 'dead', lease_until = '-infinity', fence = fence + 1 where id = $1`,
    [id],
  );

/** From now on every send of these channels runs alone, with what happens to its reminder on its first way. */
export function failSends(world: ChannelWorld, rows: readonly Row[]): void {
  let last: Promise<unknown> = Promise.resolve();
  const happened = new Set<string>();
  const sendOne = async (send: Channel["send"], part: Delivery, signal: AbortSignal) => {
    const nth = rows.findIndex(({ conversationId: id }) => id === part.conversationId);
    const row = rows[nth];
    const failure = failures.find((each) => part.text.includes(contentOf(nth, each)));
    if (row === undefined || failure === undefined) return send(part, signal);
    const content = contentOf(nth, failure);
    if (happensOnce.has(failure) && happened.has(content)) return send(part, signal);
    happened.add(content);
    if (failure === "the process dies before the call") {
      await killSender(world, part);
      return { kind: "unknown", code: "dead" } as const;
    }
    await arrangement(world, row, failure)?.();
    const verdict = await send(part, signal).finally(() => (world.wire = undefined));
    if (failure === "the process dies after the call") await killSender(world, part);
    return verdict;
  };
  for (const name of new Set(rows.map(({ bench }) => bench.channel))) {
    const channel = world.one.channel(name);
    const send = channel.send.bind(channel);
    Object.assign(channel, {
      send(part: Delivery, signal: AbortSignal): Promise<Verdict> {
        const sent = last.then(() => sendOne(send, part, signal));
        last = sent.catch(() => undefined);
        return sent;
      },
    });
  }
}
