import { bad, type Finding, good, note } from "../../domain/finding.ts";
import { type DoctorContext, doctorPatienceMs, outOfReach } from "../kit/doctor.ts";
import { openAccess } from "../kit/open-access.ts";
import { createDingtalkApi } from "./api.ts";
import { type DingtalkSection, dingtalkSettings } from "./section.ts";
import { isAppRefused } from "./verdict.ts";

const name = "dingtalk";

export const checkDingtalk = async (
  on: DoctorContext<DingtalkSection>,
): Promise<readonly Finding[]> => [await checkApp(on), ...openAccess(name, on.section)];

/** Asks for the address of a connection, and opens none. */
async function checkApp({
  section,
  http,
  clock,
}: DoctorContext<DingtalkSection>): Promise<Finding> {
  const settings = dingtalkSettings(section);
  const [app] = settings.apps;
  if (app === undefined) return note(name, { en: "Not set up.", zh: "未设置。" });
  const api = createDingtalkApi({ http, clock }, settings);
  const said = await api.open(app, { timeoutMs: doctorPatienceMs });
  if (said.kind === "silence") return outOfReach(name, said.failure.code);
  if (isAppRefused(said))
    return bad(
      name,
      {
        en: "DingTalk refuses the app's id or secret.",
        zh: "钉钉拒绝了应用的 Client ID 或 Client Secret。",
      },
      {
        en: "Check channels.dingtalk.client_id and client_secret.",
        zh: "请检查 channels.dingtalk.client_id 和 client_secret。",
      },
    );
  if (said.kind === "error")
    return note(
      name,
      { en: `DingTalk answers with ${said.code}.`, zh: `钉钉返回 ${said.code}。` },
      {
        en: "In the developer console add a robot in Stream mode, then publish a version.",
        zh: "请在开发者后台为应用添加 Stream 模式的机器人，然后发布版本。",
      },
    );
  return good(name, {
    en: "DingTalk accepts the app. It has no send window: reminders arrive at any time.",
    zh: "钉钉接受这个应用。没有发送时限，提醒随时都能送达。",
  });
}
