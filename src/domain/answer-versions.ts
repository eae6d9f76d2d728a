import type { MessagePayload } from "./events/conversation.ts";
import { isJsonObject, type Json, type JsonObject } from "./json.ts";

/**
 * Stands in a message that changes which version of an answer counts. The message itself says it,
 * so that what a conversation looks like follows from its messages alone.
 */
export interface VersionMark {
  /** The message that was answered first; null where a person only went on from another version. */
  readonly of: string | null;
  /** Messages of this conversation that no longer count, and those that count again. */
  readonly hides: string[];
  readonly shows: string[];
}

export function readVersionMark({ versions }: MessagePayload): VersionMark | null {
  if (!isJsonObject(versions)) return null;
  const { of, hides, shows } = versions;
  return {
    of: typeof of === "string" ? of : null,
    hides: listTexts(hides),
    shows: listTexts(shows),
  };
}

export const toVersionPayload = ({ of, hides, shows }: VersionMark): JsonObject => ({
  versions: { of, hides: [...hides], shows: [...shows] },
});

const listTexts = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

/** The messages that do not count, by these marks in their order. */
export function foldVersions(marks: readonly (VersionMark | null)[]): ReadonlySet<string> {
  const hidden = new Set<string>();
  for (const mark of marks) {
    for (const id of mark?.hides ?? []) hidden.add(id);
    for (const id of mark?.shows ?? []) hidden.delete(id);
  }
  return hidden;
}
