import type { Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import type { BotApi } from "./api.ts";
import { addressOf, targetOf } from "./chats.ts";
import { telegramChannel } from "./settings.ts";
import type { TakeDeps } from "./take.ts";

const dayMs = 86_400_000;
const mostRemembered = 10_000;

/** Calls without a waiting caller: answers to clicks, and hints, each once a day. */
export function createBackground(on: {
  readonly api: BotApi;
  readonly clock: Clock;
  readonly log: Log;
}): Pick<TakeDeps, "hint" | "background"> & { close(): Promise<void> } {
  const under = new Set<Promise<unknown>>();
  const told = new Map<string, number>();

  const background = (work: Promise<unknown>): void => {
    const settled = work
      .catch((error: unknown) => on.log.warn({ channel: telegramChannel, error }, "a call failed"))
      .finally(() => under.delete(settled));
    under.add(settled);
  };

  return {
    background,
    hint({ token, scope, about }, text) {
      const key = JSON.stringify([scope, about]);
      const target = targetOf(scope);
      const now = on.clock.now();
      if (target === undefined || (told.get(key) ?? -Infinity) > now - dayMs) return;
      if (told.size >= mostRemembered) told.clear();
      told.set(key, now);
      background(
        on.api.call(token, { method: "sendMessage", json: { ...addressOf(target), text } }),
      );
    },
    close: async () => void (await Promise.all(under)),
  };
}
