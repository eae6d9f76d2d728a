import { describe, expect, it } from "vitest";
import { fakeClock } from "../../test/support/fake-clock.ts";
import { openToolFetches } from "./tool-fetches.ts";

const open = (...allowedHosts: string[]) =>
  openToolFetches({
    clock: fakeClock(),
    patienceMs: 1_000,
    privateAddresses: ["https://id.home.lan"],
    allowedHosts,
  });

const listAllowed = (hosts: readonly string[], urls: readonly string[]): string[] =>
  urls.filter((url) => open(...hosts).isAllowed({ url, owner: "ann" }));

describe("hosts of a person's own servers of tools", () => {
  const urls = [
    "https://tools.example.org/mcp",
    "https://a.example.net/mcp",
    "http://tools.example.org/mcp",
    "http://10.0.0.7:8080/mcp",
    "https://127.0.0.1/mcp",
    "https://localhost/mcp",
    "http://169.254.169.254/mcp",
    "https://id.home.lan/mcp",
  ];

  it("a person's own server is at no host unless the operator names some", () => {
    expect(listAllowed([], urls)).toEqual([]);
  });

  it("the word public allows names under https, and neither numbers nor this machine", () => {
    // Where the last one leads is looked at when it is called: a private address is not dialled.
    expect(listAllowed(["public"], urls)).toEqual([urls[0], urls[1], "https://id.home.lan/mcp"]);
  });

  it("a listed host, names below a domain and an origin with its scheme are allowed as written", () => {
    expect(listAllowed(["tools.example.org", "*.example.net"], urls)).toEqual([urls[0], urls[1]]);
    expect(listAllowed(["http://10.0.0.7:8080"], urls)).toEqual(["http://10.0.0.7:8080/mcp"]);
  });

  it("an operator's own server may be anywhere", () => {
    const { isAllowed } = open();
    expect(isAllowed({ url: "http://10.0.0.7:8080/mcp" })).toBe(true);
  });
});
