import { readFileSync } from "node:fs";
import { join } from "node:path";
import { interpret } from "../../src/language/interpret.ts";
import type { Interpretation, Item, RequestContext } from "../../src/language/request.ts";

/** What is not given is not compared. */
export interface Expectation {
  readonly intent: string;
  readonly items?: readonly Item[];
  readonly target?: string;
  readonly with?: readonly string[];
  /** The days of a question, the last one excluded. `null`: it names none. */
  readonly range?: readonly [start: string, end: string] | null;
  /** Titles of what a question is about; empty: of everything. */
  readonly about?: readonly string[];
  /** Only what comes again is asked for. */
  readonly repeating?: true;
  /** The one time of a series that is changed or cancelled. `null`: all of it. */
  readonly occurrence?: string | null;
}

export interface Case {
  readonly id: string;
  readonly lang: "zh" | "en";
  readonly text: string;
  readonly now: string;
  readonly tz: string;
  readonly context?: RequestContext;
  readonly expect: Expectation;
  readonly tags: readonly string[];
}

export const casesIn = (file: string): Case[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, "data", file), "utf8")) as Case[];

/** Verdicts from best to worst; `asked` is a question where an answer was wanted, which is a pity but no harm. */
export type Verdict = "right" | "asked" | "missed" | "wrong_write" | "false_create";

const writes = new Set([
  "create",
  "create_shared",
  "update",
  "update_shared",
  "cancel",
  "cancel_shared",
  "complete",
  "snooze",
]);

export interface Scored {
  readonly case: Case;
  readonly got: Interpretation;
  readonly verdict: Verdict;
  readonly why: string;
}

export function scoreCase(each: Case): Scored {
  const { text, now, tz, context } = each;
  const got = interpret({ text, now, tz, context });
  const why = difference(each, got);
  return { case: each, got, why, verdict: verdictOf(each.expect, got, why) };
}

function verdictOf(expect: Expectation, got: Interpretation, why: string): Verdict {
  if (why === "") return "right";
  if (!writes.has(got.intent)) return got.intent === "clarify" ? "asked" : "missed";
  return writes.has(expect.intent) ? "wrong_write" : "false_create";
}

/** The first thing that a person would see to be different. */
function difference(each: Case, got: Interpretation): string {
  const { expect } = each;
  if (expect.intent !== got.intent) return `intent ${got.intent} [${got.reasons.join(",")}]`;
  if (expect.target !== undefined && expect.target !== got.target) return `target ${got.target}`;
  return (
    [compareAsked(each, got), withDifference(expect, got), itemsDifference(expect, got)].find(
      (why) => why !== "",
    ) ?? ""
  );
}

/** Which days, which rows, which time of a series. */
function compareAsked({ expect, context = {} }: Case, got: Interpretation): string {
  const range = got.range === undefined ? null : [got.range.start, got.range.end];
  if (expect.range !== undefined && expect.range?.join() !== range?.join())
    return `range ${range?.join(" to ") ?? "none"}`;
  const about = listNamed(got, context).toSorted().join();
  if (expect.about !== undefined && expect.about.toSorted().join() !== about)
    return `about ${about}`;
  if (expect.repeating !== got.repeating) return `repeating ${got.repeating}`;
  const { occurrence } = expect;
  return occurrence === undefined || occurrence === (got.occurrence ?? null)
    ? ""
    : `occurrence ${got.occurrence}`;
}

/** The titles that an answer is limited to; words that nothing has as its title, as they are. */
function listNamed({ named, keyword }: Interpretation, context: RequestContext): readonly string[] {
  const known = [...(context.reminders ?? []), ...(context.shared ?? [])];
  if (named !== undefined)
    return named.map((one) => known.find(({ id }) => id === one)?.title ?? one);
  return keyword === undefined ? [] : [`“${keyword}”`];
}

function withDifference(expect: Expectation, got: Interpretation): string {
  const [wanted, had] = [expect.with, got.with ?? []].map((names) => names?.toSorted().join());
  return wanted === undefined || wanted === had ? "" : `with ${had}`;
}

function itemsDifference(expect: Expectation, got: Interpretation): string {
  const [wanted, had] = [expect.items ?? [], got.items].map((items) =>
    expandRules(items).toSorted((a, b) => a.start.localeCompare(b.start)),
  ) as [Item[], Item[]];
  if (wanted.length !== had.length) return `items ${had.length}: ${JSON.stringify(had)}`;
  return (
    wanted.map((item, index) => itemDifference(item, had[index])).find((text) => text !== "") ?? ""
  );
}

