import type { Lines } from "./decide-create.ts";
import type { Interpretation, OpenRequest } from "../../../language/request.ts";
import type { SocialWish, Talk } from "../../friends/dialogue/talk.ts";
import type { Write } from "./writes/write.ts";
import type { Audience } from "../words/when-words.ts";
import type { StagedCommand, TurnContext, WindowMessage } from "../../../domain/skill.ts";
import type { Work } from "./work.ts";

export interface Doing {
  readonly work: Work;
  readonly talk: Talk;
  readonly turn: TurnContext;
  /** Commands about the account. */
  readonly settings: StagedCommand[];
}

export interface HandledMessage extends MessageOutcome {
  readonly message: WindowMessage;
  readonly isMine: boolean;
  readonly isQuestion: boolean;
}

/** The outcome of one message. Without lines it is not about reminders, or left to a model. */
export interface MessageOutcome {
  readonly text: string;
  readonly lines: Lines;
  readonly interpretation: Pick<Interpretation, "intent" | "reasons">;
  /** It asks for a reminder in words that the rules do not read: what they would ask. */
  readonly refused?: { readonly open: OpenRequest; readonly question: string } | undefined;
  /** It reaches other people, and is decided with their time in view. */
  readonly social?: SocialWish | undefined;
  /** What was asked about, and a yes came next. */
  readonly confirmed?: readonly Write[] | undefined;
  /** What it changes about the account. */
  readonly command?: StagedCommand | undefined;
}

export interface MessageContext {
  readonly to: Audience;
  /** A model may try its hand at what the rules refuse. */
  readonly hasModel: boolean;
}

export const nothing = { intent: "none", reasons: ["no_request"] } as const;
