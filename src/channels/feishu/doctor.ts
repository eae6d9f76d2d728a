import { bad, type Finding, good, note } from "../../domain/finding.ts";
import { openAccess } from "../kit/open-access.ts";
import { type DoctorContext, doctorPatienceMs, outOfReach } from "../kit/doctor.ts";
import { fieldsOf, numberOf, textOf } from "../kit/json-fields.ts";
import { createFeishuApi } from "./api.ts";
import { type FeishuSection, feishuSettings } from "./section.ts";
import { callbackPath } from "./settings.ts";
import { isAppRefused } from "./verdict.ts";

const name = "feishu";

export const checkFeishu = async (on: DoctorContext<FeishuSection>): Promise<readonly Finding[]> =>
  on.section.enabled ? [await checkApp(on), ...openAccess(name, on.section)] : [];

async function checkApp({
  section,
  server,
  http,
  clock,
}: DoctorContext<FeishuSection>): Promise<Finding> {
  const settings = feishuSettings(section);
  const [app] = settings.apps;
  if (app === undefined) return note(name, { en: "Not set up.", zh: "未设置。" });
  const api = createFeishuApi({ http, clock }, settings);
  const said = await api.call(app, {
    method: "GET",
    path: "/bot/v3/info",
    timeoutMs: doctorPatienceMs,
  });
  if (said.kind === "silence") return outOfReach(name, said.failure.code);
  if (isAppRefused(said))
    return bad(
      name,
      {
        en: "Feishu refuses the app's id or secret.",
        zh: "飞书拒绝了应用的 App ID 或 App Secret。",
      },
      {
        en: "Check channels.feishu.app_id and app_secret; Lark needs api_base_url https://open.larksuite.com.",
        zh: "请检查 channels.feishu.app_id 和 app_secret；Lark 需要 api_base_url https://open.larksuite.com。",
      },
    );
  const bot = said.kind === "ok" ? fieldsOf(said.result["bot"]) : undefined;
  if (bot === undefined)
    return note(
      name,
      { en: "Feishu does not know a bot of this app.", zh: "飞书没有找到这个应用的机器人。" },
      {
        en: "In the developer console add the feature Bot, then publish a version.",
        zh: "请在开发者后台为应用添加机器人能力，然后发布版本。",
      },
    );
  // 2: switched on by the organisation.
  if ((numberOf(bot["activate_status"]) ?? 2) !== 2)
    return note(
      name,
      { en: "The app is not switched on yet.", zh: "应用还没有启用。" },
      {
        en: "Publish a version in the developer console and have it approved.",
        zh: "请在开发者后台发布版本并通过审核。",
      },
    );
  return good(name, readySentences(textOf(bot["app_name"]) ?? app.id, section, server.public_url));
}

function readySentences(bot: string, section: FeishuSection, publicUrl: string | undefined) {
  const where =
    section.events === "callback"
      ? `${(publicUrl ?? "").replace(/\/+$/, "")}${callbackPath}/${section.app_id ?? ""}`
      : undefined;
  return {
    en: `The bot is ${bot}. ${where === undefined ? "" : `Its callback address is ${where}. `}Feishu has no send window: reminders arrive at any time.`,
    zh: `机器人是 ${bot}。${where === undefined ? "" : `回调地址是 ${where}。`}飞书没有发送时限，提醒随时都能送达。`,
  };
}
