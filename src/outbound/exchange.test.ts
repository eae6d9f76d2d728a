import { createServer } from "node:http";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { fakeClock } from "../../test/support/fake-clock.ts";
import { closing, loopbackServers } from "../../test/support/loopback-server.ts";
import { answers, failure, get } from "../../test/support/outbound-calls.ts";
import { safeHttp, type OutboundOptions } from "./safe-fetch.ts";

const servers = loopbackServers();
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const outbound of opened.splice(0)) await outbound.close();
  await servers.close();
});

function http(options: Partial<OutboundOptions> = {}): ReturnType<typeof safeHttp> {
  const outbound = safeHttp({ clock: fakeClock(), ...options });
  opened.push(outbound);
  return outbound;
}

describe("a failure says what is known", () => {
  it("a failure before anything was sent says so: no address, no server listening, a caller that has gone", async () => {
    const gone = createServer();
    const port = await servers.listen(gone);
    await servers.close();
    expect(
      await failure(
        http().request(get(`http://127.0.0.1:${port}/`, { allowedHosts: [`127.0.0.1:${port}`] })),
      ),
    ).toBe("connect/before");
    const call = get("http://vendor.test/", { allowedHosts: ["http://vendor.test"] });
    expect(await failure(http({ resolve: answers() }).request(call))).toBe("resolve/before");
    expect(
      await failure(http({ resolve: () => Promise.reject(new Error("ENOTFOUND")) }).request(call)),
    ).toBe("resolve/before");
    expect(await failure(http().request({ ...call, signal: AbortSignal.abort() }))).toBe(
      "aborted/before",
    );
  });

  it("a failure before anything was sent says so when time ran out while the name was looked up, and nothing is sent later", async () => {
    const clock = fakeClock();
    const late = Promise.withResolvers<{ address: string; family: number }[]>();
    const connected = Promise.withResolvers<Socket>();
    const received = Promise.withResolvers<string>();
    const server = createServer(() => received.resolve("the request came after all")).on(
      "connection",
      connected.resolve,
    );
    const port = await servers.listen(server);
    const call = get(`http://vendor.test:${port}/`, {
      allowedHosts: [`http://vendor.test:${port}`],
    });
    const pending = failure(http({ clock, resolve: () => late.promise }).request(call));
    await clock.advance(60_000);
    expect(await pending).toBe("timeout/before");
    late.resolve([{ address: "127.0.0.1", family: 4 }]);
    // The connection still comes about, and is closed without a word.
    const closed = closing(await connected.promise).then(() => "closed");
    expect(await Promise.race([closed, received.promise])).toBe("closed");
  });

  it("a failure after it was sent says so: the connection broke before, within or instead of the answer", async () => {
    const origin = await servers.serve((request, response) => {
      if (request.url === "/reset") request.socket.resetAndDestroy();
      else if (request.url === "/close") request.socket.destroy();
      else if (request.url === "/garbage") request.socket.end("not http at all\r\n\r\n");
      else
        response
          .writeHead(200, { "content-length": "100" })
          .write("half", () => response.destroy());
    });
    for (const path of ["/reset", "/close", "/garbage", "/half"]) {
      const call = get(origin + path, { method: "POST", body: "x", allowedHosts: [origin] });
      expect([path, await failure(http().request(call))]).toEqual([path, "reset/after"]);
    }
  });

  it("a failure after it was sent says so when it was too slow or stopped, and the socket is closed", async () => {
    const clock = fakeClock();
    let arrived = Promise.withResolvers<Socket>();
    const origin = await servers.serve((request, response) => {
      if (request.url === "/body") response.write("one byte, then silence");
      arrived.resolve(request.socket);
    });
    for (const [path, end, result] of [
      ["/head", "clock", "timeout/after"],
      ["/body", "clock", "timeout/after"],
      ["/head", "signal", "aborted/after"],
      ["/body", "signal", "aborted/after"],
    ] as const) {
      arrived = Promise.withResolvers();
      const stop = new AbortController();
      const pending = failure(
        http({ clock }).request(
          get(origin + path, { timeoutMs: 5_000, signal: stop.signal, allowedHosts: [origin] }),
        ),
      );
      const socket = await arrived.promise;
      const closed = closing(socket);
      if (end === "clock") await clock.advance(5_000);
      else stop.abort();
      expect(await pending).toBe(result);
      await closed;
    }
    expect(clock.waiting).toBe(0);
  });

  it("a failure after it was sent says so when an answer larger than asked for is cut off, announced or not", async () => {
    let wrote = 0;
    const origin = await servers.serve((request, response) => {
      if (request.url === "/announced")
        return response.writeHead(200, { "content-length": "100001" }).flushHeaders();
      const flood = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384))) wrote += 16_384;
      };
      response.on("drain", flood);
      return flood();
    });
    expect(
      await failure(http().request(get(`${origin}/announced`, { allowedHosts: [origin] }))),
    ).toBe("too_large/after");
    expect(
      await failure(http().request(get(`${origin}/endless`, { allowedHosts: [origin] }))),
    ).toBe("too_large/after");
    expect(wrote).toBeLessThan(50_000_000);
  });

  it("a compressed bomb stays as small as it came", async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000));
    const origin = await servers.serve((_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    );
    const answer = await http().request(get(origin, { allowedHosts: [origin] }));
    expect(Buffer.from(answer.body).equals(bomb)).toBe(true);
  });
});
