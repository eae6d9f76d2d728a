import type { Clock } from "../../../domain/ports/clock.ts";
import type { Log } from "../../../domain/ports/log.ts";
import type { ChannelWebhook } from "../../../domain/webhook.ts";
import { takeChat, type TakeChatDeps } from "../../kit/take-chat.ts";
import { answerText, openCallback, readEcho, storeCallback } from "../sealed-callback.ts";
import { type ReadCallback, readCallback, type ReadDeps } from "./read.ts";
import { appCallbackPath, type WecomApp, wecomAppChannel } from "./settings.ts";

export interface CallbackDeps extends ReadDeps, TakeChatDeps {
  readonly log: Log;
  readonly clock: Pick<Clock, "now">;
  /** The card has done its work. Neither waits nor fails. */
  clicked(app: WecomApp, click: NonNullable<ReadCallback["click"]>): void;
}

const maxBytes = 256 * 1024;

/** WeCom calls here with each message, sealed and signed; and once to check the address. */
export function createCallbacks(on: CallbackDeps, app: WecomApp): readonly ChannelWebhook[] {
  const path = `${appCallbackPath}/${app.id}`;
  const { clock, log, settings } = on;
  const of = { clock, log, channel: wecomAppChannel, keys: settings.keys, corpId: app.corpId };
  return [
    {
      method: "get",
      path,
      handle: async ({ query }) => answerText(readEcho(of, query)),
    },
    {
      method: "post",
      path,
      maxBytes,
      async handle({ query, body }) {
        const xml = openCallback(of, { query, body });
        await storeCallback(of, async () => {
          const read = await readCallback(on, app, xml);
          if (read !== undefined) await takeChat(on, read.message);
          if (read?.click !== undefined) on.clicked(app, read.click);
        });
        return answerText("success");
      },
    },
  ];
}
