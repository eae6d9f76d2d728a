import type { EventDraft } from "../events/catalogue.ts";
import type { Hearer } from "../companion.ts";
import type { HistoryMessage, TurnContext } from "../skill.ts";

/** What comes to mind for a turn. All of it was said by the person or to them, where they are now. */
export interface Recalled {
  /** What the person said about themselves. */
  readonly facts: readonly { readonly words: string; readonly said: string }[];
  /** Stretches of this conversation that lie before its history, in few words, oldest first. */
  readonly summaries?: readonly { readonly words: string; readonly said: string }[] | undefined;
  /** Lines of earlier talk that fit. */
  readonly lines: readonly {
    readonly by: "person" | "you";
    readonly text: string;
    readonly at: string;
  }[];
  /** The events that all of it rests on, for the receipt. */
  readonly eventIds: readonly number[];
  /** How the memory of the conversation stood. */
  readonly talk: TalkState;
}

export interface TalkState {
  /** Whether this conversation remembers and uses memories. */
  readonly isOn: boolean;
  /** Whether a model has still to read what was said here. */
  readonly isPending: boolean;
  /** Rises with every change of the person's memory. */
  readonly version: number;
  /** Up to where the conversation was cleared. */
  readonly clearedThrough: number;
}

/** The part of a turn by which memories are read. A message that the companion writes first has it too. */
export type RememberingTurn = Pick<
  TurnContext,
  "account" | "conversationId" | "now" | "read" | "window" | "withheld"
>;

/** The memory of a person, for the skill that talks with them. */
export interface TalkMemory {
  /** For a character that talks with the person: only what that one has heard. */
  recall(
    turn: RememberingTurn,
    history: readonly Pick<HistoryMessage, "eventId" | "text">[],
    hearer?: Hearer,
  ): Promise<Recalled>;
  /** The last lines of the person's private talk that may be given, oldest first. */
  readLast(
    turn: RememberingTurn,
    most: number,
    hearer?: Hearer,
  ): Promise<readonly Pick<HistoryMessage, "direction" | "text" | "eventId" | "at">[]>;
  /** What the messages of the turn state about their writer, as events. The state, where it is known already. */
  note(turn: TurnContext, state?: TalkState): Promise<readonly EventDraft[]>;
  /** Of those only what rules read: no model reads the messages because of it. */
  noteStated(turn: TurnContext): Promise<readonly EventDraft[]>;
}
