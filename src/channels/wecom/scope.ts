import { type Fields, fieldsOf, idOf, textOf } from "./fields.ts";
import { isListed, type WecomSettings } from "./settings.ts";

/** The sender and the chat. */
export interface Sender {
  readonly userId: string;
  readonly chatId: string | undefined;
  readonly chatType: "single" | "group";
  /** Several people share this conversation. */
  readonly shared: boolean;
  /** The conversation's key. What runs in it follows it. */
  readonly scope: string;
  /** The recipient of answers. */
  readonly peer: string;
}

/** Undefined for a message without a sender: such messages must never meet in one conversation. */
export function senderOf(
  message: Fields,
  { sharedGroups }: Pick<WecomSettings, "sharedGroups">,
): Sender | undefined {
  const userId = idOf(fieldsOf(message["from"])?.["userid"]);
  if (userId === undefined || userId === "sys") return undefined;
  if (textOf(message["chattype"]) !== "group")
    return {
      userId,
      chatId: undefined,
      chatType: "single",
      shared: false,
      scope: `user:${userId}`,
      peer: userId,
    };
  const chatId = idOf(message["chatid"]);
  if (chatId === undefined) return undefined;
  const shared = sharedGroups.includes(chatId);
  const scope = shared ? `group:${chatId}` : `group:${chatId}:user:${userId}`;
  return { userId, chatId, chatType: "group", shared, scope, peer: scope };
}

type Lists = Pick<WecomSettings, "allowedUsers" | "allowedGroups">;

export const isAdmitted = (
  { allowedUsers, allowedGroups }: Lists,
  { userId, chatId }: Sender,
): boolean =>
  isListed(allowedUsers, userId) && (chatId === undefined || isListed(allowedGroups, chatId));

export const isSingle = (scope: string): boolean => scope.startsWith("user:");

/**
 * The mention before or after a person's words in a group: `@Bot`, at one end of the text. If the
 * bot's name is known, exactly that is removed; otherwise one word, unless both ends have one:
 * either may be a colleague. An `@` elsewhere is the person's own.
 */
export function withoutMention(text: string, name: string | undefined): string {
  const trimmed = text.trim();
  if (name !== undefined && name !== "") {
    const mention = `@${name}`;
    if (trimmed === mention) return "";
    if (trimmed.startsWith(mention) && /^[\s\u2005]/u.test(trimmed.slice(mention.length)))
      return trimmed.slice(mention.length).trim();
    if (trimmed.endsWith(mention) && /[\s\u2005]$/u.test(trimmed.slice(0, -mention.length)))
      return trimmed.slice(0, -mention.length).trim();
    return trimmed;
  }
  const [leading, trailing] = [/^@\S+(?:\s+|$)/u, /\s+@\S+$/u];
  if (leading.test(trimmed) && trailing.test(trimmed)) return trimmed;
  return trimmed.replace(leading, "").replace(trailing, "").trim();
}
