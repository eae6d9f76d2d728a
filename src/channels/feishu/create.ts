import { type Channel, plainChatApp } from "../../domain/channel.ts";
import type { ChannelPorts } from "../../domain/ports/channel-ports.ts";
import type { ChannelReports } from "../../domain/ports/channel-reports.ts";
import type { PushLedger } from "../../domain/ports/channel-storage.ts";
import type { Chance, Clock } from "../../domain/ports/clock.ts";
import type { OutboundHttp } from "../../domain/ports/http.ts";
import type { Log, Metrics } from "../../domain/ports/log.ts";
import type { QuotedMessages } from "../../domain/ports/quotes.ts";
import type { OutboundSockets } from "../../domain/ports/socket.ts";
import type { ChannelWebhook } from "../../domain/webhook.ts";
import { createAccountHealth } from "../kit/account-health.ts";
import { createAnsweredMessages } from "../kit/answered.ts";
import { fieldsOf, textOf } from "../kit/json-fields.ts";
import { keepLine } from "../kit/keep-line.ts";
import { createLiveAnswers } from "../kit/live-answer.ts";
import { createNames, type Names } from "../kit/names.ts";
import type { OutgoingFiles } from "../kit/outgoing.ts";
import { createStrangerReplies } from "../kit/strangers.ts";
import { createFeishuApi, type FeishuApi } from "./api.ts";
import { createCallback } from "./callback.ts";
import { fetchFeishuFile } from "./files.ts";
import { runLine } from "./line/line.ts";
import { createLiveCards, postMessage, uuidOf } from "./live.ts";
import { askBot, createBotIds } from "./profiles.ts";
import { sendByFeishu } from "./send.ts";
import { type FeishuApp, feishuChannel, type FeishuSettings } from "./settings.ts";
import { takeEvent, type TakeDeps } from "./take.ts";

export interface FeishuDeps {
  readonly ports: ChannelPorts;
  readonly reports?: ChannelReports | undefined;
  readonly quotes: QuotedMessages;
  readonly pushes: Pick<PushLedger, "restOf" | "keepRest">;
  readonly media?: OutgoingFiles | undefined;
  readonly http: OutboundHttp;
  readonly sockets: OutboundSockets;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly settings: FeishuSettings;
}

export interface Feishu {
  readonly channel: Channel;
  readonly webhooks: readonly ChannelWebhook[];
  /** Connects each app, in one process at a time. */
  start(): { close(): Promise<void> };
  close(): Promise<void>;
}

/** Five messages a second to one person or group. */
const chatLimit = { paceMs: 250, burst: 4 } as const;
const quickMs = 2_000;

export function createFeishu(deps: FeishuDeps): Feishu {
  const { settings, clock, log, ports } = deps;
  const apps = new Map(settings.apps.map((app) => [app.id, app]));
  const findApp = (id: string): FeishuApp | undefined => apps.get(id);
  const api = createFeishuApi(deps, settings);
  const health = createAccountHealth({
    channel: feishuChannel,
    directory: ports.directory,
    clock,
    log,
    probe: async (id, signal) => {
      const app = apps.get(id);
      return app !== undefined && (await askBot(api, app, signal)) !== undefined;
    },
  });
  const strangers = createStrangerReplies({
    ...deps,
    channel: feishuChannel,
    send: async ({ channelAccount, peer }, text, signal) => {
      const app = apps.get(channelAccount);
      if (app === undefined) return;
      const uuid = uuidOf(Buffer.from(deps.chance.bytes(18)).toString("hex"));
      const body = { msg_type: "text", content: JSON.stringify({ text }), uuid };
      await postMessage(api, app, { to: { scope: `user:${peer}` }, body, signal });
    },
  });
  const live = createLiveAnswers(
    { clock, log, pushes: deps.pushes, streams: settings.streams },
    createLiveCards({ api, findApp }),
  );
  const answered = createAnsweredMessages();
  const sending = {
    ...deps,
    api,
    live,
    files: deps.media,
    answeredIn: (scope: string) => answered.find(scope),
  };
  const taking: TakeDeps = {
    ...deps,
    strangers,
    botIdOf: createBotIds(api, clock),
    namesOf: openNames(api, clock),
  };
  return {
    channel: {
      name: feishuChannel,
      ready: (id) => apps.has(id) && health.ready(id),
      limits: { partLength: 4_000, partUnit: "utf16", ...chatLimit, sendTimeoutMs: 90_000 },
      capabilities: {
        ...plainChatApp,
        carriesFiles: true,
        reportsLater: false,
        showsButtons: true,
      },
      unknownSends: "keep",
      typing(to) {
        answered.remember(to.scope, to.vendorId);
        return live.typing(to);
      },
      fetchFile: async ({ channelAccount, ...file }, signal) => {
        const app = apps.get(channelAccount);
        return app === undefined
          ? { failed: "gone", again: false }
          : fetchFeishuFile(api, app, { ...file, signal });
      },
      async send(delivery, signal) {
        const app = apps.get(delivery.channelAccount);
        if (app === undefined) return { kind: "not_sent", code: "account_not_configured" };
        const { verdict, fault } = await sendByFeishu(sending, app, { delivery, signal });
        if (fault !== undefined) await health.became(app.id, fault);
        else if (verdict.kind === "sent") await health.became(app.id, { state: "connected" });
        return verdict;
      },
    },
    webhooks: settings.apps
      .filter(({ events }) => events === "callback")
      .map((app) => createCallback({ ...taking, encryptKeys: settings.encryptKeys }, app)),
    start() {
      const connecting = {
        ...deps,
        api,
        allowedHosts: settings.allowedHosts,
        take: (app: FeishuApp, event: Parameters<typeof takeEvent>[2]) =>
          takeEvent(taking, app, event),
      };
      const keeping = { ...deps, health, directory: ports.directory };
      const held = settings.apps
        .filter(({ events }) => events === "connection")
        .map((app) =>
          // Feishu shares the events of an app among its connections.
          ports.sole.hold(`${feishuChannel}:${app.id}`, (signal) =>
            keepLine(
              keeping,
              {
                channel: feishuChannel,
                channelAccount: app.id,
                connect: (how) => runLine(connecting, app, how),
              },
              signal,
            ),
          ),
        );
      return { close: async () => void (await Promise.all(held.map((one) => one.close()))) };
    },
    async close() {
      await Promise.all([health.close(), live.close(), strangers.close()]);
    },
  };
}

/** Names by the contacts API, where the app may read it. */
function openNames(api: FeishuApi, clock: Clock): TakeDeps["namesOf"] {
  const opened = new Map<string, Names>();
  return (app) => {
    const before = opened.get(app.id);
    if (before !== undefined) return before;
    const names = createNames(clock, async (userId) => {
      const path = `/contact/v3/users/${userId}?user_id_type=open_id`;
      const said = await api.call(app, { method: "GET", path, timeoutMs: quickMs });
      return said.kind === "ok" ? textOf(fieldsOf(said.result["user"])?.["name"]) : undefined;
    });
    opened.set(app.id, names);
    return names;
  };
}
