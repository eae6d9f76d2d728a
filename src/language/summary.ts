import type { Interpretation, Item } from "./request.ts";

/** An interpretation in a few words: "11-18 15:00", "update dentist 11-20 16:00", "no_time". */
export function summarise({ intent, target, items, reasons }: Interpretation): string {
  if (intent === "none" || intent === "clarify") return reasons[0] ?? intent;
  const what = [intent === "create" ? undefined : intent, target].filter(
    (word) => word !== undefined,
  );
  const times = items.map(timeOf).join("; ");
  return [...what, times].filter((word) => word !== "").join(" ");
}

const timeOf = ({ start, rrule, durationMinutes, allDay, insist }: Item): string =>
  [
    allDay === true ? start.slice(5, 10) : start.slice(5, 16).replace("T", " "),
    ...(rrule === null ? [] : [rrule]),
    ...(durationMinutes === null ? [] : [`${durationMinutes}m`]),
    ...(insist === undefined ? [] : [`insist ${insist.everyMinutes ?? ""}`.trim()]),
  ].join(" ");
