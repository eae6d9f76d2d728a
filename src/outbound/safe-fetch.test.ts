import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, describe, expect, it } from "vitest";
import { selfSigned } from "../../test/support/certificate.ts";
import { fakeClock } from "../../test/support/fake-clock.ts";
import { bodyOf, loopbackServers } from "../../test/support/loopback-server.ts";
import { answers, failure, get } from "../../test/support/outbound-calls.ts";
import type { OutboundCall } from "../domain/ports/http.ts";
import { createGuardedFetch, safeHttp, type OutboundOptions, type Resolve } from "./safe-fetch.ts";

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

/** A server on both loopback families that must never see a connection. */
async function internal(): Promise<{ port: number; seen: string[] }> {
  const seen: string[] = [];
  const server = (): Server =>
    createServer((_request, response) => response.end("the crown jewels")).on(
      "connection",
      (socket: Socket) => seen.push(`${socket.localAddress}`),
    );
  const port = await servers.listen(server());
  // A machine without IPv6 has nothing to reach there.
  if (
    Object.values(networkInterfaces()).some((list) =>
      list?.some(({ address }) => address === "::1"),
    )
  )
    await servers.listen(server(), { host: "::1", port });
  return { port, seen };
}

const words = (text: string): string[] => text.trim().split(/\s+/);

const hostForms = words(String.raw`
  127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 127.0.0.1. 127.255.255.254 0 0.0.0.0
  localhost LOCALHOST localhost. localhost.localdomain app.localhost [::1] [0:0:0:0:0:0:0:1] [::] [::ffff:127.0.0.1]
  [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b::127.0.0.1] [2002:7f00:1::] [fe80::1] [fd00::1] [fd00:ec2::254]
  ①②⑦.⓪.⓪.① １２７．０．０．１ 127。0。0。1 %31%32%37.0.0.1 api.example.com@127.0.0.1 127.0.0.1@api.example.com
  user:pass@127.0.0.1 api.example.com%40127.0.0.1 api.example.com\@127.0.0.1 \127.0.0.1 api.example.com#@127.0.0.1
  api.example.com?@127.0.0.1 /127.0.0.1 169.254.169.254 2852039166 metadata.google.internal 100.100.100.200 10.0.0.1
  172.16.0.1 192.168.1.1 evil.test api.example.com api.example.com. аpi.example.com api.example.com.evil.test
  evilapi.example.com deep.example.net example.net xn--127001-.test`);

const otherForms = words(`
  ftp://127.0.0.1:PORT/ file:///etc/passwd gopher://127.0.0.1:PORT/_GET ws://127.0.0.1:PORT/ unix:/var/run/docker.sock
  data:text/plain,x javascript:0 http:127.0.0.1:PORT //127.0.0.1:PORT/ 127.0.0.1:PORT http://`);

