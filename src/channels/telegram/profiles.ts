import type { Clock } from "../../domain/ports/clock.ts";
import type { AccountHealth } from "../kit/account-health.ts";
import { fieldsOf, textOf } from "../kit/json-fields.ts";
import type { Profile } from "./addressed.ts";
import { type BotApi, integerOf } from "./api.ts";
import type { TelegramBot } from "./settings.ts";
import { isTokenRefused } from "./verdict.ts";

export interface ProfilesDeps {
  readonly api: BotApi;
  readonly clock: Clock;
  readonly health: Pick<AccountHealth, "became">;
}

/** Bots as Telegram knows them; each is asked for once. */
export interface Profiles {
  find(bot: TelegramBot, signal?: AbortSignal): Promise<Profile | undefined>;
  /** Asks until Telegram answers. Undefined when the signal aborts before. */
  await(bot: TelegramBot, signal: AbortSignal): Promise<Profile | undefined>;
  /** As far as it is known already. */
  known(botId: string): Profile | undefined;
}

const pauseMs = 5_000;

export function createProfiles({ api, clock, health }: ProfilesDeps): Profiles {
  const kept = new Map<string, Profile>();

  const find: Profiles["find"] = async (bot, signal) => {
    const before = kept.get(bot.id);
    if (before !== undefined) return before;
    const said = await api.call(bot.token, { method: "getMe", signal });
    if (isTokenRefused(said))
      await health.became(bot.id, { state: "needs_login", reason: "token_refused" });
    const profile = said.kind === "ok" ? profileIn(said.result) : undefined;
    if (profile === undefined) return undefined;
    kept.set(bot.id, profile);
    await health.became(bot.id, { state: "connected" });
    return profile;
  };

  return {
    find,
    known: (botId) => kept.get(botId),
    async await(bot, signal) {
      while (!signal.aborted) {
        const profile = await find(bot, signal);
        if (profile !== undefined) return profile;
        await clock.wait(pauseMs, signal);
      }
      return undefined;
    },
  };
}

export function profileIn(result: unknown): Profile | undefined {
  const fields = fieldsOf(result);
  const [id, username] = [integerOf(fields?.["id"]), textOf(fields?.["username"])];
  return id === undefined || username === undefined ? undefined : { id, username };
}
