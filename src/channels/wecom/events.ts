import { Refusal } from "../../domain/errors.ts";
import { cleanJson, foldForMatching } from "../../domain/text.ts";
import {
  type Clicked,
  writeClickedCard,
  isOwnCard,
  stopKey,
  stopWord,
  welcomeCard,
  wordsKey,
} from "./cards.ts";
import { type Fields, fieldsOf, textOf } from "./fields.ts";
import {
  inboundOf,
  keepTicket,
  type ReceiveDeps,
  type Reply,
  type VerifiedIncoming,
  streamIdOf,
} from "./incoming.ts";
import { isAdmitted } from "./scope.ts";
import { wecomChannel } from "./settings.ts";
import { controlText, emojiFor, helpText, say, welcomeText } from "./bot-replies.ts";

/**
 * Actions other than writing. A rating or a click is stored. A welcome is sent, and a card that was
 * clicked says that it was heard.
 */
export async function answerEvent(on: ReceiveDeps, said: VerifiedIncoming): Promise<Reply> {
  const { bot, sender, vendorId, message } = said;
  const event = fieldsOf(message["event"]);
  const kind = textOf(event?.["eventtype"]) ?? "";
  if (!isAdmitted(on.settings, sender)) return undefined;
  if (kind === "enter_chat") return welcome(on, said);
  if (kind !== "feedback_event" && kind !== "template_card_event") {
    on.log.info({ channel: wecomChannel, kind }, "ignored an event");
    return undefined;
  }
  const payload = { [kind]: cleanJson(fieldsOf(event?.[kind]) ?? {}), scope: sender.scope };
  await on.reports?.noted({
    channel: wecomChannel,
    channelAccount: bot.name,
    vendorId,
    subject: sender.userId,
    payload,
  });
  if (kind === "feedback_event") return undefined;
  await keepTicket(on, said);
  return handleClick(on, said, fieldsOf(event?.[kind]));
}

function welcome({ settings, chance }: ReceiveDeps, { bot, vendorId }: VerifiedIncoming): object {
  const text = settings.welcome ?? welcomeText(emojiFor(chance.random()));
  const buttons = settings.welcomeButtons;
  if (buttons.length === 0) return { msgtype: "text", text: { content: text } };
  return {
    msgtype: "template_card",
    template_card: welcomeCard({ streamId: streamIdOf(bot, vendorId), text, buttons }),
  };
}

/**
 * A click on one of our buttons is its words, said by the person who clicked. What it leads to
 * comes as a message of its own.
 */
async function handleClick(
  on: ReceiveDeps,
  said: VerifiedIncoming,
  click: Fields | undefined,
): Promise<Reply> {
  const taskId = textOf(click?.["task_id"]) ?? textOf(click?.["taskid"]);
  if (taskId === undefined || !isOwnCard(taskId)) return undefined;
  const key = textOf(click?.["event_key"]) ?? textOf(click?.["eventkey"]);
  const words =
    key === stopKey ? stopWord : on.settings.welcomeButtons.find((text) => wordsKey(text) === key);
  const shown =
    words === undefined ? { title: "已收到 👌" } : await describeClickResult(on, said, words);
  return writeClickedCard({ taskId, userId: said.sender.userId, ...shown });
}

async function describeClickResult(
  on: ReceiveDeps,
  said: VerifiedIncoming,
  words: string,
): Promise<Pick<Clicked, "title" | "detail">> {
  if (foldForMatching(words) === "/help") return { title: "我能做这些", detail: helpText() };
  const message = {
    ...inboundOf(on, said, { kind: "message", text: words, payload: {} }),
    answeredAtOnce: true,
  };
  try {
    const [outcome] = await on.ports.inbox.take({ messages: [message] });
    if (outcome?.kind === "control")
      return { title: controlText(outcome.control ?? "nothing_to_stop", words) };
    if (outcome?.kind === "busy") return { title: say("busy", "zh") };
    return { title: outcome?.kind === "accepted" ? `好的，这就去办：${words}` : "已收到 👌" };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "rate_limited") throw error;
    return { title: say("flood", "zh") };
  }
}
