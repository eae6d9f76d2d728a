import type { Interpretation } from "../../../../language/request.ts";

/**
 * One write of a model, read by the rules and complete. Stored as JSON while the person is asked.
 */
export type Write =
  | { readonly kind: "reading"; readonly asked: Interpretation & { readonly text: string } }
  /** A to-do without a time. */
  | { readonly kind: "untimed"; readonly title: string }
  | { readonly kind: "setting"; readonly field: SettingField; readonly value: string };

export type SettingField = "display_name" | "default_timezone" | "language";

/** A write with the words that a tool was given for it, which must be the person's own. */
export interface RequestedWrite {
  readonly write: Write;
  /** When, as passed to the tool. */
  readonly time?: string | undefined;
  /** The new title of what exists. */
  readonly newTitle?: string | undefined;
}

const ends = new Set<Interpretation["intent"]>(["cancel", "cancel_shared", "complete"]);

/** Afterwards a reminder no longer fires. */
export const isEnding = (write: Write): boolean =>
  write.kind === "reading" && ends.has(write.asked.intent);

const writing = new Set<Interpretation["intent"]>([
  "create",
  "create_shared",
  "update",
  "update_shared",
  "cancel",
  "cancel_shared",
  "complete",
  "snooze",
]);

export const isWrite = ({ intent }: Interpretation): boolean => writing.has(intent);

/** The same thing twice is one thing. */
export const isSameWrite = (a: Write, b: Write): boolean =>
  JSON.stringify(bare(a)) === JSON.stringify(bare(b));

const bare = (write: Write): unknown => {
  if (write.kind !== "reading") return write;
  const { intent, items, targetId, occurrence, with: friends } = write.asked;
  return { intent, items, targetId, occurrence, friends };
};
