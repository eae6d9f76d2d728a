import type { Lines } from "./decide-create.ts";
import type { Interpretation, OpenRequest } from "../../../language/request.ts";
import type { SocialWish, Talk } from "../../friends/dialogue/talk.ts";
import type { Write } from "./writes/write.ts";
import type { Audience } from "../words/when-words.ts";
import type { ReadTurn, StagedCommand, WindowMessage } from "../../../domain/skill.ts";
import type { Work } from "./work.ts";

export interface Doing {
  readonly work: Work;
  readonly talk: Talk;
  readonly turn: ReadTurn;
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
  /** A question of the rules that a model may answer first. */
  readonly refused?: RefusedRequest | undefined;
  /** It affects other people, and is decided after checking their calendars. */
  readonly social?: SocialWish | undefined;
  /** The writes of a question that was answered with yes. */
  readonly confirmed?: readonly Write[] | undefined;
  /** It completes the request of the message before, whose reply is dropped. */
  readonly completesLast?: true | undefined;
  /** Changes of the account. */
  readonly command?: StagedCommand | undefined;
}

/** A request that the rules do not carry out by themselves. */
export interface RefusedRequest {
  readonly open: OpenRequest;
  readonly question: string;
  /** Their partial reading: a hint for the model. */
  readonly items: Interpretation["items"];
  /** They lack something, and a plain question is enough. Otherwise they may have missed words. */
  readonly isPlain: boolean;
}

export interface MessageContext {
  readonly to: Audience;
  /** A model may try requests that the rules refuse. */
  readonly hasModel: boolean;
  /** The words are a tool's, not the person's: what is missing is asked, and nothing is written. */
  readonly asksOnly?: true | undefined;
}

export const nothing = { intent: "none", reasons: ["no_request"] } as const;
