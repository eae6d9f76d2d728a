import type { WireContext, WiredChannel } from "../../kit/wiring.ts";
import { createWecomService } from "./create.ts";
import { type WecomServiceSection, wecomServiceSettings } from "./section.ts";

export function wireWecomService(
  on: WireContext<WecomServiceSection>,
): WiredChannel<WecomServiceSection> {
  const made = createWecomService({
    ...on,
    quotes: on.storage.quotes,
    settings: wecomServiceSettings(on.section),
  });
  let held: { close(): Promise<void> } | undefined;
  return {
    channel: made.channel,
    webhooks: () => made.webhooks,
    start() {
      if (on.isWorker) held = made.start();
    },
    async close() {
      await held?.close();
      await made.close();
    },
  };
}
