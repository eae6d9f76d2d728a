import { type Finding, good, note } from "../../domain/finding.ts";
import { OutboundFailure, type OutboundHttp } from "../../domain/ports/http.ts";
import type { ChannelWords } from "../kit/channel-words.ts";
import { defineChannel } from "../kit/descriptor.ts";
import { doctorPatienceMs, outOfReach } from "../kit/doctor.ts";
import { createNotifiers, linkRoutes, notifiersChannel } from "./create.ts";
import { healthCall } from "./post.ts";
import {
  notifiersProblems,
  type NotifierRoute,
  type NotifiersSection,
  notifiersSection,
} from "./section.ts";

const notifiersWords: ChannelWords = {
  name: { en: "Notifications", zh: "推送通知" },
  card: {
    hint: {
      en: "Reminders as notifications by ntfy, Bark or Gotify. They arrive at any time, and take over when a chat app can't.",
      zh: "用 ntfy、Bark 或 Gotify 接收提醒通知。随时都能送达；聊天应用发不出时由它接手。",
    },
    setup: {
      steps: {
        en: [
          "Install ntfy, Bark or Gotify on the phone and copy its topic, address or application token.",
          "Add a route with it to meanwhile.yaml under channels.notifiers.routes, with the account it belongs to, and start again.",
          "To use it first, put notifiers at the beginning of reminder_channels; otherwise it takes over when another way can't.",
        ],
        zh: [
          "在手机上安装 ntfy、Bark 或 Gotify，复制主题、地址或应用令牌。",
          "在 meanwhile.yaml 的 channels.notifiers.routes 里加一条，写明属于哪个账号，然后重启。",
          "想优先使用它，就把 notifiers 放在 reminder_channels 的最前面；否则在其他途径发不出时由它接手。",
        ],
      },
      checkHint: {
        en: "Checks whether the servers of the routes answer. Nothing is sent to a person.",
        zh: "检查各条途径的服务器是否应答，不会给任何人发消息。",
      },
    },
  },
};

async function checkRoute(
  http: OutboundHttp,
  section: NotifiersSection,
  route: NotifierRoute,
): Promise<Finding> {
  const name = `notifiers ${route.name}`;
  try {
    const call = { ...healthCall(section, route), timeoutMs: doctorPatienceMs };
    const { status } = await http.request(call);
    return status < 400
      ? good(name, { en: `${route.kind} answers.`, zh: `${route.kind} 有应答。` })
      : note(name, {
          en: `${route.kind} answers with an error (${status}).`,
          zh: `${route.kind} 返回错误（${status}）。`,
        });
  } catch (error) {
    if (error instanceof OutboundFailure) return outOfReach(name, error.code);
    throw error;
  }
}

export const notifiers = defineChannel({
  name: "notifiers",
  provider: notifiersChannel,
  settings: { schema: notifiersSection, problems: notifiersProblems },
  capabilities: { bindsPeople: false, handlesFiles: () => false },
  webhooks: [],
  words: notifiersWords,
  doctor: {
    vendor: async ({ section, http }) =>
      section.enabled
        ? Promise.all(section.routes.map((route) => checkRoute(http, section, route)))
        : [],
  },
  wire: (on) => ({
    channel: createNotifiers(on),
    start: () => {
      if (!on.isWorker) return;
      linkRoutes(on).catch((error: unknown) =>
        on.log.error({ channel: notifiersChannel, error }, "the routes could not be linked"),
      );
    },
  }),
});
