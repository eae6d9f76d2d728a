import type { WireContext, WiredChannel } from "../../kit/wiring.ts";
import { createWecomApps } from "./create.ts";
import { type WecomAppSection, wecomAppSettings } from "./section.ts";

export function wireWecomApp(on: WireContext<WecomAppSection>): WiredChannel<WecomAppSection> {
  const made = createWecomApps({
    ...on,
    quotes: on.storage.quotes,
    pushes: on.storage.pushes,
    split: on.splitBytes,
    settings: wecomAppSettings(on.section),
  });
  return { channel: made.channel, webhooks: () => made.webhooks, close: () => made.close() };
}
