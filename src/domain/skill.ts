import type { Language } from "./language.ts";
import type { Attachment, Quote } from "./attachment.ts";
import type { ChannelCapabilities } from "./channel.ts";
import type { EventDraft } from "./events/catalogue.ts";
import type { MessagePayload } from "./events/conversation.ts";
import type { Json, JsonObject } from "./json.ts";
import type { KeptMedia } from "./ports/media.ts";
import type { Model, ModelTool } from "./ports/model.ts";
import type { Provenance, TurnWords } from "./provenance.ts";
import type { Reads } from "./ports/reads.ts";

export interface WindowMessage {
  readonly id: string;
  readonly seq: number;
  readonly eventId: number;
  readonly text: string;
  readonly senderName: string | null;
  readonly payload: MessagePayload;
  readonly at: string;
  /** The vendor's id of the message. */
  readonly vendorId?: string | null | undefined;
  /** Files that came with it; none of them is still awaited. */
  readonly attachments?: readonly Attachment[] | undefined;
  readonly quote?: Quote | undefined;
}

export interface HistoryMessage {
  readonly direction: "inbound" | "outbound";
  readonly text: string;
  readonly eventId: number;
  readonly at: string;
  /** The sender, where several people share the conversation. */
  readonly sender?: string | undefined;
  /**
   * Foreign text in it: what a reply of the product's was made from, or what the person passed on.
   */
  readonly carries: readonly Provenance[];
  /** Stored files that came with it. */
  readonly attachments?: readonly Attachment[] | undefined;
  /** The character that spoke a reply, or `plain`. */
  readonly spokenAs?: string | undefined;
}

export interface AccountView {
  readonly id: string;
  readonly displayName: string | null;
  readonly language: Language | null;
  readonly timezone: string;
  /** Hosts that the person allowed replies to link to. */
  readonly linkHosts: readonly string[];
}

/**
 * The context of a turn for a skill. Nothing that a skill does here takes effect before the turn
 * commits.
 */
export interface TurnContext {
  readonly turnId: string;
  readonly conversationId: string;
  readonly account: AccountView;
  /** Capabilities of the conversation's channel. */
  readonly channel: ChannelCapabilities;
  /** The conversation's key within its channel. */
  readonly scope: string;
  /** The clock of the turn: one value, from start to commit. */
  readonly now: number;
  readonly window: readonly WindowMessage[];
  readonly model: Model;
  /** Commands of the skills asked before, for a model that answers this turn. */
  readonly tools: readonly ToolSource[];
  /** Events of messages that this turn has forgotten: none of its prompts holds them. */
  readonly withheld?: ReadonlySet<number> | undefined;
  readonly signal: AbortSignal;
  newId(): string;
  /** Rows that the account may see. */
  readonly read: Reads;
  history(limit: number): Promise<readonly HistoryMessage[]>;
  /** The person's own stored files of this conversation, also from before the history; newest first. */
  earlierFiles?(): Promise<readonly Pick<HistoryMessage, "eventId" | "attachments">[]>;
  /** A stored file, by the `mediaId` of an attachment. */
  file?(mediaId: string): Promise<KeptMedia | undefined>;
  /**
   * The text of a stored document such as a PDF, as far as it can be read quickly. Undefined if
   * unreadable.
   */
  readDocument?(file: KeptMedia): Promise<string | undefined>;
  /**
   * Shows text while it is made. `replace` discards what was shown before, for a retried stream.
   */
  show(chunk: { readonly text: string; readonly replace?: boolean }): void;
  /**
   * Adds a command to the turn. It becomes events and a `materialized` row when the turn commits.
   */
  stage(command: StagedCommand): void;
}

/** The part of a turn by which rules read its messages. A sentence without a conversation has it too. */
export type ReadTurn = Pick<
  TurnContext,
  "turnId" | "conversationId" | "account" | "now" | "window" | "read" | "history"
> & { readonly model: { readonly describe: Pick<Model["describe"], "kind"> } };

