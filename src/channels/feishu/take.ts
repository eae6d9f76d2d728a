import type { Log } from "../../domain/ports/log.ts";
import type { Fields } from "../kit/json-fields.ts";
import { takeChat, type TakeChatDeps } from "../kit/take-chat.ts";
import { createCard } from "./cards.ts";
import { readDepartures } from "./departures.ts";
import { type ReadDeps, readEvent } from "./read.ts";
import type { FeishuApp } from "./settings.ts";

export interface TakeDeps extends ReadDeps, TakeChatDeps {
  readonly log: Log;
}

/**
 * Takes in what concerns us. The result answers the event: after a click the card stays without its
 * buttons, which have done their work. Rejects where it could not be kept: Feishu gives it again.
 */
export async function takeEvent(on: TakeDeps, app: FeishuApp, body: Fields): Promise<object> {
  for (const left of readDepartures(app, body)) await on.reports?.leftGroup(left);
  const read = await readEvent(on, app, body);
  if (read === undefined) return {};
  await takeChat(on, read.message);
  const text = read.click?.text;
  return text === undefined ? {} : { card: { type: "raw", data: createCard({ text }) } };
}
