import { z } from "zod";
import { Refusal } from "../../../domain/errors.ts";
import type { Payload } from "../../../domain/events.ts";
import { canonicalId } from "../../../domain/ids.ts";
import { cleanJson } from "../../../domain/text.ts";
import { plainName } from "../state/plain-name.ts";

const id = z.string().refine((text) => canonicalId(text) === text, "not an id");
const short = z.string().max(400);
const long = z.string().max(32_000);
/** Names stand in prompts and before lines: each is one plain line. */
const name = z.string().min(1).max(400).transform(plainName);
const place = z.number().int().min(1).max(1_000_000);
const number = z.number().finite();
const strings = z.array(z.string().max(8_000)).max(500);
const instant = z.string().refine((text) => !Number.isNaN(Date.parse(text)), "not a time");
const flag = z.union([z.literal(0), z.literal(1)]);
const facts = z.array(z.union([z.string(), z.looseObject({ fact: z.string() })])).max(500);
const anything = z.record(z.string(), z.unknown());
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
  knowledge_facts: facts.default([]),
  cites: z.array(id).optional(),
};

/** Every kind of event of a story and what it must say. What it says besides is kept. */
const shapes: Readonly<Record<string, z.ZodObject>> = {
  bot_authored: z.looseObject({
    id: id.optional(),
    name,
    persona: long.default(""),
    voice_samples: strings.default([]),
    traits: strings.default([]),
    backstory: long.default(""),
    initial_relationship_to_you: long.default(""),
    kickoff_prose: long.default(""),
    extensions: anything.optional(),
  }),
  you_authored: z.looseObject({ name, pronouns: short.default(""), persona: long.default("") }),
  chat_created: z.looseObject({
    id: id.optional(),
    host_bot_id: id,
    guest_bot_id: id.nullish(),
    initial_time: instant,
    narrative_anchor: short.default(""),
    weather: short.default(""),
    title: z.string().max(400).nullish(),
  }),
  container_created: z.looseObject({
    chat_id: id,
    container_id: place.optional(),
    name: short.min(1),
    type: short.default(""),
    properties: anything.default({}),
  }),
  scene_opened: z.looseObject({
    chat_id: id,
    scene_id: place.optional(),
    container_id: place.nullish(),
    started_at: instant.optional(),
    participants: z.array(id).min(1).max(50),
  }),
  meanwhile_scene_started: z.looseObject({
    chat_id: id,
    scene_id: place.optional(),
    parent_scene_id: place.nullish(),
    host_bot_id: id,
    guest_bot_id: id.nullish(),
    participants: z.array(id).max(50).optional(),
    container_id: place.nullish(),
    started_at: instant.optional(),
  }),
  scene_closed: z.looseObject({ ...ofChat, scene_id: place, closed_at: instant.optional() }),
  meanwhile_scene_closed: z.looseObject({
    ...ofChat,
    scene_id: place,
    closed_at: instant.optional(),
  }),
  presence_changed: z.looseObject({
    ...ofChat,
    scene_id: place,
    entity_id: id,
    change: z.enum(["enter", "leave"]),
  }),
  time_advanced: z.looseObject({ chat_id: id, to: instant }),
  activity_change: z.looseObject({
    ...ofChat,
    entity_id: id,
    posture: short.default(""),
    action: anything.default({}),
    attention: short.default(""),
    holding: strings.default([]),
    status: anything.default({}),
  }),
  edge_update: z.looseObject({
    ...edge,
    affinity_delta: number.optional(),
    trust_delta: number.optional(),
    affinity: number.min(0).max(100).optional(),
    trust: number.min(0).max(100).optional(),
    scene_id: place.nullish(),
    relationship_summary: long.optional(),
  }),
  relationship_summarised: z.looseObject({ ...edge, relationship_summary: long.default("") }),
  user_turn: z.looseObject({
    ...turn,
    segments: z.array(z.looseObject({ kind: short, text: long })).default([]),
  }),
  assistant_turn: z.looseObject({ ...turn, speaker_id: id }),
  memory_written: z.looseObject({
    ...ofChat,
    id: id.optional(),
    owner_id: id.refine((owner) => owner !== "you", "nobody but a bot owns a memory"),
    scene_id: place.nullish(),
    witness_you: flag,
    witness_host: flag,
    witness_guest: flag,
    witnesses: z.array(id).optional(),
    text: long.default(""),
    pov_summary: long.default(""),
  }),
  manual_edit: z.looseObject({
    ...ofChat,
    target_kind: z.enum(["memory_pov_summary", "memory_text", "memory_pinned"]),
    target_id: id,
    new_value: long,
  }),
  digest_written: z.looseObject({
    ...ofChat,
    id: id.optional(),
    scene_id: place,
    noticed: long,
    directors_cut: long.default(""),
  }),
  digest_unsealed: z.looseObject({ ...ofChat, id }),
  digest_delivered: z.looseObject({ ...ofChat, id }),
  thread_detected: z.looseObject({
    ...ofChat,
    id: id.optional(),
    title: short.min(1),
    summary: long.default(""),
    status: short.default("open"),
  }),
  lore_activated: z.looseObject({ ...ofChat, owner_id: id, entries: strings, heard: number }),
  scene_summarised: z.looseObject({ ...ofChat, scene_id: place }),
  turn_cancelled: z.looseObject({ ...ofChat, scene_id: place.optional() }),
};

/** A payload that fits its kind, cleaned; or a refusal that says what does not. What is made by hand has no field that means nothing. */
export function checked(
  kind: string,
  payload: unknown,
  { line, byHand }: { readonly line: number; readonly byHand: boolean },
): Payload {
  const loose = shapes[kind];
  if (loose === undefined)
    throw new Refusal("invalid_request", "", {
      field: "kind",
      line,
      problem: `unknown kind ${kind.slice(0, 60)}`,
    });
  const result = (byHand ? loose.strict() : loose).safeParse(payload);
  if (result.success) return cleanJson(result.data) as Payload;
  const { issues } = result.error;
  const issue = issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  const field = [
    ...(issue?.path ?? []),
    ...(issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : []),
  ]
    .map(String)
    .join(".");
  const problem =
    issue?.code === "unrecognized_keys" ? "unknown field" : (issue?.message ?? "invalid");
  throw new Refusal("invalid_request", "", {
    field: field === "" ? "payload" : field,
    line,
    problem,
  });
}
