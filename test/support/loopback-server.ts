import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo, Server, Socket } from "node:net";

/** Servers on loopback that go away together, with whatever is still connected to them. */
export interface LoopbackServers {
  /** Starts any server on a free port, or on the given one, and gives the port. */
  listen(
    server: Server,
    where?: { readonly host?: string; readonly port?: number },
  ): Promise<number>;
  /** Starts an HTTP server and gives its origin. */
  serve(handler: RequestListener): Promise<string>;
  close(): Promise<void>;
}

export function loopbackServers(): LoopbackServers {
  const running: (() => Promise<unknown>)[] = [];

  async function listen(
    server: Server,
    { host = "127.0.0.1", port = 0 }: { host?: string; port?: number } = {},
  ): Promise<number> {
    const sockets = new Set<Socket>();
    server.on("connection", (socket: Socket) => void sockets.add(socket));
    server.listen(port, host);
    await once(server, "listening");
    running.push(async () => {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, "close");
    });
    return (server.address() as AddressInfo).port;
  }

  return {
    listen,
    serve: async (handler) => `http://127.0.0.1:${await listen(createServer(handler))}`,
    close: async () => {
      for (const stop of running.splice(0)) await stop();
    },
  };
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
}

/** Resolves when the socket is closed, also when that comes as an error. */
export function closing(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.on("error", () => undefined).on("close", () => resolve());
  });
}
