import type { AcceptOutcome, InboundMessage } from "../../domain/message.ts";
import type { ChannelPorts } from "../../domain/ports/channel-ports.ts";
import type { ChannelReports } from "../../domain/ports/channel-reports.ts";
import type { Metrics } from "../../domain/ports/log.ts";
import { isStranger, type StrangerReplies } from "./strangers.ts";

export interface TakeChatDeps {
  readonly ports: Pick<ChannelPorts, "inbox">;
  readonly reports?: Pick<ChannelReports, "rejected" | "leftGroup"> | undefined;
  readonly strangers: Pick<StrangerReplies, "answer">;
  readonly metrics: Metrics;
}

/** Takes one message in, and answers a stranger. Rejects where it could not be kept. */
export async function takeChat(
  on: TakeChatDeps,
  message: InboundMessage,
): Promise<AcceptOutcome | undefined> {
  const [outcome] = await on.ports.inbox.take({ messages: [message] });
  const taken = { message, outcome };
  const { channel, channelAccount } = message.route;
  on.strangers.answer([taken]);
  on.metrics.count("meanwhile_webhook_items_total", {
    channel,
    kind: outcome?.kind ?? "rejected",
  });
  if (outcome?.kind === "refused" && !isStranger(taken))
    await on.reports?.rejected({
      channel,
      channelAccount,
      vendorId: message.vendorId,
      code: outcome.code,
    });
  return outcome;
}
