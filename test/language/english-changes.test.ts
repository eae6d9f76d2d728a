import { expect, it } from "vitest";
import { interpret } from "../../src/language/interpret.ts";

/**
 * Changes in English, put together from the ways to name what is kept, to say where it goes and to
 * ask for it. What each of them has to lead to follows from its parts.
 */
const now = "2026-11-18T10:20:00";
const meeting = { title: "Team meeting", start: "2026-11-20T10:00:00", durationMinutes: 60 };
const dentist = { title: "Dentist", start: "2026-11-19T15:00:00" };
const call = { title: "Call mom", start: "2026-11-18T18:00:00" };
const alarm = {
  title: "Alarm",
  start: "2026-11-19T07:00:00",
  rrule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
};
const reminders = [meeting, dentist, call, alarm];

const names: readonly (readonly [{ title: string; start: string }, readonly string[]])[] = [
  [
    meeting,
    [
      "the team meeting",
      "my team meeting",
      "friday's team meeting",
      "the team meeting on friday",
      "my ten am team meeting",
      "the 10 o'clock meeting",
      "my meeting on friday at ten",
      "the meeting with the team",
    ],
  ],
  [dentist, ["the dentist", "my appointment with the dentist", "tomorrow's dentist appointment"]],
  [call, ["the reminder to call mom", "calling mom", "my six pm reminder to call mom"]],
  [alarm, ["my alarm", "my seven am alarm", "the alarm at seven", "my weekday alarm"]],
];

/** Where it goes: its words, whether a day is among them, and the day and clock if they are new. */
const aims: readonly (readonly [words: string, day: string | undefined, clock?: string])[] = [
  ["two pm", undefined, "14:00"],
  ["noon", undefined, "12:00"],
  ["4:30 pm", undefined, "16:30"],
  ["monday", "23"],
  ["monday at two pm", "23", "14:00"],
  ["2pm on monday", "23", "14:00"],
  ["next tuesday at nine am", "24", "09:00"],
  ["the twenty fifth", "25"],
  ["the same time on monday", "23"],
];
const toAim: readonly ((name: string, aim: string) => string)[] = [
  (name, aim) => `move ${name} to ${aim}`,
  (name, aim) => `Change ${name} to ${aim}`,
  (name, aim) => `could you please reschedule ${name} to ${aim}`,
  (name, aim) => `I need to push ${name} to ${aim}`,
  (name, aim) => `I'd like to shift ${name} to ${aim} please`,
  (name, aim) => `let's switch ${name} to ${aim}`,
  (name, aim) => `change the time of ${name} to ${aim}`,
  (name, aim) => `set ${name} to ${aim} instead`,
  (name, aim) => `${name} has been moved to ${aim}`,
  (name, aim) => `${name} got moved to ${aim}`,
  (name, aim) => `I want ${name} moved to ${aim}`,
];

const amounts: readonly (readonly [words: string, minutes: number])[] = [
  ["an hour", 60],
  ["half an hour", 30],
  ["15 minutes", 15],
];
const byAmount: readonly ((name: string, amount: string) => readonly [string, 1 | -1])[] = [
  (name, amount) => [`push ${name} back by ${amount}`, 1],
  (name, amount) => [`push back ${name} ${amount}`, 1],
  (name, amount) => [`please delay ${name} by ${amount}`, 1],
  (name, amount) => [`postpone ${name} for ${amount}`, 1],
  (name, amount) => [`put ${name} off by ${amount}`, 1],
  (name, amount) => [`make ${name} ${amount} later`, 1],
  (name, amount) => [`bring ${name} forward by ${amount}`, -1],
  (name, amount) => [`can you move ${name} up ${amount}`, -1],
  (name, amount) => [`move ${name} ${amount} earlier`, -1],
];

interface Wanted {
  readonly text: string;
  readonly target: string;
  readonly start: string;
}

const aimed: readonly Wanted[] = names.flatMap(([{ title, start }, words]) =>
  words.flatMap((name) =>
    aims
      // To which day a whole series goes is asked about.
      .filter(([, day]) => title !== alarm.title || day === undefined)
      .flatMap(([aim, day, clock]) =>
        toAim.map((form) => ({
          text: form(name, aim),
          target: title,
          start: `${start.slice(0, 8)}${day ?? start.slice(8, 10)}T${clock ?? start.slice(11, 16)}:00`,
        })),
      ),
  ),
);

const shifted: readonly Wanted[] = names.flatMap(([{ title, start }, words]) =>
  words.flatMap((name) =>
    amounts.flatMap(([amount, minutes]) =>
      byAmount.map((form) => {
        const [text, sign] = form(name, amount);
        const moved = Date.parse(`${start}Z`) + sign * minutes * 60_000;
        return { text, target: title, start: new Date(moved).toISOString().slice(0, 19) };
      }),
    ),
  ),
);

it.each([
  { kind: "to another time", all: aimed },
  { kind: "by an amount", all: shifted },
])(
  "something kept is moved $kind, however it is named and asked for",
  ({ all }) => {
    const wrong = all.flatMap(({ text, target, start }) => {
      const got = interpret({ text, now, tz: "Europe/London", context: { reminders } });
      const isRight =
        got.intent === "update" && got.target === target && got.items[0]?.start === start;
      return isRight ? [] : [`${text}: ${got.intent} ${got.target ?? ""} ${got.items[0]?.start}`];
    });
    expect(all.length).toBeGreaterThan(400);
    expect(wrong).toEqual([]);
  },
  60_000,
);
