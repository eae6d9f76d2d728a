import { isIP } from "node:net";
import type { ChannelDirectory, ConnectionState } from "../../domain/ports/channel-ports.ts";
import { type Channel, type ChannelPeer, plainChatApp } from "../../domain/channel.ts";
import { type Clock, iso } from "../../domain/ports/clock.ts";
import type { Delivery, Verdict } from "../../domain/delivery.ts";
import type { Outlook, Prospect } from "../../domain/ports/delivery-outlook.ts";
import {
  type OutboundAnswer,
  OutboundFailure,
  type OutboundHttp,
} from "../../domain/ports/http.ts";
import type { Log } from "../../domain/ports/log.ts";
import { retryAfterMs } from "../kit/outgoing.ts";
import { createLogins, pauseMs } from "./logins.ts";

export const channelName = "wechat_personal";
/**
 * Our own account at the vendor, as seen through an outside connector, which knows its logins
 * itself.
 */
export const connectorAccount = "connector";

export interface ConnectorSettings {
  /** Where sends go. Without it nothing can be sent, and deliveries wait. */
  readonly sendUrl: string | undefined;
  readonly token: string | undefined;
  /** A local or private host is reachable only when it is listed here. */
  readonly allowedHosts: readonly string[];
}

export interface ConnectorDeps {
  readonly settings: ConnectorSettings;
  readonly http: OutboundHttp;
  readonly directory: Pick<ChannelDirectory, "stateChanged">;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Connector {
  readonly channel: Channel;
  /** The connector has shown that this person is logged in. */
  heard(peer: string): void;
}

const sendTimeoutMs = 45_000;
const tellAgainMs = 60_000;

interface Trouble {
  readonly state: ConnectionState;
  readonly reason: string;
  readonly sentence: string;
}

const deadLogin: Trouble = {
  state: "needs_login",
  reason: "session_expired",
  sentence: "the WeChat login is dead; deliveries wait until the connector is logged in again",
};
const refusedUs: Trouble = {
  state: "failed",
  reason: "token_refused",
  sentence: "the connector refuses our token; deliveries wait",
};
/** Failures that no part can change: parts wait and lose no attempt. */
const troubles: ReadonlyMap<string, Trouble> = new Map([
  ["needs_login", deadLogin],
  ["http_401", refusedUs],
  ["http_403", refusedUs],
]);

/**
 * WeChat through a connector that is not ours: it posts what people write to the webhook, and takes
 * replies by POST.
 */
export function createConnector(deps: ConnectorDeps): Connector {
  let refusedUntil = 0;
  const logins = createLogins(deps.clock);
  const tell = stateTeller(deps);
  const worksFor = (peer: string): void => {
    logins.worked(peer);
    tell("connected", logins.anyDead() ? "some_logins_expired" : undefined);
  };
  const fails = (trouble: Trouble, to: ChannelPeer): void => {
    deps.log.error({ channel: channelName }, trouble.sentence);
    if (trouble === deadLogin) logins.died(to);
    else refusedUntil = deps.clock.now() + pauseMs.least;
    if (trouble === deadLogin && logins.anyAlive()) tell("connected", "some_logins_expired");
    else tell(trouble.state, trouble.reason);
  };
  const channel: Channel = {
    name: channelName,
    ready: () => deps.settings.sendUrl !== undefined && deps.clock.now() >= refusedUntil,
    readyFor: (person) => logins.mayBeAlive(person),
    limits: { partLength: 1_800, partUnit: "characters", paceMs: 0, sendTimeoutMs },
    capabilities: plainChatApp,
    unknownSends: "keep",
    outlook: connectorOutlook,
    async send(delivery, signal) {
      // Without a token the vendor may take the message and drop it: then `sent` would be a lie.
      if (delivery.window.contextToken === null)
        return { kind: "waiting_for_user", code: "context_token_required" };
      const verdict = await post(deps, delivery, signal);
      const trouble = verdict.kind === "not_sent" ? troubles.get(verdict.code) : undefined;
      if (verdict.kind === "sent") worksFor(delivery.peer);
      if (trouble === undefined) return verdict;
      fails(trouble, {
        channelAccount: connectorAccount,
        peer: delivery.peer,
        lastInboundAt: delivery.window.lastInboundAt,
      });
      return { ...verdict, isFree: true } as Verdict;
    },
  };
  return {
    channel,
    heard(peer) {
      refusedUntil = 0;
      worksFor(peer);
    },
  };
}

type TellState = (state: ConnectionState, reason?: string) => void;

/**
 * Reported again after a while: another process may have reported the opposite, or the report was
 * lost.
 */
function stateTeller(deps: ConnectorDeps): TellState {
  let told: { readonly key: string; readonly at: number } | undefined;
  return (state, reason) => {
    const now = deps.clock.now();
    const key = `${state} ${reason ?? ""}`;
    if (told?.key === key && now - told.at < tellAgainMs) return;
    told = { key, at: now };
    deps.directory
      .stateChanged({ channel: channelName, channelAccount: connectorAccount }, { state, reason })
      .catch((error: unknown) =>
        deps.log.warn({ error, channel: channelName }, "a change of state could not be recorded"),
      );
  };
}

/**
 * The limit of the connector's own vendor: a day after the person's last message, by the token that
 * came with it.
 */
const windowMs = 24 * 3_600_000;

function connectorOutlook({ window, at }: Prospect): Outlook {
  if (window.lastInboundAt === null || window.contextToken === null)
    return { kind: "closed", reason: "never_wrote", windowEndsAt: null };
  const ends = Date.parse(window.lastInboundAt) + windowMs;
  return at < ends
    ? { kind: "open" }
    : { kind: "closed", reason: "window_closed", windowEndsAt: iso(ends) };
}

async function post(
  deps: ConnectorDeps,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<Verdict> {
  const { sendUrl = "", token, allowedHosts } = deps.settings;
  try {
    const answer = await deps.http.request({
      method: "POST",
      url: sendUrl,
      headers: {
        "content-type": "application/json",
        "idempotency-key": delivery.idempotencyKey,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({
        wxid: delivery.peer,
        account_id: delivery.accountId.replaceAll("-", ""),
        text: delivery.text,
        context_token: delivery.window.contextToken,
        client_id: delivery.idempotencyKey,
        delivery_id: delivery.id,
        source: delivery.source,
      }),
      timeoutMs: sendTimeoutMs - 2_000,
      maxBytes: 64 * 1024,
      allowedHosts: hostsOf(sendUrl, allowedHosts),
      signal,
    });
    return verdictOf(answer);
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    return error.phase === "before"
      ? { kind: "not_sent", code: error.code }
      : { kind: "unknown", code: error.code };
  }
}

/** The operator configured the address; the list says whether it may be in a private network. */
function hostsOf(sendUrl: string, allowed: readonly string[]): readonly string[] {
  const url = new URL(sendUrl);
  if (allowed.includes(bare(url.hostname)) || allowed.includes(url.host)) return [url.origin];
  // A name reaches public addresses only; an address, or this machine, has to be on the list.
  return isIP(bare(url.hostname)) !== 0 || url.hostname === "localhost" ? [] : [url.host];
}

const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, "$1");

/** "Try later" is an answer about this call; a 500 says nothing about what happened before it. */
const tryLater = [408, 425, 429, 503];

function verdictOf({ status, headers, body }: OutboundAnswer): Verdict {
  if (tryLater.includes(status))
    return { kind: "not_sent", code: `http_${status}`, retryAfterMs: retryAfterMs(headers) };
  if (status === 401 || status === 403) return { kind: "not_sent", code: `http_${status}` };
  if (status >= 500) return { kind: "unknown", code: `http_${status}` };
  if (status >= 300) return { kind: "refused", code: `http_${status}` };
  const fields = fieldsIn(body);
  return fields === undefined ? { kind: "unknown", code: "unreadable_answer" } : verdictIn(fields);
}

function verdictIn(fields: Readonly<Record<string, unknown>>): Verdict {
  // The vendor's own codes inside of a 200: not zero means not taken, whatever the status says.
  const codes = [fields["ret"], fields["errcode"]].filter(isSaid).map(Number);
  if (codes.some((value) => !Number.isInteger(value)))
    return { kind: "unknown", code: "unreadable_answer" };
  const code = codes.find((value) => value !== 0);
  if (code !== undefined) return verdictByCode[code] ?? { kind: "not_sent", code: `ret_${code}` };
  if (fields["ok"] === false || fields["success"] === false || isSaid(fields["error"]))
    return { kind: "not_sent", code: "connector_error" };
  const id = fields["message_id"] ?? fields["provider_message_id"];
  return {
    kind: "sent",
    providerMessageId: typeof id === "string" && id !== "" ? id.slice(0, 200) : undefined,
  };
}

const verdictByCode: Readonly<Record<number, Verdict>> = {
  [-2]: { kind: "waiting_for_user", code: "window_closed" },
  [-3]: { kind: "refused", code: "invalid_argument" },
  [-14]: { kind: "not_sent", code: "needs_login" },
};

/**
 * `"error": null` beside a success says that there was none: taken for one, the same words would go
 * out twice.
 */
const isSaid = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "" && value !== false;

function fieldsIn(body: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
