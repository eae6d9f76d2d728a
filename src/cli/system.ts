import { randomBytes } from "node:crypto";
import type { Chance, Clock } from "../domain/ports/clock.ts";

/** The machine's clock. A wait is at most ten minutes: Node shortens a timer of a month to a millisecond. */
export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const finish = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", finish);
        resolve();
      };
      const timer = setTimeout(finish, Math.min(Math.max(0, ms), 600_000));
      signal?.addEventListener("abort", finish, { once: true });
    }),
};

/** UUIDv7 (RFC 9562): 48 bits of time, then randomness. Within a millisecond a counter keeps the order of making. */
export function createSystemChance(now: () => number): Chance {
  let last = 0;
  let counter = 0;
  // Fetched a page at a time: a call for system randomness costs more than making an id.
  let pool = Buffer.alloc(0);
  const sixteen = (): Buffer => {
    if (pool.length < 16) pool = randomBytes(4_096);
    const bytes = pool.subarray(0, 16);
    pool = pool.subarray(16);
    return bytes;
  };
  return {
    id() {
      const bytes = sixteen();
      const ms = Math.max(now(), last);
      counter = ms === last ? counter + 1 : bytes.readUInt16BE(6) & 0x7ff;
      last = counter > 0xfff ? ms + 1 : ms;
      if (counter > 0xfff) counter = 0;
      bytes.writeUIntBE(last, 0, 6);
      bytes.writeUInt16BE(0x7000 | counter, 6);
      bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
      const hex = bytes.toString("hex");
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
    },
    random: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
    bytes: (count) => randomBytes(count),
  };
}
