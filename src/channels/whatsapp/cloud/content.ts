import type { JsonObject } from "../../../domain/json.ts";
import { cleanJson } from "../../../domain/text.ts";
import {
  type Fields,
  fieldsOf,
  idOf,
  listOf,
  numberOf,
  objectsOf,
  textOf,
} from "../../kit/json-fields.ts";

/** The content of one message as plain text, and the vendor's fields that are needed later. */
export interface Content {
  readonly text: string;
  readonly payload: JsonObject;
}

type Reader = (body: Fields, message: Fields) => Content | undefined;

/**
 * Undefined when the body lacks what makes it one. An unknown kind is reported as such: the person
 * gets an answer.
 */
export function contentOf(message: Fields): Content | undefined {
  const type = textOf(message["type"]);
  if (type === undefined) return undefined;
  const read = readers.get(type);
  if (read === undefined) return describeUnsupported(type, message);
  const body = type === "contacts" ? message : fieldsOf(message[type]);
  return body === undefined ? undefined : read(body, message);
}

const media =
  (kind: string): Reader =>
  (body) => {
    const vendorId = idOf(body["id"]);
    if (vendorId === undefined) return undefined;
    const [caption, name, voice] = [
      textOf(body["caption"]),
      textOf(body["filename"]),
      body["voice"] === true,
    ];
    const what = voice ? "voice message" : name === undefined ? kind : `${kind}: ${name}`;
    const about = {
      kind: voice ? "voice" : kind,
      vendor_id: vendorId,
      type: textOf(body["mime_type"]),
      sha256: textOf(body["sha256"]),
      name,
      caption,
    };
    return { text: caption ?? `[${what}]`, payload: { media: [about] } };
  };

const interactive: Reader = (body) => {
  const kind = ["button_reply", "list_reply", "nfm_reply"].find(
    (name) => fieldsOf(body[name]) !== undefined,
  );
  const reply = kind === undefined ? undefined : fieldsOf(body[kind]);
  const title = textOf(reply?.["title"]) ?? textOf(reply?.["body"]);
  // Newer kinds, such as an answer about calls, have nothing that could be read out.
  if (kind === undefined || reply === undefined || title === undefined)
    return { text: "[interactive reply]", payload: { interactive: cleanJson(body) } };
  const { id, description, response_json: form } = reply;
  return {
    text: title,
    payload: {
      interactive: {
        kind,
        id: textOf(id),
        title,
        description: textOf(description),
        form: textOf(form),
      },
    },
  };
};

const button: Reader = (body) => {
  const text = textOf(body["text"]) ?? textOf(body["payload"]);
  return text === undefined
    ? undefined
    : { text, payload: { button: { text, payload: textOf(body["payload"]) } } };
};

const location: Reader = (body) => {
  const latitude = numberOf(body["latitude"]);
  const longitude = numberOf(body["longitude"]);
  if (latitude === undefined || longitude === undefined) return undefined;
  const [name, address] = [textOf(body["name"]), textOf(body["address"])];
  const words = [name, address, `${latitude}, ${longitude}`].filter((word) => word !== undefined);
  return {
    text: `[location: ${words.join("; ")}]`,
    payload: { location: { latitude, longitude, name, address } },
  };
};

const contacts: Reader = (body) => {
  const cards = objectsOf(body["contacts"]);
  if (cards.length === 0) return undefined;
  const names = cards.map((card) => textOf(fieldsOf(card["name"])?.["formatted_name"]) ?? "?");
  return { text: `[contact: ${names.join(", ")}]`, payload: { contacts: cleanJson(cards) } };
};

const order: Reader = (body) => {
  const items = listOf(body["product_items"]);
  const words = textOf(body["text"]);
  return {
    text: words ?? `[order: ${items.length} ${items.length === 1 ? "item" : "items"}]`,
    payload: { order: cleanJson(body) },
  };
};

const words: Reader = (body) => {
  const text = textOf(body["body"]);
  return text === undefined ? undefined : { text, payload: {} };
};

/**
 * Kinds that Meta does not deliver. Where it names the kind, the person learns which could not be
 * read.
 */
function describeUnsupported(type: string, message: Fields): Content {
  const was = textOf(fieldsOf(message["unsupported"])?.["type"])?.replaceAll("_", " ");
  const error = fieldsOf(listOf(message["errors"])[0]);
  return {
    text:
      was !== undefined && /^[a-z ]{1,30}$/.test(was) && was !== "unknown"
        ? `[${was}]`
        : "[unsupported message]",
    payload: {
      unsupported: { type, was, code: numberOf(error?.["code"]), title: textOf(error?.["title"]) },
    },
  };
}

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["text", words],
  ["image", media("image")],
  ["video", media("video")],
  ["document", media("document")],
  ["sticker", media("sticker")],
  ["audio", media("audio")],
  ["interactive", interactive],
  ["button", button],
  ["location", location],
  ["contacts", contacts],
  ["order", order],
]);
