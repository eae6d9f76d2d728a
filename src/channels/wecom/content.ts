import { attachmentLabel } from "../../domain/attachment.ts";
import type { JsonObject } from "../../domain/json.ts";
import { type Fields, fieldsOf, objectsOf, textOf } from "./fields.ts";

/** The text of one message, and the vendor's fields that are needed later. */
export type Content =
  | { readonly kind: "message"; readonly text: string; readonly payload: JsonObject }
  /** A voice message that WeCom could not write down: its sound never comes. */
  | { readonly kind: "unheard" }
  | { readonly kind: "unsupported"; readonly type: string };

/** A type and no interface: it becomes JSON as it is. */
type WecomMedia = {
  readonly kind: string;
  readonly transcript?: string;
  readonly source?: { readonly url: string; readonly aeskey?: string };
};

interface Pieces {
  readonly texts: string[];
  readonly media: WecomMedia[];
}

const mostMedia = 10;
const quoteLength = 4_096;

export function contentOf(message: Fields): Content {
  const type = textOf(message["msgtype"]) ?? "";
  const pieces: Pieces = { texts: [], media: [] };
  if (!tryRead(message, type, pieces))
    return type === "voice" ? { kind: "unheard" } : { kind: "unsupported", type };
  const quote = fieldsOf(message["quote"]);
  const quoted: Pieces = { texts: [], media: [] };
  if (quote !== undefined) tryRead(quote, textOf(quote["msgtype"]) ?? "", quoted);
  const labels = pieces.media
    .filter((one) => one.transcript === undefined)
    .map((one) => attachmentLabel({ kind: one.kind, name: null }));
  const media = [...pieces.media, ...quoted.media].slice(0, mostMedia);
  return {
    kind: "message",
    text: pieces.texts.length > 0 ? pieces.texts.join("\n") : labels.join(" "),
    payload: {
      ...(media.length === 0 ? {} : { media }),
      ...(quote === undefined ? {} : { quote: quotePayload(quoted) }),
    },
  };
}

/** The text of a quote; its files come with the message and are fetched there. */
function quotePayload({ texts, media }: Pieces): JsonObject {
  const labels = media.map((one) => attachmentLabel({ kind: one.kind, name: null }));
  const text = [...texts, ...labels].join("\n");
  return text === "" ? {} : { text: text.slice(0, quoteLength).toWellFormed() };
}

function tryRead(message: Fields, type: string, into: Pieces): boolean {
  const body = fieldsOf(message[type]);
  if (body === undefined) return false;
  if (type === "mixed") {
    const items = objectsOf(body["msg_item"]);
    return items.map((item) => tryRead(item, textOf(item["msgtype"]) ?? "", into)).includes(true);
  }
  if (type === "text" || type === "link")
    return tryAddText(into.texts, textOf(body["content"]) ?? textOf(body["title"]));
  if (type === "voice") {
    const words = textOf(body["content"])?.trim();
    if (words === undefined || words === "") return false;
    into.media.push({ kind: "voice", transcript: words });
    return tryAddText(into.texts, words);
  }
  const url = textOf(body["url"]);
  if (!["image", "file", "video"].includes(type) || url === undefined) return false;
  const aeskey = textOf(body["aeskey"]);
  into.media.push({ kind: type, source: { url, ...(aeskey === undefined ? {} : { aeskey }) } });
  return true;
}

function tryAddText(texts: string[], text: string | undefined): boolean {
  if (text !== undefined) texts.push(text);
  return text !== undefined;
}
