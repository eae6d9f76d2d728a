import { Refusal } from "../../domain/errors.ts";
import type { ChannelWebhook, ChannelWebhookAnswer } from "../../domain/webhook.ts";
import { objectIn, textOf } from "../kit/json-fields.ts";
import { isSigned, openCallback } from "./crypto.ts";
import { callbackPath, type FeishuApp, feishuChannel } from "./settings.ts";
import { takeEvent, type TakeDeps } from "./take.ts";

export interface CallbackDeps extends TakeDeps {
  readonly encryptKeys: readonly string[];
}

const maxBytes = 1024 * 1024;

const answer = (body: object): ChannelWebhookAnswer => ({
  status: 200,
  body: JSON.stringify(body),
  contentType: "application/json",
});

/** Feishu calls here with each event, sealed and signed with the encrypt key. */
export const createCallback = (on: CallbackDeps, app: FeishuApp): ChannelWebhook => ({
  method: "post",
  path: `${callbackPath}/${app.id}`,
  maxBytes,
  async handle({ headers, body }) {
    const key = on.encryptKeys.filter((each) => isSigned(each, headers, body))[0];
    if (key === undefined) return answerCheck(on, body);
    const event = openCallback(key, objectIn(body));
    if (event === undefined)
      throw new Refusal("invalid_provider_payload", undefined, "The body can't be opened.");
    if (event["type"] === "url_verification") return answer({ challenge: event["challenge"] });
    try {
      return answer(await takeEvent(on, app, event));
    } catch (error) {
      // The person writes too fast: Feishu sends it again later.
      if (error instanceof Refusal && error.status === 429) throw error;
      on.log.error(
        { error, channel: feishuChannel },
        "a callback could not be stored; the vendor will send it again",
      );
      throw new Refusal("unavailable", undefined, "Please send it again.");
    }
  },
});

/** The check of the address has no signature: that it is sealed with our key is its proof. */
function answerCheck({ encryptKeys }: CallbackDeps, body: Uint8Array): ChannelWebhookAnswer {
  for (const key of encryptKeys) {
    const check = readCheck(key, body);
    if (check !== undefined) return answer({ challenge: check });
  }
  throw new Refusal("webhook_unauthorized", undefined, "The signature is missing or wrong.");
}

function readCheck(key: string, body: Uint8Array): string | undefined {
  try {
    const opened = openCallback(key, objectIn(body));
    return opened?.["type"] === "url_verification" ? textOf(opened["challenge"]) : undefined;
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
