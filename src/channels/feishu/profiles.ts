import type { Clock } from "../../domain/ports/clock.ts";
import { fieldsOf, textOf } from "../kit/json-fields.ts";
import type { FeishuApi } from "./api.ts";
import { type FeishuApp, openIdOf } from "./settings.ts";

/** Feishu's answer to "who am I": an older one, without `data`. */
export async function askBot(
  api: FeishuApi,
  app: FeishuApp,
  signal?: AbortSignal,
): Promise<{ readonly openId: string; readonly name: string } | undefined> {
  const said = await api.call(app, { method: "GET", path: "/bot/v3/info", signal });
  const bot = said.kind === "ok" ? fieldsOf(said.result["bot"]) : undefined;
  const openId = openIdOf(bot?.["open_id"]);
  return openId === undefined ? undefined : { openId, name: textOf(bot?.["app_name"]) ?? app.id };
}

const againMs = 10_000;

/** The bot's own id in each app. It never changes; a failed question is asked again after a while. */
export function createBotIds(
  api: FeishuApi,
  clock: Pick<Clock, "now">,
): (app: FeishuApp) => Promise<string | undefined> {
  const known = new Map<string, string>();
  const failedAt = new Map<string, number>();
  return async (app) => {
    const before = known.get(app.id);
    const isTooSoon = clock.now() - (failedAt.get(app.id) ?? -Infinity) < againMs;
    if (before !== undefined || isTooSoon) return before;
    const bot = await askBot(api, app);
    if (bot === undefined) failedAt.set(app.id, clock.now());
    else known.set(app.id, bot.openId);
    return bot?.openId;
  };
}
