import { wantsUndo } from "../../../language/intents/take-back.ts";
import { cancel, type Command, restore, restoreRow, type RowChange } from "../commands/commands.ts";
import type { Lines } from "./decide-create.ts";
import type { Undoable } from "../commands/reminder-events.ts";
import { hasGoneOff, type ReminderRow } from "../rows.ts";
import type { UndoPoint } from "./state.ts";
import { understandMessage } from "./understand.ts";
import type { Audience } from "../words/when-words.ts";
import { lineOf, nextWords, quoteTitle, inLanguage } from "../words/reminder-words.ts";
import type { Work } from "./work.ts";

const restoreWords = {
  zh: /^[\s\p{P}]*(?:(?:[哎呀啊呃等]+|不对|错了|算了|还是|手滑了?)[\s\p{P}]*)*(?:请|帮我|把)?(?:恢复|还原|找回)(?:一下|掉|被?删(?:掉|除)?的|刚才|刚刚|删的|那[个条]|的)*(.*?)(?:的?提醒|吧|[\s\p{P}])*$|^[\s\p{P}]*(?:请|帮我)?把(.{1,20}?)(?:的?提醒)?(?:恢复|还原|找回来)(?:一下|吧|[\s\p{P}])*$/u,
  en: /^[\s\p{P}]*(?:please )?(?:restore|undelete|bring back)(?: (?:the|my|that))?(.*?)(?: reminder)?[\s\p{P}]*$/iu,
} as const;

/** How long "undo" reverses the last change. */
const undoableFor = 24 * 3_600_000;

export function undoPoint({ state: { undo }, maker }: Work): UndoPoint | undefined {
  return undo === undefined || undo.at < maker.now - undoableFor ? undefined : undo;
}

/**
 * "撤销": the last change of this conversation never happened. `undefined` when it is not such a
 * request or nothing can be meant.
 */
export function undone(work: Work, text: string, to: Audience): Lines | undefined {
  if (!wantsUndo(text)) return undefined;
  if (isAboutEarlier(work)) return [writeNotLast(to)];
  if (lastChanges(work) !== undefined) return undoLast(work, to);
  // A change made elsewhere can be meant if it is the only one. Changes made here were undone
  // already, or are too old.
  const { intent, targetId } = understandMessage(work, text);
  const isElsewhere =
    intent === "cancel" && work.row(targetId ?? "")?.conversation_id !== work.maker.conversationId;
  return isElsewhere ? undefined : [nothingToUndo(to)];
}

/** A button under an earlier confirmation: the last change is another one, and stays. */
function isAboutEarlier(work: Work): boolean {
  const named = work.rows().filter(({ content }) => work.quoted?.includes(content) === true);
  const last = new Set(lastChanges(work)?.map(({ id }) => id));
  return named.length > 0 && !named.some(({ id }) => last.has(id));
}

const writeNotLast = (to: Audience): string =>
  inLanguage(
    to,
    "那不是最近一次改动，没有撤销。",
    "That is not the last change. Nothing was undone.",
  );

export function undoLast(work: Work, to: Audience): Lines {
  const changes = lastChanges(work);
  if (changes === undefined) return [nothingToUndo(to)];
  const results = changes.map((change) => undoOne(work, change, to));
  const rowChanges = results.flatMap(({ changes: made }) => made);
  if (rowChanges.length > 0)
    work.take({
      operation: "undo",
      payload: { reminder_ids: rowChanges.map(({ after }) => after.id) },
      changes: rowChanges,
    });
  return shortenLines(
    results.map(({ line }) => line),
    to,
  );
}

/** A part of the last change is still unmodified. */
export const isAsLeft = (work: Work): boolean =>
  lastChanges(work)?.some(({ id, version }) => work.row(id)?.version === version) === true;

/** The last change left something standing that had been there before, as another time or name does. */
export const hasMoved = (work: Work): boolean =>
  lastChanges(work)?.some(
    ({ id, before }) => before?.lifecycle === "active" && work.row(id)?.lifecycle === "active",
  ) === true;

/** "不用了" may also be a polite no, and behind a move it may mean the whole reminder. */
export function askDropped(work: Work, to: Audience): Lines {
  const changes = lastChanges(work) ?? [];
  const rows = changes.flatMap(({ id }) => work.row(id) ?? []);
  const names = rows.slice(0, 3).map((row) => quoteTitle(row, to));
  const which = `${names.join(inLanguage(to, "、", ", "))}${rows.length > 3 ? inLanguage(to, ` 等 ${rows.length} 个`, ` and ${rows.length - 3} more`) : ""}`;
  if (which === "") return [nothingToUndo(to)];
  const question = hasMoved(work)
    ? inLanguage(
        to,
        `要把${which}改回原样吗？回复“是”就改回；整个不要了，就说“删掉${names[0] ?? ""}”。`,
        `Shall I put ${which} back as it was? Reply “yes”, or “delete ${names[0] ?? ""}” to remove it altogether.`,
      )
    : inLanguage(
        to,
        `要撤销刚才对${which}做的改动吗？回复“是”就撤销。`,
        `Shall I undo what I just did to ${which}? Reply “yes” to confirm.`,
      );
  work.ask({ kind: "undo", language: to.language }, question);
  return [question];
}

