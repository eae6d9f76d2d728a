import { type ChatState, type Memory, impactKey } from "../state/chat-state.ts";

/** Affinity and trust both at the cap of one turn. */
const maxFelt = 20;
const maxLearnt = 3;

/**
 * How much a memory mattered to its owner, computed without a model: feelings changed, facts
 * learned, a first meeting, and whether it summarises a scene. Each between 0 and 1.
 */
export function rateMemory(
  state: ChatState,
  memory: Memory,
): Record<"felt" | "learnt" | "first" | "summary", number> {
  const moved = memory.cites.flatMap(
    (turn) => state.impacts.get(impactKey(memory.owner, turn)) ?? [],
  );
  return {
    felt: Math.min(1, Math.max(0, ...moved.map((each) => each.felt)) / maxFelt),
    learnt: Math.min(1, Math.max(0, ...moved.map((each) => each.learnt)) / maxLearnt),
    first: memory.isFirstMeeting === true ? 1 : 0,
    summary: memory.povSummary === memory.text ? 0 : 1,
  };
}

export function scoreImportance(state: ChatState, memory: Memory): number {
  const { felt, learnt, first, summary } = rateMemory(state, memory);
  return felt + learnt + first + summary;
}
