import { wallTimeAt } from "../../../language/calendar/instants.ts";
import { ruleWords } from "../../reminders/words/rule-words.ts";
import { dayWords, type Audience, timeWords, whenWords } from "../../reminders/words/when-words.ts";
import { lineOf, nextWords, placeOf, inLanguage } from "../../reminders/words/reminder-words.ts";
import type { Interval } from "../availability/free-time.ts";
import { nameList, partName } from "../names.ts";
import type { Part, Social } from "../people.ts";
import type { Group } from "../sharing/group-command.ts";

/** Participants other than the recipient. */
export const companions = (
  social: Social,
  { parts }: Pick<Group, "parts">,
  on: { me: string; to: Audience },
): string[] =>
  parts
    .filter(({ id, state }) => id !== on.me && state === "active")
    .map((part) => partName(social, part, on.to));

/** Those who are notified of a change: people who completed their part are not. */
export const pendingParts = ({ parts }: Pick<Group, "parts">): readonly Part[] =>
  parts.filter(({ completion }) => completion === "pending");

/** Its title, time and participants. */
export function groupLine(social: Social, group: Group, on: { me: string; to: Audience }): string {
  const { to } = on;
  const own = group.parts.find(({ id }) => id === on.me);
  const names = companions(social, group, on);
  const line = own === undefined ? group.shared.title : lineOf(own.row, to);
  return names.length === 0
    ? line
    : inLanguage(
        to,
        `${line} · 和 ${nameList(names, to)}`,
        `${line} · with ${nameList(names, to)}`,
      );
}

/** The same time in the zones of those who live elsewhere. */
function describeOtherZones(
  social: Social,
  parts: readonly Part[],
  on: { me: string; to: Audience },
): string {
  const { to } = on;
  const notes = parts
    .filter(
      ({ id, row, zone }) =>
        id !== on.me &&
        row.next_fire_at !== null &&
        isOther(Date.parse(row.next_fire_at), zone, to.zone),
    )
    .map((part) => {
      const wall = wallTimeAt(Date.parse(part.row.next_fire_at ?? ""), part.zone);
      const when = `${dayWords({ wall, zone: part.zone }, to)} ${timeWords({ wall, zone: part.zone })}`;
      return inLanguage(
        to,
        `${partName(social, part, to)} 那边是 ${when}`,
        `${when} for ${partName(social, part, to)}`,
      );
    });
  return notes.length === 0
    ? ""
    : inLanguage(to, `（${notes.join("；")}）`, ` (${notes.join("; ")})`);
}

const isOther = (at: number, zone: string, home: string): boolean =>
  wallTimeAt(at, zone) !== wallTimeAt(at, home);

/** `away`: who cannot be notified yet, so nothing is promised for them. */
export function describeShared(
  social: Social,
  group: Group,
  on: { me: string; to: Audience; away: ReadonlySet<string> },
): string {
  const { to } = on;
  const own = group.parts.find(({ id }) => id === on.me);
  const names = nameList(companions(social, group, on), to);
  const when =
    own === undefined ? "" : own.row.rrule === null ? nextWords(own.row, to) : placeOf(own.row, to);
  const far = describeOtherZones(social, group.parts, on);
  if (names === "")
    return inLanguage(
      to,
      `好，记下了：${when} ${group.shared.title}。`,
      `OK, it's noted: ${group.shared.title}, ${when}.`,
    );
  const hearing = nameList(
    companions(social, { parts: group.parts.filter(({ id }) => !on.away.has(id)) }, on),
    to,
  );
  const [zh, en] =
    hearing === ""
      ? ["到时提醒你。", "I'll remind you."]
      : [`我会告诉 ${hearing}，到时也提醒你们。`, `I'll tell ${hearing} and remind you all.`];
  return inLanguage(
    to,
    `好，和 ${names} 约好了：${when}${far} ${group.shared.title}。${zh}`,
    `OK, it's set with ${names}: ${group.shared.title}, ${when}${far}. ${en}`,
  );
}

/** People who were asked and have not accepted yet. */
export function waitingWords(
  social: Social,
  { parts }: Pick<Group, "parts">,
  to: Audience,
): readonly string[] {
  const names = parts
    .filter(({ state }) => state === "asked")
    .map((part) => partName(social, part, to));
  if (names.length === 0) return [];
  return [
    inLanguage(
      to,
      `在等 ${nameList(names, to)} 答复。`,
      `Waiting for ${nameList(names, to)} to accept.`,
    ),
  ];
}

/** An offered time, with the local times of the others. */
export function slotWords(
  at: number,
  on: {
    minutes: number | null;
    rrule: string | null;
    others: readonly { name: string; zone: string }[];
    to: Audience;
  },
): string {
  const { to } = on;
  const once = whenWords(
    { wall: wallTimeAt(at, to.zone), zone: to.zone, durationMinutes: on.minutes },
    to,
  );
  const when =
    on.rrule === null
      ? once
      : `${ruleWords(on.rrule, to.language, null)}${inLanguage(to, "，从 ", ", from ")}${once}`;
  const far = on.others
    .filter(({ zone }) => isOther(at, zone, to.zone))
    .map(({ name, zone }) =>
      inLanguage(to, `${name} 那边 ${clock(at, zone)}`, `${clock(at, zone)} for ${name}`),
    );
  return far.length === 0
    ? when
    : inLanguage(to, `${when}（${far.join("，")}）`, `${when} (${far.join(", ")})`);
}

const clock = (at: number, zone: string): string => wallTimeAt(at, zone).slice(11, 16);

/** Free times, day by day, without what fills the rest. */
export function windowWords(windows: readonly Interval[], to: Audience): string[] {
  const days = Map.groupBy(windows, ({ from }) => wallTimeAt(from, to.zone).slice(0, 10));
  return [...days].map(([, of]) => {
    const [first] = of;
    const head = dayWords({ wall: wallTimeAt(first?.from ?? to.now, to.zone), zone: to.zone }, to);
    const times = of.map(
      ({ from, to: end }) => `${clock(from, to.zone)}–${endClock(from, end, to.zone)}`,
    );
    return inLanguage(to, `${head}：${times.join("、")}`, `${head}: ${times.join(", ")}`);
  });
}

/** Midnight at the end of a day is its twenty-fourth hour. */
const endClock = (from: number, end: number, zone: string): string =>
  wallTimeAt(end, zone).slice(0, 10) === wallTimeAt(from, zone).slice(0, 10)
    ? clock(end, zone)
    : "24:00";
