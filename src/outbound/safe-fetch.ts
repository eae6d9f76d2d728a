import { promises as dns } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { getCACertificates } from "node:tls";
import { callbackify } from "node:util";
import { Agent, buildConnector } from "undici";
import type { Clock } from "../domain/ports/clock.ts";
import {
  OutboundFailure,
  type OutboundAnswer,
  type OutboundCall,
  type OutboundHttp,
} from "../domain/ports/http.ts";
import { bare, ruleFor, isWithin, type Reach } from "./allowed-hosts.ts";
import { connectThrough } from "./through-proxy.ts";
import { exchange, type Exchange, type ExchangeCall } from "./exchange.ts";

/**
 * The only way to call other servers. Which hosts a call may reach is its `allowedHosts`; see
 * `allowed-hosts.ts` for the entries and what each opens.
 *
 * Node skips a custom lookup for literal addresses, so the address is checked twice: a literal
 * before the call, a name's every answer inside the lookup whose result is dialled. Redirects are
 * not followed. No compression is asked for, so that the byte cap counts what the reader gets.
 * Proxy variables of the environment are not read; a proxy is an option.
 */
export interface OutboundOptions {
  readonly clock: Clock;
  readonly resolve?: Resolve;
  /** Certificate authorities (PEM) trusted in addition to Node's own. */
  readonly trust?: readonly string[];
  /** Calls to public places go through this proxy; see `through-proxy.ts`. */
  readonly proxy?: string | undefined;
}

/** All addresses of a name. Rejects when there are none. */
export type Resolve = (
  hostname: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

export interface FetchOptions extends OutboundOptions {
  /** For every address, or by address. */
  readonly allowedHosts: readonly string[] | ((url: URL) => readonly string[]);
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export function safeHttp(options: OutboundOptions): OutboundHttp & { close(): Promise<void> } {
  const agents = openAgents(options);
  return {
    close: () => agents.close(),
    request: async (call) => {
      const { method, headers = {}, body, timeoutMs, maxBytes, signal } = call;
      return answerOf(
        await agents.go(call, {
          method,
          headers,
          body,
          timeoutMs,
          maxBytes,
          signal,
          onAbort: "failure",
        }),
      );
    },
  };
}

/**
 * A `fetch` with the same guards, for libraries that bring their own protocol. The answer streams;
 * an abort rejects with the signal's reason, everything else with an `OutboundFailure`. Request
 * bodies are read whole before they are sent.
 */
export function createGuardedFetch(options: FetchOptions): typeof fetch {
  const agents = openAgents(options);
  return async (input, init) => {
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const address = input instanceof Request ? input.url : String(input);
    const allowedHosts = hostsOf(options, address);
    admit(address, allowedHosts);
    const request = new Request(input, { ...init, signal: null });
    const body = request.body === null ? undefined : await request.bytes();
    const { method, headers } = request;
    const { timeoutMs, maxBytes } = options;
    const call = {
      method,
      headers: Object.fromEntries(headers),
      body,
      timeoutMs,
      maxBytes,
      signal,
      onAbort: "reason",
    } as const;
    const {
      status,
      headers: answered,
      body: stream,
    } = await agents.go({ url: address, allowedHosts }, call);
    return new Response([204, 205, 304].includes(status) ? null : stream, {
      status,
      headers: answered,
    });
  };
}

const hostsOf = (
  { allowedHosts }: Pick<FetchOptions, "allowedHosts">,
  address: string,
): readonly string[] => {
  if (typeof allowedHosts !== "function") return allowedHosts;
  return URL.canParse(address) ? allowedHosts(new URL(address)) : [];
};

interface Agents {
  go(
    to: Pick<OutboundCall, "url" | "allowedHosts">,
    call: Omit<ExchangeCall, "url">,
  ): Promise<Exchange>;
  close(): Promise<void>;
}

/**
 * One agent per reach: a kept connection must never serve a call that was not allowed to open it.
 */
function openAgents(options: OutboundOptions): Agents {
  const { clock } = options;
  const agentFor = (reach: Reach): Agent =>
    // HTTP/1.1 only: with one request per socket, "nothing was written" is a fact. The total time
    // is our own timer's.
    new Agent({
      allowH2: false,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: createConnector(options, reach),
    });
  const agents = {
    public: agentFor("public"),
    loopback: agentFor("loopback"),
    private: agentFor("private"),
  };
  return {
    go: async (to, call) => {
      const { url, reach } = admit(to.url, to.allowedHosts);
      return exchange(agents[reach], clock, { ...call, url, headers: ownHeaders(call.headers) });
    },
    close: async () => {
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()));
    },
  };
}