/** The most that are confirmed one by one; beyond it only the count is shown. */
const mostLines = 20;

function shortenLines(lines: Lines, to: Audience): Lines {
  if (lines.length <= mostLines) return lines;
  const more = lines.length - mostLines / 2;
  const rest = inLanguage(
    to,
    `……还有 ${more} 个也一样处理了，一共 ${lines.length} 个。`,
    `… and ${more} more in the same way, ${lines.length} in all.`,
  );
  return [...lines.slice(0, mostLines / 2), rest];
}

const nothingToUndo = (to: Audience): string =>
  inLanguage(to, "没有可以撤销的改动。", "There is nothing to undo.");

/** Of this window, or of an earlier turn that is not too old. */
function lastChanges(work: Work): readonly Undoable[] | undefined {
  const here = work.commands.at(-1);
  if (here !== undefined)
    return here.changes.map(({ before, after }) => ({
      id: after.id,
      version: after.version,
      before,
    }));
  return undoPoint(work)?.changes;
}

function undoOne(
  work: Work,
  { id, version, before }: Undoable,
  to: Audience,
): { line: string; changes: readonly RowChange[] } {
  const row = work.row(id);
  if (row === undefined)
    return {
      line: inLanguage(to, "有一个提醒已经不在了。", "One reminder is no longer there."),
      changes: [],
    };
  if (row.version !== version) return { line: describeChangedSince(row, to), changes: [] };
  if (before === null) {
    const { changes } = cancel(work.maker, row);
    // Of a series only this one time was meant.
    const when =
      row.series_id === null
        ? { zh: "", en: "" }
        : { zh: `（${nextWords(row, to)}）`, en: ` (${nextWords(row, to)})` };
    const [zh, en] = [
      `撤销了：${quoteTitle(row, to)}${when.zh}不会提醒了。`,
      `Undone: ${quoteTitle(row, to)}${when.en} will not go off.`,
    ];
    return { line: inLanguage(to, zh, en), changes };
  }
  return putBack(work, row, { before, to });
}

/** It fired or was changed since: later events are not undone silently. */
const describeChangedSince = (row: ReminderRow, to: Audience): string =>
  row.completion === "fired" || hasGoneOff(row)
    ? inLanguage(
        to,
        `${quoteTitle(row, to)}已经响过了，没有改动。`,
        `${quoteTitle(row, to)} has gone off already. Nothing was changed.`,
      )
    : inLanguage(
        to,
        `${quoteTitle(row, to)}后来又变过，没有改动。`,
        `${quoteTitle(row, to)} has changed since. Nothing was changed.`,
      );

function putBack(
  work: Work,
  row: ReminderRow,
  { before, to }: { before: ReminderRow; to: Audience },
): { line: string; changes: readonly RowChange[] } {
  const wasActive = before.lifecycle === "active";
  const back = wasActive
    ? restoreRow(work.maker, { ...before, version: row.version })
    : { ...before, version: row.version + 1 };
  if (back === undefined)
    return {
      line: inLanguage(
        to,
        `${quoteTitle(before, to)}原来的时间已经过了，没有改动。`,
        `The earlier time of ${quoteTitle(before, to)} has passed. Nothing was changed.`,
      ),
      changes: [],
    };
  const line =
    row.lifecycle === "active"
      ? inLanguage(to, `改回来了：${lineOf(back, to)}。`, `As before: ${lineOf(back, to)}.`)
      : inLanguage(to, `恢复了：${lineOf(back, to)}。`, `Restored: ${lineOf(back, to)}.`);
  return { line, changes: [{ kind: "reminder_restored", before: row, after: back }] };
}

/** "恢复喝水": restores a recently deleted reminder. */
export function restoreDeleted(work: Work, text: string, to: Audience): Lines | undefined {
  const found = restoreWords[to.language].exec(text);
  if (found === null) return undefined;
  const name = (found[1] ?? found[2] ?? "").trim().toLowerCase();
  const deleted = work
    .rows()
    .filter((row) => row.lifecycle === "deleted" && row.series_id === null)
    .toSorted((a, b) => Date.parse(b.deleted_at ?? "") - Date.parse(a.deleted_at ?? ""));
  const row = deleted.find(
    ({ content }) =>
      name === "" || content.toLowerCase().includes(name) || name.includes(content.toLowerCase()),
  );
  if (row === undefined) return undefined;
  const command: Command | undefined = restore(work.maker, row);
  if (command === undefined)
    return [
      inLanguage(
        to,
        `${quoteTitle(row, to)}的时间已经过了，没有恢复。`,
        `The time of ${quoteTitle(row, to)} has passed; it was not restored.`,
      ),
    ];
  work.take(command);
  return [
    inLanguage(
      to,
      `恢复了：${lineOf(command.changes[0]?.after ?? row, to)}。`,
      `Restored: ${lineOf(command.changes[0]?.after ?? row, to)}.`,
    ),
  ];
}
