import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import type { LoopbackServers } from "../support/loopback-server.ts";

export interface ConnectProxy {
  readonly port: number;
  /** The places that were asked for, in order. */
  readonly asked: readonly string[];
  /** What a strict proxy would complain about. */
  readonly violations: readonly string[];
  /** The answer to the next requests, instead of a tunnel. */
  readonly plan: (number | "silence" | "noise" | "cut")[];
}

/**
 * A proxy that knows CONNECT and nothing else, wants its login, and leads each place to
 * a port of this machine.
 */
export async function startConnectProxy(
  servers: LoopbackServers,
  on: { readonly login?: string; readonly places: Readonly<Record<string, number>> },
): Promise<ConnectProxy> {
  const asked: string[] = [];
  const violations: string[] = [];
  const plan: ConnectProxy["plan"] = [];
  const server = createServer((request, response) => {
    violations.push(`${request.method} ${request.url}`);
    response.writeHead(405).end();
  });
  server.on("connect", (request, wire: Socket, first: Buffer) => {
    wire.on("error", () => wire.destroy());
    const place = request.url ?? "";
    asked.push(place);
    if (request.headers.host !== place) violations.push("another host than the place");
    if (first.length > 0) violations.push("bytes before the tunnel stood");
    const end = (status: number): void =>
      void wire.end(`HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`);
    const fate = plan.shift();
    if (fate === "silence") return;
    if (fate === "cut") return void wire.destroy();
    if (fate === "noise") return void wire.write("SSH-2.0-OpenSSH_9.2\r\n\r\n");
    if (fate !== undefined) return end(fate);
    const proof = `Basic ${Buffer.from(on.login ?? "").toString("base64")}`;
    if (on.login !== undefined && request.headers["proxy-authorization"] !== proof) return end(407);
    const port = on.places[place];
    if (port === undefined) return end(403);
    const far = connect({ host: "127.0.0.1", port }, () => {
      wire.write("HTTP/1.1 200 Connection established\r\n\r\n");
      far.pipe(wire).pipe(far);
    });
    far.on("error", () => wire.destroy());
    wire.on("close", () => far.destroy());
  });
  return { port: await servers.listen(server), asked, violations, plan };
}
