import { z } from "@hono/zod-openapi";
import {
  botSpeech,
  storyLives,
  storySettings,
  storyShapes,
} from "../../domain/events/story-shapes.ts";
import type { StoryShapeKind } from "../../domain/events/story.ts";
import { leftOutReasons } from "../../domain/views/presets.ts";
import type { StoryList } from "../../domain/views/scenes.ts";

type Fields = Readonly<Record<string, object>>;

const toSchema = (shape: z.ZodType, io: "input" | "output") => {
  const { $schema: _schema, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: "any" });
  return schema as { readonly properties?: Fields; readonly required?: readonly string[] };
};

/** A shape of the domain as the document shows it; what has no JSON schema is shown as anything. */
const documentBody = (shape: z.ZodType): z.ZodType =>
  z.unknown().openapi({ ...(toSchema(shape, "input") as object) });

/** `filled`: what the server fills in where a person leaves it out. */
function documentAnswer(shape: z.ZodType, filled: readonly string[] = []): z.ZodType {
  const [schema, given] = [toSchema(shape, "output"), toSchema(shape, "input").properties ?? {}];
  // A value that is changed while it is read has no shape of its own: it keeps its type.
  const properties = Object.entries(schema.properties ?? {}).map(([name, of]) => [
    name,
    Object.keys(of).length === 0 ? (given[name] ?? of) : of,
  ]);
  return z
    .unknown()
    .refine((value) => value !== undefined)
    .openapi({
      ...(schema as object),
      properties: Object.fromEntries(properties),
      required: [...new Set([...(schema.required ?? []), ...filled])],
    });
}

/** The fields of an event that a person authors, without those that the path says. */
export function eventBody(kind: StoryShapeKind, inPath: readonly string[] = []): z.ZodType {
  const { shape } = storyShapes[kind];
  const fields = Object.entries(shape).filter(([field]) => !inPath.includes(field));
  return documentBody(z.strictObject(Object.fromEntries(fields)));
}

/** As it was written, with defaults filled in. */
export const eventAnswer = (kind: StoryShapeKind): z.ZodType =>
  documentAnswer(storyShapes[kind].loose(), madeIds[kind]);

/** Ids that are made where none is given. */
const madeIds: Partial<Record<StoryShapeKind, readonly string[]>> = {
  bot_authored: ["id"],
  chat_created: ["id"],
  container_created: ["container_id"],
  thread_detected: ["id"],
};

const eventId = z.number().int();
const ofChat = { chat_id: z.string(), account_id: z.string(), event_id: eventId };
const scene = z.number().int().nullable();
const text = z.string();
const texts = z.array(z.string());
const anything = z.record(z.string(), z.unknown());
const instant = z.string().openapi({ description: "ISO 8601" });

export const botRow = z
  .looseObject({
    id: text,
    name: text,
    persona: text,
    voice_samples: texts,
    traits: texts,
    backstory: text,
    initial_relationship_to_you: text,
    kickoff_prose: text,
    pronouns: text,
    looks: text,
    play: documentAnswer(botSpeech),
    extensions: anything,
    account_id: text,
    event_id: eventId,
    created_at: instant,
    updated_at: instant,
  })
  .openapi("Bot");

export const youRow = z
  .looseObject({
    name: text,
    pronouns: text,
    persona: text,
    others: z.array(z.looseObject({ name: text, pronouns: text, persona: text })),
    event_id: eventId,
    updated_at: instant,
  })
  .openapi("You");

const chatFields = {
  id: text,
  account_id: text,
  title: text.nullable(),
  host_bot_id: text,
  guest_bot_id: text.nullable(),
  initial_time: instant,
  clock: instant,
  narrative_anchor: text,
  weather: text,
  branch_id: text,
  created_at: instant,
  updated_at: instant,
};
export const chatRow = z.looseObject(chatFields).openapi("Chat");

