import { z } from "@hono/zod-openapi";

/** Stories as a page shows them. Rows may have more fields than these. */
const text = z.string();
const texts = z.array(text);
const number = z.number().int();

const bot = z
  .looseObject({
    id: text,
    name: text,
    persona: text,
    traits: texts,
    backstory: text,
    kickoff_prose: text,
    tags: texts,
    creator: text,
    creator_notes: text,
    lore_entries: number,
    has_picture: z.boolean().openapi({ description: "False: it is drawn from the name." }),
    updated_at: text,
  })
  .openapi("LobbyBot");

const persona = z.looseObject({ name: text, pronouns: text, persona: text }).openapi("Persona");

const chatSummary = z
  .looseObject({
    id: text,
    title: text.nullable(),
    host_bot_id: text,
    guest_bot_id: text.nullable(),
    initial_time: text,
    clock: text,
    narrative_anchor: text,
    persona: persona.nullable(),
    last_speaker_id: text.nullable(),
    last_text: text.nullable(),
    has_meanwhile: z.boolean(),
    has_digest: z.boolean(),
  })
  .openapi("LobbyChat");

export const lobby = z
  .object({
    bots: z.array(bot),
    you: persona.extend({ others: z.array(persona) }).nullable(),
    chats: z.array(chatSummary),
  })
  .openapi("Lobby");

const stageLine = z
  .looseObject({
    id: text,
    scene_id: number.nullable(),
    meanwhile_scene_id: number.nullable(),
    kind: z.enum(["user", "assistant"]),
    speaker_id: text,
    text,
    segments: z.array(z.looseObject({ kind: text, text, to: texts.optional() })),
    present: texts,
    witnesses: texts,
    status: z.enum(["completed", "cancelled"]),
    story_time: text.nullable(),
    turn_id: text.nullable(),
    beat_turn_id: text.nullish(),
    version: number.optional(),
    versions: z.array(z.looseObject({ id: text, version: number, text })).optional(),
    event_id: number,
  })
  .openapi("StageLine");

const chat = z.looseObject({
  id: text,
  title: text.nullable(),
  host_bot_id: text,
  guest_bot_id: text.nullable(),
  initial_time: text,
  clock: text,
  narrative_anchor: text,
  weather: text,
  branch_id: text,
});

const scene = z.looseObject({
  id: number,
  kind: z.enum(["you", "meanwhile"]),
  container_id: number.nullable(),
  participants: texts,
  present: texts.openapi({ description: "In speaking order." }),
  started_at: text,
  closed_at: text.nullable(),
});

const activity = z.looseObject({
  entity_id: text,
  posture: text,
  action: z.looseObject({ verb: text.optional() }),
  attention: text,
  holding: texts,
});

const edge = z.looseObject({
  source_id: text,
  target_id: text,
  affinity: z.number(),
  trust: z.number(),
  facts: z.array(z.looseObject({ fact: text, cites: texts.optional() })),
  relationship_summary: text,
});

const plan = z.looseObject({
  id: text,
  scene_id: number.nullable(),
  status: z.enum(["waiting", "running", "ended"]),
  beats_done: number,
  ended_by: text.nullable(),
  ended_why: text.nullish(),
  details: z.looseObject({ beats: number }),
});

const digest = z.looseObject({
  id: text,
  scene_id: number,
  noticed: text,
  directors_cut: text.nullable().openapi({ description: "Null while it is sealed." }),
  sealed: z.boolean(),
  delivered: z.boolean(),
  event_id: number,
});

export const stageView = z
  .object({
    chat,
    conversation_id: text.nullable(),
    last_event_id: number,
    playing: z
      .object({ turn_id: text, scene_id: z.number().nullable(), speaker_id: text.nullable() })
      .nullable(),
    containers: z.array(z.looseObject({ id: number, name: text, type: text })),
    scenes: z.array(scene),
    activities: z.array(activity),
    edges: z.array(edge),
    plans: z.array(plan),
    digests: z.array(digest),
    threads: z.array(z.looseObject({ id: text, title: text, summary: text, status: text })),
    turns: z.array(stageLine),
    has_earlier: z.boolean(),
    undoable: z
      .union([
        z.object({ what: z.literal("rewind") }),
        z.object({ what: z.literal("close"), scene_id: number, before_event_id: number }),
      ])
      .nullable(),
  })
  .openapi("StageView");

export const beatView = z
  .object({
    beats: number,
    at: number,
    line: z.union([stageLine, z.null()]),
    until: number.nullable(),
    lines_after: number,
  })
  .openapi("BeatView");

export const linesPage = z.object({ turns: z.array(stageLine), has_earlier: z.boolean() });
