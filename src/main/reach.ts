import { readOwnChannels } from "../api/views/own-channels-view.ts";
import type { ChannelList } from "../channels/kit/descriptor.ts";
import type { Reach } from "../domain/ports/reach.ts";
import { engine } from "../domain/principal.ts";
import type { Database } from "../store/database/database.ts";

/** The chat apps that are a person's own, by the words of their channels. */
export const openReach =
  (db: Database, list: ChannelList): Reach =>
  async (accountId) => {
    const found = await db.transaction(engine, (sql) => readOwnChannels(sql, accountId));
    return found
      .filter((each) => each.is_paired || each.is_yours)
      .map((each) => ({
        name: list.find(({ provider }) => provider === each.channel)?.words.name ?? {
          en: each.channel,
          zh: each.channel,
        },
        state: each.state,
        since: each.since,
        lastReachedAt: each.last_reached_at,
        waiting: each.waiting,
      }));
  };
