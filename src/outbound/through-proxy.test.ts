import { createHash } from "node:crypto";
import { createServer } from "node:https";
import { afterEach, beforeEach, expect, it } from "vitest";
import { selfSigned } from "../../test/support/certificate.ts";
import { fakeClock } from "../../test/support/fake-clock.ts";
import { loopbackServers } from "../../test/support/loopback-server.ts";
import { answers, failure, get } from "../../test/support/outbound-calls.ts";
import { type ConnectProxy, startConnectProxy } from "../../test/vendors/connect-proxy.ts";
import { safeHttp } from "./safe-fetch.ts";
import { safeSockets } from "./safe-socket.ts";

const servers = loopbackServers();
const { key, cert } = selfSigned("vendor.test");
const opened: { close(): Promise<void> }[] = [];
let proxy: ConnectProxy;
let served: string[];

beforeEach(async () => {
  served = [];
  const vendor = createServer({ key, cert }, (request, response) => {
    served.push(String(request.url));
    response.end("hello");
  });
  vendor.on("upgrade", ({ headers }, wire) => {
    const accept = createHash("sha1")
      .update(`${headers["sec-websocket-key"]}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
      .digest("base64");
    wire.on("error", () => wire.destroy());
    wire.write(
      `HTTP/1.1 101 Yes\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    wire.write(Buffer.from([0x81, 2, ...Buffer.from("hi")]));
  });
  const port = await servers.listen(vendor);
  proxy = await startConnectProxy(servers, {
    login: "ada:pass word",
    places: { "vendor.test:443": port, "other.test:443": port },
  });
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  await servers.close();
  expect(proxy.violations).toEqual([]);
});

const options = (login = "ada:pass%20word@") => ({
  clock: fakeClock(),
  trust: [cert],
  // The proxy resolves the name: an answer here would be a way around it.
  resolve: answers("127.0.0.1"),
  proxy: `http://${login}127.0.0.1:${proxy.port}`,
});
function http(login?: string) {
  const outbound = safeHttp(options(login));
  opened.push(outbound);
  return outbound;
}
const call = (url: string, ...allowedHosts: string[]) => get(url, { allowedHosts });

it("a call goes through the proxy by name, and the certificate behind it is checked", async () => {
  const answer = await http().request(call("https://vendor.test/a", "vendor.test"));
  expect([answer.status, Buffer.from(answer.body).toString()]).toEqual([200, "hello"]);
  expect(await failure(http().request(call("https://other.test/b", "other.test")))).toBe(
    "connect/before",
  );
  expect([proxy.asked, served]).toEqual([["vendor.test:443", "other.test:443"], ["/a"]]);
});

it("a proxy that refuses, is silent, speaks no HTTP or ends leaves nothing sent", async () => {
  proxy.plan.push(403, 502, "noise", "cut");
  for (let nth = 0; nth < 4; nth += 1)
    expect(await failure(http().request(call("https://vendor.test/", "vendor.test")))).toBe(
      "connect/before",
    );
  expect(
    await failure(http("eve:guess@").request(call("https://vendor.test/", "vendor.test"))),
  ).toBe("connect/before");
  expect(served).toEqual([]);
});

it("the guard stays: no host that is not listed, no private address, nothing without TLS", async () => {
  const outbound = http();
  const blocked = [
    call("https://vendor.test/", "another.test"),
    call("https://10.0.0.7/", "vendor.test"),
    call("https://169.254.169.254/", "vendor.test"),
    call("http://vendor.test/", "vendor.test"),
    call("https://ada:pw@vendor.test/", "vendor.test"),
  ];
  for (const each of blocked) expect(await failure(outbound.request(each))).toBe("blocked/before");
  expect(proxy.asked).toEqual([]);
});

it("a host of this machine that the operator listed is called directly", async () => {
  const origin = await servers.serve((_request, response) => void response.end("near"));
  const answer = await http().request(call(origin, origin));
  expect([Buffer.from(answer.body).toString(), proxy.asked]).toEqual(["near", []]);
});

it("a long connection goes through the proxy, too", async () => {
  const heard = Promise.withResolvers<string>();
  const socket = await safeSockets(options()).connect({
    url: "wss://vendor.test/line",
    timeoutMs: 5_000,
    maxBytes: 1_000,
    allowedHosts: ["vendor.test"],
    onText: heard.resolve,
  });
  expect([await heard.promise, proxy.asked]).toEqual(["hi", ["vendor.test:443"]]);
  socket.end();
  await socket.closed;
});
