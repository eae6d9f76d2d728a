import type { Language } from "../../../domain/language.ts";

/** How an unattended scene continues. */
export interface PlanDetails {
  readonly beats: number;
  /** Conditions that end it, in the format of `stop-conditions.ts`. */
  readonly stopIf: readonly string[];
  readonly budgetTokens: number | null;
  readonly everySeconds: number;
  /** Only for a scene that has not begun. */
  readonly participants: readonly string[];
  readonly containerId: number | null;
  /** The chat-app conversation that is notified when a stop condition is met. */
  readonly tell: { readonly conversationId: string; readonly language: Language } | null;
}

export interface Plan {
  readonly id: string;
  readonly startsAt: string | null;
  readonly details: PlanDetails;
  readonly at: string;
  readonly eventId: number;
  sceneId: number | null;
  beatsDone: number;
  status: "waiting" | "running" | "ended";
  /** The condition that was met, and what met it. */
  endedWhy: string | null;
}
