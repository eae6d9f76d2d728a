import { bad, type Finding, good, note } from "../../domain/finding.ts";
import { fieldsOf, numberOf, textOf } from "../kit/json-fields.ts";
import {
  type ChannelDoctor,
  type DoctorContext,
  doctorPatienceMs,
  outOfReach,
} from "../kit/doctor.ts";
import { createDiscordApi } from "./api.ts";
import { type DiscordSection, discordSettings } from "./section.ts";
import { isTokenRefused } from "./verdict.ts";

const name = "discord";

export const discordDoctor: ChannelDoctor<DiscordSection> = {
  vendor: async ({ section, http }) =>
    section.enabled ? [await checkBot(section, http), ...openAccess(section)] : [],
  fixes: {
    token_refused: {
      en: "Reset the token in the developer portal (Bot → Reset Token) and set channels.discord.token.",
      zh: "请在开发者门户（Bot → Reset Token）重置令牌，填入 channels.discord.token。",
    },
    intents_refused: {
      en: "Discord does not let this bot receive messages. Check the bot in the developer portal.",
      zh: "Discord 不允许这个机器人接收消息，请在开发者门户检查它。",
    },
    identify_limit: {
      en: "The bot connected too often today. It connects again by itself when Discord allows it.",
      zh: "机器人今天连接得太频繁。Discord 允许后会自动重新连接。",
    },
  },
};

async function checkBot(
  section: DiscordSection,
  http: DoctorContext<DiscordSection>["http"],
): Promise<Finding> {
  const settings = discordSettings(section);
  const api = createDiscordApi(http, settings);
  const ask = (path: string) =>
    api.call(settings.bots[0]?.token ?? "", { method: "GET", path, timeoutMs: doctorPatienceMs });
  const me = await ask("/users/@me");
  if (me.kind === "silence") return outOfReach(name, me.failure.code);
  if (isTokenRefused(me))
    return bad(
      name,
      { en: "Discord refuses the token.", zh: "Discord 拒绝了令牌。" },
      { en: "Check channels.discord.token.", zh: "请检查 channels.discord.token。" },
    );
  const username = me.kind === "ok" ? textOf(me.result["username"]) : undefined;
  if (username === undefined)
    return note(name, { en: "Discord answers with an error.", zh: "Discord 返回错误。" });
  const gateway = await ask("/gateway/bot");
  const limit = gateway.kind === "ok" ? fieldsOf(gateway.result["session_start_limit"]) : undefined;
  const left = numberOf(limit?.["remaining"]);
  if (left !== undefined && left < 10)
    return note(
      name,
      {
        en: `The bot may connect only ${left} more times today.`,
        zh: `机器人今天只能再连接 ${left} 次。`,
      },
      discordDoctor.fixes?.["identify_limit"],
    );
  return good(name, {
    en: `The bot is ${username}. Discord has no send window: reminders arrive at any time.`,
    zh: `机器人是 ${username}。Discord 没有发送时限，提醒随时都能送达。`,
  });
}

const openAccess = ({ access }: DiscordSection): readonly Finding[] =>
  access === "open"
    ? [
        note(
          "discord access",
          {
            en: "Anyone who writes to this bot gets an account and can use the model.",
            zh: "任何人给这个机器人发消息都会得到账号，并使用语言模型。",
          },
          {
            en: "Set channels.discord.access to paired or list.",
            zh: "请把 channels.discord.access 设为 paired 或 list。",
          },
        ),
      ]
    : [];
