import type { Json, Payload } from "../../../domain/events.ts";
import { cleanText } from "../../../domain/text.ts";
import { segmentsIn, texts } from "../state/payload.ts";
import type { Segment } from "../state/chat-state.ts";
import { badFile } from "./file-refusal.ts";
import { isObject, jsonIn, looseObject, looseText, looseTexts } from "./loose.ts";
import { sendDate } from "./send-date.ts";

/** A message of a chat that was played elsewhere. People are named as the file names them. */
export interface Said {
  readonly name: string;
  /** Who says it, where a file of ours says so by id. */
  readonly id?: string | undefined;
  readonly isYou: boolean;
  readonly text: string;
  /** Other versions of a reply (swipes), each with its place among all of them, and the place of the one that counts. */
  readonly others?: readonly { readonly version: number; readonly text: string }[] | undefined;
  readonly version?: number | undefined;
  /** Who was there, by names or, in a file of ours, by ids; undefined: everybody. */
  readonly present: readonly string[] | undefined;
  /** Of those who were there, who could hear it. */
  readonly witnesses: readonly string[] | undefined;
  readonly segments: readonly Segment[];
  readonly at: string | undefined;
}

export interface ReadChat {
  readonly title: string;
  readonly yourName: string;
  /** Whom the chat was with, where the file says so. */
  readonly hostName: string;
  readonly said: readonly Said[];
  /** Whom a file of ours means by its ids. */
  readonly cast: readonly { readonly id: string; readonly name: string }[];
  /** Lines that were no part of the story: hidden, notes, help. */
  readonly leftOut: number;
}

const mostMessages = 20_000;
const mostBytesOfLine = 2 * 1024 * 1024;
const mostVersions = 50;
export const youWord = "you";

