import { wireBot } from "../kit/wire-bot.ts";
import type { WireContext, WiredChannel } from "../kit/wiring.ts";
import { createSlack } from "./create.ts";
import { type SlackSection, slackSettings } from "./section.ts";

export const wireSlack = (on: WireContext<SlackSection>): WiredChannel<SlackSection> =>
  wireBot(
    on,
    createSlack({
      ...on,
      quotes: on.storage.quotes,
      pushes: on.storage.pushes,
      settings: slackSettings(on.section),
    }),
  );
