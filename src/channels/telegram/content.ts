import { attachmentLabel } from "../../domain/attachment.ts";
import type { JsonObject } from "../../domain/json.ts";
import { cleanText } from "../../domain/text.ts";
import { type Fields, fieldsOf, numberOf, objectsOf, textOf } from "../kit/json-fields.ts";
import { integerOf } from "./api.ts";

/** The text of a message, and what a later step needs. */
export interface Content {
  readonly text: string;
  readonly payload: JsonObject;
}

type Reader = (value: Fields, message: Fields) => Content | undefined;

/** Undefined for reports of the chat itself, such as that a person joined a group. */
export function contentOf(message: Fields): Content | undefined {
  const text = textOf(message["text"]);
  if (text !== undefined) return { text: cleanText(text), payload: {} };
  for (const [field, read] of readers) {
    const value = field === "photo" ? largestPhoto(message) : fieldsOf(message[field]);
    const content = value === undefined ? undefined : read(value, message);
    if (content !== undefined) return content;
  }
  return undefined;
}

/** Telegram offers each picture in several sizes, the largest last. */
const largestPhoto = (message: Fields): Fields | undefined => objectsOf(message["photo"]).at(-1);

const file =
  (kind: string, type?: string): Reader =>
  (value, message) => {
    const fileId = textOf(value["file_id"]);
    if (fileId === undefined || !/^[\w-]{1,300}$/.test(fileId)) return undefined;
    const name = textOf(value["file_name"]);
    const caption = textOf(message["caption"]);
    const size = integerOf(value["file_size"]);
    const media = {
      kind,
      vendor_id: textOf(value["file_unique_id"]) ?? fileId,
      ...(name === undefined ? {} : { name }),
      type: textOf(value["mime_type"]) ?? type,
      source: { file_id: fileId, ...(size === undefined ? {} : { bytes: size }) },
      ...(caption === undefined ? {} : { caption }),
    };
    const text = caption ?? attachmentLabel({ kind, name: name ?? null });
    return { text: cleanText(text), payload: { media: [withoutUndefined(media)] } };
  };

const withoutUndefined = (value: Readonly<Record<string, unknown>>): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as JsonObject;

/** A still sticker is a picture; the others are known by their emoji alone. */
const sticker: Reader = (value, message) => {
  const emoji = textOf(value["emoji"]);
  const moves = value["is_animated"] === true || value["is_video"] === true;
  if (!moves && emoji === undefined) return file("sticker", "image/webp")(value, message);
  return { text: emoji ?? "[sticker]", payload: { sticker: { emoji: emoji ?? null } } };
};

const location: Reader = (value) => {
  const latitude = numberOf(value["latitude"]);
  const longitude = numberOf(value["longitude"]);
  if (latitude === undefined || longitude === undefined) return undefined;
  return {
    text: `[location: ${latitude}, ${longitude}]`,
    payload: { location: { latitude, longitude } },
  };
};

const venue: Reader = (value, message) => {
  const where = fieldsOf(value["location"]);
  const spot = where === undefined ? undefined : location(where, message);
  if (spot === undefined) return undefined;
  const names = [textOf(value["title"]), textOf(value["address"])].filter(
    (word) => word !== undefined,
  );
  const [name = null, address = null] = names;
  return {
    text: cleanText(
      `[location: ${[...names, spot.text.slice("[location: ".length, -1)].join("; ")}]`,
    ),
    payload: {
      location: { ...(spot.payload["location"] as JsonObject), name, address },
    },
  };
};

const contact: Reader = (value) => {
  const names = [textOf(value["first_name"]), textOf(value["last_name"])];
  const name = names.filter((word) => word !== undefined).join(" ");
  const phone = textOf(value["phone_number"]);
  if (name === "" && phone === undefined) return undefined;
  return {
    text: cleanText(`[contact: ${[name, phone].filter(Boolean).join(", ")}]`),
    payload: { contacts: [{ name, phone: phone ?? null }] },
  };
};

const poll: Reader = (value) => ({
  text: cleanText(`[poll: ${textOf(value["question"]) ?? "?"}]`),
  payload: {},
});

const dice: Reader = (value) => ({
  text: `${textOf(value["emoji"]) ?? "🎲"} ${integerOf(value["value"]) ?? ""}`.trim(),
  payload: {},
});

/** In the order of importance: a venue has a location, and an animation is also a document. */
const readers: readonly (readonly [field: string, read: Reader])[] = [
  ["photo", file("image", "image/jpeg")],
  ["voice", file("voice", "audio/ogg")],
  ["audio", file("audio")],
  ["video_note", file("video", "video/mp4")],
  ["animation", file("video", "video/mp4")],
  ["video", file("video", "video/mp4")],
  ["document", file("document")],
  ["sticker", sticker],
  ["venue", venue],
  ["location", location],
  ["contact", contact],
  ["poll", poll],
  ["dice", dice],
];
