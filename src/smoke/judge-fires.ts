import { wallTimeAt } from "../language/calendar/instants.ts";
import { type Evidence, type Finding, must } from "./finding.ts";
import { hasArrived, type DeliveryRow, type FireRow, type ReminderRow } from "./snapshot.ts";
import { clocksSaid, latenessSaid, hasMoment } from "./times-in-text.ts";

const minuteMs = 60_000;
/** A reminder may need this long from its moment to its channel, by a clock that runs. */
const punctualMs = 15_000;
/** From here on the words have to say that it is late, or on which day it was due. */
const lateMs = 60 * minuteMs;

/** Each goes off once, at its moment; the channel takes what is said of it, or it waits where that is expected; and the words are true. */
export function judgeFires(on: Evidence): Finding[] {
  const known = new Set(on.before.fires.map(keyOf));
  const fired = on.after.fires.filter((fire) => !known.has(keyOf(fire)));
  const wish = [...(on.expected.fired ?? []), ...(on.expected.parked ?? [])].flatMap((name) =>
    rowsOf(on, name).map(({ id }) => id),
  );
  const isParked = idsOf(on, on.expected.parked);
  const loud = fired.filter(({ reminder_id: id }) => !isParked.has(id));
  const quiet = fired.filter(({ reminder_id: id }) => isParked.has(id));
  const isHeard = (fire: FireRow): boolean => {
    const rows = partsOf(on, fire);
    return rows.length > 0 && rows.every(hasArrived);
  };
  return [
    ...must(
      "what went off",
      namesOf(on, wish),
      namesOf(
        on,
        fired.map(({ reminder_id: id }) => id),
      ),
    ),
    ...must(
      "what went off and the channel did not take",
      "",
      namesOf(on, loud.filter((fire) => !isHeard(fire)).map(idOf)),
    ),
    ...must(
      "what went off and does not wait for the person",
      "",
      namesOf(on, quiet.filter((fire) => !isWaiting(on, fire)).map(idOf)),
    ),
    ...loud.filter(isHeard).flatMap((fire) => judgeWords(on, fire)),
    ...loud.flatMap((fire) => judgeMoment(on, fire)),
    ...judgeArrived(on),
  ];
}

const keyOf = ({ reminder_id: id, occurrence_key: key }: FireRow): string => `${id} ${key}`;
const idOf = ({ reminder_id: id }: FireRow): string => id;

/** A name of the case may mean a row, or something shared with a part for each. */
function rowsOf({ before, after, named }: Evidence, name: string): readonly ReminderRow[] {
  const id = named.get(name);
  const rows = [
    ...new Map([...before.reminders, ...after.reminders].map((row) => [row.id, row])).values(),
  ];
  return rows.filter((row) => row.id === id || row.shared_reminder_id === id);
}

const idsOf = (on: Evidence, names: readonly string[] = []): ReadonlySet<string> =>
  new Set(names.flatMap((name) => rowsOf(on, name).map(({ id }) => id)));

const namesOf = ({ after, people }: Evidence, ids: readonly string[]): string =>
  ids
    .map((id) => {
      const row = after.reminders.find((each) => each.id === id);
      const owner = people.find(({ accountId }) => accountId === row?.owner_account_id);
      return `${row?.content ?? id}${owner === undefined || owner.who === "me" ? "" : ` (${owner.who})`}`;
    })
    .toSorted()
    .join(", ");

const partsOf = ({ after }: Evidence, { message_id: message }: FireRow): readonly DeliveryRow[] =>
  after.deliveries.filter((each) => each.message_id === message);

/** Its message waits: neither sent nor given up. */
const isWaiting = (on: Evidence, fire: FireRow): boolean => {
  const rows = partsOf(on, fire);
  return (
    rows.length > 0 &&
    rows.every(({ status }) => status === "waiting_for_user" || status === "pending")
  );
};

