import { type Channel, plainChatApp } from "../../../domain/channel.ts";
import type { ChannelPorts } from "../../../domain/ports/channel-ports.ts";
import type { ChannelReports } from "../../../domain/ports/channel-reports.ts";
import type { Chance, Clock } from "../../../domain/ports/clock.ts";
import type { OutboundHttp } from "../../../domain/ports/http.ts";
import type { Log, Metrics } from "../../../domain/ports/log.ts";
import type { QuotedMessages } from "../../../domain/ports/quotes.ts";
import type { ChannelWebhook } from "../../../domain/webhook.ts";
import { createAccountHealth } from "../../kit/account-health.ts";
import { createBackground } from "../../kit/background.ts";
import { objectsOf, textOf } from "../../kit/json-fields.ts";
import { createNames } from "../../kit/names.ts";
import type { OutgoingFiles } from "../../kit/outgoing.ts";
import { createStrangerReplies } from "../../kit/strangers.ts";
import { createWecomAppApi, type WecomAppApi } from "../app/api.ts";
import { fetchFile } from "../app/files.ts";
import { valueIn } from "../app/xml.ts";
import {
  answerText,
  openCallback,
  readEcho,
  type SealedFor,
  storeCallback,
} from "../sealed-callback.ts";
import { sendByService } from "./send.ts";
import { serviceCallbackPath, wecomServiceChannel, type WecomServiceSettings } from "./settings.ts";
import { syncAccount, type SyncDeps } from "./sync.ts";
import { serviceOutlook } from "./window.ts";

export interface WecomServiceDeps {
  readonly ports: ChannelPorts;
  readonly reports?: ChannelReports | undefined;
  readonly quotes: QuotedMessages;
  readonly media?: OutgoingFiles | undefined;
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly settings: WecomServiceSettings;
}

export interface WecomService {
  readonly channel: Channel;
  readonly webhooks: readonly ChannelWebhook[];
  /** Looks for messages whose callback was lost. */
  start(): { close(): Promise<void> };
  close(): Promise<void>;
}

const maxBytes = 256 * 1024;
/** Without a callback's token WeCom allows few calls. */
const lookEveryMs = 10 * 60_000;
const quickMs = 2_000;

export function createWecomService(deps: WecomServiceDeps): WecomService {
  const { settings, clock, log, ports } = deps;
  const { app, accounts } = settings;
  const api = createWecomAppApi(deps, settings);
  const health = createAccountHealth({
    channel: wecomServiceChannel,
    directory: ports.directory,
    clock,
    log,
    probe: async (_account, signal) =>
      (await listServiceAccounts(api, settings, signal)).kind === "ok",
  });
  const strangers = createStrangerReplies({
    ...deps,
    channel: wecomServiceChannel,
    send: async ({ channelAccount, peer }, content, signal) => {
      const json = { touser: peer, open_kfid: channelAccount, msgtype: "text", text: { content } };
      await api.call(app, { method: "POST", path: "/kf/send_msg", json, signal });
    },
  });
  const background = createBackground(wecomServiceChannel, log);
  const syncing: SyncDeps = {
    ...deps,
    api,
    strangers,
    names: createNames(clock, (userId) => askName(api, settings, userId)),
    welcome: (code) => {
      if (settings.welcome !== undefined)
        background.run(sendWelcome(api, settings, { code, content: settings.welcome }));
    },
  };
  const sync = inTurn((account, token) => syncAccount(syncing, account, token));
  return {
    channel: {
      name: wecomServiceChannel,
      ready: (account) => accounts.includes(account) && health.ready(account),
      limits: {
        partLength: 2_000,
        partUnit: "bytes",
        paceMs: 1_000,
        burst: 5,
        sendTimeoutMs: 90_000,
      },
      capabilities: { ...plainChatApp, carriesFiles: true, showsButtons: true },
      unknownSends: "keep",
      outlook: serviceOutlook,
      fetchFile: (file, signal) => fetchFile(api, app, { ...file, signal }),
      async send(delivery, signal) {
        if (!accounts.includes(delivery.channelAccount))
          return { kind: "not_sent", code: "account_not_configured" };
        const on = { ...deps, api, app, files: deps.media };
        const { verdict, fault } = await sendByService(on, { delivery, signal });
        const account = delivery.channelAccount;
        if (fault !== undefined) await health.became(account, fault);
        else if (verdict.kind === "sent") await health.became(account, { state: "connected" });
        return verdict;
      },
    },
    webhooks: createWebhooks({ ...deps, sync }),
    start() {
      const held = accounts.map((account) =>
        ports.sole.hold(`${wecomServiceChannel}:${account}`, async (signal) => {
          while (!signal.aborted) {
            await sync(account, undefined).catch((error: unknown) =>
              log.warn({ error, channel: wecomServiceChannel }, "messages could not be fetched"),
            );
            await clock.wait(lookEveryMs, signal);
          }
        }),
      );
      return { close: async () => void (await Promise.all(held.map((one) => one.close()))) };
    },
    async close() {
      await Promise.all([health.close(), strangers.close(), background.close()]);
    },
  };
}

type Sync = (account: string, token: string | undefined) => Promise<void>;

/** One after the other for an account: two at once would fetch the same messages. */
function inTurn(sync: Sync): Sync {
  const last = new Map<string, Promise<unknown>>();
  return (account, token) => {
    const next = (last.get(account) ?? Promise.resolve()).then(() => sync(account, token));
    last.set(
      account,
      next.catch(() => undefined),
    );
    return next;
  };
}

/** A callback only says that there is something; it is answered when that is stored. */
function createWebhooks(on: WecomServiceDeps & { readonly sync: Sync }): readonly ChannelWebhook[] {
  const { settings, clock, log } = on;
  const { app, accounts, keys } = settings;
  const path = `${serviceCallbackPath}/${app.corpId}`;
  const of: SealedFor = { clock, log, channel: wecomServiceChannel, keys, corpId: app.corpId };
  return [
    { method: "get", path, handle: async ({ query }) => answerText(readEcho(of, query)) },
    {
      method: "post",
      path,
      maxBytes,
      async handle({ query, body }) {
        const xml = openCallback(of, { query, body });
        const account = valueIn(xml, "OpenKfId") ?? "";
        if (valueIn(xml, "Event") === "kf_msg_or_event" && accounts.includes(account))
          await storeCallback(of, () => on.sync(account, valueIn(xml, "Token")));
        return answerText("success");
      },
    },
  ];
}

export const listServiceAccounts = (
  api: WecomAppApi,
  { app }: WecomServiceSettings,
  signal?: AbortSignal,
) =>
  api.call(app, {
    method: "POST",
    path: "/kf/account/list",
    json: { offset: 0, limit: 100 },
    signal,
  });

const sendWelcome = (
  api: WecomAppApi,
  { app }: WecomServiceSettings,
  { code, content }: { readonly code: string; readonly content: string },
) =>
  api.call(app, {
    method: "POST",
    path: "/kf/send_msg_on_event",
    json: { code, msgtype: "text", text: { content } },
  });

/** The name that the person has in WeChat. */
async function askName(
  api: WecomAppApi,
  { app }: WecomServiceSettings,
  userId: string,
): Promise<string | undefined> {
  const said = await api.call(app, {
    method: "POST",
    path: "/kf/customer/batchget",
    json: { external_userid_list: [userId], need_enter_session_context: 0 },
    timeoutMs: quickMs,
  });
  const [customer] = said.kind === "ok" ? objectsOf(said.result["customer_list"]) : [];
  return textOf(customer?.["nickname"]);
}
