import type { RecordedEvent } from "../../../domain/events.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { stillReads } from "../brought/take-back.ts";
import { chatEvents } from "../state/chat-states.ts";
import { activePath, type Paths, pathsOf } from "../state/path.ts";
import { list, object, text } from "../state/payload.ts";
import type { AuditedChat, Leak } from "./audit.ts";

/** What somebody brought from another story must be their own there, count there, and read so. */
export async function broughtLeaks(read: Reads, { chatId, events }: AuditedChat): Promise<Leak[]> {
  const copies = activePath(events).filter(
    ({ kind, payload }) => kind === "memory_written" && from(payload) !== "",
  );
  const leaks: Leak[] = [];
  for (const [origin, brought] of Map.groupBy(copies, ({ payload }) => from(payload))) {
    const there = await chatEvents(read, origin, 0);
    const paths = pathsOf(there);
    const isSamePerson = there[0]?.accountId === events[0]?.accountId;
    for (const copy of brought)
      if (!isSamePerson || !isTheirs(paths, copy)) leaks.push(leakOf(chatId, origin, copy));
  }
  return leaks;
}

const from = (payload: RecordedEvent["payload"]): string =>
  text(object(payload["brought_from"]), "chat_id");

function isTheirs(paths: Paths, copy: RecordedEvent): boolean {
  const made = list(object(copy.payload["brought_from"])["event_ids"]);
  const events = [...paths.of.values()].flat().filter(({ id }) => made.includes(id));
  const written = events.filter(({ kind }) => kind === "memory_written");
  const isOwn =
    written.length > 0 &&
    written.every(({ payload }) => payload["owner_id"] === copy.payload["owner_id"]);
  const memories = new Set(written.map(({ payload }) => payload["id"]));
  return (
    isOwn &&
    stillReads(paths, copy) &&
    events.every(({ payload }) => memories.has(payload["target_id"] ?? payload["id"]))
  );
}

const leakOf = (chatId: string, origin: string, { id, payload }: RecordedEvent): Leak => ({
  kind: "memory",
  chatId,
  viewer: text(payload, "owner_id"),
  eventId: id,
  words: [text(payload, "pov_summary").slice(0, 60)],
  path: [`chat ${origin}`, `memory_written #${id}, brought by ${text(payload, "owner_id")}`],
});