export interface StagedCommand {
  readonly domain: string;
  readonly operation: string;
  readonly payload: JsonObject;
  /** What a reply may say about the command. */
  readonly preview?: Json | undefined;
  readonly events: readonly EventDraft[];
  /**
   * Stream versions that the decision is based on. If one has moved by the commit, the turn decides
   * again.
   */
  readonly expects?: Readonly<Record<string, number>> | undefined;
  /**
   * Other accounts whose rows it writes, found through a friendship or a shared reminder and never
   * from typed text.
   */
  readonly reaches?: readonly string[] | undefined;
}

/** A file of a reply: one that came with this turn's own messages, or a new one. Never a path. */
export type OutgoingFile =
  | { readonly mediaId: string }
  | { readonly bytes: Uint8Array; readonly name: string };

/** The turn's reply and its end. */
export interface SkillResult {
  /** Reply parts in order; each is one outgoing message before splitting. Empty with `no_reply`. */
  readonly reply: readonly string[];
  readonly disposition: "replied" | "no_reply" | "failed";
  readonly reason: string;
  /** Files that go with the last reply part. */
  readonly files?: readonly OutgoingFile[] | undefined;
  /** Foreign text in the reply: a later turn reads it as data. */
  readonly carries?: readonly Provenance[] | undefined;
  /** The character that speaks the reply, or `plain`. */
  readonly spokenAs?: string | undefined;
  /** Whether what is said here is remembered, where that was asked: claims of the reply are judged by it. */
  readonly remembers?: boolean | undefined;
  /** State to remember without a command, such as an open question or an offered choice. */
  readonly events?: readonly EventDraft[] | undefined;
}

/** Lets the skills that come later in the list go on. */
export interface Handover {
  readonly next: {
    /** The messages they answer; the whole window when not set. */
    readonly window?: readonly WindowMessage[] | undefined;
    /** Commands of this skill for their model. */
    readonly tools?: readonly ToolSource[] | undefined;
    /** Events of earlier messages that they must not see. */
    readonly withheld?: readonly number[] | undefined;
  };
  /**
   * Makes this skill's answer out of theirs, which is undefined when their model failed. Without it
   * the turn is theirs.
   */
  readonly complete?: ((answer: SkillResult | undefined) => Promise<SkillResult>) | undefined;
}

export const isHandover = <H extends Handover>(handled: SkillResult | H): handled is H =>
  "next" in handled;

export interface Skill {
  readonly name: string;
  /** Answers the window, hands it over to the skills that follow, or leaves it: undefined. */
  handle(turn: TurnContext): Promise<SkillResult | Handover | undefined>;
  /**
   * Events that a stopped turn leaves in addition to its own end, written with it. Called in the
   * stopper's transaction, which may run in another process: it knows only the turn and what it had
   * shown.
   */
  stopped?(turn: StoppedTurn): Promise<readonly EventDraft[]>;
  /** The text it shows is its unfinished reply: when the turn fails, the shown text stays. */
  readonly keepsWhatWasRead?: boolean | undefined;
}

export interface StoppedTurn {
  readonly turnId: string;
  readonly conversationId: string;
  readonly accountId: string;
  readonly scope: string;
  readonly shownText: string;
  readonly window: readonly Pick<WindowMessage, "id" | "eventId" | "text" | "payload">[];
  readonly now: number;
  /** Reads as the engine, in the transaction that stops. */
  readonly read: Reads;
  newId(): string;
}

/**
 * The commands of a skill for a model that answers a turn. The model says what is wanted; the skill
 * decides, as it would by its own rules.
 */
export interface ToolSource {
  /** `words`: what the model is given to read, by whose words it is. No write is offered without it. */
  offer(words: TurnWords): ToolOffer;
}

export interface ToolOffer {
  readonly tools: readonly ModelTool[];
  /** The skill's own reading of the messages: data for the model, as JSON. */
  readonly readings?: readonly string[] | undefined;
  /** After the model's answer: stages what the tools decided, and says in fixed words what that is. Those words end the reply. */
  finish(answer: string): Promise<ToolsUsed>;
}

export interface ToolsUsed {
  readonly lines: readonly string[];
  /** Events that the turn records in addition to its commands. */
  readonly events: readonly EventDraft[];
  /**
   * The operations that are written with this reply. `undefined`: the caller decides, and corrects
   * the lines itself.
   */
  readonly wrote: readonly string[] | undefined;
  /** Foreign words in the lines. */
  readonly carries: readonly Provenance[];
}
