import type { TurnEnded } from "./engine.ts";

type End = (why: TurnEnded["why"]) => void;

/** Turns of this process that can be aborted. */
export interface RunningTurns {
  add(turnId: string, end: End): void;
  remove(turnId: string): void;
  end(turnId: string, why: TurnEnded["why"]): void;
  /**
   * This process ends. A turn that was already claimed and only starts now is aborted as soon as it
   * is registered.
   */
  endAll(): void;
}

export function createRunningTurns(): RunningTurns {
  const turns = new Map<string, End>();
  let ending = false;
  return {
    add(turnId, end) {
      turns.set(turnId, end);
      if (ending) end("shutdown");
    },
    remove: (turnId) => void turns.delete(turnId),
    end: (turnId, why) => turns.get(turnId)?.(why),
    endAll() {
      ending = true;
      for (const end of turns.values()) end("shutdown");
    },
  };
}
