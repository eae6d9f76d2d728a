import { wireBot } from "../kit/wire-bot.ts";
import type { WireContext, WiredChannel } from "../kit/wiring.ts";
import { createFeishu } from "./create.ts";
import { type FeishuSection, feishuSettings } from "./section.ts";

export const wireFeishu = (
  on: WireContext<FeishuSection, "encrypt_key">,
): WiredChannel<FeishuSection> =>
  wireBot(
    on,
    createFeishu({
      ...on,
      quotes: on.storage.quotes,
      pushes: on.storage.pushes,
      settings: feishuSettings(on.section, on.webhookSecrets.encrypt_key),
    }),
  );
