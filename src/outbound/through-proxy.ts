import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls, getCACertificates } from "node:tls";
import { callbackify } from "node:util";
import type { buildConnector } from "undici";
import { OutboundFailure } from "../domain/ports/http.ts";

export interface ThroughProxy {
  /** `http://` or `https://`, with a user name and a password where the proxy wants them. */
  readonly proxy: string;
  /** Certificate authorities (PEM) trusted in addition to Node's own. */
  readonly trust: readonly string[];
}

/** Until the tunnel stands and the other side has shown its certificate. */
const openMs = 15_000;
const longestHead = 8 * 1024;

/**
 * Opens connections by CONNECT through a proxy with a fixed address. The proxy resolves the name, so
 * the certificate is what proves the place: without TLS nothing goes through it.
 */
export function connectThrough(on: ThroughProxy): buildConnector.connector {
  const connect = callbackify((to: Goal) => open(on, to));
  return ({ hostname, port, protocol, servername }, callback) =>
    connect({ hostname, port: port === "" ? "443" : port, protocol, servername }, (error, socket) =>
      error === null ? callback(null, socket) : callback(error, null),
    );
}

interface Goal {
  readonly hostname: string;
  readonly port: string;
  readonly protocol: string;
  readonly servername?: string | undefined;
}

async function open(on: ThroughProxy, to: Goal): Promise<Socket> {
  if (!/^(?:https|wss):$/.test(to.protocol))
    throw new OutboundFailure({
      phase: "before",
      code: "blocked",
      message: "Only encrypted calls go through a proxy.",
    });
  const proxy = new URL(on.proxy);
  const tunnel = dialProxy(proxy, on.trust);
  tunnel.setTimeout(openMs, () => tunnel.destroy(toFailure(proxy, "did not answer", "timeout")));
  try {
    await askForTunnel(tunnel, proxy, `${to.hostname}:${to.port}`);
    const secure = connectTls({
      socket: tunnel,
      servername: to.servername ?? to.hostname.replace(/^\[(.*)\]$/, "$1"),
      ALPNProtocols: ["http/1.1"],
      ...trusting(on.trust),
    });
    await once(secure, "secureConnect");
    tunnel.setTimeout(0);
    return secure;
  } catch (error) {
    tunnel.destroy();
    throw error;
  }
}

const trusting = (trust: readonly string[]) =>
  trust.length === 0 ? {} : { ca: [...getCACertificates("default"), ...trust] };

function dialProxy({ protocol, hostname, port }: URL, trust: readonly string[]): Socket {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return protocol === "https:"
    ? connectTls({ host, port: Number(port || 443), servername: host, ...trusting(trust) })
    : connectTcp({ host, port: Number(port || 80) });
}

async function askForTunnel(tunnel: Socket, proxy: URL, place: string): Promise<void> {
  await once(tunnel, proxy.protocol === "https:" ? "secureConnect" : "connect");
  const login = [proxy.username, proxy.password].map(decodeURIComponent).join(":");
  const proof = `Proxy-Authorization: Basic ${Buffer.from(login).toString("base64")}\r\n`;
  tunnel.write(`CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\n${login === ":" ? "" : proof}\r\n`);
  const status = await readStatus(tunnel, proxy);
  if (status < 200 || status > 299)
    throw toFailure(proxy, status === 407 ? "refuses the password" : `answers ${status}`);
}

/** Exactly the head: what follows belongs to the place behind the proxy. */
async function readStatus(tunnel: Socket, proxy: URL): Promise<number> {
  let head = Buffer.alloc(0);
  for (;;) {
    await once(tunnel, "readable");
    for (let bytes = tunnel.read() as Buffer | null; bytes !== null;) {
      head = Buffer.concat([head, bytes]);
      bytes = tunnel.read() as Buffer | null;
    }
    const end = head.indexOf("\r\n\r\n");
    if (end === -1 && head.length <= longestHead) continue;
    const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(head.subarray(0, 32).toString("latin1")) ?? [];
    if (end === -1 || status === undefined) throw toFailure(proxy, "does not speak HTTP");
    // A place that speaks first would be lost here; TLS waits for us.
    if (head.length > end + 4) throw toFailure(proxy, "answers with more than a head");
    return Number(status);
  }
}

/** Until the event; a connection that ends before is a failure. */
function once(socket: Socket, event: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const listen = {
      [event]: () => end(),
      error: (error: Error) => end(error),
      close: () => end(closed),
    };
    const end = (error?: Error): void => {
      for (const [name, listener] of Object.entries(listen)) socket.off(name, listener);
      if (error === undefined) resolve();
      else reject(error);
    };
    const closed = new Error("the connection was closed");
    for (const [name, listener] of Object.entries(listen)) socket.on(name, listener);
  });
}

const toFailure = (
  { hostname }: URL,
  what: string,
  code: OutboundFailure["code"] = "connect",
): OutboundFailure =>
  new OutboundFailure({ phase: "before", code, message: `The proxy ${hostname} ${what}.` });
