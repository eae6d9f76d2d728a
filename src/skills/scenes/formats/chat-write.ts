import { Buffer } from "node:buffer";
import type { ReplyVersion } from "../../../domain/events/story.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { you } from "../state/chat-state.ts";
import { toJsonBytes } from "./lenient-json.ts";

export interface ChatRow {
  readonly id: string;
  readonly title: string | null;
  readonly host_bot_id: string;
  readonly created_at: string;
}

export interface TurnRow {
  readonly id: string;
  readonly kind: "user" | "assistant";
  readonly speaker_id: string;
  readonly text: string;
  readonly segments: readonly JsonObject[];
  readonly present: readonly string[];
  readonly witnesses: readonly string[];
  readonly story_time: string | null;
  readonly versions: readonly ReplyVersion[];
  readonly event_id: number;
  readonly created_at: string;
}

export interface ChatToWrite {
  readonly chat: ChatRow;
  readonly yourName: string;
  nameOf(id: string): string;
}

/**
 * A chat in SillyTavern's format, with a `present` list per message. Fields without an equivalent
 * are stored under `extra`.
 */
export interface ChatFile {
  add(turn: TurnRow): void;
  bytes(): Uint8Array;
}

/** A chat as SillyTavern reads it, each message with its `present` list; what that format has no place for stands under `extra`. */
export function beginChatFile(of: ChatToWrite): ChatFile {
  const everyone = new Set([of.chat.host_bot_id]);
  const lines: Uint8Array[] = [];
  return {
    add(turn) {
      for (const id of [turn.speaker_id, ...turn.present]) if (id !== you) everyone.add(id);
      lines.push(toJsonBytes(toMessage(turn, of)), newline);
    },
    bytes: () => Buffer.concat([toJsonBytes(headOf(of, everyone)), newline, ...lines]),
  };
}

function headOf(of: ChatToWrite, everyone: ReadonlySet<string>): JsonObject {
  const ours = {
    chat_id: of.chat.id,
    title: of.chat.title ?? "",
    cast: [...everyone].map((id) => ({ id, name: of.nameOf(id) })),
  };
  return {
    user_name: of.yourName,
    character_name: of.nameOf(of.chat.host_bot_id),
    create_date: of.chat.created_at,
    chat_metadata: { meanwhile: ours },
  };
}

const newline = Buffer.from("\n");

/** Versions of a reply as SillyTavern swipes; the active one is the message. */
function toSwipes({ id, versions }: TurnRow): JsonObject {
  if (versions.length < 2) return {};
  const at = versions.findIndex((one) => one.id === id);
  return { swipe_id: Math.max(0, at), swipes: versions.map(({ text }) => text) };
}

function toMessage(turn: TurnRow, of: ChatToWrite): JsonObject {
  const { speaker_id: speaker, present, witnesses } = turn;
  const isYou = turn.kind === "user";
  const toAvatar = (id: string): string => `${of.nameOf(id)}.png`;
  const told = turn.story_time ?? "";
  const ours = {
    present,
    witnesses,
    ...(isYou ? { segments: turn.segments } : { speaker_id: speaker }),
    ...(told === "" ? {} : { story_time: told }),
  };
  return {
    name: isYou ? of.yourName : of.nameOf(speaker),
    is_user: isYou,
    is_system: false,
    send_date: told === "" ? turn.created_at : told,
    mes: turn.text,
    extra: { meanwhile: ours },
    ...toSwipes(turn),
    present: present.filter((id) => id !== you).map(toAvatar),
    ...(isYou ? {} : { original_avatar: toAvatar(speaker) }),
  };
}