/** The text that reached the person, with the part that it travelled in. */
function textsOf(on: Evidence, fire: FireRow): string {
  const rows = partsOf(on, fire);
  const hosts = rows.map(
    (row) => on.after.deliveries.find(({ id }) => id === row.merged_into) ?? row,
  );
  const sent = hosts.map(
    (host) =>
      on.after.calls?.findLast(({ delivery_id: id, taken }) => taken && id === host.id)?.text ??
      host.text,
  );
  return [...new Set(sent)].join("\n");
}

/** Its title and due time, as its owner reads them when it arrives. */
function judgeWords(on: Evidence, fire: FireRow): Finding[] {
  const row = on.after.reminders.find(({ id }) => id === fire.reminder_id);
  const owner = on.people.find(({ accountId }) => accountId === row?.owner_account_id);
  if (row === undefined || owner === undefined) return [];
  const text = textsOf(on, fire);
  const line = text.split("\n").find((each) => each.includes(row.content)) ?? "";
  const due = Date.parse(fire.due_at);
  const late = on.endedAt - due;
  const about = (what: string): string => `“${row.content}” goes off: ${what}`;
  const said = latenessSaid(line);
  const wall = (at: number): string => wallTimeAt(at, owner.zone);
  const isOtherDay = wall(due).slice(0, 10) !== wall(on.endedAt).slice(0, 10);
  return [
    ...must(about("the words name it"), true, line !== ""),
    ...(hasMoment(line, due, { zone: owner.zone, now: on.endedAt })
      ? []
      : must(about("the words say when it was due"), wall(due), clocksSaid(line) || "no clock")),
    ...(late < lateMs || said !== undefined || isOtherDay
      ? []
      : must(about("the words say that it is late"), spanOf(late), "nothing")),
    ...(said === undefined || Math.abs(said.ms - late) <= Math.max(said.unitMs, 2 * minuteMs)
      ? []
      : must(about("how late the words say it is"), spanOf(late), spanOf(said.ms))),
  ];
}

const spanOf = (ms: number): string => {
  const minutes = Math.round(ms / minuteMs);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** Not before its moment. How soon behind it can be said where the clock runs by itself. */
function judgeMoment(
  on: Evidence,
  { reminder_id: id, due_at: due, fired_at: at }: FireRow,
): Finding[] {
  const behind = Date.parse(at) - Date.parse(due);
  const name = namesOf(on, [id]);
  return [
    ...must(
      `“${name}” goes off before its moment`,
      "no",
      behind < 0 ? `${spanOf(-behind)} early` : "no",
    ),
    ...(on.runsByItself
      ? must(`“${name}” goes off within ${punctualMs / 1000} s`, true, behind <= punctualMs)
      : []),
  ];
}

/** A waiting reminder is sent now, once, with words that are true now. */
function judgeArrived(on: Evidence): Finding[] {
  return (on.expected.arrived ?? []).flatMap((name) =>
    rowsOf(on, name).flatMap(({ id, content }) => {
      const fire = on.after.fires.findLast((each) => each.reminder_id === id);
      const rows = fire === undefined ? [] : partsOf(on, fire);
      const states = rows.map(({ status }) => status).join() || "nothing";
      if (fire === undefined || rows.length === 0 || !rows.every(hasArrived))
        return must(`“${content}” arrives`, "sent", states);
      return [...judgeWords(on, fire), ...judgeCalledMissing(on, content)];
    }),
  );
}

const saysMissing =
  /没(?:有|能)?(?:送到|送达|收到)|not (?:been )?delivered|undelivered|did(?:n[’']t| not) arrive/iu;

/**
 * A reminder that arrives with a message is not listed as undelivered in its reply. A list's
 * heading says what its lines are.
 */
function judgeCalledMissing({ turn }: Evidence, content: string): Finding[] {
  const lines = (turn?.replies ?? []).flatMap((text) => text.split("\n"));
  const at = lines.findIndex((line) => line.includes(content));
  const heading = lines.slice(0, at + 1).findLast((line) => /[:：]$/u.test(line.trim())) ?? "";
  const isMissing = at !== -1 && saysMissing.test(heading);
  return must(
    `“${content}” arrives: what the reply calls it`,
    "arrived",
    isMissing ? "undelivered" : "arrived",
  );
}
