import { bad, type Finding, good, note } from "../../../domain/finding.ts";
import { type DoctorContext, outOfReach } from "../../kit/doctor.ts";
import { textOf } from "../../kit/json-fields.ts";
import { openAccess } from "../../kit/open-access.ts";
import { createWecomAppApi } from "./api.ts";
import { askApp } from "./create.ts";
import { type WecomAppSection, wecomAppSettings } from "./section.ts";
import { appCallbackPath } from "./settings.ts";
import { isAppRefused } from "./verdict.ts";

const name = "wecom_app";

export const checkWecomApp = async (
  on: DoctorContext<WecomAppSection>,
): Promise<readonly Finding[]> => [await checkApp(on), ...openAccess(name, on.section)];

async function checkApp({
  section,
  server,
  http,
  clock,
}: DoctorContext<WecomAppSection>): Promise<Finding> {
  const settings = wecomAppSettings(section);
  const [app] = settings.apps;
  if (app === undefined) return note(name, { en: "Not set up.", zh: "未设置。" });
  const said = await askApp(createWecomAppApi({ http, clock }, settings), app);
  if (said.kind === "silence") return outOfReach(name, said.failure.code);
  if (isAppRefused(said))
    return bad(
      name,
      {
        en: "WeCom refuses the company's id or the app's secret.",
        zh: "企业微信拒绝了企业 ID 或应用的 Secret。",
      },
      {
        en: "Check channels.wecom_app.corp_id, agent_id and secret.",
        zh: "请检查 channels.wecom_app.corp_id、agent_id 和 secret。",
      },
    );
  if (said.kind === "error" && said.code === "60020")
    return bad(
      name,
      { en: "WeCom does not answer this server's address.", zh: "企业微信不接受本服务器的 IP。" },
      {
        en: "Add it to the app's trusted addresses (企业可信IP), or set proxy to a proxy with a fixed address.",
        zh: "请把它加入应用的企业可信 IP，或把 proxy 设为有固定 IP 的代理。",
      },
    );
  if (said.kind !== "ok")
    return note(name, {
      en: `WeCom answers with an error (${said.code}).`,
      zh: `企业微信返回错误（${said.code}）。`,
    });
  const where = `${(server.public_url ?? "").replace(/\/+$/, "")}${appCallbackPath}/${app.id}`;
  const called = textOf(said.result["name"]) ?? app.id;
  return good(name, {
    en: `The app is ${called}. Its callback address is ${where}. Reminders arrive at any time.`,
    zh: `应用是 ${called}，回调地址是 ${where}。提醒随时都能送达。`,
  });
}
