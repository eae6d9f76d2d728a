import { iso } from "../../../domain/ports/clock.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { EventDraft, Payload, RecordedEvent } from "../../../domain/events.ts";
import { chatEvents } from "../state/chat-states.ts";
import { chatFact } from "../state/story-events.ts";
import { isTaking, pathsOf } from "../state/path.ts";
import { list, object, text, texts } from "../state/payload.ts";
import { chatStream } from "../state/chat-state.ts";
import { isStoppedByRewind, runsResumed } from "./runs.ts";
import { assertQuiet, type At, type Done } from "./travel.ts";

/** Whoever deletes a story may have pressed the wrong button; a week later they meant it. */
const deletedForMs = 86_400_000;

/**
 * What a rewind or a deletion took away counts again, as long as nothing has happened in the story since. The lines are in the log;
 * prompts that were forgotten stay so, and so does what was handed to a chat app.
 */
export async function bringBack(
  at: At,
): Promise<Done<{ branch_id: string; brought_back: number }>> {
  const events = await chatEvents(at.read, at.chatId, 0);
  const last = events.findLastIndex((event) => !isStoppedByRewind(event));
  const taken = events[last];
  if (taken === undefined || taken.accountId !== at.accountId) throw new Refusal("not_found", "");
  await assertQuiet(at);
  if (!isTaking(taken.kind))
    throw new Refusal("version_conflict", "", { problem: "the story has gone on since" });
  if (taken.kind === "chat_deleted" && at.now - Date.parse(taken.at) > deletedForMs)
    throw new Refusal("not_found", "");
  const before = pathsOf(events.slice(0, last));
  const moment = {
    chat: { id: at.chatId, accountId: at.accountId, branchId: before.active },
    now: at.now,
  };
  const version =
    events.findLast(({ stream }) => stream === chatStream(at.chatId))?.streamVersion ?? 0;
  const pathOf = ({ of }: typeof before): readonly RecordedEvent[] => of.get(before.active) ?? [];
  const [whole, cut] = [pathOf(before), pathOf(pathsOf(events.slice(0, last + 1)))];
  return {
    events: [
      chatFact(moment, "path_restored", { undoes: taken.id, branch_id: before.active }),
      ...runsResumed(moment, { before: pathOf(pathsOf(events)), after: whole }),
      ...(await wordsOfBefore(at, { after: taken.id })),
    ],
    expects: { [chatStream(at.chatId)]: version },
    result: { branch_id: before.active, brought_back: whole.length - cut.length },
  };
}

/** Messages that were blanked read as they did before: as they came, or as the line that they became was edited since. */
async function wordsOfBefore(at: At, { after }: { readonly after: number }): Promise<EventDraft[]> {
  const stream = `withdrawn:${at.chatId}`;
  const rows = await at.read.rows<{ id: number; payload_json: Payload }>(
    "select id, payload_json from event_log where stream = $1 and account_id = $2 order by id",
    [stream, at.accountId],
  );
  const blanked = rows
    .filter(({ id }) => id > after)
    .flatMap(({ payload_json }) => texts(payload_json["message_ids"]));
  if (blanked.length === 0) return [];
  const edited = new Map(
    rows.flatMap(({ payload_json }) =>
      list(payload_json["reworded"]).map(
        (one) => [text(object(one), "id"), text(object(one), "text")] as const,
      ),
    ),
  );
  const came = await at.read.rows<{ id: string; text: string | null }>(
    `select m.id, e.payload_json ->> 'text' as text from message m join event_log e on e.id = m.event_id
     where m.id = any($1) and m.account_id = $2`,
    [blanked, at.accountId],
  );
  const reworded = came.map((row) => ({ id: row.id, text: edited.get(row.id) ?? row.text ?? "" }));
  const payload = { chat_id: at.chatId, turn_ids: [], message_ids: [], delivery_ids: [], reworded };
  return [
    { stream, kind: "messages_withdrawn", at: iso(at.now), accountId: at.accountId, payload },
  ];
}
