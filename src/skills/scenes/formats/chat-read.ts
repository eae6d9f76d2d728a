import { isJsonObject, type JsonObject } from "../../../domain/json.ts";
import { cleanText } from "../../../domain/text.ts";
import { readSegments } from "../state/segments.ts";
import type { Segment } from "../state/chat-state.ts";
import { refuseFile } from "./file-refusal.ts";
import { keepList, keepTexts, parseJson, readObject, readText, readTexts } from "./lenient-json.ts";
import { parseSendDate } from "./send-date.ts";

/** A message of an imported chat, with names as in the file. */
export interface ImportedMessage {
  readonly name: string;
  /** The speaker's id, in files this product exported. */
  readonly id?: string | undefined;
  readonly isYou: boolean;
  readonly text: string;
  /** Other versions of a reply (swipes) with their numbers, and the number of the active one. */
  readonly others?: readonly { readonly version: number; readonly text: string }[] | undefined;
  readonly version?: number | undefined;
  /** Who was present, by name or (in exported files) by id; undefined means everyone. */
  readonly present: readonly string[] | undefined;
  /** Those present who could hear it. */
  readonly witnesses: readonly string[] | undefined;
  readonly segments: readonly Segment[];
  readonly at: string | undefined;
}

export interface ParsedChat {
  readonly title: string;
  readonly yourName: string;
  /** The character the chat was with, if the file names one. */
  readonly hostName: string;
  readonly said: readonly ImportedMessage[];
  /** The ids of an exported file with their names. */
  readonly cast: readonly { readonly id: string; readonly name: string }[];
  /** The number of messages that are not part of the story: hidden ones, notes and help. */
  readonly leftOut: number;
}

const maxMessages = 20_000;
const maxLineBytes = 2 * 1024 * 1024;
const maxVersions = 50;
/** Names in one list, and segments of one line. */
const mostNames = 200;
export const youWord = "you";

/**
 * Reads SillyTavern chats (single or group, with or without the Presence extension) and plain lines
 * of {speaker, text, present}.
 */