/** SillyTavern's chats (alone or in a group, with or without its Presence add-on), and plain lines of {speaker, text, present}. */
export function readChat(bytes: Uint8Array): ReadChat {
  const lines = new TextDecoder()
    .decode(bytes)
    .replace(/^\ufeff/, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  if (lines.length > mostMessages) throw badFile("too_many_parts", { limit: mostMessages });
  const rows = lines.map((line, index) => rowOf(line, index + 1));
  const [first = {}] = rows;
  const hasHeader =
    !("mes" in first) &&
    ("user_name" in first || "chat_metadata" in first || "character_name" in first);
  const header = hasHeader ? first : {};
  const ours = looseObject(looseObject(header["chat_metadata"])["meanwhile"]);
  const yourName = looseText(header["user_name"]).trim();
  const messages = hasHeader ? rows.slice(1) : rows;
  const reader = { yourName, nameOfId: namesById(ours), nameOfAvatar: namesByAvatar(messages) };
  const said = messages.map((row) => saidIn(row, reader));
  const kept = said.filter((one) => one !== undefined);
  if (kept.length === 0) throw badFile("not_a_chat");
  return {
    title: looseText(ours["title"]).slice(0, 200),
    yourName,
    hostName: looseText(header["character_name"]).trim(),
    said: kept,
    cast: [...reader.nameOfId].map(([id, each]) => ({ id, name: each })),
    leftOut: said.length - kept.length,
  };
}

function rowOf(line: string, at: number): Payload {
  if (line.length > mostBytesOfLine) throw badFile("too_large", { line: at });
  const row = jsonIn(new TextEncoder().encode(line), "not_a_chat");
  if (!isObject(row)) throw badFile("not_a_chat", { line: at });
  return row;
}

interface Reader {
  readonly yourName: string;
  readonly nameOfId: ReadonlyMap<string, string>;
  readonly nameOfAvatar: ReadonlyMap<string, string>;
}

const namesById = (ours: Payload): Map<string, string> =>
  new Map(
    (Array.isArray(ours["cast"]) ? (ours["cast"] as readonly Json[]) : [])
      .filter(isObject)
      .map((one): [string, string] => [looseText(one["id"]), looseText(one["name"])]),
  );

/** Groups name people by their pictures; the messages tell whose picture is whose. */
const namesByAvatar = (rows: readonly Payload[]): Map<string, string> =>
  new Map(
    rows
      .filter((row) => row["is_user"] !== true)
      .flatMap((row) =>
        [row["original_avatar"], row["force_avatar"]]
          .map((avatar) => pictureOf(looseText(avatar)))
          .filter((avatar) => avatar !== "")
          .map((avatar): [string, string] => [avatar, looseText(row["name"])]),
      ),
  );

/** The picture's own name, out of an address that may have been put around it. */
const pictureOf = (avatar: string): string =>
  avatar.replace(/^.*[?&]file=/, "").replace(/&.*$/, "");

function saidIn(row: Payload, reader: Reader): Said | undefined {
  const extra = looseObject(row["extra"]);
  const ours = looseObject(extra["meanwhile"]);
  const name = looseText(row["name"] ?? row["speaker"])
    .trim()
    .slice(0, 200);
  const text = cleanText(looseText(row["mes"] ?? row["text"]));
  const isNote =
    !["", "narrator"].includes(looseText(extra["type"])) ||
    (row["is_system"] === true && !("present" in row));
  if (name === "" || text.trim() === "" || isNote) return undefined;
  const isPlain = !("mes" in row);
  const isYou = row["is_user"] === true || isYours(name, { isPlain, yourName: reader.yourName });
  // Ids stay ids: two of the cast may have the same name.
  const named = (ids: Json | undefined): string[] => texts(ids);
  const speaker = looseText(ours["speaker_id"]);
  const heard = "present" in ours ? named(ours["present"]) : presentIn(row, reader, isPlain);
  return {
    name,
    ...(reader.nameOfId.has(speaker) ? { id: speaker } : {}),
    isYou,
    text,
    ...(isYou ? {} : versionsIn(row)),
    present: heard,
    witnesses: "witnesses" in ours ? named(ours["witnesses"]) : undefined,
    segments: segmentsIn(ours).map((segment) =>
      segment.to === undefined ? segment : { ...segment, to: named([...segment.to]) },
    ),
    at: sendDate(ours["story_time"]) ?? sendDate(row["send_date"]),
  };
}

/** The message itself is the swipe that counts, whatever the list has in its place. */
function versionsIn(row: Payload): Pick<Said, "others" | "version"> {
  const swipes = Array.isArray(row["swipes"])
    ? (row["swipes"] as readonly Json[]).map((one) => cleanText(looseText(one)))
    : [];
  const shown = Number(row["swipe_id"] ?? 0);
  if (!Number.isInteger(shown) || shown < 0 || shown >= swipes.length) return {};
  const all = swipes.map((swipe, nth) => ({ version: nth + 1, text: swipe }));
  const others = all
    .filter(({ version, text }) => version !== shown + 1 && text.trim() !== "")
    .slice(0, mostVersions - 1);
  return others.length === 0 ? {} : { others, version: shown + 1 };
}

const isYours = (name: string, of: { isPlain: boolean; yourName: string }): boolean =>
  of.isPlain && [youWord, "user", of.yourName.toLowerCase()].includes(name.toLowerCase());

/** The add-on lists characters by their pictures and never the person, who sees all there. Plain lines say it all. */
function presentIn(row: Payload, reader: Reader, isPlain: boolean): string[] | undefined {
  const listed = looseTexts(row["present"]);
  if (!("present" in row) || listed.includes("presence_universal_tracker")) return undefined;
  if (isPlain)
    return listed.map((name) =>
      isYours(name, { isPlain, yourName: reader.yourName }) ? youWord : name,
    );
  return [
    youWord,
    ...listed.map(
      (one) => reader.nameOfAvatar.get(one) ?? one.replace(/\.(?:png|webp|jpe?g)$/i, ""),
    ),
  ];
}
