import { type ChatState, type Memory, movedKey } from "../state/chat-state.ts";

/** A turn in which both feelings went as far as they may. */
const fullyFelt = 20;
const muchLearnt = 3;

/**
 * What a memory meant to its owner, without asking a model: how far it moved them, what they learnt by it, whether it was the
 * first time with somebody, and whether it has come to stand for a whole scene. Each between nought and one.
 */
export function meaningOf(
  state: ChatState,
  memory: Memory,
): Record<"felt" | "learnt" | "first" | "summary", number> {
  const moved = memory.cites.flatMap((turn) => state.moved.get(movedKey(memory.owner, turn)) ?? []);
  return {
    felt: Math.min(1, Math.max(0, ...moved.map((each) => each.felt)) / fullyFelt),
    learnt: Math.min(1, Math.max(0, ...moved.map((each) => each.learnt)) / muchLearnt),
    first: memory.isFirstMeeting === true ? 1 : 0,
    summary: memory.povSummary === memory.text ? 0 : 1,
  };
}

export function importanceOf(state: ChatState, memory: Memory): number {
  const { felt, learnt, first, summary } = meaningOf(state, memory);
  return felt + learnt + first + summary;
}
