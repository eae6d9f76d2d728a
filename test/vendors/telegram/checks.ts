/** What the Bot API demands of a call: its fields, and which of them must be there. */
interface Shape {
  readonly needs: readonly string[];
  readonly may?: readonly string[];
  /** The field that carries a file. */
  readonly file?: string;
}

const toChat = ["message_thread_id", "reply_parameters", "reply_markup", "disable_notification"];
const fileOf = (field: string): Shape => ({
  needs: ["chat_id", field],
  may: ["caption", "caption_entities", ...toChat],
  file: field,
});

const shapes: Readonly<Record<string, Shape>> = {
  getMe: { needs: [] },
  getUpdates: { needs: [], may: ["offset", "limit", "timeout", "allowed_updates"] },
  setWebhook: { needs: ["url"], may: ["secret_token", "allowed_updates", "drop_pending_updates"] },
  deleteWebhook: { needs: [], may: ["drop_pending_updates"] },
  getWebhookInfo: { needs: [] },
  setMyCommands: { needs: ["commands"], may: ["language_code", "scope"] },
  sendMessage: {
    needs: ["chat_id", "text"],
    may: ["entities", "parse_mode", "link_preview_options", ...toChat],
  },
  sendMessageDraft: {
    needs: ["chat_id", "draft_id"],
    may: ["text", "entities", "parse_mode", "message_thread_id"],
  },
  sendChatAction: { needs: ["chat_id", "action"], may: ["message_thread_id"] },
  sendPhoto: fileOf("photo"),
  sendDocument: fileOf("document"),
  sendVoice: fileOf("voice"),
  sendAudio: fileOf("audio"),
  sendVideo: fileOf("video"),
  answerCallbackQuery: { needs: ["callback_query_id"], may: ["text", "show_alert"] },
  editMessageReplyMarkup: { needs: ["chat_id", "message_id"], may: ["reply_markup"] },
  getFile: { needs: ["file_id"] },
};

export const isMethod = (method: string): boolean => Object.hasOwn(shapes, method);

const entityTypes = new Set(["bold", "italic", "strikethrough", "code", "pre"]);

/** Why the Bot API refuses the call, as a sentence; undefined for a good one. */
export function complaintOf(
  method: string,
  fields: Readonly<Record<string, unknown>>,
): string | undefined {
  const { needs, may = [] } = shapes[method] ?? { needs: [] };
  const missing = needs.find((name) => fields[name] === undefined);
  if (missing !== undefined) return `${method} lacks ${missing}`;
  const unknown = Object.keys(fields).find((name) => !needs.includes(name) && !may.includes(name));
  if (unknown !== undefined) return `${method} has no field ${unknown}`;
  if ("chat_id" in fields && !Number.isSafeInteger(fields["chat_id"])) return "chat not found";
  if (fields["draft_id"] === 0) return "draft_id is zero";
  if (method === "sendMessageDraft" && Number(fields["chat_id"]) < 0)
    return "TEXTDRAFT_PEER_INVALID";
  return (
    textComplaint(method, fields["text"], fields["entities"]) ??
    captionComplaint(fields["caption"], fields["caption_entities"]) ??
    keyboardComplaint(fields["reply_markup"])
  );
}

function textComplaint(method: string, text: unknown, entities: unknown): string | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== "string") return "text is not a string";
  if (method === "sendMessage" && text.trim() === "") return "message text is empty";
  if (text.length > 4_096) return "message is too long";
  return entitiesComplaint(text, entities);
}

function captionComplaint(caption: unknown, entities: unknown): string | undefined {
  if (caption === undefined) return undefined;
  if (typeof caption !== "string") return "caption is not a string";
  return caption.length > 1_024 ? "caption is too long" : entitiesComplaint(caption, entities);
}

function entitiesComplaint(text: string, entities: unknown): string | undefined {
  if (entities === undefined) return undefined;
  if (!Array.isArray(entities)) return "entities are not a list";
  for (const { type, offset, length } of entities as Record<string, unknown>[]) {
    const [from, count] = [Number(offset), Number(length)];
    if (!entityTypes.has(String(type))) return `unknown entity ${String(type)}`;
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(count) || from < 0 || count < 1)
      return "an entity without a place";
    if (from + count > text.length) return "an entity beyond the end of the text";
    const [first, last] = [text.charCodeAt(from), text.charCodeAt(from + count - 1)];
    if ((first >= 0xdc00 && first <= 0xdfff) || (last >= 0xd800 && last <= 0xdbff))
      return "an entity that cuts a character";
  }
  return undefined;
}

function keyboardComplaint(markup: unknown): string | undefined {
  if (markup === undefined) return undefined;
  const rows = (markup as { inline_keyboard?: unknown }).inline_keyboard;
  if (!Array.isArray(rows)) return "a keyboard without rows";
  for (const { text, callback_data: data } of (rows as Record<string, unknown>[][]).flat()) {
    if (typeof text !== "string" || text === "") return "a button without text";
    if (typeof data !== "string" || data === "" || Buffer.byteLength(data) > 64)
      return "BUTTON_DATA_INVALID";
  }
  return undefined;
}
