import { type ChatState, type Memory, movedKey } from "../state.ts";

/** A turn in which both feelings went as far as they may. */
const fullyFelt = 20;
const muchLearnt = 3;

/**
 * What a memory meant to its owner, without asking a model: how far it moved them, what they learnt by it, whether it was the
 * first time with somebody, and whether it has come to stand for a whole scene.
 */
export function importanceOf(state: ChatState, memory: Memory): number {
  const moved = memory.cites.flatMap((turn) => state.moved.get(movedKey(memory.owner, turn)) ?? []);
  const felt = Math.max(0, ...moved.map((each) => each.felt));
  const learnt = Math.max(0, ...moved.map((each) => each.learnt));
  return (
    Math.min(1, felt / fullyFelt) +
    Math.min(1, learnt / muchLearnt) +
    (memory.isFirstMeeting === true ? 1 : 0) +
    (memory.povSummary === memory.text ? 0 : 1)
  );
}
