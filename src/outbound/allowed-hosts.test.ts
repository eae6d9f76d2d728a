import { describe, expect, it } from "vitest";
import { classOf, parseAllowedHost, ruleFor } from "./allowed-hosts.ts";

const isAllowed = (entry: string, url: string): boolean =>
  ruleFor(new URL(url), [entry]) !== undefined;

describe("an allowed host", () => {
  it("an allowed host without a scheme opens https on its port and nothing else", () => {
    expect(isAllowed("api.example.com", "https://api.example.com/v1")).toBe(true);
    expect(isAllowed("API.Example.com", "https://api.example.com")).toBe(true);
    expect(isAllowed("api.example.com:8443", "https://api.example.com:8443")).toBe(true);
    expect(isAllowed("bücher.example", "https://xn--bcher-kva.example")).toBe(true);
    for (const url of [
      "http://api.example.com",
      "https://api.example.com:8443",
      "https://example.com",
      "https://x.api.example.com",
      "https://api.example.com.",
      "https://api.example.com.evil.test",
    ]) {
      expect([url, isAllowed("api.example.com", url)]).toEqual([url, false]);
    }
  });

  it("an allowed host with a star opens the names below it, not the name itself and no look-alike", () => {
    expect(isAllowed("*.example.com", "https://a.b.example.com")).toBe(true);
    for (const url of [
      "https://example.com",
      "https://evilexample.com",
      "https://example.com.evil.test",
      "http://a.example.com",
    ]) {
      expect([url, isAllowed("*.example.com", url)]).toEqual([url, false]);
    }
  });

  it("an allowed host on loopback opens both schemes, on the given port or on the standard ones, and no other port", () => {
    for (const entry of ["localhost", "127.0.0.1", "::1", "[::1]"]) {
      const host = entry === "::1" ? "[::1]" : entry;
      expect(["http", "https"].map((scheme) => isAllowed(entry, `${scheme}://${host}`))).toEqual([
        true,
        true,
      ]);
      expect(
        ["http", "https"].map((scheme) => isAllowed(entry, `${scheme}://${host}:5432`)),
      ).toEqual([false, false]);
      expect([
        isAllowed(entry, `http://${host}:443`),
        isAllowed(entry, `https://${host}:80`),
      ]).toEqual([false, false]);
    }
    expect([
      isAllowed("127.0.0.1:9", "http://127.0.0.1:9"),
      isAllowed("127.0.0.1:9", "https://127.0.0.1:9"),
    ]).toEqual([true, true]);
    expect(isAllowed("127.0.0.1:9", "http://127.0.0.1:10")).toBe(false);
    expect(isAllowed("localhost", "http://127.0.0.1")).toBe(false);
  });

  it("an allowed host with a scheme opens that origin, wherever it is", () => {
    expect(parseAllowedHost("http://ollama:11434")).toEqual({
      scheme: "http:",
      hostname: "ollama",
      below: false,
      port: "11434",
      reach: "private",
    });
    expect(isAllowed("http://10.0.0.7", "http://10.0.0.7")).toBe(true);
    expect(isAllowed("10.0.0.7", "http://10.0.0.7")).toBe(false);
    expect(isAllowed("10.0.0.7", "https://10.0.0.7")).toBe(true);
    expect(isAllowed("http://ollama:11434", "https://ollama:11434")).toBe(false);
  });

  it("an allowed host that opens too much or means nothing is an error", () => {
    const entries = [
      "",
      "*",
      "*.com",
      "*.10.0.0.1",
      "http://*.example.com",
      "a b",
      "user@host",
      "https://host/path",
      "ftp://host",
      "host:99999",
      "a*b.example.com",
      "host?x",
      "169.254.169.254",
      "http://169.254.169.254",
      "0.0.0.0",
      "[::ffff:127.0.0.1]",
    ];
    for (const entry of entries)
      expect(() => parseAllowedHost(entry), entry).toThrow(JSON.stringify(entry));
  });
});

describe("an address", () => {
  const table = {
    public: "8.8.8.8 1.1.1.1 172.32.0.1 100.128.0.1 2606:4700::1111 2a00:1450::1",
    loopback: "127.0.0.1 127.255.255.254 ::1 0:0:0:0:0:0:0:1",
    private: "10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 198.18.0.5 fd12::1 fc00::1",
    never: `0.0.0.0 0.1.2.3 169.254.169.254 100.100.100.200 168.63.129.16 192.0.0.192 192.0.2.1 224.0.0.1 255.255.255.255
      :: ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:7f00:1 64:ff9b::7f00:1 64:ff9b:1::1 2002:7f00:1:: 2001::1
      fe80::1 fe80::1%eth0 fec0::1 ff02::1 fd00:ec2::254 2001:db8::1 100::1 4000::1 localhost 127.1`,
  };

  it("an address is public, loopback, private or never called", () => {
    for (const [place, addresses] of Object.entries(table)) {
      for (const address of addresses.split(/\s+/))
        expect([address, classOf(address)]).toEqual([address, place]);
    }
  });
});
