import type { History, LoggedEvent } from "../crash/history.ts";
import { wordIn } from "./payload.ts";

/** One fire for each occurrence (I8): none missing, none too early, none after it was called off, and its words with it. */
export function reminderViolations(history: History): string[] {
  const ofKind = (kind: string): LoggedEvent[] =>
    history.events.filter((event) => event.kind === kind);
  const fired = Map.groupBy(ofKind("reminder_fired"), ({ payload }) => wordIn(payload, "id"));
  const deleted = new Map(
    ofKind("reminder_deleted").map((event) => [wordIn(event.payload, "id"), event]),
  );
  return ofKind("reminder_created").flatMap(({ payload }) => {
    const id = wordIn(payload, "id");
    const name = `"${wordIn(payload, "content")}"`;
    const fires = fired.get(id) ?? [];
    const end = deleted.get(id);
    const found: string[] = [];
    if (fires.length > 1 || (fires.length === 0 && end === undefined))
      found.push(`I8 ${name} fired ${fires.length} times`);
    for (const fire of fires) {
      if (Date.parse(fire.at) < Date.parse(wordIn(payload, "next_fire_at")))
        found.push(`I8 ${name} fired too early`);
      if (fire.key === null) found.push(`I8 ${name} fired without its key`);
      if (end !== undefined && end.id < fire.id)
        found.push(`I8 ${name} fired after it was called off`);
      if (end !== undefined && end.id > fire.id)
        found.push(`I8 ${name} was called off by a decision from before its fire`);
      found.push(...apart(history, fire, name));
    }
    return found;
  });
}

function apart(history: History, fire: LoggedEvent, name: string): string[] {
  const together = history.events.filter(({ transaction }) => transaction === fire.transaction);
  const messageId = (fire.payload["fire"] as LoggedEvent["payload"])["message_id"];
  const isSaid = together.some(
    ({ kind, payload }) => kind === "delivery_queued" && payload["message_id"] === messageId,
  );
  return [
    ...(isSaid ? [] : [`I8 ${name} fired without its words`]),
    ...(together.some(({ kind }) => kind === "timers_fired")
      ? []
      : [`I8 ${name} fired without the end of its timer`]),
  ];
}
