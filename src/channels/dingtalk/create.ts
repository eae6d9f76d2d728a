import { type Bot, type BotDeps, createBot } from "../kit/bot.ts";
import type { Fields } from "../kit/json-fields.ts";
import { takeChat, type TakeChatDeps } from "../kit/take-chat.ts";
import { createDingtalkApi } from "./api.ts";
import { fetchDingtalkFile } from "./files.ts";
import { runLine } from "./line.ts";
import { createLiveCards } from "./live.ts";
import { plainText, postMessage } from "./post.ts";
import { readMessage } from "./read.ts";
import { sendByDingtalk } from "./send.ts";
import { type DingtalkApp, dingtalkChannel, type DingtalkSettings } from "./settings.ts";

export interface DingtalkDeps extends BotDeps {
  readonly settings: DingtalkSettings;
}

/** Twenty messages a minute to one person or group. */
const chatLimit = { paceMs: 3_000, burst: 10 } as const;

export function createDingtalk(deps: DingtalkDeps): Omit<Bot, "strangers"> {
  const { settings } = deps;
  const { allowedHosts, cardTemplate } = settings;
  const apps = new Map(settings.apps.map((app) => [app.id, app]));
  const api = createDingtalkApi(deps, settings);
  const bot = createBot(deps, {
    channel: dingtalkChannel,
    apps: settings.apps,
    limits: { partLength: 4_000, partUnit: "utf16", ...chatLimit, sendTimeoutMs: 90_000 },
    streams: cardTemplate !== undefined,
    live: createLiveCards({ api, cardTemplate, findApp: (id) => apps.get(id) }),
    probe: async (app, signal) => (await api.open(app, { signal })).kind === "ok",
    tell: (app, { peer, text }, signal) =>
      postMessage(api, app, { scope: `user:${peer}`, message: plainText(text), signal }),
    send: (app, part) => sendByDingtalk({ ...deps, api, files: deps.media }, app, part),
    fetchFile: (app, file) => fetchDingtalkFile(api, app, file),
    // DingTalk shares the messages of an app among its connections.
    connected: settings.apps,
    connect: (app, how) => runLine({ ...deps, api, allowedHosts, take }, app, how),
  });
  const taking: TakeChatDeps = { ...deps, strangers: bot.strangers };
  const take = async (app: DingtalkApp, data: Fields): Promise<void> => {
    const message = await readMessage(deps, app, data);
    if (message !== undefined) await takeChat(taking, message);
  };
  return bot;
}
