import { Buffer } from "node:buffer";
import type { ReplyVersion } from "../../../domain/events/story.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { you } from "../state/chat-state.ts";
import { readSegments } from "../state/segments.ts";
import { toJsonBytes } from "./lenient-json.ts";

export interface ChatRow {
  readonly id: string;
  readonly title: string | null;
  readonly host_bot_id: string;
  /** Whom the person plays here, if not their usual persona. */
  readonly persona?: { readonly name: string } | null;
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
  /** The author's note of the story, and how many lines before the end it stands. */
  readonly note?: string | undefined;
  readonly noteDepth?: number | undefined;
  nameOf(id: string): string;
}

export interface ChatFile {
  add(turn: TurnRow): void;
  bytes(): Uint8Array;
}

/**
 * A chat as SillyTavern reads it. The `present` list of a message names its witnesses; fields
 * without an equivalent stand under `extra`.
 */
export function beginChatFile(of: ChatToWrite): ChatFile {
  const everyone = new Set([of.chat.host_bot_id]);
  const lines: Uint8Array[] = [];
  return {
    add(turn) {
      for (const id of [turn.speaker_id, ...turn.present]) if (id !== you) everyone.add(id);
      for (const message of toMessages(turn, of)) lines.push(toJsonBytes(message), newline);
    },
    bytes: () => Buffer.concat([toJsonBytes(headOf(of, everyone)), newline, ...lines]),
  };
}

/** In SillyTavern: with every message, within the chat, as the system's. */
const noteAtDepth = { note_interval: 1, note_position: 1, note_role: 0 };

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
    chat_metadata: {
      meanwhile: ours,
      ...(of.note ? { note_prompt: of.note, note_depth: of.noteDepth ?? 4, ...noteAtDepth } : {}),
    },
  };
}

const newline = Buffer.from("\n");

/** Versions of a reply as SillyTavern swipes; the active one is the message. */
function toSwipes({ id, versions }: TurnRow): JsonObject {
  if (versions.length < 2) return {};
  const at = versions.findIndex((one) => one.id === id);
  return { swipe_id: Math.max(0, at), swipes: versions.map(({ text }) => text) };
}

/**
 * A line that is whispered in part becomes several messages, so that a program that knows only
 * `present` gives each part to its witnesses.
 */
function toMessages(turn: TurnRow, of: ChatToWrite): JsonObject[] {
  const segments = readSegments(turn.segments);
  const open = segments.filter(({ to }) => to === undefined);
  const whispers = Map.groupBy(
    segments.filter(({ to }) => to !== undefined),
    ({ to = [] }) => JSON.stringify(to),
  );
  const whole = toMessage(turn, of);
  if (turn.kind !== "user" || whispers.size === 0 || (open.length === 0 && whispers.size === 1))
    return [whole];
  const [first, ...rest] = [
    ...(open.length === 0 ? [] : [{ said: open, heard: turn.witnesses }]),
    ...[...whispers.values()].map((said) => ({ said, heard: said[0]?.to ?? [] })),
  ].map(({ said, heard }) => ({
    mes: said.map(({ text }) => text).join(" "),
    present: listAvatars(heard, of),
  }));
  return [
    { ...whole, ...first, extra: { meanwhile: { ...describeLine(turn), text: turn.text } } },
    ...rest.map((part) => ({ ...whole, ...part, extra: { meanwhile: { is_part: true } } })),
  ];
}

const toAvatar = (id: string, of: ChatToWrite): string => `${of.nameOf(id)}.png`;

const listAvatars = (ids: readonly string[], of: ChatToWrite): string[] =>
  ids.filter((id) => id !== you).map((id) => toAvatar(id, of));

/** What this product knows of a line. */
function describeLine(turn: TurnRow): JsonObject {
  const told = turn.story_time ?? "";
  return {
    present: turn.present,
    witnesses: turn.witnesses,
    ...(turn.kind === "user" ? { segments: turn.segments } : { speaker_id: turn.speaker_id }),
    ...(told === "" ? {} : { story_time: told }),
  };
}

function toMessage(turn: TurnRow, of: ChatToWrite): JsonObject {
  const isYou = turn.kind === "user";
  const told = turn.story_time ?? "";
  return {
    name: isYou ? of.yourName : of.nameOf(turn.speaker_id),
    is_user: isYou,
    is_system: false,
    send_date: told === "" ? turn.created_at : told,
    mes: turn.text,
    extra: { meanwhile: describeLine(turn) },
    ...toSwipes(turn),
    present: listAvatars(turn.witnesses, of),
    ...(isYou ? {} : { original_avatar: toAvatar(turn.speaker_id, of) }),
  };
}
