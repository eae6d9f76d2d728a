import type { Channel } from "../../domain/channel.ts";
import type { ChannelWebhook } from "../../domain/webhook.ts";
import type { WiredChannel } from "./wiring.ts";

interface Bot {
  readonly channel: Channel;
  readonly webhooks?: readonly ChannelWebhook[] | undefined;
  /** Polls and connections. */
  start(): { close(): Promise<void> };
  close(): Promise<void>;
}

/** A bot as the product runs it: its connections are held where the work is done. */
export function wireBot<Section>(
  { isWorker }: { readonly isWorker: boolean },
  made: Bot,
): WiredChannel<Section> {
  let held: { close(): Promise<void> } | undefined;
  return {
    channel: made.channel,
    webhooks: () => made.webhooks ?? [],
    start: () => {
      held = isWorker ? made.start() : undefined;
    },
    close: async () => {
      await held?.close();
      await made.close();
    },
  };
}
