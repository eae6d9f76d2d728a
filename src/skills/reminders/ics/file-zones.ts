import { zoneName } from "../../../domain/zone.ts";
import { occurrencesAfter } from "../../../language/calendar/occurrences.ts";
import { offsetAt } from "../../../language/calendar/transitions.ts";
import { type ContentLine, plainText } from "./lines.ts";
import { ruleProblem } from "../commands/recurrence-rules.ts";
import { isoWall } from "./zone.ts";
import { windowsZones } from "./windows-zones.ts";

interface ZoneSearch {
  readonly home: string;
  /** So many definitions are compared with every zone there is, which takes milliseconds each. */
  readonly mostLooks: number;
}

/**
 * The lines of a file with the zones of their times by IANA names. A program may call a zone what it
 * likes as long as the file defines it, so an unknown name is looked up by what its clocks show
 * (docs/decisions/0560).
 */
export function nameZones(
  lines: readonly ContentLine[],
  { home, mostLooks }: ZoneSearch,
): ContentLine[] {
  let left = mostLooks;
  const definitions = readDefinitions(lines);
  const years = lastYears(lines);
  const known = new Map<string, string | undefined>();
  const look = (name: string): string | undefined => {
    const definition = definitions.get(plainText(name));
    if (definition === undefined || left === 0) return undefined;
    left -= 1;
    return findByClocks(definition, { home, year: years.get(name) });
  };
  const find = (name: string): string | undefined => {
    if (!known.has(name)) known.set(name, findByName(name) ?? look(name));
    return known.get(name);
  };
  return lines.map((line) => {
    const name = line.params["TZID"];
    const zone = name === undefined ? undefined : find(name);
    return zone === undefined || zone === name ? line : withZone(line, zone);
  });
}

const withZone = (line: ContentLine, zone: string): ContentLine => ({
  ...line,
  params: { ...line.params, TZID: zone },
  raw: line.raw.replace(/;TZID=(?:"[^"]*"|[^";:,]*)/i, () => `;TZID=${zone}`),
});

const findByName = (name: string): string | undefined =>
  zoneName(name) ??
  zoneName(windowsZones[name] ?? "") ??
  zoneName(name.replace(/^\/(?:[^/]+\/)*?(?=[A-Z][A-Za-z]+\/)/, ""));

/** What a file says of a zone: its other name, and since when its clocks show what. */
interface Definition {
  readonly location: string | undefined;
  readonly observances: readonly Observance[];
}

interface Observance {
  /** By the clocks before it. */
  readonly start: string;
  readonly rule: string | null;
  readonly dates: readonly string[];
  /** Minutes east of UTC. */
  readonly from: number;
  readonly to: number;
}

const mostDefinitions = 100;
const mostObservances = 200;
/** Of one rule, in the years that are compared. */
const mostChanges = 12;
const mostSteps = 20_000;

function readDefinitions(lines: readonly ContentLine[]): ReadonlyMap<string, Definition> {
  const found = new Map<string, Definition>();
  const starts = lines.flatMap((line, at) =>
    line.name === "BEGIN" && isKind(line, "VTIMEZONE") ? [at] : [],
  );
  for (const start of starts) {
    const end = lines.findIndex(
      (line, at) => at > start && line.name === "END" && isKind(line, "VTIMEZONE"),
    );
    const own = lines.slice(start + 1, end);
    const name = plainText(valueIn(own, "TZID"));
    if (findByName(name) === undefined && found.size < mostDefinitions)
      found.set(name, {
        location: valueIn(own, "X-LIC-LOCATION"),
        observances: readObservances(own),
      });
  }
  return found;
}

const isKind = ({ value }: ContentLine, kind: string): boolean =>
  value.trim().toUpperCase() === kind;
const valueIn = (lines: readonly ContentLine[], name: string): string =>
  lines.find((line) => line.name === name)?.value.trim() ?? "";

