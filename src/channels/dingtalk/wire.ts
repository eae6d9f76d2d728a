import { wireBot } from "../kit/wire-bot.ts";
import type { WireContext, WiredChannel } from "../kit/wiring.ts";
import { createDingtalk } from "./create.ts";
import { type DingtalkSection, dingtalkSettings } from "./section.ts";

export const wireDingtalk = (on: WireContext<DingtalkSection>): WiredChannel<DingtalkSection> =>
  wireBot(
    on,
    createDingtalk({
      ...on,
      quotes: on.storage.quotes,
      pushes: on.storage.pushes,
      settings: dingtalkSettings(on.section),
    }),
  );
