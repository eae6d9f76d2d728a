/** Where a message was written: its conversation, and the recipient of answers. */
export interface Place {
  readonly chatId: string;
  readonly isGroup: boolean;
  /** Several people share the conversation. */
  readonly isShared: boolean;
  readonly scope: string;
  readonly peer: string;
}

export interface Chat {
  readonly chatId: string;
  readonly isGroup: boolean;
}

export const isListed = (list: readonly string[], id: string): boolean =>
  list.includes("*") || list.includes(id);

/** Everyone in a group has a conversation of their own there, unless the group shares one. */
export function placeIn(
  { chatId, isGroup }: Chat,
  userId: string,
  sharedChats: readonly string[],
): Place {
  if (!isGroup) return { chatId, isGroup, isShared: false, scope: `user:${userId}`, peer: userId };
  const isShared = isListed(sharedChats, chatId);
  const scope = `group:${chatId}${isShared ? "" : `:user:${userId}`}`;
  return { chatId, isGroup, isShared, scope, peer: scope };
}

/** Where a message of a conversation goes: into a chat, or to a person. */
export type Target = { readonly chatId: string } | { readonly userId: string };

/** Undefined for a scope that is not one of ours. */
export function targetOf(scope: string): Target | undefined {
  const [, kind, id] = /^(user|group):([^:\s]{1,250})(?::user:[^:\s]{1,250})?$/.exec(scope) ?? [];
  if (id === undefined) return undefined;
  return kind === "group" ? { chatId: id } : { userId: id };
}
