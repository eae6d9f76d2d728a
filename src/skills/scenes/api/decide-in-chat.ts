import { Refusal } from "../../../domain/errors.ts";
import type { Decisions, PreparedDecision } from "../../../domain/ports/decisions.ts";
import { createFairQueue } from "../../../domain/fair-queue.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { ChatDecision } from "../brought/withdraw-brought.ts";
import { type LaneRow, lockLane, readLane } from "./internal-turns.ts";

/** Accounts whose long stories are folded at a time. */
const together = 4;
const mostWaiting = 50;

/**
 * Folding a story takes time that grows with it. Each account has one such request at a time, so
 * that it delays its own others and no other account's.
 */
export function queueByAccount(decisions: Decisions): Decisions {
  const queue = createFairQueue({
    together,
    mostWaiting,
    refusal: "Too many requests about stories at once. Wait until the earlier ones are done.",
  });
  return {
    run: (accountId, job) => queue.run(accountId, () => decisions.run(accountId, job)),
    prepare: (accountId, job) => queue.run(accountId, () => decisions.prepare(accountId, job)),
    read: (accountId, job) => queue.run(accountId, () => decisions.read(accountId, job)),
  };
}

/** A decision about a chat and what runs in it. */
export type LaneDecision = ChatDecision & { readonly lane: LaneRow | undefined };

/** Decides about a chat without holding up its turns, and again when one came in between. */
export const decideInChat = <T>(
  decisions: Decisions,
  of: { readonly accountId: string; readonly chatId: string },
  job: (at: LaneDecision) => Promise<PreparedDecision<T>>,
): Promise<T> =>
  decisions.prepare(of.accountId, async (at) => {
    const lane = await readLane(at.read, of.chatId);
    return { ...(await job({ ...at, ...of, lane })), confirm: confirmLane(of.chatId, lane) };
  });

/** Locks the lane and requires it to be as it was read. */
export const confirmLane =
  (chatId: string, before: LaneRow | undefined) =>
  async (read: Reads): Promise<void> => {
    const now = await lockLane(read, chatId);
    if (now?.id !== before?.id || now?.latest !== before?.latest || now?.busy !== before?.busy)
      throw new Refusal("version_conflict");
  };

/** A chat cannot be changed while a turn is running. */
export function assertNotRunning({ lane }: LaneDecision): void {
  if (lane?.busy === true) throw new Refusal("turn_in_flight");
}
