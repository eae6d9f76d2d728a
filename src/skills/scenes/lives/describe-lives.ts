import { storyLives } from "../../../domain/events/story-shapes.ts";
import type { StoryLivesView } from "../../../domain/views/scenes.ts";
import type { ChatState } from "../state/chat-state.ts";

const mostMeetings = 50;

/** For the person: routines, where they have brought each character, and whom they met. */
export const describeLives = (state: ChatState | undefined): StoryLivesView => ({
  lives: state?.lives ?? storyLives.parse({}),
  whereabouts: [...(state?.whereabouts ?? [])].map(([entity_id, where]) => ({
    entity_id,
    container_id: where.containerId,
    since: where.since,
    doing: where.doing,
  })),
  meetings: (state?.meetings ?? [])
    .slice(-mostMeetings)
    .toReversed()
    .map(({ id, containerId, at, until, participants }) => ({
      id,
      container_id: containerId,
      at,
      until,
      participants,
    })),
});
