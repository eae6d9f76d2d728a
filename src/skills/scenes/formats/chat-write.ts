import { Buffer } from "node:buffer";
import type { Payload } from "../../../domain/events.ts";
import { list, object, text, texts } from "../state/payload.ts";
import { you } from "../state/chat-state.ts";
import { jsonBytes } from "./loose.ts";

export interface ChatToWrite {
  readonly chat: Payload;
  readonly turns: readonly Payload[];
  readonly yourName: string;
  nameOf(id: string): string;
}

/** A chat as SillyTavern reads it, each message with its `present` list; what that format has no place for stands under `extra`. */
export function writeChat(of: ChatToWrite): Uint8Array {
  const everybody = [
    ...new Set(of.turns.flatMap((turn) => [text(turn, "speaker_id"), ...texts(turn["present"])])),
  ].filter((id) => id !== you);
  const host = text(of.chat, "host_bot_id");
  const ours = {
    chat_id: text(of.chat, "id"),
    title: text(of.chat, "title"),
    cast: [...new Set([host, ...everybody])].map((id) => ({ id, name: of.nameOf(id) })),
  };
  const header = {
    user_name: of.yourName,
    character_name: of.nameOf(host),
    create_date: text(of.chat, "created_at"),
    chat_metadata: { meanwhile: ours },
  };
  const lines = [header, ...of.turns.map((turn) => messageOf(turn, of))];
  return Buffer.concat(lines.flatMap((line) => [jsonBytes(line), newline]));
}

const newline = Buffer.from("\n");

/** Versions of a reply, as SillyTavern keeps them; the one that counts is the message. */
function swipesOf(turn: Payload): Payload {
  const versions = list(turn["versions"]).map((one) => object(one));
  if (versions.length < 2) return {};
  const at = versions.findIndex((one) => text(one, "id") === text(turn, "id"));
  return { swipe_id: Math.max(0, at), swipes: versions.map((one) => text(one, "text")) };
}

function messageOf(turn: Payload, of: ChatToWrite): Payload {
  const speaker = text(turn, "speaker_id");
  const isYou = text(turn, "kind") === "user";
  const present = texts(turn["present"]);
  const picture = (id: string): string => `${of.nameOf(id)}.png`;
  const told = text(turn, "story_time");
  const ours = {
    present,
    witnesses: texts(turn["witnesses"]),
    ...(isYou ? { segments: turn["segments"] ?? [] } : { speaker_id: speaker }),
    ...(told === "" ? {} : { story_time: told }),
  };
  return {
    name: isYou ? of.yourName : of.nameOf(speaker),
    is_user: isYou,
    is_system: false,
    send_date: told === "" ? text(turn, "created_at") : told,
    mes: text(turn, "text"),
    extra: { meanwhile: ours },
    ...swipesOf(turn),
    present: present.filter((id) => id !== you).map(picture),
    ...(isYou ? {} : { original_avatar: picture(speaker) }),
  };
}
