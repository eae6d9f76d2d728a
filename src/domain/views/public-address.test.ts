import { expect, it } from "vitest";
import { reachOfAddress } from "./public-address.ts";

it.each([
  ["http://127.0.0.1:7788", "machine"],
  ["http://localhost:7788", "machine"],
  ["http://[::1]:7788", "machine"],
  ["http://192.168.1.20:7788", "network"],
  ["http://172.20.0.3", "network"],
  ["http://100.101.102.103", "network"],
  ["http://[fd00::1]", "network"],
  ["http://nas:7788", "network"],
  ["http://nas.local", "network"],
  ["https://chat.example.org", "internet"],
  ["http://172.64.0.1", "internet"],
  ["http://[2001:db8::1]", "internet"],
])("%s can be reached from the %s", (address, reach) => {
  expect(reachOfAddress(address)).toBe(reach);
});
