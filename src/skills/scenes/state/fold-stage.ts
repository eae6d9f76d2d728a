import type { RecordedEvent } from "../../../domain/events/catalogue.ts";
import { enterScene, findSceneOf, leaveScene } from "./scene-membership.ts";
import { foldLives } from "../lives/fold-lives.ts";
import { storyLives } from "../../../domain/events/story-shapes.ts";
import { type ChatState, type Scene, you } from "./chat-state.ts";

export const stageKinds = [
  "chat_created",
  "story_settings_set",
  "lives_set",
  "lives_advanced",
  "container_created",
  "scene_opened",
  "meanwhile_scene_started",
  "scene_closed",
  "meanwhile_scene_closed",
  "scene_summarised",
  "presence_changed",
  "time_advanced",
  "activity_change",
] as const;

/** Folds where and when the story plays, and who is there. */
export function foldStage(
  state: ChatState,
  event: RecordedEvent<(typeof stageKinds)[number]>,
): void {
  switch (event.kind) {
    case "chat_created":
      return beginChat(state, event);
    case "story_settings_set":
      state.settings = event.payload.settings;
      state.settingsEventId = event.id;
      return;
    case "lives_set":
      state.lives = storyLives.parse(event.payload.lives);
      return;
    case "lives_advanced":
      return foldLives(state, event);
    case "container_created":
      return addContainer(state, event);
    case "scene_opened":
      return openScene(state, event, "you");
    case "meanwhile_scene_started":
      return openScene(state, event, "meanwhile");
    case "scene_closed":
    case "meanwhile_scene_closed":
      return closeScene(state, event);
    case "scene_summarised":
      return markSummarised(state, event);
    case "presence_changed":
      return changePresence(state, event);
    case "time_advanced":
      return advanceClock(state, event.payload.to);
    case "activity_change":
      return setActivity(state, event);
    default:
      event satisfies never;
  }
}

function beginChat(state: ChatState, { payload }: RecordedEvent<"chat_created">): void {
  state.host = payload.host_bot_id;
  state.guest = payload.guest_bot_id || null;
  state.clock = payload.initial_time;
  state.startedAt = state.clock;
  state.anchor = payload.narrative_anchor ?? "";
  state.weather = payload.weather ?? "";
  state.title = payload.title || null;
}

function addContainer(
  state: ChatState,
  { id: eventId, payload }: RecordedEvent<"container_created">,
): void {
  const { container_id: id = 0, name, type = "", properties = {} } = payload;
  state.containers.set(id, { id, name, type, properties, eventId });
}

/** The event that opens a scene, or would open it. */
type Opening = Pick<RecordedEvent<"scene_opened" | "meanwhile_scene_started">, "id" | "payload">;

/** A scene as described by the event that opens it, with defaults from the chat. */
export function toScene(state: ChatState, event: Opening, kind: Scene["kind"]): Scene {
  const { id: eventId, payload } = event;
  const host = payload.host_bot_id || state.host;
  const guest = payload.guest_bot_id || (kind === "you" ? state.guest : null);
  const named = payload.participants ?? [];
  const roles = [host, ...(guest === null ? [] : [guest])];
  const participants =
    kind === "meanwhile"
      ? [...new Set([...roles, ...named])].filter((id) => id !== you)
      : [...new Set(named)];
  const parentId = payload.parent_scene_id ?? null;
  return {
    id: payload.scene_id ?? 0,
    kind,
    containerId: payload.container_id ?? state.scenes.get(parentId ?? 0)?.containerId ?? null,
    parentId,
    host,
    guest,
    participants,
    present: new Set(participants),
    people: state.people,
    startedAt: payload.started_at || state.clock,
    eventId,
    closedAt: null,
    closedEventId: null,
    summarised: false,
  };
}

function openScene(state: ChatState, event: Opening, kind: Scene["kind"]): void {
  const scene = toScene(state, event, kind);
  state.scenes.set(scene.id, scene);
  for (const id of scene.present) enterScene(state, id, scene.id);
  advanceClock(state, scene.startedAt);
}

function closeScene(
  state: ChatState,
  { id, payload }: RecordedEvent<"scene_closed" | "meanwhile_scene_closed">,
): void {
  const scene = state.scenes.get(payload.scene_id);
  if (scene === undefined || scene.closedAt !== null) return;
  scene.closedAt = payload.closed_at || state.clock;
  scene.closedEventId = id;
  for (const who of state.scenesOf.keys()) leaveScene(state, who, scene.id);
  advanceClock(state, scene.closedAt);
}

function markSummarised(state: ChatState, { payload }: RecordedEvent<"scene_summarised">): void {
  const scene = state.scenes.get(payload.scene_id);
  if (scene !== undefined) scene.summarised = true;
}

function changePresence(
  state: ChatState,
  { id: eventId, payload }: RecordedEvent<"presence_changed">,
): void {
  const scene = state.scenes.get(payload.scene_id);
  const { entity_id: entity, change } = payload;
  if (scene === undefined) return;
  const isHere = (id: string): boolean => findSceneOf(state, id) === scene.id;
  const wasHere = scene.present.has(entity) && isHere(entity);
  const seenBy = [...scene.present].filter(isHere);
  if (change === "leave") {
    scene.present.delete(entity);
    leaveScene(state, entity, scene.id);
  } else {
    scene.present.add(entity);
    if (scene.closedAt === null) enterScene(state, entity, scene.id);
    if (!scene.participants.includes(entity)) scene.participants.push(entity);
  }
  if (wasHere !== (change === "enter"))
    state.movements.push({
      eventId,
      sceneId: scene.id,
      entity,
      change,
      witnesses: new Set([...seenBy, entity]),
    });
}

function setActivity(
  state: ChatState,
  { id: eventId, payload }: RecordedEvent<"activity_change">,
): void {
  const { entity_id: entity, posture = "", attention = "", holding = [], status = {} } = payload;
  const verb = payload.action?.["verb"];
  state.activities.set(entity, {
    entity,
    posture,
    action: { verb: typeof verb === "string" ? verb : "" },
    attention,
    holding,
    status,
    eventId,
  });
}

/** The story's clock never goes back. */
export function advanceClock(state: ChatState, to: string): void {
  if (Date.parse(to) > Date.parse(state.clock)) state.clock = to;
}
