import { z } from "zod";
import { canonicalId } from "../ids.ts";
import type { Json } from "../json.ts";
import { toCharacterName } from "../character-name.ts";

const id = z.string().refine((text) => canonicalId(text) === text, "not an id");
const short = z.string().max(400);
const long = z.string().max(32_000);
/** Names appear in prompts and before lines, so each is one plain line. */
const name = z.string().min(1).max(400).transform(toCharacterName);
const place = z.number().int().min(1).max(1_000_000);
const number = z.number().finite();
const strings = z.array(z.string().max(8_000)).max(500);
const instant = z.string().refine((text) => !Number.isNaN(Date.parse(text)), "not a time");
const flag = z.union([z.literal(0), z.literal(1)]);
/** It was parsed as JSON before it is checked here. */
const json = z.custom<Json | undefined>(() => true);
const part = z
  .object({ kind: short, text: long, to: strings.min(1).readonly().optional() })
  .catchall(json);
const fact = z.union([z.string(), z.object({ fact: z.string() }).catchall(json)]);
const anything = z.record(z.string(), json);
const ofChat = { chat_id: id.optional() };
const turn = {
  ...ofChat,
  id: id.optional(),
  scene_id: place.optional(),
  meanwhile_scene_id: place.nullish(),
  text: long.default(""),
  present: z.array(id).optional(),
  witnesses: z.array(id).optional(),
  story_time: instant.optional(),
  status: z.enum(["completed", "cancelled"]).default("completed"),
};
const edge = {
  ...ofChat,
  source_id: id,
  target_id: id,
  knowledge_facts: z.array(fact).max(500).default([]),
  cites: z.array(id).optional(),
};

/**
 * How a character speaks: the model and its sampling, length, style and language. Set for a whole
 * story or for one character; the character's own value counts first.
 */
const speech = {
  /** One of the models that the operator offers. */
  model: z.string().min(1).max(200).optional(),
  temperature: z.number().min(0).max(2).optional(),
  top_p: z.number().min(0).max(1).optional(),
  top_k: z.number().int().min(0).max(1_000).optional(),
  frequency_penalty: z.number().min(-2).max(2).optional(),
  presence_penalty: z.number().min(-2).max(2).optional(),
  seed: z.number().int().min(0).max(2_147_483_647).optional(),
  max_tokens: z.number().int().min(16).max(16_000).optional(),
  /** The answer ends before any of these. */
  stop: z.array(z.string().min(1).max(100)).max(8).optional(),
  language: z.string().max(40).optional(),
  length: z.enum(["short", "medium", "long"]).optional(),
  style: z.string().max(4_000).optional(),
  /** An instruction for the coming beats, and how many lines before the end it stands. */
  note: z.string().max(4_000).optional(),
  note_depth: z.number().int().min(0).max(100).optional(),
};

export const botSpeech = z.strictObject(speech);

/** Whom a person plays. */
const persona = { name, pronouns: short.default(""), persona: long.default("") };

export const storySettings = z.strictObject({
  ...speech,
  /** Whom the person plays in this story, if not their usual persona. */
  persona: z
    .strictObject({
      name: z.string().trim().min(1).max(400),
      pronouns: short.optional(),
      persona: long.optional(),
    })
    .optional(),
  /** Replaces the product's own instructions; `{{char}}`, `{{user}}` and others are filled in. */
  system_template: z.string().max(8_000).optional(),
  /** Stands after the history. */
  closing_template: z.string().max(8_000).optional(),
  /** Whether the instructions in a character's card are followed. */
  card_prompts: z.boolean().optional(),
  /** How much a prompt may hold, if it is less than the model's window. */
  context_tokens: z.number().int().min(1_024).max(1_000_000).optional(),
  /** How many characters may answer one line. */
  max_replies: z.number().int().min(1).max(8).optional(),
  /** Of this story: all of its characters know it. */
  lorebook: json.optional(),
});

const wall = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "not a time of day");

/** What a character does every week, and what it needs in between. */
const routine = z.strictObject({
  entity_id: id,
  slots: z
    .array(
      z.strictObject({
        days: z.array(z.number().int().min(0).max(6)).min(1).max(7).describe("0 is Sunday."),
        from: wall,
        to: wall.describe("At or before `from`: on the next day."),
        container_id: place,
        doing: short.default(""),
      }),
    )
    .max(60)
    .default([]),
  needs: z
    .array(
      z.strictObject({
        name: short.min(1),
        container_id: place,
        every_hours: z.number().int().min(1).max(168),
        minutes: z.number().int().min(15).max(480).default(30),
      }),
    )
    .max(10)
    .default([]),
});

/** How characters live between scenes. Off, and within small bounds, unless it is set otherwise. */
export const storyLives = z.strictObject({
  is_on: z.boolean().default(false),
  /** Meetings that are remembered, for each day of the story. */
  meetings_per_day: z.number().int().min(0).max(12).default(3),
  /** Meetings that are played as scenes, for each day. They cost model calls. */
  scenes_per_day: z.number().int().min(0).max(3).default(0),
  scene_beats: z.number().int().min(1).max(20).default(4),
  scene_budget_tokens: z.number().int().min(500).max(200_000).default(6_000),
  routines: z.array(routine).max(50).default([]),
});

const meeting = z.object({
  id: id.optional(),
  container_id: place,
  at: instant,
  until: instant,
  participants: z.array(id).min(2).max(50),
});

