import type { JsonObject } from "../../../domain/json.ts";
import type { Content } from "../cloud/content.ts";
import { type Fields, fieldsOf, idOf, numberOf, objectsOf, textOf } from "../../kit/json-fields.ts";

/** `note`: something that wants no answer. `nothing`: the vendor's own housekeeping. */
export type EvolutionContent =
  | { readonly message: Content }
  | { readonly note: JsonObject }
  | "nothing";

type Reader = (body: Fields) => Content | undefined;

/**
 * Messages come wrapped when they vanish, are seen once or carry a caption; what is inside counts.
 */
export function evolutionContent(message: Fields): EvolutionContent {
  const inner = unwrap(message);
  const spoken =
    textOf(inner["conversation"]) ?? textOf(fieldsOf(inner["extendedTextMessage"])?.["text"]);
  if (spoken !== undefined) return { message: { text: spoken, payload: {} } };
  const reaction = fieldsOf(inner["reactionMessage"]);
  if (reaction !== undefined)
    return {
      note: {
        reaction: {
          vendor_id: idOf(fieldsOf(reaction["key"])?.["id"]),
          emoji: textOf(reaction["text"]) ?? null,
        },
      },
    };
  for (const [field, read] of readers) {
    const body = fieldsOf(inner[field]);
    const content = body === undefined ? undefined : read(body);
    if (content !== undefined) return { message: content };
  }
  if (housekeeping.some((field) => inner[field] !== undefined)) return "nothing";
  const type = Object.keys(inner).find((name) => /^\w{1,60}Message\w{0,10}$/.test(name));
  return { message: { text: "[unsupported message]", payload: { unsupported: { type } } } };
}

const wrappers = [
  "ephemeralMessage",
  "viewOnceMessage",
  "viewOnceMessageV2",
  "documentWithCaptionMessage",
  "viewOnceMessageV2Extension",
  "lottieStickerMessage",
];
const housekeeping = [
  "protocolMessage",
  "senderKeyDistributionMessage",
  "pollUpdateMessage",
  "keepInChatMessage",
  "pinInChatMessage",
];

function unwrap(message: Fields, depth = 0): Fields {
  const inner = wrappers
    .map((name) => fieldsOf(fieldsOf(message[name])?.["message"]))
    .find((found) => found !== undefined);
  return inner === undefined || depth === 4 ? message : unwrap(inner, depth + 1);
}

const media =
  (kind: string): Reader =>
  (body) => {
    const [caption, name, voice] = [
      textOf(body["caption"]),
      textOf(body["fileName"]),
      body["ptt"] === true,
    ];
    const what = voice ? "voice message" : name === undefined ? kind : `${kind}: ${name}`;
    const about = { kind: voice ? "voice" : kind, type: textOf(body["mimetype"]), name, caption };
    return { text: caption ?? `[${what}]`, payload: { media: [about] } };
  };

const place: Reader = (body) => {
  const [latitude, longitude] = [
    numberOf(body["degreesLatitude"]),
    numberOf(body["degreesLongitude"]),
  ];
  if (latitude === undefined || longitude === undefined) return undefined;
  const [name, address] = [textOf(body["name"]), textOf(body["address"])];
  const words = [name, address, `${latitude}, ${longitude}`].filter((word) => word !== undefined);
  return {
    text: `[location: ${words.join("; ")}]`,
    payload: { location: { latitude, longitude, name, address } },
  };
};

/** A kind that has a name of its own and perhaps a title, and nothing else that could be read. */
const titled =
  (kind: string, field: string): Reader =>
  (body) => {
    const title = textOf(body[field]);
    return {
      text: title === undefined ? `[${kind}]` : `[${kind}: ${title}]`,
      payload: { [kind.replaceAll(" ", "_")]: { title } },
    };
  };

const cards = (found: readonly Fields[]): Content | undefined => {
  const kept = found.map((card) => ({
    name: textOf(card["displayName"]),
    vcard: textOf(card["vcard"]),
  }));
  if (kept.length === 0) return undefined;
  return {
    text: `[contact: ${kept.map(({ name }) => name ?? "?").join(", ")}]`,
    payload: { contacts: kept },
  };
};

/** A tap on a button or a line of a list, under the three names that it goes by. */
const readChoice = (title: unknown, id: unknown): Content | undefined => {
  const text = textOf(title);
  return text === undefined
    ? undefined
    : { text, payload: { interactive: { id: textOf(id), title: text } } };
};

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["imageMessage", media("image")],
  ["videoMessage", media("video")],
  ["audioMessage", media("audio")],
  ["documentMessage", media("document")],
  ["stickerMessage", media("sticker")],
  ["ptvMessage", media("video")],
  ["locationMessage", place],
  ["liveLocationMessage", place],
  ["pollCreationMessage", titled("poll", "name")],
  ["pollCreationMessageV2", titled("poll", "name")],
  ["pollCreationMessageV3", titled("poll", "name")],
  ["eventMessage", titled("event", "name")],
  ["groupInviteMessage", titled("group invitation", "groupName")],
  ["orderMessage", titled("order", "orderTitle")],
  ["productMessage", (body) => titled("product", "title")(fieldsOf(body["product"]) ?? {})],
  ["requestPaymentMessage", titled("payment", "noteMessage")],
  ["sendPaymentMessage", titled("payment", "noteMessage")],
  ["contactMessage", (body) => cards([body])],
  ["contactsArrayMessage", (body) => cards(objectsOf(body["contacts"]))],
  [
    "buttonsResponseMessage",
    (body) => readChoice(body["selectedDisplayText"], body["selectedButtonId"]),
  ],
  [
    "templateButtonReplyMessage",
    (body) => readChoice(body["selectedDisplayText"], body["selectedId"]),
  ],
  [
    "listResponseMessage",
    (body) => readChoice(body["title"], fieldsOf(body["singleSelectReply"])?.["selectedRowId"]),
  ],
]);
