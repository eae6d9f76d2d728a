import type { ChannelWebhook } from "../../domain/webhook.ts";
import { type Bot, type BotDeps, createBot } from "../kit/bot.ts";
import { createBotIds } from "../kit/bot-ids.ts";
import { fieldsOf, textOf } from "../kit/json-fields.ts";
import { createNames } from "../kit/names.ts";
import { perAccount } from "../kit/per-account.ts";
import { createFeishuApi, type FeishuApi } from "./api.ts";
import { createCallback } from "./callback.ts";
import { fetchFeishuFile } from "./files.ts";
import { runLine } from "./line/line.ts";
import { createLiveCards, postMessage, uuidOf } from "./live.ts";
import { askBot } from "./profiles.ts";
import { sendByFeishu } from "./send.ts";
import { type FeishuApp, feishuChannel, type FeishuSettings } from "./settings.ts";
import { takeEvent, type TakeDeps } from "./take.ts";

export interface FeishuDeps extends BotDeps {
  readonly settings: FeishuSettings;
}

export interface Feishu extends Omit<Bot, "strangers"> {
  readonly webhooks: readonly ChannelWebhook[];
}

/** Five messages a second to one person or group. */
const chatLimit = { paceMs: 250, burst: 4 } as const;
const quickMs = 2_000;

export function createFeishu(deps: FeishuDeps): Feishu {
  const { settings, clock } = deps;
  const { allowedHosts } = settings;
  const apps = new Map(settings.apps.map((app) => [app.id, app]));
  const api = createFeishuApi(deps, settings);
  const bot = createBot(deps, {
    channel: feishuChannel,
    apps: settings.apps,
    limits: { partLength: 4_000, partUnit: "utf16", ...chatLimit, sendTimeoutMs: 90_000 },
    hasVoice: true,
    streams: settings.streams,
    live: createLiveCards({ api, findApp: (id) => apps.get(id) }),
    knowsCopiesMs,
    probe: async (app, signal) => (await askBot(api, app, signal)) !== undefined,
    tell(app, { peer, text }, signal) {
      const uuid = uuidOf(Buffer.from(deps.chance.bytes(18)).toString("hex"));
      const body = { msg_type: "text", content: JSON.stringify({ text }), uuid };
      return postMessage(api, app, { to: { scope: `user:${peer}` }, body, signal });
    },
    send: (app, part) => sendByFeishu({ ...deps, ...part, api, files: deps.media }, app, part),
    fetchFile: (app, file) => fetchFeishuFile(api, app, file),
    // Feishu shares the events of an app among its connections.
    connected: settings.apps.filter(({ events }) => events === "connection"),
    connect: (app, how) => runLine({ ...deps, api, allowedHosts, take }, app, how),
  });
  const taking: TakeDeps = {
    ...deps,
    strangers: bot.strangers,
    botIdOf: createBotIds(clock, async (app) => (await askBot(api, app))?.openId),
    namesOf: perAccount((app) => createNames(clock, (userId) => askName(api, app, userId))),
  };
  const take = (app: FeishuApp, event: Parameters<typeof takeEvent>[2]) =>
    takeEvent(taking, app, event);
  return {
    ...bot,
    webhooks: settings.apps
      .filter(({ events }) => events === "callback")
      .map((app) => createCallback({ ...taking, encryptKeys: settings.encryptKeys }, app)),
  };
}

/** The same uuid makes one message within an hour; our clock may be off by some minutes. */
const knowsCopiesMs = 50 * 60_000;

/** By the contacts API, where the app may read it. */
async function askName(
  api: FeishuApi,
  app: FeishuApp,
  userId: string,
): Promise<string | undefined> {
  const path = `/contact/v3/users/${userId}?user_id_type=open_id`;
  const said = await api.call(app, { method: "GET", path, timeoutMs: quickMs });
  return said.kind === "ok" ? textOf(fieldsOf(said.result["user"])?.["name"]) : undefined;
}
