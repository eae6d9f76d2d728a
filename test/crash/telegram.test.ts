import { afterEach, describe, expect, it } from "vitest";
import { startTelegramServer, type TelegramServer } from "../vendors/telegram/server.ts";
import { useWorlds } from "./use-worlds.ts";
import type { StartOptions, World } from "./world.ts";

const bot = "7100000009";
const ada = 700_000_001;
const servers: TelegramServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.close();
    expect(server.violations).toEqual([]);
  }
});

async function telegramAt(world: World) {
  const server = await startTelegramServer([bot]);
  servers.push(server);
  const prefix = "MEANWHILE_CHANNELS__TELEGRAM__";
  const env = {
    [`${prefix}ENABLED`]: "true",
    [`${prefix}TOKEN`]: server.tokenOf(bot),
    [`${prefix}ACCESS`]: "open",
    [`${prefix}API_BASE_URL`]: server.url,
    [`${prefix}ALLOWED_HOSTS`]: "127.0.0.1",
  };
  let said = 0;
  return {
    server,
    start: (how: StartOptions = {}) => world.start({ ...how, env }),
    says: (text: string) =>
      server.queue(bot, {
        message: {
          message_id: (said += 1),
          from: { id: ada, is_bot: false, first_name: "Ada" },
          chat: { id: ada, type: "private" },
          date: 1,
          text,
        },
      }),
    seen: () => server.seen.map(({ text }) => text),
  };
}

describe("Telegram while processes are killed", { concurrent: true, timeout: 600_000 }, () => {
  const inWorld = useWorlds();

  it("a process that is killed after it has sent an answer does not send it again", () =>
    inWorld(async (world) => {
      const { start, says, seen } = await telegramAt(world);
      const first = await start({ failpoint: "outbox.answered" });
      says("a1 #plain");
      await first.ended;
      await start();
      await world.expireLeases();
      await world.until(
        async () =>
          (await world.db.rows("select 1 from delivery_attempt where status = 'unknown'"))
            .length === 1,
      );
      expect(seen()).toEqual(["re a1"]);
    }));
});
