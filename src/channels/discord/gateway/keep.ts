import type { ChannelDirectory, ChannelMarks } from "../../../domain/ports/channel-ports.ts";
import { OutboundFailure } from "../../../domain/ports/http.ts";
import type { AccountHealth, Condition } from "../../kit/account-health.ts";
import { fieldsOf, numberOf, textOf } from "../../kit/json-fields.ts";
import { type ApiAddress, reachOf } from "../../kit/reach.ts";
import type { DiscordApi } from "../api.ts";
import { type DiscordBot, discordChannel } from "../settings.ts";
import { isTokenRefused } from "../verdict.ts";
import { type GatewayEvent, runSession, type SessionDeps, type SessionEnd } from "./session.ts";
import { readSessionMark, refusals, sessionEnds, type SessionMark } from "./wire.ts";

export interface KeepDeps extends SessionDeps {
  readonly api: DiscordApi;
  readonly address: ApiAddress;
  readonly marks: ChannelMarks;
  readonly directory: Pick<ChannelDirectory, "stateChanged">;
  readonly health: Pick<AccountHealth, "became">;
  /** Keeps the event and the session's place behind it. */
  take(bot: DiscordBot, event: GatewayEvent): Promise<void>;
}

export const sessionKey = "session";
const minuteMs = 60_000;
const patience = 3;

/** What is known between two connections. */
interface Standing {
  session: SessionMark | undefined;
  failures: number;
}

/** Stays connected until the signal aborts, however often the line breaks. */
export async function stayConnected(
  on: KeepDeps,
  bot: DiscordBot,
  signal: AbortSignal,
): Promise<void> {
  const of = { channel: discordChannel, channelAccount: bot.id, key: sessionKey };
  const standing: Standing = { session: readSessionMark(await on.marks.read(of)), failures: 0 };
  while (!signal.aborted) {
    const end = await connectOnce(on, bot, { standing, signal });
    if (signal.aborted) return;
    await on.clock.wait(await pauseAfter(on, bot, { standing, end }), signal);
  }
}

/** Why there was no connection, or how it ended. */
type End =
  | SessionEnd
  | { readonly unreached: string }
  | { readonly refused: string; readonly againMs?: number };

async function connectOnce(
  on: KeepDeps,
  bot: DiscordBot,
  { standing, signal }: { readonly standing: Standing; readonly signal: AbortSignal },
): Promise<End> {
  const resume = standing.session;
  const where = resume === undefined ? await askGateway(on, bot, signal) : { url: resume.url };
  if (!("url" in where)) return where;
  const url = withVersion(where.url);
  const allowedHosts = url === undefined ? [] : gatewayHosts(on.address, url);
  if (url === undefined || allowedHosts.length === 0) {
    standing.session = undefined;
    return { unreached: "blocked" };
  }
  const run = { url, allowedHosts, token: bot.token, resume, signal };
  return runSession(on, {
    ...run,
    ready: async () => {
      standing.failures = 0;
      await on.health.became(bot.id, { state: "connected" });
      await report(on, bot, { state: "connected" });
    },
    take: async (event) => {
      // Before its first event a session holds nothing that could be lost, so it can be resumed at once.
      if (event.name === "READY") standing.session = event.mark;
      await on.take(bot, event);
      standing.session = event.mark;
    },
  }).catch((error: unknown) => {
    if (error instanceof OutboundFailure) return { unreached: error.code };
    throw error;
  });
}

/** Discord limits how many sessions a bot may begin in a day, and forgets its token when it exceeds that. */
async function askGateway(
  { api }: KeepDeps,
  { token }: DiscordBot,
  signal: AbortSignal,
): Promise<{ readonly url: string } | Exclude<End, SessionEnd>> {
  const said = await api.call(token, { method: "GET", path: "/gateway/bot", signal });
  if (isTokenRefused(said)) return { refused: "token_refused" };
  if (said.kind !== "ok") return { unreached: said.kind };
  const limit = fieldsOf(said.result["session_start_limit"]);
  const left = numberOf(limit?.["remaining"]) ?? 1;
  if (left < 1)
    return { refused: "identify_limit", againMs: numberOf(limit?.["reset_after"]) ?? minuteMs };
  const url = textOf(said.result["url"]);
  return url === undefined ? { unreached: "nonsense" } : { url };
}

function withVersion(address: string): string | undefined {
  if (!/^wss?:/.test(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  url.search = "?v=10&encoding=json";
  return url.href;
}

/** Discord names the gateway's address, so only its own names count, and those of the settings. */
function gatewayHosts({ allowedHosts }: ApiAddress, address: string): readonly string[] {
  const url = new URL(address.replace(/^ws/, "http"));
  const isDiscords = /(?:^|\.)discord\.gg$/.test(url.hostname);
  const isListed = allowedHosts.some((name) => name === url.hostname || name === url.host);
  return isDiscords || isListed ? reachOf({ apiBaseUrl: url.origin, allowedHosts }) : [];
}

/** Reports what a person has to fix, and returns how long to wait. */
async function pauseAfter(
  on: KeepDeps,
  bot: DiscordBot,
  { standing, end }: { readonly standing: Standing; readonly end: End },
): Promise<number> {
  const about = { channel: discordChannel, bot: bot.id, end };
  const refused = "refused" in end ? end.refused : "code" in end ? refusals[end.code] : undefined;
  standing.failures += 1;
  if (refused !== undefined) {
    standing.session = undefined;
    if (refused === "token_refused")
      await on.health.became(bot.id, { state: "needs_login", reason: "token_refused" });
    else await report(on, bot, { state: "failed", reason: refused });
    on.log.error(about, "Discord refuses the bot; trying again later");
    return Math.max(
      "againMs" in end ? (end.againMs ?? 0) : 0,
      growPause(on, { firstMs: 30_000, mostMs: 10 * minuteMs, times: standing.failures }),
    );
  }
  if ("code" in end && (end.isInvalid || sessionEnds.includes(end.code)))
    standing.session = undefined;
  on.log.warn(about, "the connection to Discord is down; reconnecting");
  if (standing.failures >= patience)
    await report(on, bot, { state: "failed", reason: "unreachable" });
  // A session that can't be reached again is given up, so that a new one begins elsewhere.
  if (standing.failures > patience && !("code" in end)) standing.session = undefined;
  return growPause(on, { firstMs: 1_000, mostMs: minuteMs, times: standing.failures });
}

/** For people to see. Parts still go out, since they need no connection. */
async function report(on: KeepDeps, { id }: DiscordBot, to: Condition): Promise<void> {
  await on.directory
    .stateChanged({ channel: discordChannel, channelAccount: id }, to)
    .catch((error: unknown) =>
      on.log.warn(
        { error, channel: discordChannel },
        "the state of a connection could not be recorded",
      ),
    );
}

/** Twice as long each time, and never for all bots at the same moment. */
const growPause = (
  { chance }: Pick<KeepDeps, "chance">,
  { firstMs, mostMs, times }: { firstMs: number; mostMs: number; times: number },
): number => Math.min(mostMs, firstMs * 2 ** Math.min(times - 1, 20)) * (0.5 + chance.random() / 2);
