import { wordsOfClick } from "../kit/buttons.ts";
import { toInbound } from "../kit/chat-message.ts";
import { type Fields, fieldsOf, objectsOf, textOf } from "../kit/json-fields.ts";
import { toQuote, wordsOfReaction } from "../kit/reactions.ts";
import { placeOf, quoteOf, type ReadDeps, type ReadEvent } from "./read.ts";
import { chatIdOf, type SlackApp, slackChannel, timeOf, userIdOf, vendorIdOf } from "./settings.ts";

/** The words of a click answer the message that the button is under. */
export async function readClick(
  on: ReadDeps,
  app: SlackApp,
  payload: Fields,
): Promise<ReadEvent | undefined> {
  const click = clickIn(payload);
  const place = click && placeOf(on, click.chatId, click.userId);
  if (click === undefined || place === undefined) return undefined;
  const { userId, ts, at, text, chatId } = click;
  const quote = await quoteOf(on, app, { place, ts });
  const under = fieldsOf(payload["message"]) ?? {};
  const left = objectsOf(under["blocks"]).filter(({ type }) => type !== "actions");
  return {
    chatId,
    clicked: { ts, body: { text: textOf(under["text"]) ?? "✓", blocks: left } },
    message: toInbound(on.settings, {
      channel: slackChannel,
      channelAccount: app.id,
      place,
      sender: { id: userId },
      vendorId: `click:${chatId}:${ts}:${at}:${userId}`,
      text,
      payload: { quote: quote ?? { vendor_id: vendorIdOf({ chatId, ts }), from: "us" } },
    }),
  };
}

/** A click on a button of ours. */
function clickIn(payload: Fields) {
  const userId = userIdOf(fieldsOf(payload["user"])?.["id"]);
  const container = fieldsOf(payload["container"]);
  const chatId = chatIdOf(fieldsOf(payload["channel"])?.["id"] ?? container?.["channel_id"]);
  const ts = timeOf(container?.["message_ts"]);
  const [action] = objectsOf(payload["actions"]);
  const text = wordsOfClick(textOf(action?.["value"]) ?? "");
  const at = timeOf(action?.["action_ts"]);
  if (payload["type"] !== "block_actions" || text === undefined || at === undefined)
    return undefined;
  if (userId === undefined || chatId === undefined || ts === undefined) return undefined;
  return { userId, chatId, ts, text, at };
}

/** Slack names emoji by words. */
const marks: Readonly<Record<string, string>> = {
  "+1": "👍",
  thumbsup: "👍",
  white_check_mark: "✅",
  heavy_check_mark: "✔",
  ballot_box_with_check: "☑",
  ok_hand: "👌",
  ok: "🆗",
  "100": "💯",
  tada: "🎉",
};

/** A reaction that was added to a reminder counts as a click. */
export async function readReaction(
  on: ReadDeps,
  app: SlackApp,
  event: Fields,
): Promise<ReadEvent | undefined> {
  const userId = userIdOf(event["user"]);
  const item = fieldsOf(event["item"]);
  const ts = timeOf(item?.["ts"]);
  const name = (textOf(event["reaction"]) ?? "").split("::")[0] ?? "";
  const place = userId === undefined ? undefined : placeOf(on, item?.["channel"], userId);
  if (userId === undefined || place === undefined || ts === undefined) return undefined;
  if (!Object.hasOwn(marks, name) || userId === (await on.botIdOf(app))) return undefined;
  const { chatId, scope } = place;
  const vendorId = vendorIdOf({ chatId, ts });
  const of = { channel: slackChannel, channelAccount: app.id };
  const found = await on.quotes.find({ ...of, scope, vendorId });
  const text = wordsOfReaction(marks[name] ?? "", found);
  if (text === undefined || found === undefined) return undefined;
  return {
    chatId,
    message: toInbound(on.settings, {
      ...of,
      place,
      sender: { id: userId },
      // The same reaction again is the same message.
      vendorId: `reaction:${vendorId}:${userId}`,
      text,
      payload: { quote: toQuote(vendorId, found) },
    }),
  };
}
