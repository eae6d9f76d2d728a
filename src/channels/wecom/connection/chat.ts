/**
 * Where something is pushed to, as WeCom wants it. Without the type it would take a person's id for
 * a group's first.
 */
export type Chat = {
  readonly chatid: string;
  /** 1 is a single chat, 2 a group. */
  readonly chat_type: 1 | 2;
};

export function chatOf(scope: string): Chat | undefined {
  const [, user] = /^user:(.+)$/.exec(scope) ?? [];
  if (user !== undefined) return { chatid: user, chat_type: 1 };
  const [, group] = /^group:(.+?)(?::user:.+)?$/.exec(scope) ?? [];
  return group === undefined ? undefined : { chatid: group, chat_type: 2 };
}
