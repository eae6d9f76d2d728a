import type { CastMember } from "../../src/skills/scenes/state/cast.ts";

/** A character with a name and nothing else. */
export const castMember = (id: string, name = id): CastMember => ({
  id,
  name,
  persona: "",
  voice_samples: [],
  traits: [],
  backstory: "",
  initial_relationship_to_you: "",
  kickoff_prose: "",
  event_id: 0,
});
