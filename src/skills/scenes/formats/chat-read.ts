import { isJsonObject, type JsonObject } from "../../../domain/json.ts";
import { cleanText } from "../../../domain/text.ts";
import { readSegments } from "../state/segments.ts";
import type { Segment } from "../state/chat-state.ts";
import { refuseFile } from "./file-refusal.ts";
import {
  keepList,
  keepTexts,
  parseJson,
  readNumber,
  readObject,
  readText,
  readTexts,
} from "./lenient-json.ts";

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
  readonly note?: { readonly text: string; readonly depth: number };
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
  const messages = (hasHeader ? rows.slice(1) : rows).filter((row) => !isPartOfLine(row));
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
    ...readNote(readObject(header["chat_metadata"])),
    said: kept,
    cast: [...reader.nameOfId].map(([id, each]) => ({ id, name: each })),
    leftOut: said.length - kept.length,
  };
}

/** A whispered part of the line before, which has it, too. */
const isPartOfLine = (row: JsonObject): boolean =>
  readObject(readObject(row["extra"])["meanwhile"])["is_part"] === true;

/** The author's note of a SillyTavern chat. */
function readNote(metadata: JsonObject): Pick<ParsedChat, "note"> {
  const text = cleanText(readText(metadata["note_prompt"])).trim().slice(0, 4_000);
  const depth = Math.trunc(readNumber(metadata["note_depth"], 4));
  return text === "" ? {} : { note: { text, depth: Math.min(100, Math.max(0, depth)) } };
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
  const text = cleanText(readText(ours["text"] ?? row["mes"] ?? row["text"]));
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
    segments: readParts(keepList(ours["segments"]).map(readObject)),
    at: parseSendDate(ours["story_time"]) ?? parseSendDate(row["send_date"]),
  };
}

/** A part for listeners of whom the file names none is still no part for everyone. */
const readParts = (parts: readonly JsonObject[]): Segment[] =>
  readSegments(parts).map((part, nth) =>
    "to" in (parts[nth] ?? {}) ? { ...part, to: part.to ?? [] } : part,
  );

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

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Parses the date formats programs have used over the years. They lack a time zone, so UTC is
 * assumed.
 */
function parseSendDate(value: unknown): string | undefined {
  if (typeof value === "number") return toIso(value < 1e11 ? value * 1_000 : value);
  if (typeof value !== "string") return undefined;
  const text = value.trim().slice(0, 60);
  if (/^\d{9,13}$/.test(text)) return parseSendDate(Number(text));
  if (/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text)) return toIso(Date.parse(text));
  const parts =
    /^(\d{4})-(\d{1,2})-(\d{1,2})\s*@?\s*(\d{1,2})[h:]\s*(\d{1,2})(?:[m:]\s*(\d{1,2}))?/.exec(text);
  if (parts !== null) return toIso(toUtc(parts.slice(1).map((part) => Number(part ?? 0))));
  const said = /^([a-z]{3,9}) (\d{1,2}), (\d{4}) (\d{1,2}):(\d{2}) ?([ap]m)?$/i.exec(text);
  if (said === null) return undefined;
  const [, month = "", day, year, hour, minute, half] = said;
  const at = months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const shift = half?.toLowerCase() === "pm" ? 12 : 0;
  return at === 0
    ? undefined
    : toIso(
        toUtc([
          Number(year),
          at,
          Number(day),
          (Number(hour) % (half === undefined ? 24 : 12)) + shift,
          Number(minute),
        ]),
      );
}

const toUtc = ([
  year = 1970,
  month = 1,
  day = 1,
  hour = 0,
  minute = 0,
  second = 0,
]: readonly number[]): number => Date.UTC(year, month - 1, day, hour, minute, second);

const toIso = (at: number): string | undefined =>
  Math.abs(at) < 8e15 && !Number.isNaN(at) ? new Date(at).toISOString() : undefined;
