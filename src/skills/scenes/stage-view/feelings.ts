import { Refusal } from "../../../domain/errors.ts";
import type { RecordedChatEvent } from "../state/events.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { Feeling } from "../../../domain/views/stage.ts";
import { type Pausable, slices } from "../../../domain/slices.ts";
import { readChatEvents } from "../state/read-log.ts";
import { evolveEdge } from "../state/edges.ts";
import { findActivePath } from "../state/path.ts";
import { type Edge, edgeKey } from "../state/chat-state.ts";

/** Every change of a feeling along the active path. */
export async function readFeelings(
  read: Reads,
  of: { readonly accountId: string; readonly chatId: string },
): Promise<Feeling[]> {
  const found = await read.rows("select 1 from chats where account_id = $1 and id = $2", [
    of.accountId,
    of.chatId,
  ]);
  if (found.length === 0) throw new Refusal("not_found");
  const path = await slices.run(findActivePath(await readChatEvents(read, of.chatId, 0)));
  return slices.run(traceFeelings(path));
}

export function* traceFeelings(path: readonly RecordedChatEvent[]): Pausable<Feeling[]> {
  const edges = new Map<string, Edge>();
  const feelings: Feeling[] = [];
  let clock = "";
  for (const event of path) {
    yield;
    clock = readTime(event) || clock;
    if (event.kind !== "edge_update") continue;
    const key = edgeKey(event.payload.source_id, event.payload.target_id);
    const before = edges.get(key);
    const edge = evolveEdge(before, event);
    edges.set(key, edge);
    // A beat that changes nothing adds no step.
    if (before !== undefined && before.affinity === edge.affinity && before.trust === edge.trust)
      continue;
    const { source, target, affinity, trust } = edge;
    feelings.push({
      event_id: event.id,
      story_time: clock,
      source_id: source,
      target_id: target,
      affinity,
      trust,
    });
  }
  return feelings;
}

function readTime({ kind, payload }: RecordedChatEvent): string {
  if (kind === "chat_created") return payload.initial_time;
  if (kind === "time_advanced") return payload.to;
  return "story_time" in payload ? (payload.story_time ?? "") : "";
}