function itemDifference(wanted: Item, had: Item | undefined): string {
  if (had === undefined) return "item missing";
  if (wanted.start !== had.start) return `start ${had.start}`;
  if (canonicalRule(wanted) !== canonicalRule(had)) return `rrule ${had.rrule}`;
  if ((wanted.allDay ?? false) !== (had.allDay ?? false)) return `allDay ${had.allDay}`;
  if ((wanted.durationMinutes ?? null) !== (had.durationMinutes ?? null))
    return `duration ${had.durationMinutes}`;
  return isSameTitle(wanted.title, had.title) ? "" : `title ${had.title}`;
}

/** Case-insensitive, one contains the other; no title means any. */
export function isSameTitle(wanted: string, had: string): boolean {
  const [a, b] = [wanted.toLowerCase().trim(), had.toLowerCase().trim()];
  return a === "" || (b !== "" && (a.includes(b) || b.includes(a)));
}

/**
 * Parts in one order, defaults left out, of UNTIL the date only. Month and day of a yearly rule are
 * those of its start.
 */
export function canonicalRule({ rrule, start }: Pick<Item, "rrule" | "start">): string {
  if (rrule === null) return "";
  const [month, day] = [Number(start.slice(5, 7)), Number(start.slice(8, 10))];
  const parts = rrule.split(";").flatMap((part) => {
    const [name = "", value = ""] = part.split("=");
    if (name === "INTERVAL" && value === "1") return [];
    if (name === "UNTIL") return [`UNTIL=${value.slice(0, 8)}`];
    const isOfStart =
      (name === "BYMONTH" && value === `${month}`) || (name === "BYMONTHDAY" && value === `${day}`);
    if (rrule.startsWith("FREQ=YEARLY") && isOfStart) return [];
    return [`${name}=${value.split(",").toSorted().join(",")}`];
  });
  return parts.toSorted().join(";");
}

/** BYHOUR with several hours and the same rule once per hour are one thing. */
function expandRules(items: readonly Item[]): Item[] {
  return items.flatMap((item) => {
    const hours = /;?BYHOUR=([\d,]+)/.exec(item.rrule ?? "");
    if (item.rrule === null || hours === null || /BYMINUTE|HOURLY|MINUTELY/.test(item.rrule))
      return [item];
    const rrule = item.rrule.replace(hours[0], "");
    return (hours[1] ?? "").split(",").map((hour) => ({
      ...item,
      rrule,
      start: atHour(item, hour.padStart(2, "0")),
    }));
  });
}

/** The first time at an hour of the rule: of a daily one, an hour that has passed is of the next day. */
function atHour({ start, rrule }: Item, hour: string): string {
  const isNext = rrule?.startsWith("FREQ=DAILY") === true && hour < start.slice(11, 13);
  const day = new Date(Date.parse(`${start.slice(0, 10)}T00:00:00Z`) + (isNext ? 86_400_000 : 0));
  return `${day.toISOString().slice(0, 11)}${hour}${start.slice(13)}`;
}

export interface Figures {
  readonly cases: number;
  readonly right: number;
  readonly asked: number;
  readonly missed: number;
  readonly wrongWrites: number;
  readonly falseCreates: number;
  /** Cases in which something had to be written, and in which nothing had to. */
  readonly toWrite: number;
  readonly notToWrite: number;
}

export function figuresOf(results: readonly Scored[]): Figures {
  const count = (verdict: Verdict): number =>
    results.filter((result) => result.verdict === verdict).length;
  const toWrite = results.filter((result) => writes.has(result.case.expect.intent)).length;
  return {
    cases: results.length,
    right: count("right"),
    asked: count("asked"),
    missed: count("missed"),
    wrongWrites: count("wrong_write"),
    falseCreates: count("false_create"),
    toWrite,
    notToWrite: results.length - toWrite,
  };
}

/** One reminder at one spoken time, for oneself. */
export const isSingleTime = ({ expect, tags }: Case): boolean =>
  expect.intent === "create" && expect.items?.length === 1 && !tags.includes("recurring");
export const isRecurring = ({ expect, tags }: Case): boolean =>
  expect.intent === "create" && tags.includes("recurring");
