import { describe, expect, it } from "vitest";
import { limitsOf } from "../../../test/support/limits.ts";
import { createUsageMeter, type MeasuredUsage } from "./usage-meter.ts";

const hour = 3_600_000;
const row = (account_id: string, more: Partial<MeasuredUsage> = {}): MeasuredUsage => ({
  account_id,
  zone: "Asia/Shanghai",
  log_bytes: 0,
  day: "2026-03-02",
  day_messages: 0,
  day_bytes: 0,
  ...more,
});
/** 2026-03-01 23:00 in UTC is already the second in Shanghai. */
const start = Date.parse("2026-03-01T23:00:00Z");

function meterAt(limits: Parameters<typeof limitsOf>[0]) {
  const clock = { time: start, now: () => clock.time };
  return {
    clock,
    meter: createUsageMeter({ clock, limits: limitsOf(limits), defaultZone: "UTC" }),
  };
}

describe("daily limits of an account", () => {
  it("S15: daily limits reset with the account's own day, wherever the server is", () => {
    const { clock, meter } = meterAt({ account: { messagesPerDay: 2 } });
    meter.load([row("ada", { day_messages: 1 })], 0);
    expect([meter.takeMessage("ada"), meter.takeMessage("ada")]).toEqual([
      undefined,
      (17 * hour) / 1_000,
    ]);
    // An account in UTC has another day: its limit resets while Ada's does not.
    expect([meter.takeMessage("bob"), meter.takeMessage("bob"), meter.takeMessage("bob")]).toEqual([
      undefined,
      undefined,
      hour / 1_000,
    ]);
    clock.time += hour;
    expect([meter.takeMessage("bob"), meter.takeMessage("ada")]).toEqual([
      undefined,
      (16 * hour) / 1_000,
    ]);
    clock.time += 16 * hour;
    expect(meter.takeMessage("ada")).toBeUndefined();
  });

  it("the usage meter counts measured bytes and this process's writes since, and returns unused messages", () => {
    const { meter } = meterAt({
      account: { messagesPerDay: 1, writtenBytesPerDay: 100, storageBytes: 1_000 },
    });
    meter.takeMessage("ada");
    meter.giveBack("ada");
    expect(meter.takeMessage("ada")).toBeUndefined();
    meter.load([row("eve", { log_bytes: 990 })], 0);
    meter.wrote("bob", 60);
    expect(() => meter.assertRoom("bob", 41)).toThrow(
      expect.objectContaining({
        code: "daily_limit",
        fact: expect.objectContaining({ what: "written" }),
      }),
    );
    expect(() => meter.assertRoom("bob", 40)).not.toThrow();
    expect(() => meter.assertRoom("eve", 11)).toThrow(
      expect.objectContaining({
        code: "quota_reached",
        fact: expect.objectContaining({ what: "storage" }),
      }),
    );
  });
});

it("a full server refuses accounts that use more than their share and no others", () => {
  const { meter } = meterAt({ server: { storageBytes: 1_000 } });
  meter.load([row("ada", { log_bytes: 800 }), row("bob", { log_bytes: 100 })], 1_000);
  expect(() => meter.assertRoom("ada", 1)).toThrow(
    expect.objectContaining({ fact: { what: "server_storage", most: 1_000 } }),
  );
  expect(() => meter.assertRoom("bob", 1)).not.toThrow();
});