/**
 * The fields that each kind of story event may have when it comes from outside: the fields of an
 * import and of an event that is made by hand. The types of `story.ts` are inferred from these.
 */
export const storyShapes = {
  bot_authored: z.object({
    id: id.optional(),
    name,
    persona: long.default(""),
    voice_samples: strings.default([]),
    traits: strings.default([]),
    backstory: long.default(""),
    initial_relationship_to_you: long.default(""),
    kickoff_prose: long.default(""),
    pronouns: short.default(""),
    /** What others see of the character. */
    looks: long.default(""),
    play: botSpeech.optional(),
    extensions: anything.optional(),
  }),
  you_authored: z.object({
    ...persona,
    /** The personas beside this one, which is the usual. Left out: they stay. */
    others: z.array(z.strictObject(persona)).max(50).optional(),
  }),
  chat_created: z.object({
    id: id.optional(),
    host_bot_id: id,
    guest_bot_id: id.nullish(),
    initial_time: instant,
    narrative_anchor: short.default(""),
    weather: short.default(""),
    title: z.string().max(400).nullish(),
  }),
  chat_renamed: z.object({ chat_id: id, title: z.string().trim().min(1).max(400) }),
  container_renamed: z.object({ chat_id: id, container_id: place, name: short.trim().min(1) }),
  story_settings_set: z.object({ chat_id: id, settings: storySettings }),
  lives_set: z.object({ chat_id: id, lives: storyLives }),
  lives_advanced: z.object({
    chat_id: id,
    from: instant,
    to: instant,
    /** Where everyone is at the end. */
    stays: z
      .array(z.object({ entity_id: id, container_id: place, since: instant, doing: short }))
      .max(50),
    /** When needs were last met. */
    needs: z.array(z.object({ entity_id: id, name: short, at: instant })).max(500),
    meetings: z.array(meeting).max(200),
  }),
  container_created: z.object({
    chat_id: id,
    container_id: place.optional(),
    name: short.min(1),
    type: short.default(""),
    properties: anything.default({}),
  }),
  scene_opened: z.object({
    chat_id: id,
    scene_id: place.optional(),
    container_id: place.nullish(),
    started_at: instant.optional(),
    participants: z.array(id).min(1).max(50),
  }),
  meanwhile_scene_started: z.object({
    chat_id: id,
    scene_id: place.optional(),
    parent_scene_id: place.nullish(),
    host_bot_id: id,
    guest_bot_id: id.nullish(),
    participants: z.array(id).max(50).optional(),
    container_id: place.nullish(),
    started_at: instant.optional(),
  }),
  scene_closed: z.object({ ...ofChat, scene_id: place, closed_at: instant.optional() }),
  meanwhile_scene_closed: z.object({ ...ofChat, scene_id: place, closed_at: instant.optional() }),
  presence_changed: z.object({
    ...ofChat,
    scene_id: place,
    entity_id: id,
    change: z.enum(["enter", "leave"]),
  }),
  time_advanced: z.object({ chat_id: id, to: instant.describe("ISO 8601, not before the clock.") }),
  activity_change: z.object({
    ...ofChat,
    entity_id: id,
    posture: short.default(""),
    action: anything.default({}),
    attention: short.default(""),
    holding: strings.default([]),
    status: anything.default({}),
  }),
  edge_update: z.object({
    ...edge,
    affinity_delta: number.optional(),
    trust_delta: number.optional(),
    affinity: number.min(0).max(100).optional(),
    trust: number.min(0).max(100).optional(),
    scene_id: place.nullish(),
    relationship_summary: long.optional(),
  }),
  relationship_summarised: z.object({ ...edge, relationship_summary: long.default("") }),
  user_turn: z.object({
    ...turn,
    segments: z.array(part).default([]),
  }),
  assistant_turn: z.object({ ...turn, speaker_id: id }),
  memory_written: z.object({
    ...ofChat,
    id: id.optional(),
    owner_id: id.refine((owner) => owner !== "you", "only bots own memories"),
    scene_id: place.nullish(),
    witness_you: flag,
    witness_host: flag,
    witness_guest: flag,
    witnesses: z.array(id).optional(),
    text: long.default(""),
    pov_summary: long.default(""),
  }),
  manual_edit: z.object({
    ...ofChat,
    target_kind: z.enum(["memory_pov_summary", "memory_text", "memory_pinned"]),
    target_id: id,
    new_value: long,
  }),
  digest_written: z.object({
    ...ofChat,
    id: id.optional(),
    scene_id: place,
    noticed: long,
    directors_cut: long.default(""),
  }),
  digest_unsealed: z.object({ ...ofChat, id }),
  digest_delivered: z.object({ ...ofChat, id }),
  thread_detected: z.object({
    ...ofChat,
    id: id.optional(),
    title: short.min(1),
    summary: long.default(""),
    status: short.default("open"),
  }),
  /** By the person. What is left out stays. */
  thread_changed: z.object({
    chat_id: id,
    id,
    title: short.trim().min(1).optional(),
    summary: long.optional(),
    status: z.enum(["open", "resolved"]).optional(),
  }),
  lore_activated: z.object({ ...ofChat, owner_id: id, entries: strings, heard: number }),
  scene_summarised: z.object({ ...ofChat, scene_id: place }),
  turn_cancelled: z.object({ ...ofChat, scene_id: place.optional() }),
};
