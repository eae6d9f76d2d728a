import { describe, expect, it } from "vitest";
import { calledStages, editingStages } from "../support/chat-stages.ts";
import { useWorlds } from "./use-worlds.ts";

const ways = [
  { over: "lines that the product opens", stages: editingStages },
  { over: "callbacks, and on the page", stages: calledStages },
] as const;

describe(
  "chat apps that show an answer while it is written",
  { concurrent: true, timeout: 60_000 },
  () => {
    const inWorld = useWorlds();

    it.each(ways)(
      "a process that is killed in the middle of its answers leaves no half of one: the next one gives each, whole and once, over $over",
      ({ stages }) =>
        inWorld(async (world) => {
          const open = (await Promise.all(stages.map((start) => start()))).map((stage) => ({
            stage,
            token: stage.name.replaceAll(" ", "-"),
          }));
          const env = Object.assign({}, ...open.map(({ stage }) => stage.env)) as Record<
            string,
            string
          >;
          const start = async () => {
            const instance = await world.start({ env });
            for (const { stage } of open) await stage.reach?.(instance.url, 1);
            return instance;
          };
          try {
            const first = await start();
            for (const { stage, token } of open) {
              await world.until(() => stage.isLive());
              void stage.says(`${token} #hold`);
            }
            for (const { stage, token } of open) {
              await first.holding(token);
              await world.until(() => stage.seen().join().startsWith(`thinking about ${token}`));
            }
            await first.kill();
            const next = await start();
            await world.expireLeases();
            for (const { token } of open) {
              await next.holding(token);
              next.direct(`release ${token}`);
            }
            await world.until(
              async () =>
                (await world.db.rows("select 1 from delivery_attempt where status = 'sent'"))
                  .length === open.length,
            );
            for (const { stage, token } of open)
              await world.until(() => stage.seen().join() === `re ${token}`);
            expect(open.flatMap(({ stage }) => stage.violations)).toEqual([]);
          } finally {
            for (const { stage } of open) await stage.close();
          }
        }),
    );
  },
);
