import { z } from "zod";
import { storyShapes } from "../../../domain/events/story-shapes.ts";

const text = z.string().max(32_000);
const id = z.string().max(200);
const number = z.number().finite();
const ids = z.array(id).max(500);
const place = z.number().int().min(1).max(1_000_000);
const derived = { cites: ids.optional(), scene_id: place.nullish() };

const {
  bot_authored: _bot,
  you_authored: _you,
  turn_cancelled,
  user_turn,
  assistant_turn,
  scene_opened,
  memory_written,
  manual_edit,
  edge_update,
  relationship_summarised,
  thread_detected,
  ...asImported
} = storyShapes;

const details = z.object({
  beats: z.number().int().min(0).max(10_000),
  stop_if: z.array(z.string().max(400)).max(20),
  budget_tokens: number.nullish(),
  every_seconds: number.optional(),
  participants: ids.optional(),
  container_id: place.nullish(),
});

/**
 * The fields of the events in a story's file, with ids in place of numbers. Any other field is
 * dropped: a file may come from anywhere.
 */
export const storyFileShapes: Readonly<Record<string, z.ZodObject>> = {
  ...asImported,
  turn_cancelled: turn_cancelled.extend({ scene_id: place.nullish() }),
  user_turn: user_turn.extend({ present_set_kind: text.optional() }),
  assistant_turn: assistant_turn.extend({
    present_set_kind: text.optional(),
    beat_turn_id: id.optional(),
    segments: user_turn.shape.segments,
    version_of: id.optional(),
    version: place.optional(),
  }),
  scene_opened: scene_opened.extend({
    host_bot_id: id.optional(),
    guest_bot_id: id.nullish(),
    parent_scene_id: place.nullish(),
  }),
  memory_written: memory_written
    .partial({ witness_you: true, witness_host: true, witness_guest: true })
    .extend({
      ...derived,
      story_time: text.optional(),
    }),
  manual_edit: manual_edit.extend({
    ...derived,
    author: z.enum(["person", "system"]).optional(),
    prior_value: text.optional(),
  }),
  edge_update: edge_update.extend({
    raw_affinity_delta: number.optional(),
    raw_trust_delta: number.optional(),
  }),
  relationship_summarised: relationship_summarised.extend({
    ...derived,
    affinity_delta: number.optional(),
    trust_delta: number.optional(),
  }),
  thread_detected: thread_detected.extend(derived),
  scene_plan_set: z.object({
    id,
    scene_id: place.nullish(),
    starts_at: text.nullish(),
    details,
  }),
  scene_plan_begun: z.object({ id, scene_id: place }),
  scene_plan_advanced: z.object({ id, beats_done: z.number().int().min(0) }),
  scene_plan_ended: z.object({
    id,
    reason: z.string().max(400),
    why: text.optional(),
    by: z.string().max(400).optional(),
  }),
};
