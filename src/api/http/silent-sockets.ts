import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "./peer.ts";

export interface SilentSockets {
  /** A connection that has said nothing for so long is closed. */
  readonly afterMs: number;
  /** So many of one network may be silent at once. */
  readonly mostPerNetwork: number;
}

/**
 * A connection costs a file of the process from its first moment, and Node's own limits begin with the first byte of a request. So until
 * then it is counted by where it comes from and has a time of its own; answers, streams and what is kept alive have theirs.
 */
export function closeSilentSockets(
  server: Server,
  { afterMs, mostPerNetwork }: SilentSockets,
): void {
  const silent = new Map<string, Set<Socket>>();
  const heard = (socket: Socket, network: string): void => {
    const those = silent.get(network);
    those?.delete(socket);
    if (those?.size === 0) silent.delete(network);
  };
  server.on("connection", (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? "");
    const those = silent.get(network) ?? new Set();
    // The one that is silent for longest makes room: whoever comes to say something says it at once, also from behind a proxy.
    if (those.size >= mostPerNetwork) those.values().next().value?.destroy();
    silent.set(network, those.add(socket));
    socket.setTimeout(afterMs);
    socket.once("close", () => heard(socket, network));
  });
  server.on("timeout", (socket: Socket) => {
    const isBegun =
      socket.bytesRead > 0 &&
      silent.get(networkOf(socket.remoteAddress ?? ""))?.has(socket) === true;
    // A request that has begun is ended by Node's own limits, which answer it.
    if (!isBegun) socket.destroy();
  });
  server.on("request", ({ socket }) => {
    heard(socket, networkOf(socket.remoteAddress ?? ""));
    socket.setTimeout(0);
  });
}
