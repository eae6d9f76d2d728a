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

describe("where a request comes from", () => {
  it("ignores forwarding headers from anybody but a named proxy", () => {
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

  it("believes a named proxy, and of a chain only the address that it saw itself", () => {
    const peerOf = createPeerOf(["10.0.0.0/8", "::1"]);
    const headers = { ...spoofed, "x-forwarded-for": "1.2.3.4, 198.51.100.7, 10.0.0.2" };
    expect(peerOf(from("::ffff:10.1.2.3", headers))).toEqual({
      ip: "198.51.100.7",
      host: "evil.example",
      secure: true,
    });
    expect(peerOf(from("::1", { host: "chat.example", "x-forwarded-for": "garbage" }))).toEqual({
      ip: "::1",
      host: "chat.example",
      secure: false,
    });
  });

  it("puts all addresses of one IPv6 network into one bucket", () => {
    expect(networkOf("2001:db8:0:1::5")).toBe("2001:db8:0:1");
    expect(networkOf("2001:0db8:0000:0001:ffff:1:2:3")).toBe("2001:db8:0:1");
    expect(networkOf("::1")).toBe("0:0:0:0");
    expect(networkOf("192.0.2.1")).toBe("192.0.2.1");
  });
});

it("answers only under loopback names and those it was given, with any port", () => {
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

it("a call is local when its connection is from this machine and no proxy says that it speaks for somebody", () => {
  const from = (remoteAddress: string, headers: Record<string, string> = {}): boolean =>
    isLocalCall({ socket: { remoteAddress }, headers } as unknown as IncomingMessage);
  expect([from("127.0.0.1"), from("::1"), from("::ffff:127.0.0.1"), from("127.8.9.1")]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([from("10.0.0.1"), from("::ffff:8.8.8.8"), from("")]).toEqual([false, false, false]);
  for (const name of ["forwarded", "x-forwarded-for", "x-real-ip", "via"])
    expect(from("127.0.0.1", { [name]: "8.8.8.8" })).toBe(false);
});
