import type { ChannelMarks } from "../../domain/ports/channel-ports.ts";
import type { Clock } from "../../domain/ports/clock.ts";
import type { AccountHealth } from "../kit/account-health.ts";
import { objectsOf } from "../kit/json-fields.ts";
import type { Profile } from "./addressed.ts";
import { type ApiAnswer, integerOf } from "./api.ts";
import { telegramChannel, type TelegramBot } from "./settings.ts";
import { takeUpdates, type TakeDeps } from "./take.ts";
import { isTokenRefused } from "./verdict.ts";

export interface PollDeps extends TakeDeps {
  readonly marks: ChannelMarks;
  readonly health: Pick<AccountHealth, "became">;
  readonly clock: Clock;
  /** Resolves once Telegram knows the bot; undefined when the signal aborts before. */
  profileOf(bot: TelegramBot, signal: AbortSignal): Promise<Profile | undefined>;
}

export const wantedUpdates = [
  "message",
  "edited_message",
  "callback_query",
  "message_reaction",
  "chat_member",
] as const;

/** Telegram holds a poll open until there is news. */
const holdSeconds = 50;
const shortPauseMs = 2_000;
const longPauseMs = 30_000;
const patience = 3;
const offsetKey = "offset";

/**
 * Reads one bot's updates until the signal aborts. A batch and the offset behind it are one
 * transaction; the next poll confirms them to Telegram, which forgets them only then.
 */
export async function pollBot(on: PollDeps, bot: TelegramBot, signal: AbortSignal): Promise<void> {
  const me = await on.profileOf(bot, signal);
  if (me === undefined) return;
  // Telegram gives no updates by polls while a webhook is set.
  await on.api.call(bot.token, { method: "deleteWebhook", signal });
  const of = { channel: telegramChannel, channelAccount: bot.id, key: offsetKey };
  let offset = Number((await on.marks.read(of)) ?? 0);
  let failures = 0;
  while (!signal.aborted) {
    const said = await on.api.call(bot.token, {
      method: "getUpdates",
      json: { offset, timeout: holdSeconds, limit: 100, allowed_updates: wantedUpdates },
      timeoutMs: (holdSeconds + 15) * 1_000,
      signal,
    });
    if (signal.aborted) return;
    const next = said.kind === "ok" ? await takeBatch(on, { bot, me, offset }, said.result) : said;
    if (typeof next === "number") {
      offset = next;
      failures = 0;
      await on.health.became(bot.id, { state: "connected" });
      continue;
    }
    failures += 1;
    await reportFailure(on, bot, { said: next, failures });
    const pauseMs = failures < patience ? shortPauseMs : longPauseMs;
    const asked = next?.kind === "error" ? (next.retryAfterMs ?? 0) : 0;
    await on.clock.wait(Math.max(pauseMs, asked), signal);
  }
}

interface Position {
  readonly bot: TelegramBot;
  readonly me: Profile;
  readonly offset: number;
}

/** The offset after it; undefined when it could not be read or kept. Telegram gives it again then. */
async function takeBatch(
  on: PollDeps,
  { bot, me, offset }: Position,
  result: unknown,
): Promise<number | undefined> {
  const updates = objectsOf(result).filter((update) => (integerOf(update["update_id"]) ?? -1) >= 0);
  if (Array.isArray(result) && result.length === 0) return offset;
  if (updates.length === 0) {
    // It comes again, and at once: without a pause there would be no end.
    on.log.warn(
      { channel: telegramChannel },
      "a poll was answered with no update that can be read",
    );
    return undefined;
  }
  const next = Math.max(...updates.map((update) => integerOf(update["update_id"]) ?? 0)) + 1;
  const of = { channel: telegramChannel, channelAccount: bot.id, key: offsetKey };
  try {
    const marks = [{ ...of, value: String(next) }];
    await takeUpdates(on, { token: bot.token, me, updates, marks });
    return next;
  } catch (error) {
    on.log.error({ channel: telegramChannel, error }, "a batch of messages could not be accepted");
    return undefined;
  }
}

async function reportFailure(
  on: PollDeps,
  bot: TelegramBot,
  { said, failures }: { readonly said: ApiAnswer | undefined; readonly failures: number },
): Promise<void> {
  if (said === undefined) return;
  on.log.warn({ channel: telegramChannel, said }, "a poll failed");
  if (isTokenRefused(said))
    await on.health.became(bot.id, { state: "needs_login", reason: "token_refused" });
  else if (said.kind === "error" && said.code === 409)
    await on.health.became(bot.id, { state: "failed", reason: "another_poller" });
  else if (failures === patience)
    await on.health.became(bot.id, { state: "failed", reason: "unreachable" });
}
