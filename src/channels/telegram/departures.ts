import type { GroupDeparture } from "../../domain/ports/channel-reports.ts";
import { type Fields, fieldsOf, textOf } from "../kit/json-fields.ts";
import type { Profile } from "./addressed.ts";
import { integerOf } from "./api.ts";
import { telegramChannel } from "./settings.ts";

/**
 * A person who left a group or was removed from it. Every bot in the group gets the service message;
 * where it is an administrator, it gets the change of the membership as well.
 */
export function readDeparture(update: Fields, me: Profile): GroupDeparture | undefined {
  const message = fieldsOf(update["message"]);
  const change = fieldsOf(update["chat_member"]);
  return message === undefined
    ? toDeparture(me, { ...change, gone: findGone(change), id: update["update_id"] })
    : toDeparture(me, { ...message, gone: message["left_chat_member"], id: message["message_id"] });
}

function toDeparture(me: Profile, said: Fields): GroupDeparture | undefined {
  const [person, chat] = [fieldsOf(said["gone"]), fieldsOf(said["chat"])];
  const [subject, chatId] = [integerOf(person?.["id"]), integerOf(chat?.["id"])];
  const nth = integerOf(said["id"]);
  if (subject === undefined || chatId === undefined || nth === undefined) return undefined;
  if (person?.["is_bot"] === true || chat?.["type"] === "private") return undefined;
  return {
    channel: telegramChannel,
    channelAccount: String(me.id),
    vendorId: `${"message_id" in said ? "message" : "update"}:${chatId}:${nth}`,
    subject: String(subject),
    scope: `group:${chatId}`,
  };
}

/** Who was restricted may still be a member. */
function findGone(change: Fields | undefined): Fields | undefined {
  const now = fieldsOf(change?.["new_chat_member"]);
  const status = textOf(now?.["status"]);
  const isOut =
    status === "left" ||
    status === "kicked" ||
    (status === "restricted" && now?.["is_member"] === false);
  return isOut ? fieldsOf(now?.["user"]) : undefined;
}
