import type { Called } from "../calls.ts";
import type { Lid } from "../throttle.ts";
import type { Answer } from "./session.ts";
import { busyCodes, notSubscribed } from "./wire.ts";

/** Answers and pushes together, in one chat. */
export const chatLids: readonly Lid[] = [
  { most: 30, ms: 60_000 },
  { most: 1_000, ms: 3_600_000 },
];

/**
 * The outcome of a push. `closed`: this chat takes no pushes, such as one that never wrote to the
 * bot.
 */
export function judgePush(said: Answer): Called {
  if (said.kind === "ok") return { kind: "taken" };
  if (said.kind === "silence") return { kind: "unknown", code: "no_answer" };
  if (said.kind === "unsent" || said.code === notSubscribed)
    return { kind: "not_sent", code: "not_connected", retryAfterMs: 5_000 };
  const code = `errcode_${said.code}`;
  return busyCodes.includes(said.code)
    ? { kind: "not_sent", code, retryAfterMs: 60_000 }
    : { kind: "closed", code };
}
