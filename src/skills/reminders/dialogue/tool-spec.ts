import type { Lines } from "./decide-create.ts";
import type { TurnWords } from "../../../domain/provenance.ts";
import type { Session } from "./session.ts";

export type Args = Readonly<Record<string, string>>;

/** A command as a model sees it: texts in, and never an account, a channel or an address. */
export interface Spec {
  readonly name: string;
  readonly description: string;
  readonly needs: Args;
  readonly may?: Args;
  /** Not offered where other people read along. */
  readonly isPrivate?: boolean;
  run(session: ToolSession, args: Args): Outcome | Promise<Outcome>;
}

/** A turn's session while a model works on it, and what that model has read. */
export interface ToolSession extends Session {
  readonly words: TurnWords;
}

/** The reply, and whether the person has to be asked. */
export interface Outcome {
  readonly lines: Lines;
  readonly asks?: boolean;
  /** The question comes at the end of the reply, with whatever else is asked there. */
  readonly isStaged?: boolean;
  /** Done at the end, if there are not too many of the kind. */
  readonly isEnding?: boolean;
  /** Only looked up: the model may tell it in its own words. */
  readonly looked?: "reminders" | "friends" | "free_times";
}

export const timeWords =
  "when, in the person's own words, such as 明天下午3点, in 20 minutes, every Monday at 9am. Never a computed date.";
export const minutesOf = (text: string | undefined): number | undefined => {
  const minutes = Number(text);
  return Number.isInteger(minutes) && minutes > 0 ? minutes : undefined;
};
