import type { Reads } from "../../../domain/ports/reads.ts";
import type { Undoable } from "../../../domain/views/stage.ts";

/** What the end of a scene brings with it, and what goes when it is taken back. */
const comesOfClosing = [
  "scene_plan_ended",
  "manual_edit",
  "relationship_summarised",
  "digest_written",
  "digest_delivered",
  "thread_detected",
  "scene_summarised",
];

const closings = ["scene_closed", "meanwhile_scene_closed"];

export async function undoableIn(read: Reads, chatId: string): Promise<Undoable | null> {
  const [last] = await read.rows<{ id: number; kind: string; scene_id: number | null }>(
    `select id, kind, (payload_json ->> 'scene_id')::bigint as scene_id from event_log
     where chat_id = $1 and kind <> all($2) order by id desc limit 1`,
    [chatId, comesOfClosing],
  );
  if (last?.kind === "chat_rewound") return { what: "rewind" };
  if (last === undefined || last.scene_id === null || !closings.includes(last.kind)) return null;
  return { what: "close", scene_id: last.scene_id, before_event_id: last.id - 1 };
}
