import { afterEach, describe, expect, it } from "vitest";
import { fakeClock } from "../../test/support/fake-clock.ts";
import {
  type ServerSocket,
  startWebsocketServer,
  type WebsocketServer,
} from "../../test/support/websocket-server.ts";
import type { SocketCall } from "../domain/ports/socket.ts";
import { safeSockets } from "./safe-socket.ts";

const open: WebsocketServer[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

async function echo(refuse?: () => number | undefined) {
  const sockets: ServerSocket[] = [];
  const server = await startWebsocketServer({
    opened: (socket) => void sockets.push(socket),
    text: (socket, text) => socket.send(text),
    ...(refuse === undefined ? {} : { refuse }),
  });
  open.push(server);
  return { url: server.url, sockets };
}

const clock = fakeClock();
const heard: string[] = [];
const call = (url: string, more: Partial<SocketCall> = {}): SocketCall => ({
  url,
  timeoutMs: 5_000,
  maxBytes: 1_000,
  allowedHosts: [new URL(url).host],
  onText: (text) => void heard.push(text),
  ...more,
});

describe("a connection that stays open", () => {
  it("a connection that stays open carries texts both ways, and says when it is over", async () => {
    const { url, sockets } = await echo();
    const answered = Promise.withResolvers<string>();
    const socket = await safeSockets({ clock }).connect(call(url, { onText: answered.resolve }));
    expect(socket.send("你好 👋")).toBe(true);
    expect(await answered.promise).toBe("你好 👋");
    sockets[0]?.cut();
    await socket.closed;
    expect(socket.send("too late")).toBe(false);
  });

  it("a connection that stays open ends when we end it, even if the other side says nothing any more", async () => {
    const { url, sockets } = await echo();
    const socket = await safeSockets({ clock }).connect(call(url));
    sockets[0]?.freeze();
    socket.end();
    await socket.closed;
  });

  it("a connection that stays open ends by a message that is longer than one may be", async () => {
    const { url, sockets } = await echo();
    const socket = await safeSockets({ clock }).connect(call(url));
    sockets[0]?.send("x".repeat(2_000));
    await socket.closed;
    expect(heard).toEqual([]);
  });
});

describe("a connection that may not be", () => {
  it.each([
    ["a host that is not listed", "wss://evil.example", ["openws.work.weixin.qq.com"]],
    [
      "a plain connection to a host that is listed without a scheme",
      "ws://openws.work.weixin.qq.com",
      ["openws.work.weixin.qq.com"],
    ],
    ["another scheme", "file:///etc/passwd", ["127.0.0.1"]],
    ["a name that leads inside", "wss://inside.example", ["inside.example"]],
  ])("a connection to %s is not opened", async (_what, url, allowedHosts) => {
    const sockets = safeSockets({
      clock,
      resolve: async () => [{ address: "10.0.0.1", family: 4 }],
    });
    await expect(sockets.connect(call(url, { allowedHosts }))).rejects.toMatchObject({
      name: "OutboundFailure",
      code: "blocked",
    });
  });

  it("a connection fails when the other side does not want it, when no server is there and when its caller stops it", async () => {
    const { url } = await echo(() => 403);
    await expect(safeSockets({ clock }).connect(call(url))).rejects.toMatchObject({
      code: "connect",
    });
    await expect(safeSockets({ clock }).connect(call("ws://127.0.0.1:9"))).rejects.toMatchObject({
      code: "connect",
    });
    await expect(
      safeSockets({ clock }).connect(call(url, { signal: AbortSignal.abort() })),
    ).rejects.toMatchObject({ code: "aborted" });
  });

  it("a connection fails when the handshake takes too long", async () => {
    const never = { resolve: () => new Promise<never>(() => undefined) };
    const connecting = safeSockets({ clock, ...never }).connect(
      call("wss://slow.example", { allowedHosts: ["slow.example"] }),
    );
    const failed = expect(connecting).rejects.toMatchObject({ code: "timeout" });
    await clock.advance(5_000);
    await failed;
  });
});
