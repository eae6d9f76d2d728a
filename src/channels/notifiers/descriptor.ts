import { bad, type Finding, good, note } from "../../domain/finding.ts";
import { OutboundFailure } from "../../domain/ports/http.ts";
import type { ChannelWords } from "../kit/channel-words.ts";
import { defineChannel } from "../kit/descriptor.ts";
import { type DoctorContext, doctorPatienceMs, outOfReach } from "../kit/doctor.ts";
import { createNotifiers, linkRoutes, notifiersChannel } from "./create.ts";
import { notifierFields } from "./field-words.ts";
import { mailServer, mailTroubles, troubleOf } from "./email.ts";
import { healthCall, isPosted } from "./post.ts";
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
      en: "Reminders as notifications by ntfy, Bark, Gotify or e-mail. They arrive at any time, and take over when a chat app can't.",
      zh: "用 ntfy、Bark、Gotify 或电子邮件接收提醒通知。随时都能送达；聊天应用发不出时由它接手。",
    },
    setup: {
      steps: {
        en: [
          "Install ntfy, Bark or Gotify on the phone and copy its topic, address or application token. For e-mail, have the mail server's name and a password for apps at hand.",
          "Add a route with it below, with the id of the account it belongs to (Operator → Accounts), and press “Save and switch on”. E-mail also needs the mail server.",
          "To use it first, put notifiers at the beginning of reminder_channels; otherwise it takes over when another way can't.",
        ],
        zh: [
          "在手机上安装 ntfy、Bark 或 Gotify，复制主题、地址或应用令牌。用电子邮件时，准备好邮件服务器地址和应用专用密码（授权码）。",
          "在下面添加一条途径，填上所属账号的编号（管理 → 账号），然后点“保存并开启”。电子邮件还要填邮件服务器。",
          "想优先使用它，就把 notifiers 放在 reminder_channels 的最前面；否则在其他途径发不出时由它接手。",
        ],
      },
      checkHint: {
        en: "Checks whether the servers of the routes answer, and the mail server's login. Nothing is sent to a person; the account's own page sends a test message.",
        zh: "检查各条途径的服务器是否应答、邮件服务器能否登录，不会给任何人发消息；账号自己的页面可以发测试消息。",
      },
    },
  },
  fields: notifierFields,
  troubles: mailTroubles,
};

type Context = DoctorContext<NotifiersSection>;

async function checkRoute(on: Context, route: NotifierRoute): Promise<Finding> {
  const name = `notifiers ${route.name}`;
  try {
    if (!isPosted(route)) return await checkMail(on, name);
    const call = { ...healthCall(on.section, route), timeoutMs: doctorPatienceMs };
    const { status } = await on.http.request(call);
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

async function checkMail({ section, mail }: Context, name: string): Promise<Finding> {
  const trouble = troubleOf(await mail.check(mailServer(section, { timeoutMs: doctorPatienceMs })));
  return trouble === undefined
    ? good(name, { en: "The mail server takes e-mail from us.", zh: "邮件服务器可以发信。" })
    : bad(name, trouble, {
        en: "Check channels.notifiers.smtp.",
        zh: "请检查 channels.notifiers.smtp。",
      });
}

export const notifiers = defineChannel({
  name: "notifiers",
  provider: notifiersChannel,
  settings: { schema: notifiersSection, problems: notifiersProblems },
  capabilities: { bindsPeople: false, handlesFiles: () => false },
  webhooks: [],
  words: notifiersWords,
  doctor: {
    vendor: async (on) =>
      on.section.enabled
        ? Promise.all(on.section.routes.map((route) => checkRoute(on, route)))
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
