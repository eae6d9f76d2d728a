import { keepTexts } from "../formats/lenient-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../domain/json.ts";

/**
 * A whole story as a file of JSON lines: a head, the persona, the characters, then the story's events
 * in order. An event has a number, and others refer to it by that number, so the file holds no id
 * that means something in one installation only.
 */
export const storyFileVersion = 1;

export interface StoryHead {
  readonly meanwhile_story: number;
  readonly title: string;
  /** The branch that is played. */
  readonly active: number;
}

export interface StoryPersona {
  readonly you: { readonly name: string; readonly pronouns: string; readonly persona: string };
}

export interface StoryCharacter {
  readonly bot: JsonObject & { readonly id: string };
  readonly picture?: { readonly type: string; readonly data: string } | undefined;
  readonly assets?: readonly (JsonObject & { readonly data: string })[] | undefined;
}

/** The events after this line belong to another branch, which shares its past up to an event. */
export interface BranchLine {
  readonly branch: number;
  readonly of: number;
  readonly from: number;
}

export interface EventLine {
  readonly n: number;
  readonly kind: string;
  /** Events of the same exchange have the same number. */
  readonly turn?: number;
  readonly payload: JsonObject;
  /** Events whose words were in the prompt that it was made from. */
  readonly sources?: readonly number[];
  /** Part of a version of a reply that is not the active one: the number of that reply. */
  readonly aside?: number;
}

/** What would spoil the story for a reader of the file. */
export interface SealedLine {
  readonly sealed: string;
}

export type BodyLine = BranchLine | EventLine;

export interface ParsedStory {
  readonly head: StoryHead;
  readonly you: StoryPersona["you"] | undefined;
  readonly characters: readonly StoryCharacter[];
  readonly body: readonly BodyLine[];
}

export const isBranchLine = (line: BodyLine): line is BranchLine => "branch" in line;

/** Fields that hold one character, and those that hold several. */
export const characterFields = [
  "host_bot_id",
  "guest_bot_id",
  "entity_id",
  "owner_id",
  "speaker_id",
  "source_id",
  "target_id",
] as const;
export const characterLists = ["participants", "present", "witnesses"] as const;

/** Events that name characters within lists of objects. */
export const nestedKinds: ReadonlySet<string> = new Set(["lives_set", "lives_advanced"]);

/** Changes the characters that are named anywhere within a value. */
export function mapCharacters(value: Json | undefined, change: (id: string) => string): Json {
  if (Array.isArray(value))
    return (value as readonly Json[]).map((one) => mapCharacters(one, change));
  if (!isJsonObject(value)) return value ?? null;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]): [string, Json] => {
      if (name === "entity_id" && typeof inner === "string") return [name, change(inner)];
      if (name === "participants" && Array.isArray(inner))
        return [name, keepTexts(inner).map(change)];
      return [name, mapCharacters(inner, change)];
    }),
  );
}

/** An edit names a memory there, every other event a character. */
export const isMemoryTarget = (kind: string): boolean => kind === "manual_edit";

/** Changes what a fact cites; a fact without citations is plain text. */
export const mapFactCites = (
  facts: Json | undefined,
  change: (cites: readonly Json[]) => readonly Json[],
): Json[] =>
  (Array.isArray(facts) ? (facts as readonly Json[]) : []).map((fact): Json => {
    const cites = typeof fact === "object" && fact !== null && "cites" in fact ? fact.cites : null;
    return Array.isArray(cites)
      ? { ...(fact as JsonObject), cites: change(cites as readonly Json[]) }
      : fact;
  });
