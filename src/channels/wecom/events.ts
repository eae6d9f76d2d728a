import { cleanJson } from "../../domain/text.ts";
import { type Fields, fieldsOf, textOf } from "./fields.ts";
import type { ReceiveDeps, Reply, Said } from "./receive.ts";
import { isAdmitted } from "./scope.ts";
import { wecomChannel } from "./settings.ts";
import { emojiFor, welcomeText } from "./words.ts";

/** What people do besides writing. A rating or a click is kept. A welcome is said, and a card that was clicked says that it was heard. */
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
  return kind === "template_card_event" ? heardCard(fieldsOf(event?.[kind]), sender.userId) : undefined;
}

/** In the place of the card, for whoever clicked: without an answer WeCom shows that nobody was there. */
function heardCard(click: Fields | undefined, userId: string): Reply {
  const taskId = textOf(click?.["task_id"]) ?? textOf(click?.["taskid"]);
  if (taskId === undefined) return undefined;
  const card = {
    card_type: "button_interaction",
    main_title: { title: "已收到 👌" },
    button_list: [{ text: "已收到", style: 4, key: "heard" }],
    task_id: taskId,
  };
  return { response_type: "update_template_card", userids: [userId], template_card: card };
}
