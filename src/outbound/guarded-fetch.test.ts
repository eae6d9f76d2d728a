import type { Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { fakeClock, type FakeClock } from "../../test/support/fake-clock.ts";
import { bodyOf, closing, loopbackServers } from "../../test/support/loopback-server.ts";
import { failure } from "../../test/support/outbound-calls.ts";
import { createGuardedFetch } from "./safe-fetch.ts";

const servers = loopbackServers();
afterEach(() => servers.close());

describe("guardedFetch", () => {
  const options = (clock: FakeClock, origin: string): Parameters<typeof createGuardedFetch>[0] => ({
    clock,
    allowedHosts: [origin],
    timeoutMs: 60_000,
    maxBytes: 1_000_000,
  });

  it("guardedFetch streams the answer while the server is still writing", async () => {
    const more = Promise.withResolvers<void>();
    const origin = await servers.serve((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write("first ");
      void more.promise.then(() => response.end("second"));
    });
    const response = await createGuardedFetch(options(fakeClock(), origin))(origin);
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect([
      response.ok,
      response.headers.get("content-type"),
      Buffer.from(first?.value ?? []).toString(),
    ]).toEqual([true, "text/event-stream", "first "]);
    more.resolve();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("second");
    expect((await reader?.read())?.done).toBe(true);
  });

  it("guardedFetch takes what fetch takes", async () => {
    const origin = await servers.serve((request, response) => {
      const type = request.headers["content-type"];
      if (request.url === "/204") response.writeHead(204).end();
      else
        void bodyOf(request).then((body) =>
          response.end(JSON.stringify({ method: request.method, type, body })),
        );
    });
    const fetchIt = createGuardedFetch(options(fakeClock(), origin));
    const json = { method: "POST", type: "application/json", body: "{}" };
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
    expect(await (await fetchIt(origin, init)).json()).toEqual(json);
    expect(await (await fetchIt(new URL(origin), init)).json()).toEqual(json);
    expect(await (await fetchIt(new Request(origin, init))).json()).toEqual(json);
    expect((await fetchIt(`${origin}/204`)).status).toBe(204);
  });

  it("guardedFetch gives back the reason of an abort and closes the socket", async () => {
    const arrived = Promise.withResolvers<Socket>();
    const origin = await servers.serve((request, response) => {
      response.write("x");
      arrived.resolve(request.socket);
    });
    const stop = new AbortController();
    const response = await createGuardedFetch(options(fakeClock(), origin))(origin, {
      signal: stop.signal,
    });
    const closed = closing(await arrived.promise);
    const text = response.text();
    stop.abort(new Error("the person said stop"));
    await expect(text).rejects.toThrow("the person said stop");
    await closed;
    await expect(
      createGuardedFetch(options(fakeClock(), origin))(origin, { signal: stop.signal }),
    ).rejects.toThrow("the person said stop");
  });

  it("guardedFetch ends a stream that grows too large or takes too long", async () => {
    const clock = fakeClock();
    const origin = await servers.serve(
      (request, response) => void response.write("x".repeat(request.url === "/large" ? 2_000 : 10)),
    );
    const fetchIt = createGuardedFetch({
      ...options(clock, origin),
      maxBytes: 1_000,
      timeoutMs: 9_000,
    });
    expect(await failure(fetchIt(`${origin}/large`).then((response) => response.text()))).toBe(
      "too_large/after",
    );
    const slow = failure((await fetchIt(`${origin}/slow`)).text());
    await clock.advance(9_000);
    expect(await slow).toBe("timeout/after");
  });

  it("guardedFetch lets the server wait while the caller does not read", async () => {
    const size = 32_000_000;
    let written = 0;
    const origin = await servers.serve((request, response) => {
      if (request.url === "/still-there") return void response.end();
      const pour = (): void => {
        for (let more = true; more && written < size; written += 64_000)
          more = response.write(Buffer.alloc(64_000));
      };
      response.on("drain", pour);
      return pour();
    });
    const fetchIt = createGuardedFetch({ ...options(fakeClock(), origin), maxBytes: size });
    const response = await fetchIt(origin);
    // Other calls go back and forth until the server has long stopped pouring: what is under way
    // fills buffers and no more.
    for (let before = -1, quiet = 0; quiet < 200; quiet = before === written ? quiet + 1 : 0) {
      before = written;
      await (await fetchIt(`${origin}/still-there`)).text();
    }
    expect(written).toBeLessThan(size / 2);
    await response.body?.cancel();
  });

  it("guardedFetch closes the socket when the reader leaves", async () => {
    const arrived = Promise.withResolvers<Socket>();
    const origin = await servers.serve((request, response) => {
      response.write("x");
      arrived.resolve(request.socket);
    });
    const response = await createGuardedFetch(options(fakeClock(), origin))(origin);
    const closed = closing(await arrived.promise);
    await response.body?.cancel();
    await closed;
  });
});
