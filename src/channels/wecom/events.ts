import { cleanJson } from "../../domain/text.ts";
import { type Fields, fieldsOf, textOf } from "./fields.ts";
import { clickedCard, stopKey, stopWord } from "./cards.ts";
import { inboundOf, type ReceiveDeps, type Reply, type Said } from "./receive.ts";
import { isAdmitted } from "./scope.ts";
import { wecomChannel } from "./settings.ts";
import { controlText, emojiFor, welcomeText } from "./words.ts";

/** What people do besides writing. A rating or a click is kept. A welcome is said, and a card that was clicked says that it was heard. */
export async function answerEvent(on: ReceiveDeps, said: Said): Promise<Reply> {
  const { bot, sender, vendorId, message } = said;
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
  return kind === "template_card_event" ? clicked(on, said, fieldsOf(event?.[kind])) : undefined;
}

/** A click on the stop button is the word, said by whoever clicked. */
async function clicked(on: ReceiveDeps, said: Said, click: Fields | undefined): Promise<Reply> {
  const taskId = textOf(click?.["task_id"]) ?? textOf(click?.["taskid"]);
  if (taskId === undefined) return undefined;
  const isStop = (textOf(click?.["event_key"]) ?? textOf(click?.["eventkey"])) === stopKey;
  const outcome = isStop ? await sayStop(on, said) : undefined;
  return clickedCard({ taskId, userId: said.sender.userId, title: outcome === undefined ? "已收到 👌" : controlText(outcome, "zh") });
}

async function sayStop(on: ReceiveDeps, said: Said) {
  const content = { kind: "message", text: stopWord, payload: {} } as const;
  const [outcome] = await on.ports.inbox.take({ messages: [inboundOf(on, said, content)] });
  return outcome?.kind === "control" ? (outcome.control ?? "nothing_to_stop") : "nothing_to_stop";
}
