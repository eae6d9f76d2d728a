import { attachmentLabel } from "../../domain/attachment.ts";
import type { Media } from "../../domain/events/conversation.ts";
import type { JsonObject } from "../../domain/json.ts";
import { cleanText } from "../../domain/text.ts";
import {
  type Fields,
  fieldsOf,
  idOf,
  jsonIn,
  listOf,
  numberOf,
  objectsOf,
  textOf,
} from "../kit/json-fields.ts";

export interface Content {
  readonly text: string;
  readonly media: readonly Media[];
  readonly location?: JsonObject | undefined;
}

/** A mention in a message: its place-holder, whom it means and their name. */
export interface Mention {
  readonly key: string;
  readonly openId: string | undefined;
  readonly name: string;
}

export const mentionsIn = (message: Fields): readonly Mention[] =>
  objectsOf(message["mentions"]).flatMap((one) => {
    const key = textOf(one["key"]);
    if (key === undefined || !/^@_\w{1,40}$/.test(key)) return [];
    const openId = textOf(fieldsOf(one["id"])?.["open_id"]);
    return [{ key, openId, name: cleanText(textOf(one["name"]) ?? "", 100) }];
  });

/** The words and the files of a message; other kinds are named. */
export function contentOf(message: Fields): Content {
  const content = fieldsOf(jsonIn(textOf(message["content"]) ?? "")) ?? {};
  const type = textOf(message["message_type"]) ?? "";
  if (type === "text") return { text: textOf(content["text"]) ?? "", media: [] };
  if (type === "post") return readPost(content);
  if (type === "location") return readLocation(content);
  const media = fileOf(type, content);
  if (media === undefined)
    return { text: type === "sticker" ? "[sticker]" : "[unsupported message]", media: [] };
  const label = attachmentLabel({ kind: media.kind ?? "document", name: media.name ?? null });
  return { text: label, media: [media] };
}

const kinds: Readonly<Record<string, string>> = {
  image: "image",
  file: "document",
  audio: "voice",
  media: "video",
};

function fileOf(type: string, content: Fields): Media | undefined {
  const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  const key = idOf(content[type === "image" ? "image_key" : "file_key"]);
  if (kind === undefined || key === undefined) return undefined;
  const name = textOf(content["file_name"]);
  return {
    kind,
    vendor_id: key,
    ...(name === undefined ? {} : { name: cleanText(name.slice(0, 200), 200) }),
    ...(kind === "voice" ? { type: "audio/opus" } : {}),
    source: { key, kind: type === "image" ? "image" : "file" },
  };
}

/** Rich text: paragraphs of words, links, mentions and pictures. */
function readPost(content: Fields): Content {
  const media: Media[] = [];
  const paragraphs = listOf(content["content"]).map((line) =>
    objectsOf(line)
      .map((part) => {
        if (part["tag"] === "img" || part["tag"] === "media") {
          const file = fileOf(part["tag"] === "img" ? "image" : "media", part);
          if (file !== undefined && media.length < 10) media.push(file);
          return "";
        }
        if (part["tag"] === "at") return textOf(part["user_id"]) ?? "";
        const words = textOf(part["text"]) ?? "";
        const link = part["tag"] === "a" ? textOf(part["href"]) : undefined;
        return link === undefined || link === words ? words : `${words} (${link})`;
      })
      .join(""),
  );
  const text = [textOf(content["title"]) ?? "", ...paragraphs]
    .filter((line) => line !== "")
    .join("\n");
  if (text.trim() !== "" || media.length === 0) return { text, media };
  const labels = media.map(({ kind = "document", name }) =>
    attachmentLabel({ kind, name: name ?? null }),
  );
  return { text: labels.join(" "), media };
}

function readLocation(content: Fields): Content {
  const name = cleanText(textOf(content["name"]) ?? "", 200);
  const [longitude, latitude] = [degreesOf(content["longitude"]), degreesOf(content["latitude"])];
  const text = `[location${name === "" ? "" : `: ${name}`}]`;
  return longitude === undefined || latitude === undefined
    ? { text, media: [] }
    : { text, media: [], location: { latitude, longitude, ...(name === "" ? {} : { name }) } };
}

const degreesOf = (value: unknown): number | undefined =>
  typeof value === "string" && /^-?\d{1,3}(?:\.\d{1,20})?$/.test(value)
    ? Number(value)
    : numberOf(value);

/**
 * The person's words with names for place-holders, and without the bot's name at either end. Inside
 * a sentence it is theirs.
 */
export function withoutAddress(
  text: string,
  mentions: readonly Mention[],
  botId: string | undefined,
): string {
  let words = text;
  for (const { key, openId } of mentions) {
    if (openId !== botId || botId === undefined) continue;
    words = words
      .replace(new RegExp(`^\\s*${key}(?!\\d)\\s*`), "")
      .replace(new RegExp(`\\s*${key}(?!\\d)\\s*$`), "");
  }
  for (const { key, name } of mentions)
    words = words.replaceAll(new RegExp(`${key}(?!\\d)`, "g"), () => `@${name}`);
  return words.trim();
}
