import type { AwaitedAnswer } from "../../../domain/channel.ts";
import type { AnswerStreams } from "../../../domain/ports/answer-streams.ts";
import type { Clock } from "../../../domain/ports/clock.ts";
import type { Log } from "../../../domain/ports/log.ts";
import { wecomChannel } from "../settings.ts";
import type { Connections } from "./connections.ts";

export interface FirstWordsDeps {
  readonly streams: Pick<AnswerStreams, "ofTurn" | "look">;
  readonly connections: Pick<Connections, "live">;
  readonly clock: Clock;
  readonly log: Log;
}

/** How often to look for words; they are in memory. */
const lookMs = 100;
/** By then they are written where the line's loop reads them. */
const writtenMs = 250;

/**
 * The line's loop reads an answer about once a second while nothing comes. The process that writes it
 * knows when its first words are there, and wakes the loop where it holds the line as well.
 */
export function announceFirstWords(on: FirstWordsDeps, to: AwaitedAnswer): { end(): void } {
  const over = new AbortController();
  announce(on, to, over.signal).catch((error: unknown) =>
    on.log.warn({ channel: wecomChannel, error }, "first words could not be announced"),
  );
  return { end: () => over.abort() };
}

async function announce(
  { streams, connections, clock }: FirstWordsDeps,
  { channelAccount, turnId, shown }: AwaitedAnswer,
  signal: AbortSignal,
): Promise<void> {
  while (shown() === "" && !signal.aborted) await clock.wait(lookMs, signal);
  await clock.wait(writtenMs, signal);
  const live = signal.aborted ? undefined : connections.live(channelAccount);
  const id = live && (await streams.ofTurn(turnId));
  const replyTo = id && (await streams.look(id))?.replyTo;
  if (live !== undefined && id !== undefined && replyTo !== undefined)
    await live.answers.nudge({ id, replyTo });
}
