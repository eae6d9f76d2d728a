import { expect, it } from "vitest";
import { ruleFor } from "../../outbound/allowed-hosts.ts";
import { reachOf } from "./reach.ts";

it("this machine, listed without a port, is reached at the gateway's own port and at no other", () => {
  const isReachable = (allowedHosts: string[], url: string): boolean =>
    ruleFor(new URL(url), reachOf({ apiBaseUrl: "http://127.0.0.1:8080", allowedHosts })) !==
    undefined;
  expect([
    isReachable([], "http://127.0.0.1:8080/a"),
    isReachable(["127.0.0.1"], "http://127.0.0.1:8080/a"),
  ]).toEqual([false, true]);
  for (const port of ["80", "443", "5432", "7788", "8081"])
    expect(isReachable(["127.0.0.1", "localhost", "::1"], `http://127.0.0.1:${port}/`)).toBe(false);
  expect(isReachable(["127.0.0.1", "127.0.0.1:9000"], "http://127.0.0.1:9000/file")).toBe(true);
});
