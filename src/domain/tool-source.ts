import type { EventDraft } from "./events.ts";
import type { ModelTool } from "./model.ts";
import type { TurnContext } from "./skill.ts";

/** A skill that lets a model use its commands. The model says what is wanted; the skill decides, as it would by its own rules. */
export interface ToolSource {
  offer(turn: TurnContext): Promise<ToolOffer>;
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
}
