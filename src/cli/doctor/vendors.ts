import type { ChannelView } from "../../accounts/channel-directory.ts";
import { sectionOf } from "../../config/channel-section.ts";
import type { Finding } from "../../domain/finding.ts";
import { safeHttp } from "../../outbound/safe-fetch.ts";
import { safeSockets } from "../../outbound/safe-socket.ts";
import { createSystemChance, systemClock } from "../system.ts";
import type { ExaminedChannels } from "./examined.ts";

/** Asks each vendor about each account, without sending anything. */
export async function vendorFindings(
  { config, channelList, holder }: ExaminedChannels,
  accounts: readonly ChannelView[] = [],
): Promise<Finding[]> {
  const http = safeHttp({ clock: systemClock });
  const chance = createSystemChance(systemClock.now);
  const on = {
    server: config.server,
    ownUrl: holder?.url,
    http,
    sockets: safeSockets({ clock: systemClock }),
    clock: systemClock,
    bytes: (count: number) => chance.bytes(count),
  };
  const findings: Finding[] = [];
  try {
    for (const each of channelList)
      findings.push(
        ...((await each.doctor.vendor?.({
          ...on,
          section: sectionOf(config.channels, each),
          accounts: accounts.filter(({ channel }) => channel === each.provider),
        })) ?? []),
      );
  } finally {
    await http.close();
  }
  return findings;
}
