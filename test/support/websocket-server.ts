import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { loopbackServers } from "./loopback-server.ts";

/** One connection, seen from the server. */
export interface ServerSocket {
  send(message: string | Uint8Array): void;
  /** Without a word. */
  cut(): void;
  /** With a close code. */
  close(code: number): void;
  /** Keeps the line open and says and hears nothing any more. */
  freeze(): void;
  readonly isOpen: boolean;
}

export interface WebsocketServer {
  /** `ws://…` */
  readonly url: string;
  close(): Promise<void>;
}

export interface SocketHandlers {
  opened?(socket: ServerSocket, url: string): void;
  text?(socket: ServerSocket, text: string): void;
  bytes?(socket: ServerSocket, bytes: Buffer): void;
  closed?(socket: ServerSocket): void;
  /** The answer to a handshake that is refused. */
  refuse?(url: string): number | undefined;
}

const magic = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** As much of RFC 6455 as a fake vendor needs: whole messages, pings, closing. */
export async function startWebsocketServer(on: SocketHandlers): Promise<WebsocketServer> {
  const servers = loopbackServers();
  const server = createServer((_request, response) => void response.writeHead(426).end());
  server.on("upgrade", (request, wire: Socket) => {
    const refused = on.refuse?.(request.url ?? "");
    if (refused !== undefined) {
      wire.end(`HTTP/1.1 ${refused} No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
      return;
    }
    const accept = createHash("sha1")
      .update(`${request.headers["sec-websocket-key"]}${magic}`)
      .digest("base64");
    wire.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`,
    );
    serve(wire, on, request.url ?? "");
  });
  const port = await servers.listen(server);
  return { url: `ws://127.0.0.1:${port}`, close: () => servers.close() };
}

function serve(wire: Socket, on: SocketHandlers, url: string): void {
  let frozen = false;
  let waiting = Buffer.alloc(0);
  const socket: ServerSocket = {
    send(message) {
      if (frozen || wire.destroyed) return;
      wire.write(frame(typeof message === "string" ? 1 : 2, Buffer.from(message as string)));
    },
    cut: () => void wire.destroy(),
    close: (code) => {
      const body = Buffer.alloc(2);
      body.writeUInt16BE(code);
      wire.end(frame(8, body));
    },
    freeze: () => void (frozen = true),
    get isOpen() {
      return !wire.destroyed;
    },
  };
  // A process that was killed says nothing more: then the line is over on this side, too.
  wire.on("error", () => undefined).on("end", () => wire.destroy());
  wire.on("close", () => on.closed?.(socket));
  wire.on("data", (chunk: Buffer) => {
    if (frozen) return;
    waiting = Buffer.concat([waiting, chunk]);
    for (let next = take(waiting); next !== undefined; next = take(waiting)) {
      waiting = waiting.subarray(next.length);
      if (next.opcode === 1) on.text?.(socket, next.body.toString());
      else if (next.opcode === 2) on.bytes?.(socket, next.body);
      else if (next.opcode === 9) wire.write(frame(10, next.body));
      else if (next.opcode === 8) wire.end(frame(8, next.body));
    }
  });
  on.opened?.(socket, url);
}

function frame(opcode: number, body: Buffer): Buffer {
  const head =
    body.length < 126
      ? Buffer.from([0x80 | opcode, body.length])
      : Buffer.alloc(body.length < 65_536 ? 4 : 10);
  if (body.length >= 126) {
    head[0] = 0x80 | opcode;
    head[1] = body.length < 65_536 ? 126 : 127;
    if (body.length < 65_536) head.writeUInt16BE(body.length, 2);
    else head.writeBigUInt64BE(BigInt(body.length), 2);
  }
  return Buffer.concat([head, body]);
}

/** One whole frame of a client, which masks what it says. */
function take(
  bytes: Buffer,
): { readonly opcode: number; readonly body: Buffer; readonly length: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = (bytes[1] ?? 0) & 0x7f;
  const headLength = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length < headLength + 4) return undefined;
  const size =
    short === 126
      ? bytes.readUInt16BE(2)
      : short === 127
        ? Number(bytes.readBigUInt64BE(2))
        : short;
  const length = headLength + 4 + size;
  if (bytes.length < length) return undefined;
  const mask = bytes.subarray(headLength, headLength + 4);
  const body = Buffer.from(bytes.subarray(headLength + 4, length));
  for (let at = 0; at < size; at += 1) body[at] = (body[at] ?? 0) ^ (mask[at % 4] ?? 0);
  return { opcode: (bytes[0] ?? 0) & 0x0f, body, length };
}
