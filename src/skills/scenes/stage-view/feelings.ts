import { Refusal } from "../../../domain/errors.ts";
import type { RecordedEvent } from "../../../domain/events.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { Feeling } from "../../../domain/views/stage.ts";
import { chatEvents } from "../state/chat-states.ts";
import { edgeAfter } from "../state/edges.ts";
import { activePath } from "../state/path.ts";
import { text } from "../state/payload.ts";
import { type Edge, edgeKey } from "../state/chat-state.ts";

/** Every step that a feeling took on the way that is played. */
export async function readFeelings(
  read: Reads,
  of: { readonly accountId: string; readonly chatId: string },
): Promise<Feeling[]> {
  const found = await read.rows("select 1 from chats where account_id = $1 and id = $2", [
    of.accountId,
    of.chatId,
  ]);
  if (found.length === 0) throw new Refusal("not_found", "");
  return feelingsAlong(activePath(await chatEvents(read, of.chatId, 0)));
}

export function feelingsAlong(path: readonly RecordedEvent[]): Feeling[] {
  const edges = new Map<string, Edge>();
  const feelings: Feeling[] = [];
  let clock = "";
  for (const event of path) {
    clock = timeOf(event) || clock;
    if (event.kind !== "edge_update") continue;
    const key = edgeKey(text(event.payload, "source_id"), text(event.payload, "target_id"));
    const before = edges.get(key);
    const edge = edgeAfter(before, event);
    edges.set(key, edge);
    // A beat that moved nothing is no step.
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

const timeOf = ({ kind, payload }: RecordedEvent): string =>
  kind === "chat_created"
    ? text(payload, "initial_time")
    : kind === "time_advanced"
      ? text(payload, "to")
      : text(payload, "story_time");
