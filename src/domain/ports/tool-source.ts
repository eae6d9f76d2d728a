import type { EventDraft } from "../events.ts";
import type { ModelTool } from "./model.ts";
import type { Provenance, TurnWords } from "../provenance.ts";
import type { TurnContext } from "../skill.ts";

/** A skill that lets a model use its commands. The model says what is wanted; the skill decides, as it would by its own rules. */
export interface ToolSource {
  /** `words`: what the model is given to read, by whose words it is. No write is offered without it. */
  offer(turn: TurnContext, words: TurnWords): Promise<ToolOffer>;
}

export interface ToolOffer {
  readonly tools: readonly ModelTool[];
  /** After the model's answer: stages what the tools decided, and says in fixed words what that is. Those words end the reply. */
  finish(answer: string): Promise<ToolsUsed>;
}

export interface ToolsUsed {
  readonly lines: readonly string[];
  /** What the turn has to remember besides its commands. */
  readonly events: readonly EventDraft[];
  /** Whether anything is written with this reply. `undefined`: whoever uses the answer decides, and puts it right itself. */
  readonly wrote: boolean | undefined;
  /** Foreign words in the lines. */
  readonly carries: readonly Provenance[];
}
