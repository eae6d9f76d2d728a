import type { StorySettings } from "../events/story.ts";

export const leftOutReasons = [
  "not_supported",
  "out_of_range",
  "connection",
  "model",
  "text_format",
  "scripts",
  "macro",
  "second_note",
  "story_only",
] as const;

/** A field of another program's preset that is not used here, and why. */
export interface LeftOut {
  readonly field: string;
  readonly reason: (typeof leftOutReasons)[number];
}

/** What a preset means here. Nothing is changed by reading it. */
export interface ReadPreset {
  readonly name: string;
  readonly settings: StorySettings;
  readonly left_out: readonly LeftOut[];
}
