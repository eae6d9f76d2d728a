import { attachmentLabel } from "../../domain/attachment.ts";
import { Refusal } from "../../domain/errors.ts";
import type { Media } from "../../domain/events/conversation.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { InboundMessage } from "../../domain/message.ts";
import type { Receipt } from "../../domain/ports/channel-ports.ts";
import type { QuotedMessages } from "../../domain/ports/quotes.ts";
import { cleanText } from "../../domain/text.ts";
import { type Fields, fieldsOf, idOf, objectsOf, textOf } from "../kit/json-fields.ts";
import type { BridgesSection } from "./section.ts";

export const bridgesChannel = "bridges";

export interface ReadDeps {
  readonly section: Pick<BridgesSection, "access" | "busy_policy">;
  readonly quotes: QuotedMessages;
}

/** What a bridge may say of itself, or of people. */
export type Said =
  | { readonly type: "message"; readonly message: InboundMessage }
  | { readonly type: "receipt"; readonly receipt: Receipt }
  | { readonly type: "ping" };

export async function readCall(on: ReadDeps, bridge: string, fields: Fields): Promise<Said> {
  if (fields["type"] === "ping") return { type: "ping" };
  if (fields["type"] === "receipt")
    return { type: "receipt", receipt: readReceipt(bridge, fields) };
  if (fields["type"] === "message")
    return { type: "message", message: await readMessage(on, bridge, fields) };
  throw invalid("type");
}

const invalid = (field: string): Refusal =>
  new Refusal("invalid_provider_payload", { field }, `${field} is missing or has another form.`);

function requireId(fields: Fields | undefined, field: string, where = field): string {
  const id = idOf(fields?.[field]);
  if (id === undefined) throw invalid(where);
  return id;
}

const states = ["sent", "delivered", "read", "failed"] as const;

function readReceipt(bridge: string, fields: Fields): Receipt {
  const status = states.find((state) => state === fields["status"]);
  if (status === undefined) throw invalid("status");
  const code = textOf(fields["code"]);
  const deliveryId = requireId(fields, "delivery_id");
  // It becomes a key of our tables.
  if (!/^[\w-]{1,64}$/.test(deliveryId)) throw invalid("delivery_id");
  return {
    channel: bridgesChannel,
    channelAccount: bridge,
    deliveryId,
    status,
    code: code !== undefined && /^[\w.-]{1,60}$/.test(code) ? code : undefined,
  };
}

/** The chat of a message: its conversation, and the recipient of answers. */
interface Place {
  readonly scope: string;
  /** In a group the chat itself, so that it never counts as the person's own. */
  readonly peer: string;
  readonly isShared: boolean;
  readonly group: string | undefined;
}

function placeOf(fields: Fields, from: string): Place {
  const chat = fieldsOf(fields["chat"]);
  if (chat === undefined || chat["kind"] === "private")
    return { scope: `user:${from}`, peer: from, isShared: false, group: undefined };
  if (chat["kind"] !== "group") throw invalid("chat.kind");
  const group = requireId(chat, "id", "chat.id");
  const isShared = chat["shared"] === true;
  const user = isShared ? "" : `:user:${encodeURIComponent(from)}`;
  const scope = `group:${encodeURIComponent(group)}${user}`;
  return { scope, peer: scope, isShared, group };
}

/** Where a message of a conversation goes: to a person, to a group, or to a person in a group. */
export function targetOf(scope: string): {
  readonly person?: string | undefined;
  readonly group?: string | undefined;
} {
  const [, group, person] = /^group:([^:]+)(?::user:([^:]+))?$/.exec(scope) ?? [];
  return group === undefined
    ? { person: scope.replace(/^user:/, "") }
    : {
        group: decodeURIComponent(group),
        person: person === undefined ? undefined : decodeURIComponent(person),
      };
}

async function readMessage(
  { section, quotes }: ReadDeps,
  bridge: string,
  fields: Fields,
): Promise<InboundMessage> {
  const sender = fieldsOf(fields["from"]);
  const from = requireId(sender, "id", "from.id");
  const vendorId = requireId(fields, "id");
  const { scope, peer, isShared, group } = placeOf(fields, from);
  const name = cleanText(textOf(sender?.["name"]) ?? "", 200).trim();
  const files = objectsOf(fields["files"]).slice(0, 10).map(readFile);
  const text = readText(fields, files);
  const of = { channel: bridgesChannel, channelAccount: bridge, scope };
  const quote = await readQuote(quotes, of, fields);
  return {
    route: { channel: bridgesChannel, channelAccount: bridge, scope, peer },
    vendorId,
    subject: from,
    text,
    senderName: name === "" ? undefined : name,
    payload: {
      ...(files.length === 0 ? {} : { media: files }),
      ...(quote === undefined ? {} : { quote }),
      sender: isShared && name !== "" ? name : from,
      surroundings: {
        shared: isShared,
        facts: {
          BRIDGE_CHAT: {
            bridge,
            chat_type: group === undefined ? "private" : "group",
            ...(group === undefined ? {} : { chat_id: group }),
          },
        },
      },
    },
    busyPolicy: section.busy_policy,
    provision: section.access === "open",
    ...(isShared ? { mayStop: "own" as const } : {}),
  };
}

function readText(fields: Fields, files: readonly Media[]): string {
  const said = fields["text"] ?? "";
  if (typeof said !== "string") throw invalid("text");
  const text = cleanText(said === "" ? labelsOf(files) : said);
  if (text.trim() === "") throw invalid("text");
  return text;
}

const kinds = ["image", "voice", "audio", "video", "document"] as const;

/** Fetched when its turn begins. */
function readFile(file: Fields): Media {
  const url = textOf(file["url"]);
  if (url === undefined || url.length > 2_000 || !URL.canParse(url)) throw invalid("files.url");
  const type = textOf(file["type"]);
  const name = textOf(file["name"])?.slice(0, 200);
  return {
    kind: kinds.find((kind) => kind === file["kind"]) ?? "document",
    ...(name === undefined ? {} : { name: cleanText(name, 200) }),
    ...(type === undefined || !/^[\w.+-]+\/[\w.+-]+$/.test(type) ? {} : { type }),
    source: { url },
  };
}

const labelsOf = (files: readonly Media[]): string =>
  files
    .map(({ kind = "document", name }) => attachmentLabel({ kind, name: name ?? null }))
    .join(" ");

async function readQuote(
  quotes: QuotedMessages,
  of: { readonly channel: string; readonly channelAccount: string; readonly scope: string },
  fields: Fields,
): Promise<JsonObject | undefined> {
  if ((fields["reply_to"] ?? null) === null) return undefined;
  const vendorId = requireId(fields, "reply_to");
  const found = await quotes.find({ ...of, vendorId });
  if (found === undefined) return { vendor_id: vendorId };
  const { text, from, payload } = found;
  return {
    vendor_id: vendorId,
    text,
    from,
    ...(payload.media === undefined ? {} : { media: payload.media }),
  };
}
