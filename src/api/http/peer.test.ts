import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { createHostCheck, createPeerOf, isLocalCall, networkOf } from "./peer.ts";

const from = (remoteAddress: string, headers: Record<string, string>): IncomingMessage =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;

const spoofed = {
  host: "chat.example",
  "x-forwarded-for": "6.6.6.6",
  "x-forwarded-host": "evil.example",
  "x-forwarded-proto": "https",
};

describe("the peer of a request", () => {
  it("the forwarding headers of a request are ignored unless they come from a configured proxy", () => {
    expect(createPeerOf(["10.0.0.0/8"])(from("192.0.2.1", spoofed))).toEqual({
      ip: "192.0.2.1",
      host: "chat.example",
      secure: false,
    });
    expect(createPeerOf([])(from("127.0.0.1", spoofed))).toEqual({
      ip: "127.0.0.1",
      host: "chat.example",
      secure: false,
    });
  });

  it("a configured proxy is trusted, and of a chain only the address that it saw itself", () => {
    const peerOf = createPeerOf(["10.0.0.0/8", "::1"]);
    const headers = { ...spoofed, "x-forwarded-for": "1.2.3.4, 198.51.100.7, 10.0.0.2" };
    expect(peerOf(from("::ffff:10.1.2.3", headers))).toEqual({
      ip: "198.51.100.7",
      host: "evil.example",
      secure: true,
      viaProxy: true,
    });
    expect(peerOf(from("::1", { host: "chat.example", "x-forwarded-for": "garbage" }))).toEqual({
      ip: "::1",
      host: "chat.example",
      secure: false,
      viaProxy: true,
    });
  });

  it("all addresses of one IPv6 network share one bucket", () => {
    expect(networkOf("2001:db8:0:1::5")).toBe("2001:db8:0:1");
    expect(networkOf("2001:0db8:0000:0001:ffff:1:2:3")).toBe("2001:db8:0:1");
    expect(networkOf("::1")).toBe("0:0:0:0");
    expect(networkOf("192.0.2.1")).toBe("192.0.2.1");
  });
});

it("the server answers only to loopback and configured host names, with any port", () => {
  const answers = createHostCheck(["chat.example", "2001:db8::1"]);
  for (const host of [
    "localhost",
    "localhost:7788",
    "127.0.0.1:1",
    "[::1]:7788",
    "chat.example",
    "chat.example:443",
    "[2001:db8::1]:80",
  ]) {
    expect(answers(host), host).toBe(true);
  }
  for (const host of [
    "",
    "evil.example",
    "localhost.evil.example",
    "chat.example.",
    "127.0.0.1:80@evil.example",
    "chat.example/x",
    "127.0.0.2",
    "localhost:",
  ]) {
    expect(answers(host), host).toBe(false);
  }
});

it("a call is local if it comes from this machine and no proxy headers are present", () => {
  const isLocalFrom = (remoteAddress: string, headers: Record<string, string> = {}): boolean =>
    isLocalCall({ socket: { remoteAddress }, headers } as unknown as IncomingMessage);
  expect([
    isLocalFrom("127.0.0.1"),
    isLocalFrom("::1"),
    isLocalFrom("::ffff:127.0.0.1"),
    isLocalFrom("127.8.9.1"),
  ]).toEqual([true, true, true, true]);
  expect([isLocalFrom("10.0.0.1"), isLocalFrom("::ffff:8.8.8.8"), isLocalFrom("")]).toEqual([
    false,
    false,
    false,
  ]);
  for (const name of ["forwarded", "x-forwarded-for", "x-real-ip", "via"])
    expect(isLocalFrom("127.0.0.1", { [name]: "8.8.8.8" })).toBe(false);
});
