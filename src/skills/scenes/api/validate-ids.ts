import type { z } from "zod";
import { Refusal } from "../../../domain/errors.ts";
import type { storyLives } from "../../../domain/events/story-shapes.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { ImportedEvent } from "./event-shapes.ts";
import { readPeople } from "../state/people.ts";
import { findSceneOf } from "../state/scene-membership.ts";
import { type ChatState, you } from "../state/chat-state.ts";

interface On {
  readonly read: Reads;
  readonly accountId: string;
}

type NamedPerson = { readonly field: string; readonly value: string };

function listNamed({ kind, payload }: ImportedEvent): NamedPerson[] {
  if (kind === "chat_created")
    return [
      { field: "host_bot_id", value: payload.host_bot_id },
      { field: "guest_bot_id", value: payload.guest_bot_id ?? "" },
    ];
  if (kind === "scene_opened")
    return payload.participants.map((value) => ({ field: "participants", value }));
  if (kind === "presence_changed" || kind === "activity_change")
    return [{ field: "entity_id", value: payload.entity_id }];
  if (kind === "lives_set")
    return (payload.lives.routines ?? []).map(({ entity_id }) => ({
      field: "entity_id",
      value: entity_id,
    }));
  if (kind === "edge_update")
    return [
      { field: "source_id", value: payload.source_id },
      { field: "target_id", value: payload.target_id },
    ];
  return [];
}

/** Asserts that every named id is a bot of this account or the person. */
export async function assertKnownPeople(on: On, event: ImportedEvent): Promise<void> {
  const isBot = event.kind === "chat_created";
  await assertKnownBots(
    on,
    listNamed(event).filter(({ value }) => value !== "" && (isBot || value !== you)),
  );
}

export async function assertKnownBots(
  { read, accountId }: On,
  named: readonly NamedPerson[],
): Promise<void> {
  if (named.length === 0) return;
  const ids = named.map(({ value }) => value);
  const rows = await read.rows<{ id: string }>(
    "select id from bots where account_id = $1 and id = any($2)",
    [accountId, ids],
  );
  const stranger = named.find(({ value }) => !rows.some(({ id }) => id === value));
  if (stranger !== undefined) throw new Refusal("unknown_person", stranger);
}

export function assertPlace(chat: ChatState, container: number | null | undefined): void {
  if (container !== null && container !== undefined && !chat.containers.has(container))
    throw new Refusal("unknown_place", { field: "container_id", value: container });
}

function assertPlaces(chat: ChatState, { routines = [] }: z.input<typeof storyLives>): void {
  for (const { slots = [], needs = [] } of routines)
    for (const { container_id } of [...slots, ...needs]) assertPlace(chat, container_id);
}

/** Asserts that an authored event fits the current state of the story. */
export async function assertPossible(
  on: On,
  chat: ChatState,
  { kind, payload }: ImportedEvent,
): Promise<void> {
  if (kind === "scene_opened") {
    assertPlace(chat, payload.container_id);
    for (const id of payload.participants) await assertFree(on, chat, { id, sceneId: undefined });
  }
  if (kind === "time_advanced" && Date.parse(payload.to) < Date.parse(chat.clock))
    throw new Refusal("clock_backwards", { field: "to", clock: chat.clock });
  if (kind === "container_renamed" && !chat.containers.has(payload.container_id))
    throw new Refusal("unknown_place", { field: "container_id", value: payload.container_id });
  if (kind === "lives_set") assertPlaces(chat, payload.lives);
  if (kind !== "presence_changed") return;
  const sceneId = payload.scene_id;
  const scene = chat.scenes.get(sceneId);
  if (scene === undefined)
    throw new Refusal("scene_not_found", { field: "scene_id", scene_id: sceneId });
  if (scene.closedAt !== null)
    throw new Refusal("scene_over", { field: "scene_id", scene_id: sceneId });
  if (payload.change !== "enter") return;
  if (scene.kind === "meanwhile" && payload.entity_id === you)
    throw new Refusal("invalid_request", {
      field: "entity_id",
      problem: "the person cannot enter a meanwhile scene",
    });
  await assertFree(on, chat, { id: payload.entity_id, sceneId });
}

/** Characters in a meanwhile scene cannot be moved to another scene. */
async function assertFree(
  on: On,
  chat: ChatState,
  { id, sceneId }: { readonly id: string; readonly sceneId: number | undefined },
): Promise<void> {
  const current = findSceneOf(chat, id);
  if (
    current === undefined ||
    current === sceneId ||
    chat.scenes.get(current)?.kind !== "meanwhile"
  )
    return;
  const name = (await readPeople(on.read, on.accountId)).nameOf(id);
  throw new Refusal("in_another_scene", { id, name, scene_id: current });
}
