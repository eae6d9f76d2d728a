import type { GroupDeparture } from "../../domain/ports/channel-reports.ts";
import { type Fields, fieldsOf, textOf } from "../kit/json-fields.ts";
import { chatIdOf, type SlackApp, slackChannel, userIdOf } from "./settings.ts";

/** A person who left a channel, where the app asked for `member_left_channel`. */
export function readDeparture(app: SlackApp, payload: Fields): GroupDeparture | undefined {
  const event = fieldsOf(payload["event"]);
  if (event?.["type"] !== "member_left_channel") return undefined;
  const [subject, chatId] = [userIdOf(event["user"]), chatIdOf(event["channel"])];
  const vendorId = textOf(payload["event_id"]);
  if (subject === undefined || chatId === undefined || vendorId === undefined) return undefined;
  const scope = `group:${chatId}`;
  return { channel: slackChannel, channelAccount: app.id, vendorId, subject, scope };
}
