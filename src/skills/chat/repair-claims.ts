import { correctClaims, hasFalseClaims, type ReplyEffects } from "../../domain/claims.ts";
import { ModelFailure, type ModelRequest } from "../../domain/ports/model.ts";
import type { TurnContext } from "../../domain/skill.ts";

/** Said by the app, and marked as such: it is not the person who writes. */
const reproach =
  "(From the app, not from the person: your last reply says that something was done. In this turn nothing was set, changed, cancelled, sent, told, kept or forgotten. Write the reply again for the person, no longer than before and without that claim. Where they asked for it, say plainly that it was not done.)";

interface Repairing {
  readonly reply: string;
  readonly effects: ReplyEffects;
  /** What of a model's text may be shown. */
  readonly toSafe: (text: string) => string;
}

/**
 * A model's reply without false claims: as it words it when it learns that nothing was done,
 * or with an honest line in the place of the claim. One call, and only where the turn wrote nothing.
 */
export async function repairClaims(
  { model, signal }: Pick<TurnContext, "model" | "signal">,
  request: ModelRequest,
  { reply, effects, toSafe }: Repairing,
): Promise<string> {
  const isRepairable = effects.wrote.length === 0 && effects.lines.length === 0;
  if (!isRepairable || !hasFalseClaims(reply, effects)) return correctClaims(reply, effects);
  try {
    const { text } = await model.complete({
      ...request,
      purpose: "repair",
      messages: [
        ...request.messages,
        { role: "assistant", content: reply },
        { role: "user", content: reproach },
      ],
      tools: [],
      onThought: undefined,
      optional: true,
    });
    const again = toSafe(text).trim();
    if (again !== "" && !hasFalseClaims(again, effects)) return again;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ModelFailure)) throw error;
  }
  return correctClaims(reply, effects);
}
