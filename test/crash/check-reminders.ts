import type { History, LoggedEvent } from "./history.ts";

/** Every reminder of a committed turn fires once, one that insists also as often as it repeats, and what it says is committed with the fire and with the end of its timer. */
export function reminderViolations(history: History): string[] {
  const fired = history.events.filter(({ kind }) => kind === "reminder_fired");
  const made = history.events.filter(({ kind }) => kind === "reminder_created");
  return [
    ...made.flatMap(({ payload }) => {
      const fires = fired.filter((event) => event.payload["id"] === payload["id"]).length;
      return fires === 1 + repeatsOf(payload)
        ? []
        : [`I15 "${textIn(payload, "content")}" fired ${fires} times`];
    }),
    ...fired.flatMap((fire) => apart(history, fire)),
  ];
}

function apart(history: History, fire: LoggedEvent): string[] {
  const words = textIn(fire.payload["fire"] as LoggedEvent["payload"], "content");
  const together = history.events.filter(({ transaction }) => transaction === fire.transaction);
  const said = together.filter(
    ({ kind, payload }) => kind === "message_sent" && textIn(payload, "text").includes(words),
  ).length;
  const parts = history.deliveries.filter(
    ({ source, text }) => source === "reminder" && text.includes(words),
  ).length;
  return [
    ...(said === 1 ? [] : [`I15 "${words}" fired and was said ${said} times`]),
    ...(parts === countFires(history, words) ? [] : [`I15 "${words}" has ${parts} parts`]),
    ...(together.some(({ kind }) => kind === "timers_fired")
      ? []
      : [`I15 "${words}" fired without its timer`]),
  ];
}

const repeatsOf = ({ insist }: LoggedEvent["payload"]): number =>
  typeof insist === "object" && insist !== null && "times" in insist ? Number(insist["times"]) : 0;

const countFires = ({ events }: History, words: string): number =>
  events.filter(
    ({ kind, payload }) =>
      kind === "reminder_fired" &&
      textIn(payload["fire"] as LoggedEvent["payload"], "content") === words,
  ).length;

function textIn(payload: LoggedEvent["payload"], name: string): string {
  const value = payload[name];
  if (typeof value !== "string") throw new Error(`an event lacks the text field ${name}`);
  return value;
}
