import type { CompanionPeriod, Hearer } from "../companion.ts";
import type { TurnContext } from "../skill.ts";
import type { CharacterView } from "../views/companion.ts";
import type { Reads } from "./reads.ts";

/** A character as its own prompts describe it. */
export interface CharacterCard {
  readonly id: string;
  readonly name: string;
  readonly persona: string;
  readonly traits: readonly string[];
  readonly backstory: string;
  readonly voiceSamples: readonly string[];
  /** How it stands to the person: as it was written, and as stories have left it. */
  readonly relationship: string;
  readonly affinity: number | null;
  readonly trust: number | null;
  /** It came from a file: another person may have written it. */
  readonly isForeign: boolean;
  readonly eventId: number;
}

/** Something that a character lived through while the person was away, as it remembers it. */
export interface LivedThrough {
  readonly eventIds: readonly number[];
  readonly words: string;
  /** The time in its story. */
  readonly at: string;
}

/** The characters of a person's Stage, for those who talk as one of them. */
export interface StageCharacters {
  list(read: Reads, accountId: string): Promise<readonly CharacterView[]>;
  /** All characters that go by a name. */
  findIds(read: Reads, of: { accountId: string; name: string }): Promise<readonly string[]>;
  findCard(read: Reads, of: CharacterOf): Promise<CharacterCard | undefined>;
  /** Its own memories of the latest scenes without the person that are over; the oldest first. */
  listLived(
    read: Reads,
    of: CharacterOf & { readonly most: number },
  ): Promise<readonly LivedThrough[]>;
  /** Whether there are any of them after a position of the log. */
  hasLived(read: Reads, of: CharacterOf & { readonly after: number }): Promise<boolean>;
}

export interface CharacterOf {
  readonly accountId: string;
  readonly botId: string;
}

/** The companion that a turn speaks as. */
export interface Companion extends Hearer {
  readonly card: CharacterCard;
  /** Given because the person asks for it. Undefined where they do not. */
  readonly lived: readonly LivedThrough[] | undefined;
  /** Whether something happened to it since it last spoke. */
  readonly hasNews: boolean;
}

export interface FoundCompanion {
  /** Undefined: the plain assistant. */
  readonly companion: Companion | undefined;
  /** Who talked with the person so far. Empty where it was always the plain assistant. */
  readonly periods: readonly CompanionPeriod[];
}

export interface Companions {
  /** Who answers this turn. Where others read along it is the plain assistant. */
  find(
    turn: Pick<TurnContext, "read" | "account" | "window" | "conversationId">,
  ): Promise<FoundCompanion>;
}
