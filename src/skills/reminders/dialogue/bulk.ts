import { type Bulk, bulkOf } from "../../../language/intents/bulk.ts";
import { instantOf, wallTimeAt } from "../../../language/calendar/instants.ts";
import type { Occurrence } from "../../../language/calendar/occurrences.ts";
import { cancel } from "../commands/commands.ts";
import { plainContent } from "../commands/content.ts";
import { occurrencesOf } from "./decide-change.ts";
import type { Lines } from "./decide-create.ts";
import type { ReminderRow } from "../rows.ts";
import { isRunning, occurrencesBetween } from "../commands/schedule.ts";
import { activeOf, discourseOf } from "./discourse.ts";
import { buildContext, requestOf, understandMessage } from "./understand.ts";
import { type Audience, whenWords } from "../words/when-words.ts";
import { lineOf, numberLines, quoteTitle, inLanguage } from "../words/reminder-words.ts";
import type { Work } from "./work.ts";
import { complete, skip } from "../commands/occurrence-commands.ts";

/** A request about all matching reminders. */
export const bulkWish = (work: Work, text: string): Bulk | undefined =>
  bulkOf(requestOf(work, text, buildContext(work)));

/**
 * "取消今天所有提醒": the matching ones are listed, and nothing happens before a yes. `undefined`: one
 * reminder is meant, or none.
 */
export function bulk(
  work: Work,
  { text, wish }: { text: string; wish: Bulk | undefined },
  to: Audience,
): Lines | undefined {
  if (wish === undefined) return askAll(work, { rows: severalNamed(work, text) }, to);
  if (wish.verb === "complete") return allDone(work, to);
  if (wish.some !== undefined) return cancelSome(work, wish.some, to);
  const { range } = wish;
  const left = describeKeptShared(work, wish, to);
  // Without any reminders the sentence is about something else.
  if (activeOf(work).length === 0) return left.length > 0 ? [noneOfOwn(to), ...left] : undefined;
  const rows = activeOf(work).filter(
    (row) =>
      (range === undefined || within(work, row, range).length > 0) &&
      isMatch(row, wish.keyword) &&
      !isExcepted(row, wish.except),
  );
  const none = inLanguage(
    to,
    "没有这样的提醒，什么都没有取消。",
    "There are none like that. Nothing was cancelled.",
  );
  return askAll(work, { rows, range, left }, to) ?? [none, ...left];
}

const noneOfOwn = (to: Audience): string =>
  inLanguage(to, "你自己没有提醒，什么都没有取消。", "You have no reminders of your own.");

/** A shared reminder affects others: it is cancelled by its name, never along with the person's own. */
function describeKeptShared(work: Work, { keyword, range }: Bulk, to: Audience): Lines {
  if (keyword !== undefined) return [];
  const rows = work
    .rows()
    .filter(
      (row) =>
        row.kind === "shared_projection" &&
        row.lifecycle === "active" &&
        row.next_fire_at !== null &&
        (range === undefined || within(work, row, range).length > 0),
    );
  if (rows.length === 0) return [];
  const names = someNames(rows, to);
  return [
    inLanguage(
      to,
      `和好友约的不在内：${names}。要取消请说出是哪一个，我会告诉对方。`,
      `What you share with friends is not included: ${names}. Cancel that by its name; your friends will be told.`,
    ),
  ];
}

/** So many are cancelled without a question where the words point at them. */
const mostPointed = 2;

/** "前两个都删了": of what was shown; without a list, of what there is. */
function cancelSome(work: Work, some: NonNullable<Bulk["some"]>, to: Audience): Lines | undefined {
  const { count, from } = some;
  const listed = discourseOf(work, "").listed ?? [];
  const active = activeOf(work);
  const shown = listed.flatMap((id) => active.find((row) => row.id === id) ?? []);
  const pool = shown.length > 0 ? shown : active.toSorted((a, b) => dueAt(a) - dueAt(b));
  const newest = active.toSorted((a, b) => Date.parse(b.updated_at) - Date.parse(a.updated_at));
  const rows =
    from === "head"
      ? pool.slice(0, count)
      : from === "end"
        ? pool.slice(-count)
        : pool.length === count
          ? pool
          : newest.slice(0, count);
  if (rows.length < count) return undefined;
  const isClear = from !== "last" || pool.length === count;
  return isClear && count <= mostPointed
    ? bulkConfirmed(work, { ids: rows.map(({ id }) => id) }, to)
    : askAll(work, { rows }, to);
}

const dueAt = ({ next_fire_at: at }: ReminderRow): number =>
  at === null ? Infinity : Date.parse(at);

/** "取消喝水和吃药": each of them is named, and none is left to choose. */
function severalNamed(work: Work, text: string): readonly ReminderRow[] {
  const said = plainContent(text);
  const named = activeOf(work).filter(({ content }) => said.includes(plainContent(content)));
  if (new Set(named.map((row) => row.content_hash)).size < 2) return [];
  const { reasons, open } = understandMessage(work, text);
  const isCancel = open?.choices?.every(({ intent }) => intent === "cancel") ?? false;
  return reasons[0] === "target_ambiguous" && isCancel ? named : [];
}

