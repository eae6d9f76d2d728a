import { interpret } from "../../../language/interpret.ts";
import type { Interpretation, OpenRequest } from "../../../language/request.ts";
import { inLanguage } from "../words/reminder-words.ts";
import type { Audience } from "../words/when-words.ts";
import type { ReminderRow } from "../rows.ts";
import { buildContext, requestOf } from "./understand.ts";
import type { Work } from "./work.ts";

/**
 * "约李雷明晚8点看电影", and no friend is called so: the entry is one's own, with the name in its
 * title. `undefined`: it is about what exists, or a question about that person's time.
 */
export function readAsOwn(work: Work, asked: Interpretation): Interpretation | undefined {
  const { open } = asked;
  const name = open === undefined ? undefined : unknownName(open);
  if (open === undefined || name === undefined || name.trim() === "") return undefined;
  const context = buildContext(work, open.text);
  const friends = [...(context.friends ?? []), name];
  const read = interpret(requestOf(work, open.text, { ...context, friends }));
  if (read.intent !== "create_shared" || read.adds === true || read.with?.length !== 1)
    return undefined;
  const isChinese = /\p{Script=Han}/u.test(open.text);
  const items = read.items.map((item) => ({
    ...item,
    title: titleWith(item.title, name, isChinese),
  }));
  return { intent: "create", items, reasons: read.reasons, unknownPeople: [name] };
}

function titleWith(title: string, name: string, isChinese: boolean): string {
  if (title.toLowerCase().includes(name.toLowerCase())) return title;
  if (isChinese) return `和${name}${title === "" ? "见面" : title}`;
  return `${title === "" ? "Meet" : title} with ${name}`;
}

/** Said once per person: a name that an earlier entry has was offered then. */
export function inviteLines(
  work: Work,
  on: { names: readonly string[]; written: readonly ReminderRow[] },
  to: Audience,
): readonly string[] {
  if (work.state.isShared) return [];
  const ids = new Set(on.written.map(({ id }) => id));
  const before = work.rows().filter(({ id }) => !ids.has(id));
  const fresh = [...new Set(on.names)].filter(
    (name) => !before.some(({ content }) => content.toLowerCase().includes(name.toLowerCase())),
  );
  if (fresh.length === 0) return [];
  const names = fresh.join(inLanguage(to, "、", ", "));
  return [
    inLanguage(
      to,
      `${names} 还不是你的好友。想一起收到提醒，说“我的好友码”，把码发给对方。`,
      `${names} ${fresh.length === 1 ? "isn't a friend" : "aren't friends"} here yet. Say “my friend code” for a code to send them.`,
    ),
  ];
}

/** Where in the request the unknown name stands, so that an answer can replace it. */
export function openWho(
  work: Work,
  text: string,
  [name, second]: readonly string[],
): OpenRequest | undefined {
  const at = name === undefined ? -1 : text.toLowerCase().indexOf(name.toLowerCase());
  if (name === undefined || second !== undefined || at < 0) return undefined;
  const now = new Date(work.maker.now).toISOString();
  return { text, now, reason: "friend_unknown", unclear: { at, end: at + name.length } };
}

/** The request of an entry that was written as one's own: "是Oliver" still says who was meant. */
export const keepWho = (open: OpenRequest, reminderId: string, to: Audience) =>
  ({ kind: "who", open, reminderId, language: to.language }) as const;

/** The unknown name, when the answer says who was meant. */
export const unknownName = ({ reason, text, unclear }: OpenRequest): string | undefined =>
  reason === "friend_unknown" && unclear !== undefined
    ? text.slice(unclear.at, unclear.end)
    : undefined;
