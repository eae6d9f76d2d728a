import type { Attachment, Quote } from "./attachment.ts";
import type { EventDraft, Json, Payload } from "./events.ts";
import type { KeptMedia } from "./ports/media.ts";
import type { Model } from "./ports/model.ts";
import type { Provenance } from "./provenance.ts";
import type { Reads } from "./ports/reads.ts";

export interface WindowMessage {
  readonly id: string;
  readonly seq: number;
  readonly eventId: number;
  readonly text: string;
  readonly senderName: string | null;
  readonly payload: Payload;
  readonly at: string;
  /** The vendor's id of it. */
  readonly vendorId?: string | null | undefined;
  /** Files that came with it. None of them is waited for any more. */
  readonly attachments?: readonly Attachment[] | undefined;
  readonly quote?: Quote | undefined;
}

export interface HistoryMessage {
  readonly direction: "inbound" | "outbound";
  readonly text: string;
  readonly eventId: number;
  readonly at: string;
  /** Who said it, where several people share the conversation. */
  readonly sender?: string | undefined;
  /** Whose words it holds besides: of ours, what was made of somebody else's; of theirs, what they passed on. */
  readonly carries: readonly Provenance[];
  /** Files that came with it and are kept. */
  readonly attachments?: readonly Attachment[] | undefined;
}

export interface AccountView {
  readonly id: string;
  readonly displayName: string | null;
  readonly language: "zh" | "en" | null;
  readonly timezone: string;
}

/** What a turn gives a skill. Nothing it does here has an effect before the turn commits. */
export interface TurnContext {
  readonly turnId: string;
  readonly conversationId: string;
  readonly account: AccountView;
  readonly channel: string;
  /** The conversation's key within its channel. */
  readonly scope: string;
  /** The clock of the turn: one value, from start to commit. */
  readonly now: number;
  readonly window: readonly WindowMessage[];
  readonly model: Model;
  readonly signal: AbortSignal;
  newId(): string;
  /** Rows that the account may see. */
  readonly read: Reads;
  history(limit: number): Promise<readonly HistoryMessage[]>;
  /** A kept file, by the `mediaId` of an attachment. */
  file?(mediaId: string): Promise<KeptMedia | undefined>;
  /** What a kept document says, such as a PDF: as far as it can be read in a moment. Undefined where it can't. */
  readDocument?(file: KeptMedia): Promise<string | undefined>;
  /** Whether a reply here can carry files. */
  readonly carriesFiles?: boolean | undefined;
  /** Whether thoughts may be shown here, between `<think>` and `</think>`. */
  readonly showsThoughts?: boolean | undefined;
  /** Shows text while it is made. `replace` forgets what was shown before: a retried stream starts over. */
  show(chunk: { readonly text: string; readonly replace?: boolean }): void;
  /** Puts a command on the turn. It becomes events and a `materialized` row if and when the turn commits. */
  stage(command: StagedCommand): void;
}

export interface StagedCommand {
  readonly domain: string;
  readonly operation: string;
  readonly payload: Payload;
  /** What a reply may say about it. */
  readonly preview?: Json | undefined;
  readonly events: readonly EventDraft[];
  /** Streams whose version the decision was made on. When one has moved by the commit, the turn decides again. */
  readonly expects?: Readonly<Record<string, number>> | undefined;
  /** Other accounts whose rows it writes, found by friendship or by a common reminder: never by what somebody typed. */
  readonly reaches?: readonly string[] | undefined;
}

/** A file of a reply: one that came with this turn's own messages, or a new one. Never a path. */
export type OutgoingFile =
  | { readonly mediaId: string }
  | { readonly bytes: Uint8Array; readonly name: string };

/** What the turn shall say and how it ends. */
export interface SkillResult {
  /** Reply parts in order; each is one outgoing message before splitting. Empty with `no_reply`. */
  readonly reply: readonly string[];
  readonly disposition: "replied" | "no_reply" | "failed";
  readonly reason: string;
  /** Files that go with the last of them. */
  readonly files?: readonly OutgoingFile[] | undefined;
  /** Foreign words in it: a later turn reads it as data. */
  readonly carries?: readonly Provenance[] | undefined;
  /** What is to be remembered though nobody asked for it: a question that is open, a choice that was given. No command. */
  readonly events?: readonly EventDraft[] | undefined;
}

export interface Skill {
  readonly name: string;
  /** Does this window belong to the skill? The first that says yes gets it. */
  wants(turn: TurnContext): boolean | Promise<boolean>;
  run(turn: TurnContext): Promise<SkillResult>;
  /**
   * What a stopped turn leaves besides its own end, written with it. Asked in the stopper's transaction, in whatever
   * process that is: only by what the turn was and what it had shown.
   */
  stopped?(turn: StoppedTurn): Promise<readonly EventDraft[]>;
  /** What it shows is its reply in the making: when the turn fails, that much of it stays. */
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
