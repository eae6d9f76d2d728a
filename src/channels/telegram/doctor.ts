import { bad, type Finding, good, note } from "../../domain/finding.ts";
import { fieldsOf, textOf } from "../kit/json-fields.ts";
import {
  type ChannelDoctor,
  type DoctorContext,
  doctorPatienceMs,
  outOfReach,
} from "../kit/doctor.ts";
import { type ApiAnswer, createBotApi } from "./api.ts";
import { profileIn } from "./profiles.ts";
import { type TelegramSection, telegramSettings } from "./section.ts";
import { isTokenRefused } from "./verdict.ts";

const name = "telegram";

export const telegramDoctor: ChannelDoctor<TelegramSection> = {
  vendor: async ({ section, http }) =>
    section.enabled ? [await checkBot(section, http), ...openAccess(section)] : [],
  fixes: {
    token_refused: {
      en: "Ask BotFather for a new token (/token) and set channels.telegram.token.",
      zh: "请在 BotFather 里用 /token 取得新令牌，填入 channels.telegram.token。",
    },
    another_poller: {
      en: "Stop the other program that uses this bot, or give this installation a bot of its own.",
      zh: "请停掉同样在用这个机器人的程序，或给本系统单独建一个机器人。",
    },
    webhook_not_set: {
      en: "Check that server.public_url is reachable over https, on port 443, 80, 88 or 8443.",
      zh: "请确认 server.public_url 可以通过 https 访问，端口为 443、80、88 或 8443。",
    },
  },
};

async function checkBot(
  section: TelegramSection,
  http: DoctorContext<TelegramSection>["http"],
): Promise<Finding> {
  const settings = telegramSettings(section, { webhookSecrets: [] });
  const api = createBotApi(http, settings);
  const ask = (method: string): Promise<ApiAnswer> =>
    api.call(settings.bots[0]?.token ?? "", { method, timeoutMs: doctorPatienceMs });
  const me = await ask("getMe");
  if (me.kind === "silence") return outOfReach(name, me.failure.code);
  if (isTokenRefused(me))
    return bad(
      name,
      { en: "Telegram refuses the token.", zh: "Telegram 拒绝了令牌。" },
      { en: "Check channels.telegram.token.", zh: "请检查 channels.telegram.token。" },
    );
  const profile = me.kind === "ok" ? profileIn(me.result) : undefined;
  if (profile === undefined)
    return note(name, { en: "Telegram answers with an error.", zh: "Telegram 返回错误。" });
  const trouble =
    section.updates === "webhook" ? hookTrouble(await ask("getWebhookInfo")) : undefined;
  return (
    trouble ??
    good(name, {
      en: `The bot is @${profile.username}. Telegram has no send window: reminders arrive at any time.`,
      zh: `机器人是 @${profile.username}。Telegram 没有发送时限，提醒随时都能送达。`,
    })
  );
}

/** Telegram remembers why it could not reach us. Its own words may hold the address. */
function hookTrouble(info: ApiAnswer): Finding | undefined {
  const fields = info.kind === "ok" ? fieldsOf(info.result) : undefined;
  if (textOf(fields?.["last_error_message"]) === undefined) return undefined;
  return note(
    name,
    {
      en: "Telegram could not deliver to the webhook recently.",
      zh: "Telegram 最近没能把消息送到 webhook。",
    },
    telegramDoctor.fixes?.["webhook_not_set"],
  );
}

/** A bot's name can be found by anyone, and every stranger who writes to it costs what a model costs. */
const openAccess = ({ access }: TelegramSection): readonly Finding[] =>
  access === "open"
    ? [
        note(
          "telegram access",
          {
            en: "Anyone who writes to this bot gets an account and can use the model.",
            zh: "任何人给这个机器人发消息都会得到账号，并使用语言模型。",
          },
          {
            en: "Set channels.telegram.access to paired or list.",
            zh: "请把 channels.telegram.access 设为 paired 或 list。",
          },
        ),
      ]
    : [];
