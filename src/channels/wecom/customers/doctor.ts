import { bad, type Finding, good, note } from "../../../domain/finding.ts";
import { type DoctorContext, outOfReach } from "../../kit/doctor.ts";
import { objectsOf, textOf } from "../../kit/json-fields.ts";
import { openAccess } from "../../kit/open-access.ts";
import { createWecomAppApi } from "../app/api.ts";
import { listServiceAccounts } from "./create.ts";
import { type WecomServiceSection, wecomServiceSettings } from "./section.ts";
import { serviceCallbackPath } from "./settings.ts";
import { isServiceRefused } from "./verdict.ts";

const name = "wecom_service";

export const checkWecomService = async (
  on: DoctorContext<WecomServiceSection>,
): Promise<readonly Finding[]> => [await checkAccounts(on), ...openAccess(name, on.section)];

async function checkAccounts({
  section,
  server,
  http,
  clock,
}: DoctorContext<WecomServiceSection>): Promise<Finding> {
  const settings = wecomServiceSettings(section);
  const said = await listServiceAccounts(createWecomAppApi({ http, clock }, settings), settings);
  if (said.kind === "silence") return outOfReach(name, said.failure.code);
  if (isServiceRefused(said))
    return bad(
      name,
      {
        en: "WeCom refuses the company's id or the app's secret.",
        zh: "企业微信拒绝了企业 ID 或应用的 Secret。",
      },
      {
        en: "Check corp_id and secret, and allow the app under Customer service → Apps that may call.",
        zh: "请检查 corp_id 和 secret，并在“微信客服 → 可调用接口的应用”里勾选该应用。",
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
  const known = new Map(
    objectsOf(said.result["account_list"]).map((each) => [textOf(each["open_kfid"]), each]),
  );
  const missing = settings.accounts.filter((account) => !known.has(account));
  if (missing.length > 0)
    return bad(
      name,
      {
        en: `The app may not serve ${missing.join(", ")}.`,
        zh: `应用无权管理客服账号 ${missing.join("、")}。`,
      },
      {
        en: "Check channels.wecom_service.accounts and the accounts that the app may manage.",
        zh: "请检查 channels.wecom_service.accounts 和应用可管理的客服账号。",
      },
    );
  const names = settings.accounts
    .map((each) => textOf(known.get(each)?.["name"]) ?? each)
    .join(", ");
  const base = (server.public_url ?? "").replace(/\/+$/, "");
  const where = `${base}${serviceCallbackPath}/${settings.app.corpId}`;
  return good(name, {
    en: `It serves ${names}. The callback address is ${where}. Messages arrive within 48 hours of the person's last one, five at most.`,
    zh: `客服账号：${names}。回调地址是 ${where}。对方发消息后 48 小时内最多可送达 5 条。`,
  });
}
