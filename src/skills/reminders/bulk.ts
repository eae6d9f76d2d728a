import { bulkOf } from "../../language/bulk.ts";
import { instantOf, wallTimeAt } from "../../language/instants.ts";
import { cancel, complete } from "./commands.ts";
import { plainContent } from "./content.ts";
import { occurrencesOf } from "./decide-change.ts";
import type { Lines } from "./decide-create.ts";
import type { ReminderRow } from "./rows.ts";
import { activeOf, knownContext, requestOf, understood } from "./understand.ts";
import type { Listener } from "./when-words.ts";
import { lineOf, numbered, quoted, said } from "./words.ts";
import type { Work } from "./work.ts";

/** "取消今天所有提醒": what fits is shown and nothing happens before a yes. `undefined`: one reminder is meant, or none. */
export function bulk(work: Work, text: string, to: Listener): Lines | undefined {
  const wish = bulkOf(requestOf(work, text, knownContext(work)));
  if (wish === undefined) return askAll(work, severalNamed(work, text), to);
  if (wish.verb === "complete") return allDone(work, to);
  // Nobody who has none speaks of reminders.
  if (activeOf(work).length === 0) return undefined;
  const rows = activeOf(work).filter((row) => inRange(work, row, wish.range) && fits(row, wish.keyword));
  const none = said(to, "没有这样的提醒，什么都没有取消。", "There are none like that. Nothing was cancelled.");
  return askAll(work, rows, to) ?? [none];
}

/** "取消喝水和吃药": each of them is named, and none is left to choose. */
function severalNamed(work: Work, text: string): readonly ReminderRow[] {
  const said = plainContent(text);
  const named = activeOf(work).filter(({ content }) => said.includes(plainContent(content)));
  if (new Set(named.map((row) => row.content_hash)).size < 2) return [];
  const { reasons, open } = understood(work, text);
  const isCancel = open?.choices?.every(({ intent }) => intent === "cancel") ?? false;
  return reasons[0] === "target_ambiguous" && isCancel ? named : [];
}

function askAll(work: Work, rows: readonly ReminderRow[], to: Listener): Lines | undefined {
  const [only, second] = rows;
  if (only === undefined) return undefined;
  const question = said(
    to,
    `要取消${second === undefined ? "这个提醒" : `这 ${rows.length} 个提醒`}吗？\n${numbered(rows.map((row) => lineOf(row, to)))}\n回复“是”就取消。`,
    `Cancel ${second === undefined ? "this reminder" : `these ${rows.length} reminders`}?\n${numbered(rows.map((row) => lineOf(row, to)))}\n“Yes” cancels them.`,
  );
  work.ask({ kind: "cancel_all", ids: rows.map(({ id }) => id), language: to.language }, question);
  return [question];
}

/** After the yes: those of them that are still there. */
export function bulkConfirmed(work: Work, ids: readonly string[], to: Listener): Lines {
  const rows = ids.flatMap((id) => work.row(id) ?? []).filter(({ lifecycle }) => lifecycle === "active");
  const own = new Set<string>();
  for (const row of rows) {
    if (own.has(row.id)) continue;
    const parts = occurrencesOf(work, row);
    for (const { id } of parts) own.add(id);
    work.take(cancel(work.maker, row, parts));
  }
  const names = rows.map((row) => quoted(row, to)).join(said(to, "、", ", "));
  return rows.length === 0
    ? [said(to, "它们已经不在了，什么都没有取消。", "They are gone already. Nothing was cancelled.")]
    : [said(to, `好，取消了 ${rows.length} 个提醒：${names}。`, `OK, ${rows.length} reminders are cancelled: ${names}.`)];
}

function inRange(work: Work, { next_fire_at: next }: ReminderRow, range: { start: string; end: string } | undefined): boolean {
  if (range === undefined) return true;
  const [from, to] = [instantOf(range.start, work.zone), instantOf(range.end, work.zone)];
  return next !== null && Date.parse(next) >= from && Date.parse(next) < to;
}

function fits({ content }: ReminderRow, keyword: string | undefined): boolean {
  if (keyword === undefined) return true;
  const [mine, wanted] = [plainContent(content), plainContent(keyword)];
  return mine.includes(wanted) || wanted.includes(mine);
}

/** "都做完了": in the evening what has no time, otherwise what has just gone off. */
function allDone(work: Work, to: Listener): Lines | undefined {
  const untimed = activeOf(work).filter(({ kind }) => kind === "no_trigger_time");
  const newest = work.state.fires.filter((fire) => fire.firedAt === work.state.fires[0]?.firedAt);
  const fired = newest.flatMap(({ reminderId }) => work.row(reminderId) ?? []).filter(({ completion }) => completion !== "done");
  const isEvening = Number(wallTimeAt(work.maker.now, work.zone).slice(11, 13)) >= work.settings.nightlyHour;
  const rows = untimed.length > 0 && (isEvening || fired.length === 0) ? untimed : fired;
  if (rows.length === 0) return undefined;
  for (const row of rows) work.take(complete(work.maker, row));
  const names = rows.map((row) => quoted(row, to)).join(said(to, "、", ", "));
  return [said(to, `好，都划掉了：${names}。`, `OK, all done: ${names}.`)];
}