const sceneFields = {
  ...ofChat,
  id: z.number().int(),
  container_id: scene,
  parent_scene_id: scene,
  kind: z.enum(["you", "meanwhile"]),
  host_bot_id: text,
  guest_bot_id: text.nullable(),
  participants: texts,
  started_at: instant,
  closed_at: instant.nullable(),
  summarised: z.boolean(),
};

export const openChat = z
  .looseObject({
    ...chatFields,
    conversation_id: text.nullable(),
    open_scenes: z.array(z.looseObject({ ...sceneFields, present: texts })),
  })
  .openapi("OpenChat");

/** The rows of each list. */
export const listRows: Readonly<Record<StoryList, z.ZodType>> = {
  containers: z
    .looseObject({ ...ofChat, id: z.number().int(), name: text, type: text, properties: anything })
    .openapi("Place"),
  scenes: z.looseObject(sceneFields).openapi("Scene"),
  presence: z
    .looseObject({ ...ofChat, scene_id: z.number().int(), entity_id: text, present: z.boolean() })
    .openapi("Presence"),
  activities: z
    .looseObject({
      ...ofChat,
      entity_id: text,
      posture: text,
      action: anything,
      attention: text,
      holding: texts,
      status: anything,
    })
    .openapi("StoryActivity"),
  edges: z
    .looseObject({
      ...ofChat,
      source_id: text,
      target_id: text,
      affinity: z.number(),
      trust: z.number(),
      facts: z.array(z.looseObject({ fact: text })),
      relationship_summary: text,
    })
    .openapi("Edge"),
  turns: z
    .looseObject({
      ...ofChat,
      id: text,
      scene_id: scene,
      meanwhile_scene_id: scene,
      kind: z.enum(["user", "assistant"]),
      speaker_id: text,
      text,
      segments: z.array(z.looseObject({ kind: text, text, to: texts.optional() })),
      present: texts,
      witnesses: texts,
      status: z.enum(["completed", "cancelled"]),
      story_time: instant.nullable(),
      turn_id: text.nullable(),
    })
    .openapi("Line"),
  memories: z
    .looseObject({
      ...ofChat,
      id: text,
      owner_id: text,
      scene_id: scene,
      witnesses: texts,
      text,
      pov_summary: text,
      cites: texts,
      story_time: instant.nullable(),
    })
    .openapi("StoryMemory"),
  threads: z
    .looseObject({ ...ofChat, id: text, scene_id: scene, title: text, summary: text, status: text })
    .openapi("Thread"),
  digests: z
    .looseObject({
      ...ofChat,
      id: text,
      scene_id: z.number().int(),
      noticed: text,
      directors_cut: text.nullable(),
      sealed: z.boolean(),
      delivered: z.boolean(),
    })
    .openapi("Digest"),
  plans: z
    .looseObject({
      ...ofChat,
      id: text,
      scene_id: scene,
      starts_at: instant.nullable(),
      details: anything,
      beats_done: z.number().int(),
      status: z.enum(["waiting", "running", "ended"]),
    })
    .openapi("ScenePlan"),
};

export const settingsAnswer = z
  .object({
    settings: documentAnswer(storySettings),
    models: texts.openapi({ description: "Other models that the story may be played by." }),
    system_template: text.openapi({ description: "What is used while none is set." }),
  })
  .openapi("StorySettings");

export const settingsBody = documentBody(storySettings);

export const presetAnswer = z
  .object({
    name: text,
    settings: documentAnswer(storySettings),
    left_out: z.array(z.object({ field: text, reason: z.enum(leftOutReasons) })),
  })
  .openapi("ReadPreset");

export const livesBody = documentBody(storyLives);
export const livesAnswer = z
  .object({
    lives: documentAnswer(storyLives),
    whereabouts: z.array(
      z.object({ entity_id: text, container_id: eventId, since: instant, doing: text }),
    ),
    meetings: z.array(
      z.object({
        id: text,
        container_id: eventId,
        at: instant,
        until: instant,
        participants: texts,
      }),
    ),
  })
  .openapi("StoryLives");
