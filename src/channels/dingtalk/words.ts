import type { ChannelWords } from "../kit/channel-words.ts";

export const dingtalkWords: ChannelWords = {
  name: { en: "DingTalk", zh: "钉钉" },
  card: {
    hint: {
      en: "A robot of an app of your own, in private and in groups. It may write at any time: reminders always arrive here.",
      zh: "一个你自己的应用机器人，可私聊，也可在群里使用。它随时可以发消息，提醒在这里总能送达。",
    },
    setup: {
      steps: {
        en: [
          "At open-dev.dingtalk.com, create an internal app and add the capability Robot, in Stream mode.",
          "Paste Client ID and Client Secret below and press “Save and switch on”.",
          "Under Permissions, add the sending of messages by internal robots (qyapi_robot_sendmsg).",
          "Publish a version, find the robot by its name and send it a pairing code from this page.",
        ],
        zh: [
          "在 open-dev.dingtalk.com 创建企业内部应用，添加机器人能力，消息接收模式选 Stream 模式。",
          "把 Client ID 和 Client Secret 粘贴到下面，点“保存并开启”。",
          "在权限管理里开通企业内机器人发送消息权限（qyapi_robot_sendmsg）。",
          "发布版本，在钉钉里搜到机器人，把本页的配对码发给它。",
        ],
      },
      checkHint: {
        en: "Checks whether DingTalk accepts the app.",
        zh: "检查钉钉是否接受这个应用。",
      },
    },
  },
  fields: {
    client_id: {
      label: { en: "Client ID", zh: "Client ID（原 AppKey）" },
      hint: { en: "From Credentials & Basic Info.", zh: "在“凭证与基础信息”页。" },
      must: {
        en: "must be letters, digits and . _ - only",
        zh: "只能是字母、数字和 . _ -",
      },
    },
    client_secret: {
      label: { en: "Client Secret", zh: "Client Secret（原 AppSecret）" },
      hint: { en: "From the same page.", zh: "在同一页。" },
    },
    robot_code: {
      label: { en: "RobotCode", zh: "RobotCode" },
      hint: {
        en: "From the page of the robot. Usually the same as the Client ID.",
        zh: "在机器人页面，通常与 Client ID 相同。",
      },
      must: {
        en: "must be letters, digits and . _ - only",
        zh: "只能是字母、数字和 . _ -",
      },
      main: false,
    },
    card_template: {
      label: { en: "Template of the AI card", zh: "AI 卡片模板 ID" },
      hint: {
        en: "Shows answers while they are written. Its text variable must be content.",
        zh: "用于边写边显示回答，文本变量名必须是 content。",
      },
      must: {
        en: "must be a template's id, which ends in .schema",
        zh: "必须是模板 ID，以 .schema 结尾",
      },
      main: false,
    },
    upload_base_url: {
      label: { en: "Address of the older API, for files", zh: "旧版接口地址（上传文件用）" },
      must: { en: "must be an http or https address", zh: "必须是 http 或 https 地址" },
    },
  },
  troubles: {
    out_of_scope: {
      en: "The robot can't reach this person: the app is not available to them. It goes out when an administrator makes it available and they write.",
      zh: "机器人联系不到这个人：不在应用的可用范围内。管理员开放并且对方再发消息后会送出。",
    },
    no_permission: {
      en: "The robot may not write here, or the app lacks a permission.",
      zh: "机器人无权在这里发言，或应用缺少权限。",
    },
    unknown_chat: { en: "This chat no longer exists.", zh: "这个会话已不存在。" },
    credentials_refused: {
      en: "DingTalk refuses the app's id or secret.",
      zh: "钉钉拒绝了应用的 Client ID 或 Client Secret。",
    },
  },
};
