import { describe, expect, it } from "vitest";
import { editingStages } from "../support/chat-stages.ts";
import { useWorlds } from "./use-worlds.ts";

describe("chat apps that show an answer while it is written", { timeout: 120_000 }, () => {
  const inWorld = useWorlds();

  it("a process that is killed in the middle of its answers leaves no half of one: the next one gives each, whole and once", () =>
    inWorld(async (world) => {
      const open = await Promise.all(editingStages.map((start) => start()));
      const env = Object.assign({}, ...open.map((stage) => stage.env)) as Record<string, string>;
      try {
        const first = await world.start({ env });
        for (const { name, isLive, says } of open) {
          await world.until(isLive);
          void says(`${name} #hold`);
        }
        for (const { name, seen } of open) {
          await first.holding(name);
          await world.until(() => seen().join().startsWith(`thinking about ${name}`));
        }
        await first.kill();
        const next = await world.start({ env });
        await world.expireLeases();
        for (const { name } of open) {
          await next.holding(name);
          next.direct(`release ${name}`);
        }
        await world.until(
          async () =>
            (await world.db.rows("select 1 from delivery_attempt where status = 'sent'")).length ===
            open.length,
        );
        expect(open.map(({ seen }) => seen())).toEqual(open.map(({ name }) => [`re ${name}`]));
        expect(open.flatMap(({ violations }) => violations)).toEqual([]);
      } finally {
        for (const { close } of open) await close();
      }
    }));
});
