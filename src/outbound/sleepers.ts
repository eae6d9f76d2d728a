import type { ChannelPeer } from "../domain/channel.ts";
import { windowOfPart, type WithWindow } from "./window.ts";
import { accountKey, type DeliveryRow } from "./delivery-row.ts";
import type { OutboxDeps } from "./outbox-deps.ts";

/**
 * Parts that can't be sent now: of a whole channel account, or of one person whose own login is
 * dead. Their parts wait and lose no attempt; the parts of other people do not wait for them.
 */
export function findSleepers(
  deps: OutboxDeps,
  rows: readonly (DeliveryRow & WithWindow)[],
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const row of rows) {
    const { peer, channel_account: channelAccount } = row;
    const channel = deps.channels.get(row.provider_type);
    const { lastInboundAt } = windowOfPart(row);
    if (channel?.ready(channelAccount) !== true) found.set(row.id, accountKey(row));
    else if (channel.readyFor?.({ channelAccount, peer, lastInboundAt }) === false)
      found.set(row.id, personKey(row));
  }
  return found;
}

const personKey = (row: Pick<DeliveryRow, "provider_type" | "channel_account" | "peer">): string =>
  `${accountKey(row)}\u001f${row.peer}`;

/**
 * Forgets those that can be sent to again. New messages of a person are read from the ledger:
 * another process may have accepted their message.
 */
export async function wakeReady(deps: OutboxDeps, asleep: Set<string>): Promise<void> {
  const people = [...asleep]
    .map((key) => key.split("\u001f"))
    .filter(([, , peer]) => peer !== undefined);
  for (const key of asleep) {
    const [channel = "", account = "", peer] = key.split("\u001f");
    if (peer === undefined && deps.channels.get(channel)?.ready(account) === true)
      asleep.delete(key);
  }
  if (people.length === 0) return;
  const rows = await deps.db.rows<ChannelPeer & { channel: string }>(
    `select p.channel, p.account as "channelAccount", p.peer, w.last_inbound_at as "lastInboundAt"
     from unnest($1::text[], $2::text[], $3::text[]) as p (channel, account, peer)
     left join peer_window w on w.provider_type = p.channel and w.channel_account = p.account and w.peer = p.peer`,
    [0, 1, 2].map((part) => people.map((key) => key[part])),
  );
  for (const { channel, ...person } of rows)
    if (deps.channels.get(channel)?.readyFor?.(person) !== false)
      asleep.delete([channel, person.channelAccount, person.peer].join("\u001f"));
}
