import type { GroupDeparture } from "../../domain/ports/channel-reports.ts";
import { type Fields, fieldsOf, objectsOf, textOf } from "../kit/json-fields.ts";
import { chatIdOf, type FeishuApp, feishuChannel, openIdOf } from "./settings.ts";

/** People who left a group or were removed from it, where the app asked for this event. */
export function readDepartures(app: FeishuApp, body: Fields): GroupDeparture[] {
  const header = fieldsOf(body["header"]);
  const event = fieldsOf(body["event"]);
  if (header?.["event_type"] !== "im.chat.member.user.deleted_v1") return [];
  if (header["app_id"] !== undefined && header["app_id"] !== app.id) return [];
  const [chatId, vendorId] = [chatIdOf(event?.["chat_id"]), textOf(header["event_id"])];
  if (chatId === undefined || vendorId === undefined) return [];
  return objectsOf(event?.["users"]).flatMap((user) => {
    const subject = openIdOf(fieldsOf(user["user_id"])?.["open_id"]);
    if (subject === undefined) return [];
    const scope = `group:${chatId}`;
    return [{ channel: feishuChannel, channelAccount: app.id, vendorId, subject, scope }];
  });
}
