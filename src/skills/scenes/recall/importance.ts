import type { ChatState, Memory } from "../state/chat-state.ts";

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
  const impacts = state.impacts.get(memory.owner);
  let felt = 0;
  let learnt = 0;
  for (const turn of memory.cites) {
    const impact = impacts?.get(turn);
    if (impact === undefined) continue;
    felt = Math.max(felt, impact.felt);
    learnt = Math.max(learnt, impact.learnt);
  }
  return {
    felt: Math.min(1, felt / maxFelt),
    learnt: Math.min(1, learnt / maxLearnt),
    first: memory.isFirstMeeting === true ? 1 : 0,
    summary: memory.povSummary === memory.text ? 0 : 1,
  };
}

export function scoreImportance(state: ChatState, memory: Memory): number {
  const { felt, learnt, first, summary } = rateMemory(state, memory);
  return felt + learnt + first + summary;
}
