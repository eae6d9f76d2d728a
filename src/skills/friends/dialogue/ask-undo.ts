import type { StagedCommand } from "../../../domain/skill.ts";
import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import type { Lines } from "../../reminders/dialogue/decide-create.ts";
import { type Audience, whenWords } from "../../reminders/words/when-words.ts";
import { inLanguage } from "../../reminders/words/reminder-words.ts";
import { undoShared } from "./decide-undo.ts";
import type { Group } from "../sharing/group-command.ts";
import { nameList, partName } from "../names.ts";
import { readParts, readShared, type SharedPlace, type SharedUndo } from "../people.ts";
import type { Talk } from "./talk.ts";
import { companions, groupLine } from "./shared-words.ts";

/**
 * "撤销" of something shared: asks, and names what would be undone and who would be notified. Without
 * anyone to notify, it is done at once.
 */
export async function askUndo(talk: Talk, of: readonly SharedUndo[], to: Audience): Promise<Lines> {
  // Tried once, to see whether it can be done at all, and who would be notified.
  const [decided, restore] = [talk.commands.length, talk.mark()];
  const outcome = await undoShared(talk, { kind: "undo", of }, to);
  const hearing = listNotified(talk.commands.slice(decided));
  if (hearing.size === 0) return outcome;
  restore();
  const found: { readonly line: string; readonly group: Group }[] = [];
  for (const each of of) {
    const group = await groupOf(talk, each);
    if (group !== undefined) found.push({ line: previewOf(talk, { ...each, group }, to), group });
  }
  const parts = found.flatMap(({ group }) => group.parts).filter(({ id }) => hearing.has(id));
  const names = nameList(
    [...new Set(parts.map((part) => partName(talk.work.social(), part, to)))],
    to,
  );
  const lines = found.map(({ line }) => line);
  const list =
    lines.length === 1 ? (lines[0] ?? "") : `\n${lines.map((line) => `· ${line}`).join("\n")}\n`;
  const question = inLanguage(
    to,
    `要撤销吗？${list}${lines.length === 1 ? "。" : ""}回复“是”就撤销，并告诉 ${names}。`,
    `Undo this? ${list}${lines.length === 1 ? ". " : ""}Reply “yes” to confirm; I'll tell ${names}.`,
  );
  talk.work.ask({ kind: "undo_shared", of, language: to.language }, question);
  return [question];
}

/** The people whom these commands would notify. */
const listNotified = (commands: readonly StagedCommand[]): ReadonlySet<string> =>
  new Set(
    commands.flatMap(({ events }) =>
      events
        .filter(({ kind }) => kind === "notification_made")
        .flatMap(({ accountId }) => accountId ?? []),
    ),
  );

const isCalledOff = ({ before }: SharedUndo): boolean =>
  before !== null && before.kind === undefined && before.cancelled === true;

/** A cancelled reminder is not in the list of active ones. */
async function groupOf(talk: Talk, undo: SharedUndo): Promise<Group | undefined> {
  if (!isCalledOff(undo)) return talk.group(undo.id);
  const [shared] = await readShared(talk.read, undo.id);
  return shared === undefined
    ? undefined
    : { shared, parts: await readParts(talk.read, [undo.id]) };
}

interface Undoing extends SharedUndo {
  readonly group: Group;
}

function previewOf(talk: Talk, { before, group }: Undoing, to: Audience): string {
  const on = { me: talk.me.id, to };
  const line = groupLine(talk.work.social(), group, on);
  const { title } = group.shared;
  if (before === null) return inLanguage(to, `会取消：${line}`, `It calls off ${line}`);
  if (before.kind === "own")
    return inLanguage(to, `「${title}」会变回你自己的提醒`, `“${title}” becomes your own again`);
  if (before.kind === "added") {
    const gone = { parts: group.parts.filter(({ id }) => before.ids.includes(id)) };
    const names = nameList(companions(talk.work.social(), gone, on), to);
    return inLanguage(to, `会请 ${names} 退出：${line}`, `It takes ${names} out of ${line}`);
  }
  if (before.kind === "skipped") {
    const days = before.days
      .map((wall) => whenWords({ wall, zone: group.shared.zone }, to))
      .join(inLanguage(to, "、", ", "));
    return inLanguage(to, `「${title}」${days} 会照常`, `It brings back “${title}” of ${days}`);
  }
  const when = placeWords(talk, before, to);
  return before.cancelled === true
    ? inLanguage(to, `会恢复「${title}」，${when}`, `It brings back “${title}”, ${when}`)
    : inLanguage(
        to,
        `会改回「${before.title}」，${when}`,
        `It goes back to “${before.title}”, ${when}`,
      );
}

const placeWords = (talk: Talk, { start, zone }: SharedPlace, to: Audience): string =>
  whenWords({ wall: wallTimeAt(instantOf(start, zone), talk.work.zone), zone: talk.work.zone }, to);
