import { zoneOfCountry } from "../../../domain/country-zones.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import { isByClockOf, moveToZone } from "../commands/zone-moves.ts";
import type { ReminderRow } from "../rows.ts";
import type { Audience } from "../words/when-words.ts";
import { quoteTitle, inLanguage } from "../words/reminder-words.ts";
import type { Work } from "./work.ts";
import type { Doing } from "./message.ts";

interface ZoneNotice {
  readonly lines: readonly string[];
  readonly events: readonly EventDraft[];
}

const nothing: ZoneNotice = { lines: [], events: [] };

/**
 * Mentioned once, with the first reminder at a clock time: the guessed zone and the reason. Another
 * question takes precedence.
 */
export function guessTold({ work, talk, turn, settings }: Doing, to: Audience): ZoneNotice {
  const guess = work.state.zoneGuess;
  const isSettled = settings.some(({ operation }) => operation === "set_timezone");
  if (
    guess === undefined ||
    guess.isTold ||
    isSettled ||
    work.state.isShared ||
    work.asking() !== undefined
  )
    return nothing;
  const byClock = work.commands.some(({ changes }) =>
    changes.some(({ after }) => isByClock(after)),
  );
  if (!byClock && !talk.commands.some(({ operation }) => operation === "create_shared_reminder"))
    return nothing;
  const { id } = turn.account;
  const told: EventDraft<"account_updated"> = {
    stream: `account:${id}`,
    kind: "account_updated",
    at: iso(turn.now),
    accountId: id,
    turnId: turn.turnId,
    payload: { id, zone_told: true },
  };
  return {
    lines: [guessWords(guess.country, to)],
    events: [told],
  };
}

/** Not "in 20 minutes", which is the same moment everywhere. */
const isByClock = (row: ReminderRow): boolean =>
  row.local_start !== null && row.instant === null && row.lifecycle === "active";

function guessWords(country: string, to: Audience): string {
  const [where, time] = [
    countryWords(country, to),
    `${timeOfPlace(to)}${inLanguage(to, "（", " (")}${offsetOf(to)}${inLanguage(to, "）", ")")}`,
  ];
  if (zoneOfCountry(country)?.isOneOfSeveral === true)
    return inLanguage(
      to,
      `你的号码是${where}的，那里有好几个时区，我先按${time}记。你在哪个城市？`,
      `Your number is from ${where}, which has several time zones, so I used ${time} for now. Which city are you in?`,
    );
  return inLanguage(
    to,
    `你的号码是${where}的，我就按${time}记。不对的话，告诉我你在哪个城市。`,
    `Your number is from ${where}, so I used ${time}. If not, tell me your city.`,
  );
}

function countryWords(country: string, { language }: Audience): string {
  const name =
    new Intl.DisplayNames(language, { type: "region", style: "short" }).of(country) ?? country;
  return language === "en" &&
    (/Islands?$|Republic$|^United|^U\.S\./.test(name) || withArticle.has(country))
    ? `the ${name}`
    : name;
}

const withArticle = new Set(["BS", "GB", "GM", "MV", "NL", "PH", "SC", "US"]);

/** "New York time", "纽约时间". */
function timeOfPlace(to: Audience): string {
  if (to.language === "zh") {
    const name = partOf(to, "shortGeneric");
    return name.startsWith("GMT") ? ` ${to.zone} 时间` : name;
  }
  const city = to.zone.slice(to.zone.lastIndexOf("/") + 1).replaceAll("_", " ");
  return `${spelledToday[city] ?? city} time`;
}

const offsetOf = (to: Audience): string =>
  partOf({ ...to, language: "en" }, "shortOffset").replace("GMT", "UTC");

function partOf(
  { language, zone, now }: Audience,
  timeZoneName: "shortGeneric" | "shortOffset",
): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName }).formatToParts(
    now,
  );
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

/** The system's table keeps the names that zones had first. */
const spelledToday: Readonly<Record<string, string>> = {
  Calcutta: "Kolkata",
  Faeroe: "Faroe",
  Godthab: "Nuuk",
  Katmandu: "Kathmandu",
  Kiev: "Kyiv",
  Ponape: "Pohnpei",
  Rangoon: "Yangon",
  Saigon: "Ho Chi Minh City",
};

/**
 * Reminders made with the guess keep their wall time in the real zone. Reports which moved and
 * which could not.
 */
export function moveGuessed(work: Work, zone: string, to: Audience): readonly string[] {
  if (work.state.zoneGuess === undefined) return [];
  const { moved, kept } = { moved: [] as ReminderRow[], kept: [] as ReminderRow[] };
  for (const row of work.rows().filter((each) => isByGuess(each, work.zone))) {
    const command = moveToZone(work.maker, row, zone);
    if (command === undefined) kept.push(row);
    else {
      work.take(command);
      moved.push(row);
    }
  }
  const lines: string[] = [];
  if (moved.length > 0)
    lines.push(
      inLanguage(
        to,
        `之前记下的也改成按那里的时间响：${listNames(moved, to)}。`,
        `These now come at the same hour there: ${listNames(moved, to)}.`,
      ),
    );
  if (kept.length > 0)
    lines.push(
      inLanguage(
        to,
        `那里已经过了点，仍按原来的时间响：${listNames(kept, to)}。`,
        `That hour has passed there, so this stays as it was: ${listNames(kept, to)}.`,
      ),
    );
  return lines;
}

const isByGuess = (row: ReminderRow, zone: string): boolean =>
  isByClockOf(row, zone) && row.source === "chat";

const mostNamed = 3;

function listNames(rows: readonly ReminderRow[], to: Audience): string {
  const names = rows.slice(0, mostNamed).map((row) => quoteTitle(row, to));
  const more = rows.length - names.length;
  if (more === 0) return names.join(inLanguage(to, "、", ", "));
  return inLanguage(
    to,
    `${names.join("、")}等 ${rows.length} 个`,
    `${names.join(", ")} and ${more} more`,
  );
}
