import type { ChannelDirectory, ConnectionState } from "../../../domain/ports/channel-ports.ts";
import { OutboundFailure } from "../../../domain/ports/http.ts";
import { wecomChannel } from "../settings.ts";
import { type Inbound, isTakeover } from "./inbound.ts";
import { keepBeating, openSession, type Session, type SessionDeps } from "./session.ts";
import { busyCodes, commands, type WireFrame } from "./wire.ts";

export interface KeepDeps extends SessionDeps {
  readonly directory: ChannelDirectory;
  /** Our name for the bot. */
  readonly channelAccount: string;
  readonly botId: string;
  readonly secret: string;
  readonly url: string;
  readonly allowedHosts: readonly string[];
  /** Aborted when we give the connection up ourselves. */
  readonly leaving: AbortSignal;
  /** The bot is connected. The returned object receives its messages. */
  readonly onReady: (session: Session) => Inbound;
}

/** How one connection ended, or why there was none. */
type End =
  | { readonly kind: "unreached"; readonly code: string }
  | { readonly kind: "refused"; readonly code: number }
  | { readonly kind: "taken_over" | "lost"; readonly livedMs: number };

interface RetryState {
  /** In a row: no connection, or a short one. */
  failures: number;
  refusals: number;
  takeovers: number;
}

const patience = 3;
const minuteMs = 60_000;
const longLifeMs = 60 * minuteMs;

/** Stays connected until the signal aborts, however often the line breaks. */
export async function stayConnected(on: KeepDeps, signal: AbortSignal): Promise<void> {
  const standing: RetryState = { failures: 0, refusals: 0, takeovers: 0 };
  while (!signal.aborted) {
    const end = await connectOnce(on, signal);
    if (signal.aborted) break;
    await on.clock.wait(await pauseAfter(on, standing, end), signal);
  }
  // A process that lost the bot to another one reports nothing: its state is the other's to report.
  if (on.leaving.aborted) await report(on, { state: "not_connected", reason: "stopped" });
}

async function connectOnce(on: KeepDeps, signal: AbortSignal): Promise<End> {
  let inbound: Inbound | undefined;
  let isTaken = false;
  const early: WireFrame[] = [];
  const onCallback = (frame: WireFrame, line: Session): void => {
    if (isTakeover(frame)) {
      isTaken = true;
      line.end();
    } else if (inbound === undefined) early.push(frame);
    else inbound.take(frame);
  };
  const opened = await openSession(on, {
    url: on.url,
    allowedHosts: on.allowedHosts,
    signal,
    onCallback,
  }).catch((error: unknown) => {
    if (error instanceof OutboundFailure) return error;
    throw error;
  });
  if (opened instanceof OutboundFailure) return { kind: "unreached", code: opened.code };
  const session = opened;
  const endSession = (): void => session.end();
  signal.addEventListener("abort", endSession, { signal: session.over });
  if (signal.aborted) session.end();
  const said = await session.call({
    cmd: commands.subscribe,
    body: { bot_id: on.botId, secret: on.secret },
  });
  if (said.kind !== "ok") {
    session.end();
    return said.kind === "refused"
      ? { kind: "refused", code: said.code }
      : { kind: "unreached", code: said.kind };
  }
  const began = on.clock.now();
  await report(on, { state: "connected" });
  inbound = on.onReady(session);
  for (const frame of early.splice(0)) inbound.take(frame);
  await Promise.all([keepBeating(on, session), overOf(session)]);
  if (on.leaving.aborted) await inbound.drained();
  return { kind: isTaken ? "taken_over" : "lost", livedMs: on.clock.now() - began };
}

const overOf = ({ over }: Session): Promise<void> =>
  new Promise((resolve) => {
    if (over.aborted) resolve();
    else over.addEventListener("abort", () => resolve(), { once: true });
  });

/** Reports what a person has to fix, and returns how long to wait. */
async function pauseAfter(on: KeepDeps, standing: RetryState, end: End): Promise<number> {
  const about = { channel: wecomChannel, bot: on.channelAccount };
  if (end.kind === "refused" && !busyCodes.includes(end.code)) {
    standing.refusals += 1;
    await report(on, { state: "failed", reason: "secret_refused" });
    if (standing.refusals === 1)
      on.log.error(
        { ...about, code: end.code },
        "WeCom refuses this bot's id or secret: no messages are received or sent until they are corrected",
      );
    return growPause(on, { firstMs: 30_000, mostMs: 10 * minuteMs, times: standing.refusals });
  }
  standing.refusals = 0;
  if (end.kind === "taken_over") {
    standing.takeovers = end.livedMs < longLifeMs ? standing.takeovers + 1 : 1;
    await report(on, { state: "failed", reason: "taken_over" });
    on.log.error(
      about,
      "another program connected as this bot and receives its messages; trying again later",
    );
    // Two programs that each come back at once would take the bot from each other for ever.
    return growPause(on, {
      firstMs: 5 * minuteMs,
      mostMs: 6 * 60 * minuteMs,
      times: standing.takeovers,
    });
  }
  standing.failures = end.kind === "lost" && end.livedMs >= minuteMs ? 1 : standing.failures + 1;
  on.log.warn({ ...about, end }, "the long connection is down; reconnecting");
  if (end.kind === "unreached" && end.code === "blocked")
    await report(on, { state: "failed", reason: "address_blocked" });
  else if (standing.failures >= patience)
    await report(on, { state: "failed", reason: "unreachable" });
  else if (standing.failures > 1) await report(on, { state: "connecting", reason: end.kind });
  // WeCom counts logins, too.
  const firstMs = end.kind === "refused" ? 30_000 : 1_000;
  return growPause(on, { firstMs, mostMs: minuteMs, times: standing.failures });
}

/** Twice as long each time, and never for all bots at the same moment. */
function growPause(
  { chance }: KeepDeps,
  { firstMs, mostMs, times }: { firstMs: number; mostMs: number; times: number },
): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(times - 1, 20)) * (0.5 + chance.random() / 2);
}

/** People may look at it while the database is away: that must not end the connection. */
async function report(
  on: KeepDeps,
  to: { readonly state: ConnectionState; readonly reason?: string },
): Promise<void> {
  await on.directory
    .stateChanged({ channel: wecomChannel, channelAccount: on.channelAccount }, to)
    .catch((error: unknown) =>
      on.log.warn(
        { error, channel: wecomChannel },
        "the state of a connection could not be recorded",
      ),
    );
}
