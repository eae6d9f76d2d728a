import type { CastMember } from "../../src/skills/scenes/state/cast.ts";

/** Somebody of whom nothing is known but the name. */
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