export function readChat(bytes: Uint8Array): ParsedChat {
  const lines = new TextDecoder()
    .decode(bytes)
    .replace(/^\ufeff/, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  if (lines.length > maxMessages) throw refuseFile("too_many_parts", { limit: maxMessages });
  const rows = lines.map((line, index) => parseRow(line, index + 1));
  const [first = {}] = rows;
  const hasHeader =
    !("mes" in first) &&
    ("user_name" in first || "chat_metadata" in first || "character_name" in first);
  const header = hasHeader ? first : {};
  const ours = readObject(readObject(header["chat_metadata"])["meanwhile"]);
  const yourName = readText(header["user_name"]).trim();
  const messages = hasHeader ? rows.slice(1) : rows;
  const nameOfId = mapNamesById(ours);
  if (nameOfId.size > mostNames) throw refuseFile("too_many_parts", { limit: mostNames });
  const reader = { yourName, nameOfId, nameOfAvatar: mapNamesByAvatar(messages) };
  const said = messages.map((row) => readMessage(row, reader));
  const kept = said.filter((one) => one !== undefined);
  if (kept.length === 0) throw refuseFile("not_a_chat");
  if (kept.some(isCrowded)) throw refuseFile("too_many_parts", { limit: mostNames });
  return {
    title: readText(ours["title"]).slice(0, 200),
    yourName,
    hostName: readText(header["character_name"]).trim(),
    said: kept,
    cast: [...reader.nameOfId].map(([id, each]) => ({ id, name: each })),
    leftOut: said.length - kept.length,
  };
}

const isCrowded = ({ present = [], witnesses = [], segments }: ImportedMessage): boolean =>
  [present, witnesses, segments, ...segments.map(({ to = [] }) => to)].some(
    ({ length }) => length > mostNames,
  );

function parseRow(line: string, at: number): JsonObject {
  if (line.length > maxLineBytes) throw refuseFile("too_large", { line: at });
  const row = parseJson(new TextEncoder().encode(line), "not_a_chat");
  if (!isJsonObject(row)) throw refuseFile("not_a_chat", { line: at });
  return row;
}

interface MessageReader {
  readonly yourName: string;
  readonly nameOfId: ReadonlyMap<string, string>;
  readonly nameOfAvatar: ReadonlyMap<string, string>;
}

const mapNamesById = (ours: JsonObject): Map<string, string> =>
  new Map(
    keepList(ours["cast"])
      .filter(isJsonObject)
      .map((one): [string, string] => [readText(one["id"]), readText(one["name"])]),
  );

/** Group chats identify characters by avatar; the messages map avatars to names. */
const mapNamesByAvatar = (rows: readonly JsonObject[]): Map<string, string> =>
  new Map(
    rows
      .filter((row) => row["is_user"] !== true)
      .flatMap((row) =>
        [row["original_avatar"], row["force_avatar"]]
          .map((avatar) => stripAvatarUrl(readText(avatar)))
          .filter((avatar) => avatar !== "")
          .map((avatar): [string, string] => [avatar, readText(row["name"])]),
      ),
  );

/** The avatar's file name, extracted from a URL if necessary. */
const stripAvatarUrl = (avatar: string): string =>
  avatar.replace(/^.*[?&]file=/, "").replace(/&.*$/, "");

function readMessage(row: JsonObject, reader: MessageReader): ImportedMessage | undefined {
  const extra = readObject(row["extra"]);
  const ours = readObject(extra["meanwhile"]);
  const name = readText(row["name"] ?? row["speaker"])
    .trim()
    .slice(0, 200);
  const text = cleanText(readText(row["mes"] ?? row["text"]));
  const isNote =
    !["", "narrator"].includes(readText(extra["type"])) ||
    (row["is_system"] === true && !("present" in row));
  if (name === "" || text.trim() === "" || isNote) return undefined;
  const isPlain = !("mes" in row);
  const isYou = row["is_user"] === true || isPerson(name, { isPlain, yourName: reader.yourName });
  const speaker = readText(ours["speaker_id"]);
  const heard = "present" in ours ? keepTexts(ours["present"]) : readPresent(row, reader, isPlain);
  return {
    name,
    ...(reader.nameOfId.has(speaker) ? { id: speaker } : {}),
    isYou,
    text,
    ...(isYou ? {} : readVersions(row)),
    present: heard,
    witnesses: "witnesses" in ours ? keepTexts(ours["witnesses"]) : undefined,
    segments: readSegments(keepList(ours["segments"]).map(readObject)),
    at: parseSendDate(ours["story_time"]) ?? parseSendDate(row["send_date"]),
  };
}

/** The message text is the active swipe, even if the list differs. */
function readVersions(row: JsonObject): Pick<ImportedMessage, "others" | "version"> {
  const swipes = keepList(row["swipes"]).map((one) => cleanText(readText(one)));
  const shown = Number(row["swipe_id"] ?? 0);
  if (!Number.isInteger(shown) || shown < 0 || shown >= swipes.length) return {};
  const all = swipes.map((swipe, nth) => ({ version: nth + 1, text: swipe }));
  const others = all
    .filter(({ version, text }) => version !== shown + 1 && text.trim() !== "")
    .slice(0, maxVersions - 1);
  return others.length === 0 ? {} : { others, version: shown + 1 };
}

const isPerson = (name: string, of: { isPlain: boolean; yourName: string }): boolean =>
  of.isPlain && [youWord, "user", of.yourName.toLowerCase()].includes(name.toLowerCase());

/**
 * The Presence extension lists avatars and omits the person, who sees everything. Plain lines are
 * complete.
 */
function readPresent(
  row: JsonObject,
  reader: MessageReader,
  isPlain: boolean,
): string[] | undefined {
  const listed = readTexts(row["present"]);
  if (!("present" in row) || listed.includes("presence_universal_tracker")) return undefined;
  if (isPlain)
    return listed.map((name) =>
      isPerson(name, { isPlain, yourName: reader.yourName }) ? youWord : name,
    );
  return [
    youWord,
    ...listed.map(
      (one) => reader.nameOfAvatar.get(one) ?? one.replace(/\.(?:png|webp|jpe?g)$/i, ""),
    ),
  ];
}