function readObservances(lines: readonly ContentLine[]): Observance[] {
  const parts: ContentLine[][] = [];
  for (const line of lines) {
    if (line.name === "BEGIN") parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.slice(0, mostObservances).flatMap((part) => {
    const [from, to] = [offsetIn(part, "TZOFFSETFROM"), offsetIn(part, "TZOFFSETTO")];
    const start = wallIn(valueIn(part, "DTSTART"));
    if (from === undefined || to === undefined || start === undefined) return [];
    const rule = valueIn(part, "RRULE").toUpperCase();
    const dates = part
      .filter(({ name }) => name === "RDATE")
      .flatMap(({ value }) => value.split(",").flatMap((each) => wallIn(each) ?? []));
    return [{ start, rule: rule === "" ? null : rule, dates, from, to }];
  });
}

function offsetIn(lines: readonly ContentLine[], name: string): number | undefined {
  const found = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(valueIn(lines, name));
  if (found === null) return undefined;
  const [, sign, hours, minutes, seconds = "0"] = found;
  const size = Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
  return sign === "-" ? -size : size;
}

function wallIn(text: string): string | undefined {
  const [, day, time = "000000"] = /^(\d{8})(?:T(\d{6})Z?)?$/i.exec(text.trim()) ?? [];
  const wall = day === undefined ? "" : isoWall(day, time);
  return Number.isNaN(Date.parse(`${wall}Z`)) ? undefined : wall;
}

/** The last year in which something is said in the clocks of a zone: definitions tell of today's. */
function lastYears(lines: readonly ContentLine[]): ReadonlyMap<string, number> {
  const years = new Map<string, number>();
  for (const { params, value } of lines) {
    const year = Number(/^\d{4}/.exec(value)?.[0]);
    const name = params["TZID"];
    if (name !== undefined && year >= 1) years.set(name, Math.max(year, years.get(name) ?? 0));
  }
  return years;
}

const hour = 3_600_000;
/** A zone is the same as another one if both show the same for two years. */
const comparedYears = 2;

interface Looking {
  readonly home: string;
  readonly year: number | undefined;
}

/** The zone whose clocks are those of the definition: that of the person first, then those of cities that many know. */
function findByClocks(definition: Definition, { home, year }: Looking): string | undefined {
  if (year === undefined) return undefined;
  const named = zoneName(definition.location ?? "");
  if (named !== undefined) return named;
  const shown = offsetsOf(definition, year);
  if (shown.length === 0) return undefined;
  const fixed = Array.from({ length: 27 }, (_, nth) => `Etc/GMT${nth < 13 ? "+" : ""}${12 - nth}`);
  const zones = [
    home,
    ...Object.values(windowsZones),
    ...Intl.supportedValuesOf("timeZone"),
    ...fixed,
  ];
  return zones.find((zone) => shown.every(({ at, offset }) => offsetAt(zone, at) === offset));
}

/** What the clocks show in the middle of each month, and around each of their changes. */
function offsetsOf(
  { observances }: Definition,
  year: number,
): readonly { readonly at: number; readonly offset: number }[] {
  const [from, until] = [Date.UTC(year, 0, 1), Date.UTC(year + comparedYears, 0, 1)];
  const changes = observances
    .flatMap((each) => changesOf(each, year, until).map((at) => ({ at, ...each })))
    .toSorted((a, b) => a.at - b.at);
  const [first] = changes;
  if (first === undefined) return [];
  const months = Array.from({ length: 12 * comparedYears }, (_, nth) => Date.UTC(year, nth, 15));
  const around = changes.filter(({ at }) => at >= from).flatMap(({ at }) => [at - hour / 2, at]);
  return [...months, ...around].map((at) => ({
    at,
    offset: changes.findLast((change) => change.at <= at)?.to ?? first.from,
  }));
}

/** When it begins, from the year before on; earlier if it has not begun again since. */
function changesOf(
  { start, rule, dates, from }: Observance,
  year: number,
  until: number,
): number[] {
  const walls = [start, ...dates, ...(rule === null ? [] : wallsOf(start, rule, { year, until }))];
  return walls.map((wall) => Date.parse(`${wall}Z`) - from * 60_000).filter((at) => at < until);
}

function* wallsOf(
  start: string,
  rule: string,
  { year, until }: { readonly year: number; readonly until: number },
): Generator<string> {
  const problem = ruleProblem(rule, { start, zone: "UTC" }, { left: mostSteps });
  if (!rule.includes("FREQ=YEARLY") || problem !== undefined) return;
  // A rule without a number comes on the same days whenever it began. Its day of the first year may be over by the start.
  const since = Math.max(Number(start.slice(0, 4)), year - 2);
  const isCounted = /COUNT=|INTERVAL=/.test(rule);
  const begun = isCounted ? start : `${String(since).padStart(4, "0")}${start.slice(4)}`;
  const schedule = { start: begun, zone: "UTC", rrule: rule.replace(/(UNTIL=\w+?)Z/, "$1") };
  let left = mostChanges;
  for (const { wall, instant } of occurrencesAfter(schedule, Date.UTC(since, 0, 1) - 1)) {
    if (instant >= until || left === 0) return;
    left -= 1;
    yield wall;
  }
}
