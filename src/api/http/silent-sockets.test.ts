import { createServer, get, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { closeSilentSockets } from "./silent-sockets.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function open(afterMs: number, mostPerNetwork: number): Promise<number> {
  const made = createServer((incoming, outgoing) => {
    outgoing.write("begun ");
    // A stream that is quiet for longer than a silent connection may be.
    if (incoming.url === "/stream") setTimeout(() => outgoing.end("over"), afterMs * 4);
    else outgoing.end();
  });
  server = made;
  closeSilentSockets(made, { afterMs, mostPerNetwork });
  await new Promise<void>((resolve) => void made.listen(0, "127.0.0.1", resolve));
  return (made.address() as AddressInfo).port;
}

const silent = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.on("error", reject);
  });
const waitForClose = (socket: Socket): Promise<void> =>
  new Promise((resolve) => void socket.once("close", () => resolve()).resume());
const text = (port: number, path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get({ port, path, host: "127.0.0.1", agent: false }, (answer) => {
      let said = "";
      answer
        .on("data", (chunk: Buffer) => (said += chunk.toString()))
        .on("end", () => resolve(said));
    }).on("error", reject);
  });

it("S14: a connection that sends nothing is closed, and a quiet stream is not", async () => {
  const port = await open(50, 100);
  const streaming = text(port, "/stream");
  await waitForClose(await silent(port));
  expect(await streaming).toBe("begun over");
});

it("S14: a network may have a limited number of silent connections: the oldest is closed, and one that sends a request no longer counts", async () => {
  const port = await open(60_000, 3);
  const speaks = await silent(port);
  speaks.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await new Promise((resolve) => void speaks.once("data", resolve));
  const oldest = await silent(port);
  const waiting = [await silent(port), await silent(port)];
  const gone = waitForClose(oldest);
  waiting.push(await silent(port));
  await gone;
  expect(await text(port, "/")).toBe("begun ");
  expect(speaks.destroyed).toBe(false);
  for (const socket of [speaks, ...waiting]) socket.destroy();
});