describe("the way out", () => {
  it("a guarded request never reaches an internal server, however its address is written", async () => {
    const { port, seen } = await internal();
    const allowedHosts = [
      "api.example.com",
      `api.example.com:${port}`,
      "*.example.net",
      `*.example.net:${port}`,
      "8.8.8.8",
    ];
    const urls = [
      ...hostForms.flatMap((host) => [
        `http://${host}:${port}/`,
        `https://${host}:${port}/`,
        `https://${host}/`,
      ]),
      ...otherForms.map((url) => url.replace("PORT", String(port))),
    ];
    const options = { clock: fakeClock(), resolve: answers("127.0.0.1", "::1") };
    const outbound = http(options);
    const fetchIt = createGuardedFetch({
      ...options,
      allowedHosts,
      timeoutMs: 1_000,
      maxBytes: 1_000,
    });
    for (const url of urls) {
      expect([url, await failure(outbound.request(get(url, { allowedHosts })))]).toEqual([
        url,
        "blocked/before",
      ]);
      expect([url, await failure(fetchIt(url))]).toEqual([url, "blocked/before"]);
    }
    expect(hostForms.length + otherForms.length).toBeGreaterThan(60);
    expect(seen).toEqual([]);
  });

  it("a guarded request reaches loopback when it is listed, by address, by name or by origin", async () => {
    const { port, seen } = await internal();
    const outbound = http({ resolve: answers("127.0.0.1") });
    const ways = [
      ["127.0.0.1", `127.0.0.1:${port}`],
      ["localhost", `localhost:${port}`],
      ["vendor.test", `http://vendor.test:${port}`],
      ["127.0.0.1", `http://127.0.0.1:${port}`],
    ];
    for (const [host, entry] of ways) {
      const answer = await outbound.request(
        get(`http://${host}:${port}/`, { allowedHosts: [`${entry}`] }),
      );
      expect([answer.status, Buffer.from(answer.body).toString()]).toEqual([
        200,
        "the crown jewels",
      ]);
    }
    expect(seen.length).toBeGreaterThan(0);
  });

  it("a guarded request refuses a name when one of its addresses is private", async () => {
    const { port, seen } = await internal();
    const allowedHosts = [`vendor.test:${port}`, `localhost:${port}`];
    for (const resolve of [
      answers("93.184.216.34", "127.0.0.1"),
      answers("::1", "93.184.216.34"),
      answers("93.184.216.34", "fe80::1%eth0"),
    ]) {
      expect(
        await failure(
          http({ resolve }).request(get(`https://vendor.test:${port}/`, { allowedHosts })),
        ),
      ).toBe("blocked/before");
    }
    expect(
      await failure(
        http({ resolve: answers("10.0.0.1") }).request(
          get(`http://localhost:${port}/`, { allowedHosts }),
        ),
      ),
    ).toBe("blocked/before");
    expect(seen).toEqual([]);
  });

  it("a guarded request dials the address it has checked and checks every new answer", async () => {
    const { port } = await internal();
    const replies = ["127.0.0.1", "169.254.169.254"];
    let asked = 0;
    const resolve: Resolve = () =>
      Promise.resolve([{ address: replies[asked++] ?? "", family: 4 }]);
    const call = get(`http://rebind.test:${port}/`, {
      allowedHosts: [`http://rebind.test:${port}`],
    });
    const outbound = http({ resolve });
    expect((await outbound.request(call)).status).toBe(200);
    expect(asked).toBe(1);
    expect(await failure(http({ resolve }).request(call))).toBe("blocked/before");
    expect(asked).toBe(2);
  });

  it("a guarded request does not follow a redirect, neither to a private address nor in a loop", async () => {
    const { port, seen } = await internal();
    let calls = 0;
    const origin = await servers.serve((request, response) => {
      calls += 1;
      const location = request.url === "/loop" ? "/loop" : `http://127.0.0.1:${port}/`;
      response.writeHead(Number(request.url?.slice(1)) || 302, { location }).end();
    });
    const paths = ["/301", "/302", "/303", "/307", "/308", "/loop"];
    for (const path of paths) {
      expect(
        await failure(
          http().request(get(origin + path, { allowedHosts: [origin, `127.0.0.1:${port}`] })),
        ),
      ).toBe("redirect/after");
    }
    expect(calls).toBe(paths.length);
    expect(seen).toEqual([]);
  });

  it("a guarded request sends method, headers and body, and sets the connection's own headers itself", async () => {
    const origin = await servers.serve((request, response) => {
      void bodyOf(request).then((body) =>
        response
          .writeHead(201, { "x-a": "1", "set-cookie": ["a=1", "b=2"] })
          .end(JSON.stringify([request.method, request.url, request.headers, body])),
      );
    });
    const headers = {
      "Content-Type": "text/plain",
      Host: "evil.test",
      "Accept-Encoding": "gzip",
      "Content-Length": "3",
      Authorization: "Bearer x",
    };
    const answer = await http().request(
      get(`${origin}/p?q=1`, { method: "POST", headers, body: "héllo", allowedHosts: [origin] }),
    );
    expect([answer.status, answer.headers["x-a"], answer.headers["set-cookie"]]).toEqual([
      201,
      "1",
      "a=1, b=2",
    ]);
    const sent: unknown = JSON.parse(Buffer.from(answer.body).toString());
    expect(sent).toMatchObject([
      "POST",
      "/p?q=1",
      {
        host: origin.slice(7),
        authorization: "Bearer x",
        "accept-encoding": "identity",
        "content-length": "6",
      },
      "héllo",
    ]);
  });
});

describe("over TLS", () => {
  async function vendor(): Promise<{ port: number; cert: string }> {
    const { key, cert } = selfSigned("vendor.test");
    const port = await servers.listen(
      createTlsServer({ key, cert }, (_request, response) => response.end("hello")),
    );
    return { port, cert };
  }

  it("a guarded request over TLS accepts a certificate that is valid for the name, and does not share that connection with others", async () => {
    const { port, cert } = await vendor();
    const outbound = http({ resolve: answers("127.0.0.1"), trust: [cert] });
    const url = `https://vendor.test:${port}/`;
    expect(
      (await outbound.request(get(url, { allowedHosts: [`https://vendor.test:${port}`] }))).status,
    ).toBe(200);
    expect(
      await failure(outbound.request(get(url, { allowedHosts: [`vendor.test:${port}`] }))),
    ).toBe("blocked/before");
  });

  it("a guarded request sends nothing to a server whose certificate is not trusted or has another name", async () => {
    const { port, cert } = await vendor();
    const call = (host: string): OutboundCall =>
      get(`https://${host}:${port}/`, { allowedHosts: [`https://${host}:${port}`] });
    expect(
      await failure(http({ resolve: answers("127.0.0.1") }).request(call("vendor.test"))),
    ).toBe("connect/before");
    expect(
      await failure(
        http({ resolve: answers("127.0.0.1"), trust: [cert] }).request(call("other.test")),
      ),
    ).toBe("connect/before");
  });
});
