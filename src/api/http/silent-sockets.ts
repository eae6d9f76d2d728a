import type { Server } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "./peer.ts";

export interface SilentSockets {
  /** Closes a connection that has sent nothing for this long. */
  readonly afterMs: number;
  /** How many connections of one network may be silent at once. */
  readonly mostPerNetwork: number;
}

/**
 * A connection costs a file descriptor from its first moment, and Node's own limits begin with the
 * first byte of a request. Until then it is counted by network and has a timeout of its own;
 * requests, streams and kept-alive connections have theirs.
 */
export function closeSilentSockets(
  server: Server,
  { afterMs, mostPerNetwork }: SilentSockets,
): void {
  const silent = new Map<string, Set<Socket>>();
  const markActive = (socket: Socket, network: string): void => {
    const those = silent.get(network);
    those?.delete(socket);
    if (those?.size === 0) silent.delete(network);
  };
  server.on("connection", (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? "");
    const those = silent.get(network) ?? new Set();
    // The longest-silent one makes room: a real client sends its request at once, also behind a
    // proxy.
    if (those.size >= mostPerNetwork) those.values().next().value?.destroy();
    silent.set(network, those.add(socket));
    socket.setTimeout(afterMs);
    socket.once("close", () => markActive(socket, network));
  });
  server.on("timeout", (socket: Socket) => {
    const isBegun =
      socket.bytesRead > 0 &&
      silent.get(networkOf(socket.remoteAddress ?? ""))?.has(socket) === true;
    // A request that has begun is ended by Node's own limits, which answer it.
    if (!isBegun) socket.destroy();
  });
  server.on("request", ({ socket }) => {
    markActive(socket, networkOf(socket.remoteAddress ?? ""));
    socket.setTimeout(0);
  });
}
