import { type Channel, plainChatApp } from "../../../domain/channel.ts";
import type { ChannelPorts } from "../../../domain/ports/channel-ports.ts";
import type { ChannelReports } from "../../../domain/ports/channel-reports.ts";
import type { PushLedger } from "../../../domain/ports/channel-storage.ts";
import type { Chance, Clock } from "../../../domain/ports/clock.ts";
import type { OutboundHttp } from "../../../domain/ports/http.ts";
import type { Log, Metrics } from "../../../domain/ports/log.ts";
import type { QuotedMessages } from "../../../domain/ports/quotes.ts";
import type { ChannelWebhook } from "../../../domain/webhook.ts";
import { createAccountHealth } from "../../kit/account-health.ts";
import { createBackground } from "../../kit/background.ts";
import { textOf } from "../../kit/json-fields.ts";
import { createNames } from "../../kit/names.ts";
import type { OutgoingFiles } from "../../kit/outgoing.ts";
import { perAccount } from "../../kit/per-account.ts";
import { createStrangerReplies } from "../../kit/strangers.ts";
import { createWecomAppApi, type WecomAppApi } from "./api.ts";
import { type CallbackDeps, createCallbacks } from "./callback.ts";
import { fetchFile } from "./files.ts";
import { sendByApp } from "./send.ts";
import { type WecomApp, wecomAppChannel, type WecomAppSettings } from "./settings.ts";

export interface WecomAppDeps {
  readonly ports: ChannelPorts;
  readonly reports?: ChannelReports | undefined;
  readonly quotes: QuotedMessages;
  readonly pushes: Pick<PushLedger, "restOf" | "keepRest">;
  readonly media?: OutgoingFiles | undefined;
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly split: (text: string, bytes: number) => readonly string[];
  readonly settings: WecomAppSettings;
}

export interface WecomApps {
  readonly channel: Channel;
  readonly webhooks: readonly ChannelWebhook[];
  close(): Promise<void>;
}

const quickMs = 2_000;

export function createWecomApps(deps: WecomAppDeps): WecomApps {
  const { settings, clock, log, ports } = deps;
  const apps = new Map(settings.apps.map((app) => [app.id, app]));
  const api = createWecomAppApi(deps, settings);
  const health = createAccountHealth({
    channel: wecomAppChannel,
    directory: ports.directory,
    clock,
    log,
    probe: async (id, signal) => {
      const app = apps.get(id);
      return app !== undefined && (await askApp(api, app, signal)).kind === "ok";
    },
  });
  const strangers = createStrangerReplies({
    ...deps,
    channel: wecomAppChannel,
    send: async ({ channelAccount, peer }, content, signal) => {
      const app = apps.get(channelAccount);
      const json = { touser: peer, agentid: app?.agentId, msgtype: "text", text: { content } };
      if (app !== undefined)
        await api.call(app, { method: "POST", path: "/message/send", json, signal });
    },
  });
  const background = createBackground(wecomAppChannel, log);
  const sending = { ...deps, api, files: deps.media };
  const taking: CallbackDeps = {
    ...deps,
    strangers,
    namesOf: perAccount((app) => createNames(clock, (userId) => askName(api, app, userId))),
    clicked: (app, click) => background.run(endCard(api, app, click)),
  };
  return {
    channel: {
      name: wecomAppChannel,
      ready: (id) => apps.has(id) && health.ready(id),
      // Of these each takes up to 2,048 bytes' worth of calls; see `sendPieces`.
      limits: {
        partLength: 2_000,
        partUnit: "utf16",
        paceMs: 1_000,
        burst: 5,
        sendTimeoutMs: 90_000,
      },
      capabilities: {
        ...plainChatApp,
        carriesFiles: true,
        reportsLater: false,
        showsButtons: true,
      },
      unknownSends: "keep",
      fetchFile: async ({ channelAccount, ...file }, signal) => {
        const app = apps.get(channelAccount);
        return app === undefined
          ? { failed: "gone", again: false }
          : fetchFile(api, app, { ...file, signal });
      },
      async send(delivery, signal) {
        const app = apps.get(delivery.channelAccount);
        if (app === undefined) return { kind: "not_sent", code: "account_not_configured" };
        const { verdict, fault } = await sendByApp(sending, app, { delivery, signal });
        if (fault !== undefined) await health.became(app.id, fault);
        else if (verdict.kind === "sent") await health.became(app.id, { state: "connected" });
        return verdict;
      },
    },
    webhooks: settings.apps.flatMap((app) => createCallbacks(taking, app)),
    async close() {
      await Promise.all([health.close(), strangers.close(), background.close()]);
    },
  };
}

export const askApp = (api: WecomAppApi, app: WecomApp, signal?: AbortSignal) =>
  api.call(app, { method: "GET", path: `/agent/get?agentid=${app.agentId}`, signal });

/** The buttons have done their work: the card shows that, and takes no more clicks. */
const endCard = (
  api: WecomAppApi,
  app: WecomApp,
  { responseCode, userId }: { readonly responseCode: string; readonly userId: string },
) =>
  api.call(app, {
    method: "POST",
    path: "/message/update_template_card",
    json: {
      userids: [userId],
      agentid: app.agentId,
      response_code: responseCode,
      button: { replace_name: "✓" },
    },
  });

/** By the contacts API, where the app may read it. */
async function askName(
  api: WecomAppApi,
  app: WecomApp,
  userId: string,
): Promise<string | undefined> {
  const path = `/user/get?userid=${encodeURIComponent(userId)}`;
  const said = await api.call(app, { method: "GET", path, timeoutMs: quickMs });
  const name = said.kind === "ok" ? textOf(said.result["name"]) : undefined;
  // Without the right to names WeCom gives the id instead.
  return name === userId ? undefined : name;
}
