import { Buffer } from "node:buffer";
import type { Payload } from "../../../domain/events.ts";
import { list, object, text, texts } from "../state/payload.ts";
import { you } from "../state/chat-state.ts";
import { toJsonBytes } from "./lenient-json.ts";

export interface ChatToWrite {
  readonly chat: Payload;
  readonly yourName: string;
  nameOf(id: string): string;
}

/**
 * A chat in SillyTavern's format, with a `present` list per message. Fields without an equivalent
 * are stored under `extra`.
 */
export interface ChatFile {
  add(turn: Payload): void;
  bytes(): Uint8Array;
}

/** A chat as SillyTavern reads it, each message with its `present` list; what that format has no place for stands under `extra`. */
export function beginChatFile(of: ChatToWrite): ChatFile {
  const host = text(of.chat, "host_bot_id");
  const everyone = new Set([host]);
  const lines: Uint8Array[] = [];
  return {
    add(turn) {
      for (const id of [text(turn, "speaker_id"), ...texts(turn["present"])])
        if (id !== you) everyone.add(id);
      lines.push(toJsonBytes(toMessage(turn, of)), newline);
    },
    bytes: () => Buffer.concat([toJsonBytes(headOf(of, everyone)), newline, ...lines]),
  };
}

function headOf(of: ChatToWrite, everyone: ReadonlySet<string>): Payload {
  const ours = {
    chat_id: text(of.chat, "id"),
    title: text(of.chat, "title"),
    cast: [...everyone].map((id) => ({ id, name: of.nameOf(id) })),
  };
  return {
    user_name: of.yourName,
    character_name: of.nameOf(text(of.chat, "host_bot_id")),
    create_date: text(of.chat, "created_at"),
    chat_metadata: { meanwhile: ours },
  };
}

const newline = Buffer.from("\n");

/** Versions of a reply as SillyTavern swipes; the active one is the message. */
function toSwipes(turn: Payload): Payload {
  const versions = list(turn["versions"]).map((one) => object(one));
  if (versions.length < 2) return {};
  const at = versions.findIndex((one) => text(one, "id") === text(turn, "id"));
  return { swipe_id: Math.max(0, at), swipes: versions.map((one) => text(one, "text")) };
}

function toMessage(turn: Payload, of: ChatToWrite): Payload {
  const speaker = text(turn, "speaker_id");
  const isYou = text(turn, "kind") === "user";
  const present = texts(turn["present"]);
  const toAvatar = (id: string): string => `${of.nameOf(id)}.png`;
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
    ...toSwipes(turn),
    present: present.filter((id) => id !== you).map(toAvatar),
    ...(isYou ? {} : { original_avatar: toAvatar(speaker) }),
  };
}
