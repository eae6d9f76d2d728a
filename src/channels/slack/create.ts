import { createBackground } from "../kit/background.ts";
import { type Bot, type BotDeps, createBot } from "../kit/bot.ts";
import { createBotIds } from "../kit/bot-ids.ts";
import { fieldsOf, textOf } from "../kit/json-fields.ts";
import { createNames } from "../kit/names.ts";
import { perAccount } from "../kit/per-account.ts";
import { createSlackApi, type SlackApi } from "./api.ts";
import { escapeText } from "./blocks.ts";
import { createChats } from "./chats.ts";
import { fetchSlackFile } from "./files.ts";
import { type Envelope, runLine } from "./line.ts";
import { createLiveMessages, type LiveDeps } from "./live.ts";
import { sendBySlack } from "./send.ts";
import { type SlackApp, slackChannel, type SlackSettings, userIdOf } from "./settings.ts";
import { takeEnvelope, type TakeDeps } from "./take.ts";

export interface SlackDeps extends BotDeps {
  readonly settings: SlackSettings;
}

/** One message a second in a chat; short bursts are taken. */
const chatLimit = { paceMs: 1_000, burst: 3 } as const;
const quickMs = 2_000;

export function createSlack(deps: SlackDeps): Omit<Bot, "strangers"> {
  const { settings, clock, log } = deps;
  const { allowedHosts } = settings;
  const apps = new Map(settings.apps.map((app) => [app.id, app]));
  const api = createSlackApi(deps.http, settings);
  const chats = createChats(api);
  const background = createBackground(slackChannel, log);
  const showing: LiveDeps = { api, clock, chats, findApp: (id) => apps.get(id) };
  const bot = createBot(deps, {
    channel: slackChannel,
    apps: settings.apps,
    limits: { partLength: 3_000, partUnit: "utf16", ...chatLimit, sendTimeoutMs: 90_000 },
    streams: settings.streams,
    live: createLiveMessages(showing),
    probe: async (app, signal) => (await api.call(app, "auth.test", { signal })).kind === "ok",
    async tell(app, { peer, text }, signal) {
      const channel = await chats.find(app, `user:${peer}`, signal);
      const json = { channel, text: escapeText(text) };
      if (typeof channel === "string") await api.call(app, "chat.postMessage", { json, signal });
    },
    send: (app, part) => sendBySlack({ ...showing, files: deps.media }, app, part),
    fetchFile: (app, file) => fetchSlackFile(api, app, file),
    // Slack shares the events of an app among its connections.
    connected: settings.apps,
    connect: (app, how) => runLine({ ...deps, api, allowedHosts, take }, app, how),
  });
  const taking: TakeDeps = {
    ...deps,
    api,
    chats,
    background,
    strangers: bot.strangers,
    botIdOf: createBotIds(clock, (app) => askBotId(api, app)),
    namesOf: perAccount((app) => createNames(clock, (userId) => askName(api, app, userId))),
  };
  const take = (app: SlackApp, envelope: Envelope): Promise<void> =>
    takeEnvelope(taking, app, envelope);
  return {
    ...bot,
    close: async () => void (await Promise.all([bot.close(), background.close()])),
  };
}

async function askBotId(api: SlackApi, app: SlackApp): Promise<string | undefined> {
  const said = await api.call(app, "auth.test", { timeoutMs: quickMs });
  return said.kind === "ok" ? userIdOf(said.result["user_id"]) : undefined;
}

async function askName(api: SlackApi, app: SlackApp, userId: string): Promise<string | undefined> {
  const query = { user: userId };
  const said = await api.call(app, "users.info", { query, timeoutMs: quickMs });
  const user = said.kind === "ok" ? fieldsOf(said.result["user"]) : undefined;
  const profile = fieldsOf(user?.["profile"]);
  return textOf(profile?.["display_name"]) ?? textOf(user?.["real_name"]) ?? textOf(user?.["name"]);
}
