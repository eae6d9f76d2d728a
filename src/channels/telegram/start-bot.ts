import { type PollDeps, pollBot, wantedUpdates } from "./poll.ts";
import type { Profiles } from "./profiles.ts";
import { telegramChannel, type TelegramBot, type TelegramSettings } from "./settings.ts";
import { webhookPath } from "./webhook.ts";

export interface StartDeps extends Omit<PollDeps, "profileOf"> {
  readonly settings: TelegramSettings;
  readonly profiles: Profiles;
}

const commands = {
  en: [
    { command: "stop", description: "Stop the current answer" },
    { command: "new", description: "Start over: earlier messages are not used" },
    { command: "scene", description: "Stories: /scene help" },
  ],
  zh: [
    { command: "stop", description: "停止当前回答" },
    { command: "new", description: "重新开始，不再参考之前的对话" },
    { command: "scene", description: "故事：/scene help" },
  ],
} as const;

/** Runs in one process at a time: two polls of one bot would take each other's updates. */
export async function startBot(
  on: StartDeps,
  bot: TelegramBot,
  signal: AbortSignal,
): Promise<void> {
  if ((await on.profiles.await(bot, signal)) === undefined) return;
  await offerCommands(on, bot, signal);
  if (bot.updates === "polling")
    return pollBot({ ...on, profileOf: (of, over) => on.profiles.await(of, over) }, bot, signal);
  await keepWebhook(on, bot, signal);
}

/** The menu beside the text field. Without it the commands work as well. */
async function offerCommands(
  { api, log }: StartDeps,
  bot: TelegramBot,
  signal: AbortSignal,
): Promise<void> {
  for (const json of [{ commands: commands.en }, { commands: commands.zh, language_code: "zh" }]) {
    const said = await api.call(bot.token, { method: "setMyCommands", json, signal });
    if (said.kind !== "ok") log.debug({ channel: telegramChannel, said }, "no menu of commands");
  }
}

const againMs = 10_000;
/** Another program may have set another address meanwhile. */
const refreshMs = 3_600_000;

async function keepWebhook(
  { api, settings, clock, health, log }: StartDeps,
  bot: TelegramBot,
  signal: AbortSignal,
): Promise<void> {
  const [secret] = settings.webhookSecrets;
  const base = (settings.publicUrl ?? "").replace(/\/+$/, "");
  while (!signal.aborted) {
    const said = await api.call(bot.token, {
      method: "setWebhook",
      json: {
        url: `${base}${webhookPath}/${bot.id}`,
        secret_token: secret,
        allowed_updates: wantedUpdates,
      },
      signal,
    });
    if (signal.aborted) return;
    if (said.kind === "ok") await health.became(bot.id, { state: "connected" });
    else {
      log.warn({ channel: telegramChannel, said }, "the webhook could not be set");
      await health.became(bot.id, { state: "failed", reason: "webhook_not_set" });
    }
    await clock.wait(said.kind === "ok" ? refreshMs : againMs, signal);
  }
}
