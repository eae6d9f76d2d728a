import { type Finding, good, note } from "../../domain/finding.ts";
import type { ChannelDoctor, DoctorContext } from "../kit/doctor.ts";
import type { WechatSection } from "./section.ts";

/** The vendor is not asked: each login's poll says how it is doing. */
export const wechatDoctor: ChannelDoctor<WechatSection> = {
  settings: ({ enabled, ilink, connector_send_url: sendUrl }) => {
    if (!enabled) return ilink.enabled ? scanningOnly : undefined;
    return sendUrl === undefined ? noWayBack : undefined;
  },
  vendor: async ({ section, accounts }) => (section.ilink.enabled ? [checkLinked(accounts)] : []),
};

const scanningOnly = good("channel wechat", {
  en: "By scanning a code only; no external connector.",
  zh: "只用扫码登录，没有外部连接器。",
});

const noWayBack = note(
  "channel wechat",
  {
    en: "Messages arrive, but replies wait: no connector accepts them.",
    zh: "能收消息，但没有连接器，回复都在等待。",
  },
  {
    en: "Set channels.wechat.connector_send_url.",
    zh: "请设置 channels.wechat.connector_send_url。",
  },
);

function checkLinked(accounts: DoctorContext<WechatSection>["accounts"]): Finding {
  const linked = accounts.filter(({ accountId }) => accountId !== null).length;
  const name = "wechat logins";
  if (linked > 0)
    return good(name, {
      en: `${linked} linked; the state of each is shown below.`,
      zh: `已登录 ${linked} 个，各自状态见下。`,
    });
  return note(
    name,
    { en: "No WeChat account is linked yet.", zh: "还没有人登录微信。" },
    { en: "npx meanwhile wechat login", zh: "npx meanwhile wechat login" },
  );
}
