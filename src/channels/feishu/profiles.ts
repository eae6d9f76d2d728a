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
