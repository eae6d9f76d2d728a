import type { Channel } from "../../../domain/channel.ts";
import type { Ilink } from "./create.ts";

/**
 * Personal WeChat has two ways out under one name: our own logins, and an outside connector for
 * everything else.
 */
export function createSharedChannel(
  ilink: Pick<Ilink, "channel" | "owns">,
  connector: Channel,
): Channel {
  const way = (channelAccount: string): Channel =>
    ilink.owns(channelAccount) ? ilink.channel : connector;
  const both = [ilink.channel.limits, connector.limits] as const;
  return {
    name: ilink.channel.name,
    ready: (channelAccount) => way(channelAccount).ready(channelAccount),
    readyFor: (person) => way(person.channelAccount).readyFor?.(person) ?? true,
    send: (delivery, signal) => way(delivery.channelAccount).send(delivery, signal),
    limits: {
      partLength: Math.min(...both.map(({ partLength }) => partLength)),
      partUnit: ilink.channel.limits.partUnit,
      paceMs: Math.max(...both.map(({ paceMs }) => paceMs)),
      sendTimeoutMs: Math.max(...both.map(({ sendTimeoutMs }) => sendTimeoutMs)),
    },
    capabilities: ilink.channel.capabilities,
    unknownSends: ilink.channel.unknownSends,
    fetchFile: async (file, signal) =>
      (await way(file.channelAccount).fetchFile?.(file, signal)) ?? {
        failed: "not_possible",
        again: false,
      },
    typing: (to) => way(to.channelAccount).typing?.(to) ?? { end: () => undefined },
    outlook: (prospect) => way(prospect.channelAccount).outlook?.(prospect) ?? { kind: "open" },
  };
}
