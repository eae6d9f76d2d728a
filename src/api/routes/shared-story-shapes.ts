import { z } from "@hono/zod-openapi";
import { id } from "../http/route.ts";
import { sceneBody } from "./scene-body.ts";

const rule = z.enum(["free", "round", "host"]).openapi("TurnRule", {
  description:
    "Who may speak: anyone; one after the other, in the order in which they joined; or whom the host asks.",
});

const character = z.object({ id: z.string(), name: z.string() }).openapi("SharedCharacter");

const member = z
  .object({
    id: z.string(),
    name: z.string(),
    is_character: z.boolean(),
    is_in: z.boolean(),
    is_host: z.boolean(),
    is_muted: z.boolean(),
  })
  .openapi("SharedMember");

export const sharedStory = z
  .object({
    id: z.string(),
    title: z.string().nullable(),
    my_id: z.string().openapi({ description: "Whom you play." }),
    is_in: z.boolean(),
    is_host: z.boolean(),
    members: z.array(member),
    cast: z.array(character),
    rule,
    paused: z.boolean(),
    last_speaker_id: z.string().nullable(),
    last_text: z.string().nullable(),
    joined_at: z.string(),
    updated_at: z.string(),
  })
  .openapi("SharedStory");

const segment = z.object({
  kind: z.string(),
  text: z.string(),
  to: z.array(z.string()).optional(),
});

const sharedLine = z
  .object({
    id: z.string(),
    kind: z.enum(["user", "assistant"]),
    speaker_id: z.string(),
    scene_id: z.number().int().nullable(),
    text: z.string(),
    segments: z.array(segment),
    present: z.array(z.string()),
    status: z.enum(["completed", "cancelled"]),
    story_time: z.string().nullable(),
    event_id: z.number().int(),
    created_at: z.string(),
  })
  .openapi("SharedLine");

export const sharedView = z
  .object({
    story: sharedStory,
    scene: z
      .object({
        id: z.number().int(),
        place: z.string().nullable(),
        clock: z.string(),
        present: z.array(z.string()),
      })
      .nullable(),
    turn_of: z
      .array(z.string())
      .nullable()
      .openapi({ description: "Who may speak next. Null: anyone." }),
    missed: z
      .object({
        minutes: z.number().int(),
        came: z.array(z.string()),
        went: z.array(z.string()),
      })
      .nullable()
      .openapi({
        description:
          "What could be noticed after being out of the scene: minutes of the story's clock, and who came and went. Null once a line was heard.",
      }),
    lines: z.array(sharedLine),
    has_earlier: z.boolean(),
  })
  .openapi("SharedView");

export const sharedLines = z
  .object({ lines: z.array(sharedLine), has_earlier: z.boolean() })
  .openapi("SharedLines");

export const invitationLink = z
  .object({ code: z.string(), link: z.string(), expires_at: z.string() })
  .openapi("StoryInvitationLink");

export const invitation = z
  .object({
    title: z.string().nullable(),
    host_name: z.string().nullable(),
    free: z.array(character),
    expires_at: z.string(),
  })
  .openapi("StoryInvitation");

export const sharedAudit = z
  .object({
    lines: z.number().int(),
    unwitnessed: z.number().int(),
    missing: z.number().int(),
    calls: z.number().int(),
    leaks: z.number().int(),
  })
  .openapi("SharedAudit");

const personaName = z.string().trim().min(1).max(80);
const persona = z.string().max(4_000).optional();
const code = z.string().min(8).max(200);

export const newStoryBody = sceneBody({
  title: z.string().trim().min(1).max(200).optional(),
  bot_ids: z.array(id).min(1).max(12),
  place: z.string().trim().min(1).max(200).optional(),
  name: personaName.openapi({ description: "Your name in the story." }),
  persona,
});

export const codeBody = sceneBody({ code });

export const joinBody = sceneBody({
  code,
  name: personaName
    .optional()
    .openapi({ description: "Your name in the story, as a persona of your own." }),
  persona,
  character_id: id.optional().openapi({
    description: "A character that no one plays, in place of `name` and `persona`.",
  }),
})
  .refine(({ name, character_id }) => name === undefined || character_id === undefined, {
    message: "either a name or a character",
    path: ["name"],
  })
  .refine(({ persona, character_id }) => persona === undefined || character_id === undefined, {
    message: "either a persona or a character",
    path: ["persona"],
  });

export const roomBody = sceneBody({
  title: z.string().trim().min(1).max(400).optional(),
  rule: rule.optional(),
  paused: z.boolean().optional(),
  floor_id: id.nullish().openapi({ description: "Whom the host asks to speak." }),
  mute: z.array(id).max(20).optional(),
  unmute: z.array(id).max(20).optional(),
  host_id: id.optional().openapi({ description: "Who is host from now on." }),
  remove: id.optional().openapi({ description: "Who has to leave." }),
});

export const presenceBody = sceneBody({ entity_id: id, change: z.enum(["enter", "leave"]) });

export const lineBody = sceneBody({
  prose: z.string().trim().min(1).max(32_000),
  whisper_to: z.array(id).min(1).max(50).optional().openapi({
    description: "The only ones who hear it, at least one. All of them must be present.",
  }),
  aloud: z.boolean().optional(),
}).refine(({ whisper_to: to = [], aloud }) => aloud !== true || to.length === 0, {
  message: "either whispered or aloud",
  path: ["aloud"],
});
