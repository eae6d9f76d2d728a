import { defineChannel, type WeakPoint } from "../kit/descriptor.ts";
import { callbackPath } from "./configured-bots.ts";
import { wecomProblems } from "./section-problems.ts";
import { wecomSection } from "./section.ts";
import { wecomChannel } from "./settings.ts";
import { wireWecom } from "./wire.ts";
import { wecomDoctor } from "./doctor.ts";
import type { ChannelWords } from "../kit/channel-words.ts";

const wecomWords: ChannelWords = {
  name: { en: "WeCom", zh: "企业微信" },
  card: {
    hint: {
      en: "A bot for your company. It needs either an address that WeCom can call, or a long connection without any address.",
      zh: "公司用的机器人。需要一个企业微信能访问的地址，或者使用不需要地址的长连接。",
    },
    setup: {
      steps: {
        en: [
          "In WeCom's admin console, make an intelligent robot in API mode.",
          "Callback: enter this address there, and its token and encoding key in meanwhile.yaml under channels.wecom, with enabled: true. server.public_url must be set.",
          "Long connection: set transport: long_connection with the bot's id and secret instead. No address is needed.",
          "Restart the server, then save in WeCom's console, and run the check below.",
        ],
        zh: [
          "在企业微信管理后台创建 API 模式的智能机器人。",
          "回调：在那里填写这个地址，并把 token 和 encoding key 写进 meanwhile.yaml 的 channels.wecom，再写上 enabled: true。server.public_url 也要设置。",
          "长连接：改为设置 transport: long_connection 以及机器人的 id 和 secret，不需要地址。",
          "重新启动服务，再到企业微信后台点保存，然后点下面的检查。",
        ],
      },
      checkHint: {
        en: "Sends a verification, a message and a refresh to the public address, with the configured key.",
        zh: "用所配置的密钥，向公开地址发送一次验证、一条消息和一次刷新。",
      },
      otherwise: { en: "Or use the long connection.", zh: "也可以使用长连接。" },
    },
  },
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
  wire: wireWecom,
});
