import { Refusal } from "../../../domain/errors.ts";
import type { Json } from "../../../domain/events.ts";
import type { SkillResult, TurnContext } from "../../../domain/skill.ts";

/** By which whoever waits for the turn finds why nothing of it was said. */
const refusedOperation = "refused";

/** A turn whose words can't be said as they were meant ends without a word; why is on record with it. */
export async function refusedTurn(
  turn: TurnContext,
  play: () => Promise<SkillResult>,
): Promise<SkillResult> {
  try {
    return await play();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "version_conflict") throw error;
    const payload = { code: error.code, fact: (error.fact ?? {}) as Json };
    turn.stage({ domain: "scene", operation: refusedOperation, payload, events: [] });
    return { reply: [], disposition: "no_reply", reason: error.code };
  }
}
