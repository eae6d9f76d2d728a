import { cleanJson } from "../../domain/text.ts";
import { fieldsOf, textOf } from "./fields.ts";
import type { ReceiveDeps, Reply, Said } from "./receive.ts";
import { isAdmitted } from "./scope.ts";
import { wecomChannel } from "./settings.ts";
import { emojiFor, welcomeText } from "./words.ts";

/** What people do besides writing. A rating or a click is kept; nothing but a welcome is answered. */
export async function answerEvent(on: ReceiveDeps, { bot, sender, vendorId, message }: Said): Promise<Reply> {
  const event = fieldsOf(message["event"]);
  const kind = textOf(event?.["eventtype"]) ?? "";
  if (!isAdmitted(on.settings, sender)) return undefined;
  if (kind === "enter_chat") {
    const content = on.settings.welcome ?? welcomeText(emojiFor(on.chance.random()));
    return { msgtype: "text", text: { content } };
  }
  if (kind !== "feedback_event" && kind !== "template_card_event") {
    on.log.info({ channel: wecomChannel, kind }, "an event was left alone");
    return undefined;
  }
  const payload = { [kind]: cleanJson(fieldsOf(event?.[kind]) ?? {}), scope: sender.scope };
  await on.reports?.noted({ channel: wecomChannel, channelAccount: bot.name, vendorId, subject: sender.userId, payload });
  return undefined;
}
