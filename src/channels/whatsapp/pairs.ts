import type { ChannelReports } from "../../domain/ports/channel-reports.ts";

const most = 10_000;

/**
 * Every message of a person may name both of their ids. A pair that was reported once need not be
 * reported again.
 */
export function reportPairsOnce(reports: ChannelReports): ChannelReports {
  const told = new Set<string>();
  return {
    noted: (note) => reports.noted(note),
    rejected: (what) => reports.rejected(what),
    leftGroup: (departure) => reports.leftGroup(departure),
    async identityChanged(change) {
      const pair = JSON.stringify([change.channelAccount, change.fromSubject, change.toSubject]);
      if (change.reason === "seen_together" && told.has(pair)) return;
      await reports.identityChanged(change);
      // After another change the same pair may be news again.
      if (change.reason !== "seen_together" || told.size >= most) told.clear();
      if (change.reason === "seen_together") told.add(pair);
    },
  };
}
