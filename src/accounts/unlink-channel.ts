import type { ChannelAccount } from "../domain/ports/channel-ports.ts";
import { type Chance, type Clock, iso } from "../domain/ports/clock.ts";
import { engine } from "../domain/principal.ts";
import type { Database } from "../store/database/database.ts";
import type { Projector } from "../store/log/projector.ts";
import { record } from "../store/log/record.ts";
import { unbind } from "./identities.ts";

interface UnlinkDeps {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
}

/**
 * Unlinks a vendor account that this person linked: reading and sending there ends, waiting
 * deliveries are discarded. False for one that is not theirs. The process that polls it notices at its next poll.
 */
export async function unlinkChannel(
  on: UnlinkDeps,
  of: ChannelAccount & { readonly accountId: string },
): Promise<boolean> {
  const { accountId, channel, channelAccount } = of;
  const isDone = await on.db.transaction(engine, async (sql) => {
    const linked = await sql.rows(
      `select 1 from channel where provider_type = $1 and channel_account = $2 and account_id = $3 and lifecycle = 'active' for update`,
      [channel, channelAccount, accountId],
    );
    if (linked.length === 0) return false;
    const bound = await sql.rows<{ id: string }>(
      `select id from channel_identity where account_id = $1 and provider_type = $2 and channel_account = $3 and lifecycle = 'active' order by id`,
      [accountId, channel, channelAccount],
    );
    for (const { id } of bound) await unbind(on, sql, id);
    const payload = { provider_type: channel, channel_account: channelAccount };
    const stream = `channel:${channel}:${channelAccount}`;
    await record(sql, on.projector, [
      { stream, kind: "channel_unlinked", at: iso(on.clock.now()), accountId, payload },
    ]);
    return true;
  });
  if (isDone) on.db.notify("channels");
  return isDone;
}
