import type { WireContext, WiredChannel } from "../kit/wiring.ts";
import { createWecom } from "./create.ts";
import { wecomSettings } from "./read-section.ts";
import type { WecomSection } from "./section.ts";
import { wecomChannel } from "./settings.ts";

const betweenChoresMs = 600_000;

export function wireWecom(on: WireContext<WecomSection>): WiredChannel<WecomSection> {
  const wecom = createWecom({
    ...on,
    ...on.storage,
    settings: wecomSettings(on.section),
    split: on.splitBytes,
  });
  const ending = new AbortController();
  const logFailure = (error: unknown): void =>
    on.log.error(
      { error, channel: wecomChannel },
      "a background job failed; it runs again at the next start or hour",
    );
  const forgetOld = async (): Promise<void> => {
    while (on.doesChores && !ending.signal.aborted) {
      await on.storage.forgetOld().catch(logFailure);
      await on.clock.wait(betweenChoresMs, ending.signal);
    }
  };
  let chores: Promise<unknown> = Promise.resolve();
  return {
    channel: wecom.channel,
    webhooks: () => wecom.webhooks,
    start: () => {
      chores = Promise.all([
        wecom.start().catch(logFailure),
        // A bot's deliveries go out over its connection, so a process that delivers holds it.
        on.isWorker ? wecom.connect().catch(logFailure) : undefined,
        forgetOld(),
      ]);
    },
    renew: async (section) => {
      if (section.enabled) await wecom.renew(wecomSettings(section));
    },
    close: async () => {
      ending.abort();
      await wecom.disconnect();
      await chores;
    },
  };
}