/** Asks whether to cancel these reminders. `undefined`: there are none. */
export function askAll(
  work: Work,
  on: { rows: readonly ReminderRow[]; range?: Range | undefined; left?: Lines },
  to: Audience,
): Lines | undefined {
  const { rows, range, left = [] } = on;
  const [only, second] = rows;
  if (only === undefined) return undefined;
  const shown = rows.slice(0, mostShown);
  const lines = [
    numberLines(
      shown.map((row) =>
        range !== undefined && row.rrule !== null
          ? timesOf(work, row, { range, to })
          : lineOf(row, to),
      ),
    ),
    ...(rows.length > shown.length ? [moreWords(rows.length - shown.length, to)] : []),
    ...left,
  ].join("\n");
  const question = inLanguage(
    to,
    `要取消${second === undefined ? "这个提醒" : `这 ${rows.length} 个提醒`}吗？\n${lines}\n回复“是”就取消。`,
    `Cancel ${second === undefined ? "this reminder" : `these ${rows.length} reminders`}?\n${lines}\n“Yes” cancels ${second === undefined ? "it" : "them"}.`,
  );
  const asked = {
    kind: "cancel_all",
    ids: rows.map(({ id }) => id),
    language: to.language,
  } as const;
  work.ask(range === undefined ? asked : { ...asked, range }, question);
  return [question];
}

/** How many are listed one by one. */
const mostShown = 20;

const moreWords = (more: number, to: Audience): string =>
  inLanguage(to, `……还有 ${more} 个`, `… and ${more} more`);

function someNames(rows: readonly ReminderRow[], to: Audience): string {
  const names = rows.slice(0, mostShown).map((row) => quoteTitle(row, to));
  const more = rows.length > names.length ? ` ${moreWords(rows.length - names.length, to)}` : "";
  return `${names.join(inLanguage(to, "、", ", "))}${more}`;
}

/** "打卡 · 明天 08:00（只这一次）": the series goes on. */
function timesOf(
  work: Work,
  row: ReminderRow,
  { range, to }: { range: Range; to: Audience },
): string {
  const times = within(work, row, range);
  const whens = times
    .slice(0, 3)
    .map(({ wall }) => whenWords({ wall, zone: row.captured_timezone }, to));
  const more = times.length > 3 ? " …" : "";
  const rest =
    times.length === 1
      ? inLanguage(to, "（只这一次）", " (only this once)")
      : inLanguage(to, "（其余照旧）", " (the others stay)");
  return `${row.content} · ${whens.join(inLanguage(to, "、", ", "))}${more}${rest}`;
}

/** After the yes: those of them that are still there. */
export function bulkConfirmed(
  work: Work,
  { ids, range }: { ids: readonly string[]; range?: Range },
  to: Audience,
): Lines {
  const rows = ids
    .flatMap((id) => work.row(id) ?? [])
    .filter((row) => row.lifecycle === "active" || isRunning(row, work.maker.now));
  const own = new Set<string>();
  for (const row of rows) {
    if (own.has(row.id)) continue;
    if (range !== undefined && row.rrule !== null) {
      leaveOut(work, row, range);
      continue;
    }
    const parts = occurrencesOf(work, row);
    for (const { id } of parts) own.add(id);
    work.take(cancel(work.maker, row, parts));
  }
  const names = someNames(rows, to);
  return rows.length === 0
    ? [
        inLanguage(
          to,
          "它们已经不在了，什么都没有取消。",
          "They are gone already. Nothing was cancelled.",
        ),
      ]
    : [
        inLanguage(
          to,
          `好，取消了 ${rows.length} 个提醒：${names}。`,
          `OK, ${rows.length === 1 ? "one reminder is" : `${rows.length} reminders are`} cancelled: ${names}.`,
        ),
      ];
}

/** Each skip is decided on the row that the previous one left. */
function leaveOut(work: Work, row: ReminderRow, range: Range): void {
  for (const { wall } of within(work, row, range)) {
    const now = work.row(row.id);
    if (now !== undefined && now.lifecycle === "active") work.take(skip(work.maker, now, wall));
  }
}

type Range = { readonly start: string; readonly end: string };

function within(work: Work, row: ReminderRow, range: Range): Occurrence[] {
  const [from, to] = [instantOf(range.start, work.zone), instantOf(range.end, work.zone)];
  return occurrencesBetween(row, { from: Math.max(from, work.maker.now), to, most: 200 });
}

function isMatch({ content }: ReminderRow, keyword: string | undefined): boolean {
  if (keyword === undefined) return true;
  const [mine, wanted] = [plainContent(content), plainContent(keyword)];
  return mine.includes(wanted) || wanted.includes(mine);
}

const isExcepted = (row: ReminderRow, except: string | undefined): boolean =>
  except !== undefined && isMatch(row, except);

/**
 * "都做完了": in the evening the to-dos without a time, otherwise the reminders that have just fired.
 */
function allDone(work: Work, to: Audience): Lines | undefined {
  const untimed = activeOf(work).filter(({ kind }) => kind === "no_trigger_time");
  const newest = work.state.fires.filter((fire) => fire.firedAt === work.state.fires[0]?.firedAt);
  const fired = newest
    .flatMap(({ reminderId }) => work.row(reminderId) ?? [])
    .filter(({ completion }) => completion !== "done");
  const isEvening =
    Number(wallTimeAt(work.maker.now, work.zone).slice(11, 13)) >= work.settings.nightlyHour;
  const rows = untimed.length > 0 && (isEvening || fired.length === 0) ? untimed : fired;
  if (rows.length === 0) return undefined;
  for (const row of rows) work.take(complete(work.maker, row));
  const names = someNames(rows, to);
  return [inLanguage(to, `好，都划掉了：${names}。`, `OK, all done: ${names}.`)];
}
