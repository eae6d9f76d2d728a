import { bad, type Finding, good, note } from "../../domain/finding.ts";
import { type DoctorContext, doctorPatienceMs, outOfReach } from "../kit/doctor.ts";
import { textOf } from "../kit/json-fields.ts";
import { openAccess } from "../kit/open-access.ts";
import { createSlackApi } from "./api.ts";
import { type SlackSection, slackSettings } from "./section.ts";
import { isAppRefused } from "./verdict.ts";

const name = "slack";

export const checkSlack = async (on: DoctorContext<SlackSection>): Promise<readonly Finding[]> => [
  await checkApp(on),
  ...openAccess(name, on.section),
];

async function checkApp({ section, http }: DoctorContext<SlackSection>): Promise<Finding> {
  const settings = slackSettings(section);
  const [app] = settings.apps;
  if (app === undefined) return note(name, { en: "Not set up.", zh: "未设置。" });
  const api = createSlackApi(http, settings);
  const timeoutMs = doctorPatienceMs;
  const me = await api.call(app, "auth.test", { timeoutMs });
  if (me.kind === "silence") return outOfReach(name, me.failure.code);
  if (isAppRefused(me))
    return bad(
      name,
      { en: "Slack refuses the bot token.", zh: "Slack 拒绝了机器人令牌。" },
      { en: "Check channels.slack.bot_token.", zh: "请检查 channels.slack.bot_token。" },
    );
  const line = await api.open(app, { timeoutMs });
  if (isAppRefused(line))
    return bad(
      name,
      { en: "Slack refuses the app-level token.", zh: "Slack 拒绝了应用级令牌。" },
      {
        en: "Check channels.slack.app_token, which needs the scope connections:write.",
        zh: "请检查 channels.slack.app_token，它需要 connections:write 权限。",
      },
    );
  if (me.kind !== "ok" || line.kind !== "ok")
    return note(name, { en: "Slack answers with an error.", zh: "Slack 返回错误。" });
  const [bot, team] = [textOf(me.result["user"]) ?? app.id, textOf(me.result["team"]) ?? "?"];
  return good(name, {
    en: `The bot is ${bot} in ${team}. Slack has no send window: reminders arrive at any time.`,
    zh: `机器人是 ${team} 里的 ${bot}。Slack 没有发送时限，提醒随时都能送达。`,
  });
}
