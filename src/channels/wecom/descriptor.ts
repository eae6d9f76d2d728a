import { defineChannel, type WeakPoint } from "../kit/descriptor.ts";
import { callbackPath } from "./configured-bots.ts";
import { wecomFields } from "./field-words.ts";
import { wecomProblems } from "./section-problems.ts";
import { wecomSection } from "./section.ts";
import { wecomChannel } from "./settings.ts";
import { wecomDoctor } from "./doctor.ts";
import type { ChannelWords } from "../kit/channel-words.ts";

const wecomWords: ChannelWords = {
  name: { en: "WeCom", zh: "企业微信" },
  card: {
    hint: {
      en: "A robot or an app of your own for your company. A robot works without a public address; an app needs one, and may write at any time.",
      zh: "公司用的智能机器人或自建应用。机器人可以不用公网地址；自建应用需要公网地址，但随时可以发消息。",
    },
    setup: {
      steps: {
        en: [
          "In WeCom's admin console, open Security and management → Management tools → Intelligent robots, and make a robot in API mode.",
          "Without a public address: choose the long connection there, copy the robot's id and secret, choose long_connection below and paste both.",
          "With a public https address: choose the callback there, copy Token and EncodingAESKey, and paste them below. Save here first, then enter the address in WeCom's console and save there.",
          "Or make an app of your own (App Management → Self-built), which may write at any time. It has a form of its own below; docs/wecom-app.md says what to click.",
          "For people in WeChat outside of the company: customer service. It has a form of its own below, too; docs/wecom-service.md says what to click.",
          "Open the robot or the app in WeCom and send it a pairing code from the page Channels.",
        ],
        zh: [
          "在企业微信管理后台打开“安全与管理 → 管理工具 → 智能机器人”，创建 API 模式的智能机器人。",
          "没有公网地址：在那里选择“长连接”，复制机器人的 ID 和 Secret，在下面选择 long_connection 并粘贴。",
          "有公网 https 地址：在那里选择“回调”，复制 Token 和 EncodingAESKey 粘贴到下面。先在这里保存，再把地址填到企业微信后台并保存。",
          "也可以用自建应用（应用管理 → 自建），它随时可以发消息。下面有它单独的表单，步骤见 docs/wecom-app.zh.md。",
          "企业以外的微信用户：用微信客服。下面也有它单独的表单，步骤见 docs/wecom-service.zh.md。",
          "在企业微信里打开机器人或应用，把“渠道”页的配对码发给它。",
        ],
      },
      checkHint: {
        en: "Sends a verification, a message and a refresh to the public address, with the configured key.",
        zh: "用所配置的密钥，向公开地址发送一次验证、一条消息和一次刷新。",
      },
      otherwise: {
        en: "A robot with a long connection needs no address.",
        zh: "使用长连接的机器人不需要地址。",
      },
    },
  },
  fields: wecomFields,
  troubles: {
    not_called_yet: {
      en: "WeCom has not called this bot's address yet. Save the address in WeCom's console while the server runs.",
      zh: "企业微信还没有访问过这个机器人的回调地址。请在服务运行时到企业微信后台保存该地址。",
    },
  },
  sameTrouble: {
    errcode_45009: "busy",
    errcode_45033: "busy",
    errcode_6000: "busy",
    "errcode_-1": "busy",
  },
};

/**
 * For channels that know nothing of where a person lives: containers run in UTC, and few people
 * live there.
 */
function machineZone(zone: string): readonly WeakPoint[] {
  if (!/^(?:Etc\/)?(?:UTC|UCT|GMT|Zulu|Universal|Greenwich)$/.test(zone)) return [];
  return [
    {
      name: "time zone",
      says: {
        en: `New people's times are read in ${zone}: for a person in Beijing “8 am tomorrow” would be 4 pm.`,
        zh: `新用户的时间按 ${zone} 理解：北京的“明天早上8点”会变成下午4点。`,
      },
      fix: {
        en: "Set `default_timezone`, such as Asia/Shanghai.",
        zh: "请设置 `default_timezone`，例如 Asia/Shanghai。",
      },
    },
  ];
}

export const wecom = defineChannel({
  name: "wecom",
  provider: wecomChannel,
  settings: {
    schema: wecomSection,
    problems: wecomProblems,
    weakPoints: (section, { timezone }) => (section.enabled ? machineZone(timezone) : []),
  },
  capabilities: {
    bindsPeople: true,
    handlesFiles: ({ enabled }) => enabled,
    keepFilesDays: (section) => section.file_retention_days,
  },
  webhooks: [{ path: callbackPath, methods: ["get", "post"] }],
  words: wecomWords,
  doctor: wecomDoctor,
  wire: async (on) => (await import("./wire.ts")).wireWecom(on),
});
