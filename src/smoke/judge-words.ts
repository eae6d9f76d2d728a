import { wallTimeAt } from "../language/calendar/instants.ts";
import { type Differences, type Evidence, type Finding, must } from "./finding.ts";
import { personOf } from "./judge-reminders.ts";
import {
  hasArrived,
  newDeliveries,
  type ReminderRow,
  type SharedRow,
  type Snapshot,
} from "./snapshot.ts";
import type { Person } from "./stack.ts";
import { clocksSaid, hasMoment } from "./times-in-text.ts";

/** A reply repeats the times of at most this many rows. */
const mostReadBack = 5;

/** The reply tells the speaker when each of their rows is that is new or at another moment, as the row has it. */
export function judgeReadBack(on: Evidence, { reminders }: Differences): Finding[] {
  if (on.turn === undefined) return [];
  const speaker = personOf(on);
  const skipped = new Set(
    (on.expected.changed ?? [])
      .filter(({ skips }) => skips !== undefined)
      .map(({ row }) => on.named.get(row)),
  );
  const moved = reminders.changed.filter(
    ({ fields, after }) => fields.includes("next_fire_at") && !skipped.has(after.id),
  );
  const rows = [...reminders.made, ...moved.map(({ after }) => after)].filter(
    (row) =>
      row.owner_account_id === speaker.accountId &&
      row.lifecycle === "active" &&
      row.next_fire_at !== null,
  );
  if (rows.length > mostReadBack) return [];
  const said = on.turn.replies.join("\n");
  return rows.flatMap((row) =>
    tells({ said, what: `the reply tells when “${row.content}” is` }, row, {
      ...speaker,
      now: on.now,
    }),
  );
}

interface Text {
  readonly said: string;
  readonly what: string;
}

function tells(
  { said, what }: Text,
  { next_fire_at: at }: ReminderRow,
  reader: { zone: string; now: number },
): Finding[] {
  if (at === null || hasMoment(said, Date.parse(at), reader)) return [];
  return must(what, wallTimeAt(Date.parse(at), reader.zone), clocksSaid(said) || "no clock");
}

/**
 * Titles carry the run's mark, which shows that the reply names this row and not a similar thing. A
 * named row comes with its time.
 */
export function judgeNamedRows(on: Evidence): Finding[] {
  const { expected, named, before, after, turn, secrets } = on;
  const said = turn?.replies.join("\n") ?? "";
  const rows = [...after.reminders, ...before.reminders];
  const found = (expected.names ?? []).map((name) => ({
    name,
    row: rows.find(({ id }) => id === named.get(name)),
  }));
  const missing = (expected.figures ?? []).filter((figure) => !said.includes(figure));
  const texts = newDeliveries(on).map(({ text }) => text);
  const leaked = secrets.filter((title) => [said, ...texts].some((text) => text.includes(title)));
  return [
    ...must(
      "rows that the reply leaves out",
      "",
      found
        .filter(({ row }) => row === undefined || !said.includes(row.content))
        .map(({ name }) => name)
        .join(),
    ),
    ...found.flatMap(({ name, row }) =>
      row === undefined || !said.includes(row.content)
        ? []
        : tells({ said, what: `the reply tells when ${name} is` }, row, {
            zone: personOf(on).zone,
            now: on.now,
          }),
    ),
    ...must("figures that the reply leaves out", "", missing.join()),
    ...must("other people's rows that somebody is told of", "", leaked.join()),
  ];
}

/**
 * Everyone except the speaker: each friend who must be notified got one message, it was accepted,
 * and it says who, what and when.
 */
export function judgeTold(on: Evidence): Finding[] {
  const fires = new Set(on.after.fires.map(({ message_id: message }) => message));
  const made = newDeliveries(on).filter(
    ({ message_id: message }) => message === null || !fires.has(message),
  );
  return on.people
    .filter(({ who }) => who !== on.speaker)
    .flatMap((person) => {
      const theirs = made.filter(({ account_id: id }) => id === person.accountId);
      const wish = on.expected.told?.includes(person.who) === true ? ["taken"] : [];
      const states = theirs.map((row) => (hasArrived(row) ? "taken" : row.status));
      return [
        ...must(`what ${person.name} (${person.who}) was told`, wish.join(), states.join()),
        ...(wish.length === 0
          ? []
          : theirs.slice(0, 1).flatMap(({ text }) => judgeNotice(on, person, text))),
      ];
    });
}

function judgeNotice(on: Evidence, person: Person, text: string): Finding[] {
  const about = (what: string): string => `what ${person.name} (${person.who}) was told: ${what}`;
  const { name, wxid } = personOf(on);
  const touched = listTouched(on, person);
  const unnamed = touched.filter(({ title }) => !text.includes(title)).map(({ title }) => title);
  return [
    ...(name === wxid
      ? []
      : must(about("who did it"), name, text.includes(name) ? name : "somebody else")),
    ...must(about("things that it leaves out"), "", unnamed.join(", ")),
    ...touched.flatMap(({ title, at }) => {
      if (
        at === null ||
        unnamed.includes(title) ||
        hasMoment(text, at, { zone: person.zone, now: on.now })
      )
        return [];
      return must(
        about(`when “${title}” is`),
        wallTimeAt(at, person.zone),
        clocksSaid(text) || "no clock",
      );
    }),
  ];
}

/**
 * The shared reminders that were touched, with this person's own time: as it is now or as it was.
 */
function listTouched(
  on: Evidence,
  person: Person,
): readonly { readonly title: string; readonly at: number | null }[] {
  const {
    made = [],
    moved = [],
    renamed = [],
    joined = [],
    cancelled = [],
    restored = [],
    over = [],
  } = on.expected.shared ?? {};
  const names = [
    ...[...moved, ...renamed, ...joined, ...over].map(({ row }) => row),
    ...cancelled,
    ...restored,
  ];
  const meant = new Set(names.map((name) => on.named.get(name)));
  const known = new Set(on.before.shared.map(({ id }) => id));
  const isMeant = ({ id }: SharedRow): boolean =>
    meant.has(id) || (made.length > 0 && !known.has(id));
  return on.after.shared.filter(isMeant).map(({ id, title }) => ({
    title,
    at: momentIn(on.after, id, person) ?? momentIn(on.before, id, person),
  }));
}

function momentIn({ reminders }: Snapshot, shared: string, { accountId }: Person): number | null {
  const part = reminders.find(
    (row) => row.shared_reminder_id === shared && row.owner_account_id === accountId,
  );
  return part === undefined || part.next_fire_at === null ? null : Date.parse(part.next_fire_at);
}
