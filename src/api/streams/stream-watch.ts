import type { Clock } from "../../domain/ports/clock.ts";
import type { Log } from "../../domain/ports/log.ts";
import type { Access } from "../../accounts/access.ts";
import type { StreamClient } from "./stream-client.ts";

export interface WatchDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly access: Pick<Access, "endedAmong">;
}

interface Watched {
  readonly clients: () => StreamClient[];
  readonly cut: (ids: readonly string[]) => void;
  readonly signal: AbortSignal;
  /** Finds wake-ups that were lost. */
  readonly sweep?: () => Promise<void>;
}

const tickMs = 1_000;
const ticksPerCredentialCheck = 3;
const ticksPerPing = 15;
const ping = Buffer.from(": ping\n\n");

/**
 * One timer for all streams: drops stalled ones, cuts revoked ones, pings quiet ones and sweeps.
 */
export async function watchStreams(on: WatchDeps, what: Watched): Promise<void> {
  for (let tick = 1; !what.signal.aborted; tick += 1) {
    await on.clock.wait(tickMs, what.signal);
    if (what.signal.aborted) return;
    const clients = what.clients();
    if (clients.length === 0) continue;
    for (const client of clients) client.dropIfStalled();
    try {
      if (tick % ticksPerCredentialCheck === 0)
        what.cut(await on.access.endedAmong([...new Set(clients.map((client) => client.tokenId))]));
      if (tick % ticksPerPing === 0) {
        for (const client of clients) if (client.live) client.write(ping);
        await what.sweep?.();
      }
    } catch (error) {
      on.log.warn({ error }, "open streams could not be checked; trying again");
    }
  }
}
