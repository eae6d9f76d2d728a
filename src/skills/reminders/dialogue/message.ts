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
  /** What the rules would ask, and a model reads first. */
  readonly refused?: RefusedRequest | undefined;
  /** It reaches other people, and is decided with their time in view. */
  readonly social?: SocialWish | undefined;
  /** What was asked about, and a yes came next. */
  readonly confirmed?: readonly Write[] | undefined;
  /** It completes what the message before it began: that one's words are said no more. */
  readonly completesLast?: true | undefined;
  /** What it changes about the account. */
  readonly command?: StagedCommand | undefined;
}

/** A request that the rules do not carry out by themselves. */
export interface RefusedRequest {
  readonly open: OpenRequest;
  readonly question: string;
  /** Their reading of it, as far as it goes: a hint for the model. */
  readonly items: Interpretation["items"];
  /** They lack something, and a plain question is enough. Otherwise they may have missed words. */
  readonly isPlain: boolean;
}

export interface MessageContext {
  readonly to: Audience;
  /** A model may try its hand at what the rules refuse. */
  readonly hasModel: boolean;
  /** The words are a tool's, not the person's: what is missing is asked, and nothing is written. */
  readonly asksOnly?: true | undefined;
}

export const nothing = { intent: "none", reasons: ["no_request"] } as const;