/**
 * How a connection within this reach is dialled: every address that a name leads to is checked
 * first.
 */
export function connectOptions(
  { resolve = systemResolve, trust = [] }: OutboundOptions,
  reach: Reach,
) {
  const ca = trust.length === 0 ? {} : { ca: [...getCACertificates("default"), ...trust] };
  return { lookup: createGuardedLookup(resolve, reach), ...ca };
}

/** A public place is left to the proxy, where there is one. */
export const createConnector = (on: OutboundOptions, reach: Reach): buildConnector.connector =>
  on.proxy !== undefined && reach === "public"
    ? connectThrough({ proxy: on.proxy, trust: on.trust ?? [] })
    : buildConnector({ ...connectOptions(on, reach), allowH2: false });

export function admit(
  address: string,
  allowedHosts: readonly string[],
): { url: URL; reach: Reach } {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw toBlocked("Only http and https addresses are called.");
  if (url.username !== "" || url.password !== "")
    throw toBlocked("An address with a user name or password in it is not called.");
  const rule = ruleFor(url, allowedHosts);
  if (rule === undefined)
    throw toBlocked(`${url.protocol}//${url.host} is not among the hosts that may be called here.`);
  const host = bare(url.hostname);
  if (isIP(host) !== 0 && !isWithin(rule.reach, host))
    throw toBlocked(`${host} is not an address that may be called here.`);
  return { url, reach: rule.reach };
}

function createGuardedLookup(resolve: Resolve, reach: Reach): LookupFunction {
  const checked = callbackify(async (hostname: string) => {
    const answers = await resolve(hostname).catch((error: unknown) => {
      throw toUnresolved(hostname, error);
    });
    if (answers.length === 0) throw toUnresolved(hostname);
    // One bad answer is enough to refuse: a name that is both public and private is an attack or a
    // mistake.
    const bad = answers.find(({ address }) => !isWithin(reach, address));
    if (bad !== undefined)
      throw toBlocked(
        `${hostname} leads to ${bad.address}, which may not be called here. If that is meant, list it with its scheme.`,
      );
    return answers.map(({ address, family }) => ({ address, family }));
  });
  return (hostname, options, callback) =>
    checked(hostname, (error, answers) => {
      const first = answers?.[0];
      if (error !== null || first === undefined) callback(error, "");
      else if (options.all === true) callback(null, answers);
      else callback(null, first.address, first.family);
    });
}

const systemResolve: Resolve = (hostname) => dns.lookup(hostname, { all: true });

const toBlocked = (message: string): OutboundFailure =>
  new OutboundFailure({ phase: "before", code: "blocked", message });

const toUnresolved = (hostname: string, cause?: unknown): OutboundFailure =>
  new OutboundFailure(
    { phase: "before", code: "resolve", message: `${hostname} has no address.` },
    { cause },
  );

/**
 * The connection's own headers are ours to set; a foreign `host` would also change the name that
 * TLS asks for.
 */
const connectionHeaders =
  /^(?:host|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|content-length|accept-encoding)$/;

function ownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const lower = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  return {
    ...Object.fromEntries(lower.filter(([name]) => !connectionHeaders.test(name))),
    "accept-encoding": "identity",
  };
}

async function answerOf({ status, headers, body }: Exchange): Promise<OutboundAnswer> {
  return { status, headers, body: new Uint8Array(Buffer.concat(await Array.fromAsync(body))) };
}
