import { Refusal } from "../../../domain/errors.ts";
import type { Clock } from "../../../domain/ports/clock.ts";
import type { Log } from "../../../domain/ports/log.ts";
import type { ChannelWebhook, ChannelWebhookAnswer } from "../../../domain/webhook.ts";
import { takeChat, type TakeChatDeps } from "../../kit/take-chat.ts";
import { isSignedBy, openSealed, type WecomKey, WecomSealError } from "../crypto.ts";
import { type ReadCallback, readCallback, type ReadDeps } from "./read.ts";
import { appCallbackPath, type WecomApp, wecomAppChannel } from "./settings.ts";
import { valueIn } from "./xml.ts";

export interface CallbackDeps extends ReadDeps, TakeChatDeps {
  readonly log: Log;
  readonly clock: Pick<Clock, "now">;
  /** The card has done its work. Neither waits nor fails. */
  clicked(app: WecomApp, click: NonNullable<ReadCallback["click"]>): void;
}

const maxBytes = 256 * 1024;
/** How far a callback's time may be off. */
const mostSkewMs = 300_000;

const answer = (body: string): ChannelWebhookAnswer => ({
  status: 200,
  body,
  contentType: "text/plain; charset=utf-8",
});

/** WeCom calls here with each message, sealed and signed; and once to check the address. */
export function createCallbacks(on: CallbackDeps, app: WecomApp): readonly ChannelWebhook[] {
  const path = `${appCallbackPath}/${app.id}`;
  return [
    {
      method: "get",
      path,
      // A proxy that decodes twice turns a plus into a space; base64 has no spaces.
      handle: async ({ query }) => {
        const sealed = (query.get("echostr") ?? "").replaceAll(" ", "+");
        const text = open(on, app, { query, sealed });
        // Only what looks like such a question: a captured message must not be decrypted here.
        if (!/^[\w+/=-]{1,128}$/.test(text)) throw unreadable();
        return answer(text);
      },
    },
    {
      method: "post",
      path,
      maxBytes,
      async handle({ query, body }) {
        const sealed = valueIn(new TextDecoder().decode(body), "Encrypt") ?? "";
        const xml = open(on, app, { query, sealed });
        try {
          const read = await readCallback(on, app, xml);
          if (read !== undefined) await takeChat(on, read.message);
          if (read?.click !== undefined) on.clicked(app, read.click);
        } catch (error) {
          // The person writes too fast: WeCom sends it again.
          if (error instanceof Refusal && error.status === 429) throw error;
          on.log.error(
            { error, channel: wecomAppChannel },
            "a callback could not be stored; the vendor will send it again",
          );
          throw new Refusal("unavailable", undefined, "Please send it again.");
        }
        return answer("success");
      },
    },
  ];
}

/** Signature first, on the values as they came; then its time; then it is opened, for this company only. */
function open(
  { settings, clock, log }: CallbackDeps,
  { corpId }: WecomApp,
  { query, sealed }: { readonly query: URLSearchParams; readonly sealed: string },
): string {
  const valueOf = (name: string): string => {
    const values = query.getAll(name);
    return values.length === 1 ? (values[0] ?? "") : "";
  };
  const signed = { timestamp: valueOf("timestamp"), nonce: valueOf("nonce"), sealed };
  const [key] = settings
    .keys()
    .filter((each) => isSignedBy(each, signed, valueOf("msg_signature")));
  if (key === undefined || sealed === "")
    throw new Refusal("webhook_unauthorized", undefined, "The signature is missing or wrong.");
  const skewMs = clock.now() - Number(signed.timestamp) * 1_000;
  if (!(Math.abs(skewMs) <= mostSkewMs)) {
    const skewSeconds = Math.round(skewMs / 1_000);
    log.warn({ channel: wecomAppChannel, skewSeconds }, "a callback's time is too far off");
    throw new Refusal("webhook_unauthorized", undefined, "This callback is too old.");
  }
  return openWith(key, sealed, corpId);
}

function openWith(key: WecomKey, sealed: string, corpId: string): string {
  try {
    return openSealed(key, sealed, corpId);
  } catch (error) {
    if (error instanceof WecomSealError) throw unreadable();
    throw error;
  }
}

const unreadable = (): Refusal =>
  new Refusal("invalid_provider_payload", undefined, "This callback can't be read.");
