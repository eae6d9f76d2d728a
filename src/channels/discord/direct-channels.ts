import type { ApiAnswer, DiscordApi } from "./api.ts";
import type { Target } from "./chats.ts";
import { type DiscordBot, snowflakeOf } from "./settings.ts";

/** The channels of private talks. Discord makes one when it is asked, and always gives the same. */
export interface DirectChannels {
  learn(userId: string, channelId: string): void;
  /** The channel of a target, or Discord's answer where there is none. */
  find(
    bot: DiscordBot,
    target: Target,
    signal?: AbortSignal,
  ): Promise<string | Exclude<ApiAnswer, { kind: "ok" }>>;
}

const mostRemembered = 10_000;

export function createDirectChannels(api: DiscordApi): DirectChannels {
  const known = new Map<string, string>();
  const learn: DirectChannels["learn"] = (userId, channelId) => {
    if (known.size >= mostRemembered) known.clear();
    known.set(userId, channelId);
  };
  return {
    learn,
    async find({ token }, target, signal) {
      if ("channelId" in target) return target.channelId;
      const before = known.get(target.userId);
      if (before !== undefined) return before;
      const said = await api.call(token, {
        method: "POST",
        path: "/users/@me/channels",
        json: { recipient_id: target.userId },
        signal,
      });
      if (said.kind !== "ok") return notSent(said);
      const id = snowflakeOf(said.result["id"]);
      if (id === undefined) return { kind: "error", status: 400, code: 10003 };
      learn(target.userId, id);
      return id;
    },
  };
}

/** Whatever became of this call, no message was sent by it. */
function notSent(said: Exclude<ApiAnswer, { kind: "ok" }>): Exclude<ApiAnswer, { kind: "ok" }> {
  const isUnclear = said.kind === "silence" || said.status >= 500 || said.status < 400;
  return isUnclear ? { kind: "error", status: 429, code: 0, retryAfterMs: 5_000 } : said;
}
