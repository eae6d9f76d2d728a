import type { RecordedEvent } from "../../../domain/events.ts";
import type { Pausable } from "../../../domain/slices.ts";
import { evolveEdge, applySummary } from "./edges.ts";
import { editMemory, foldMemory, addImpact } from "./fold-memories.ts";
import { foldTurn } from "./fold-turns.ts";
import { enterScene, leaveScene } from "./scene-membership.ts";
import { number, object, optionalText, planIn, text, texts } from "./payload.ts";
import {
  type ChatState,
  edgeKey,
  createEmptyChat,
  loreKey,
  type Scene,
  you,
} from "./chat-state.ts";

type Handler = (state: ChatState, event: RecordedEvent) => void;

/** The effect of each event kind on a chat. Kinds that are not listed have none. */
const handlers: Readonly<Record<string, Handler>> = {
  chat_created(state, { payload }) {
    state.host = text(payload, "host_bot_id");
    state.guest = optionalText(payload, "guest_bot_id");
    state.clock = text(payload, "initial_time");
    state.startedAt = state.clock;
    state.anchor = text(payload, "narrative_anchor");
    state.weather = text(payload, "weather");
    state.title = optionalText(payload, "title");
  },
  container_created(state, { id: eventId, payload }) {
    const id = number(payload, "container_id") ?? 0;
    const properties = payload["properties"] ?? {};
    state.containers.set(id, {
      id,
      name: text(payload, "name"),
      type: text(payload, "type"),
      properties,
      eventId,
    });
  },
  scene_opened: (state, event) => openScene(state, event, "you"),
  meanwhile_scene_started: (state, event) => openScene(state, event, "meanwhile"),
  scene_closed: closeScene,
  meanwhile_scene_closed: closeScene,
  scene_summarised(state, { payload }) {
    const scene = state.scenes.get(number(payload, "scene_id") ?? 0);
    if (scene !== undefined) scene.summarised = true;
  },
  presence_changed(state, { payload }) {
    const scene = state.scenes.get(number(payload, "scene_id") ?? 0);
    const entity = text(payload, "entity_id");
    if (scene === undefined) return;
    if (payload["change"] === "leave") {
      scene.present.delete(entity);
      leaveScene(state, entity, scene.id);
    } else {
      scene.present.add(entity);
      if (scene.closedAt === null) enterScene(state, entity, scene.id);
      if (!scene.participants.includes(entity)) scene.participants.push(entity);
    }
  },
  time_advanced: (state, { payload }) => advanceClock(state, text(payload, "to")),
  activity_change(state, { id: eventId, payload }) {
    const entity = text(payload, "entity_id");
    state.activities.set(entity, {
      entity,
      posture: text(payload, "posture"),
      action: { verb: text(object(payload["action"]), "verb") },
      attention: text(payload, "attention"),
      holding: texts(payload["holding"]),
      status: payload["status"] ?? {},
      eventId,
    });
  },
  edge_update(state, event) {
    const key = edgeKey(text(event.payload, "source_id"), text(event.payload, "target_id"));
    state.edges.set(key, evolveEdge(state.edges.get(key), event));
    addImpact(state, event.payload);
  },
  relationship_summarised(state, event) {
    const key = edgeKey(text(event.payload, "source_id"), text(event.payload, "target_id"));
    state.edges.set(key, applySummary(state.edges.get(key), event));
  },
  user_turn: (state, event) => foldTurn(state, event, "user"),
  assistant_turn(state, event) {
    foldTurn(state, event, "assistant");
    advanceClock(state, text(event.payload, "story_time"));
  },
  memory_written: foldMemory,
  manual_edit: editMemory,
  digest_written(state, { id: eventId, payload }) {
    const id = text(payload, "id");
    const [noticed, directorsCut] = [text(payload, "noticed"), text(payload, "directors_cut")];
    state.digests.set(id, {
      id,
      sceneId: number(payload, "scene_id") ?? 0,
      noticed,
      directorsCut,
      eventId,
      sealed: true,
      delivered: false,
    });
  },
  digest_unsealed: (state, { payload }) =>
    void Object.assign(state.digests.get(text(payload, "id")) ?? {}, { sealed: false }),
  digest_delivered: (state, { payload }) =>
    void Object.assign(state.digests.get(text(payload, "id")) ?? {}, { delivered: true }),
  thread_detected(state, { id: eventId, payload }) {
    const id = text(payload, "id");
    const status = text(payload, "status") || "open";
    state.threads.set(id, {
      id,
      title: text(payload, "title"),
      summary: text(payload, "summary"),
      status,
      eventId,
    });
  },
  lore_activated(state, { payload }) {
    const owner = text(payload, "owner_id");
    for (const fingerprint of texts(payload["entries"]))
      state.lore.set(loreKey(owner, fingerprint), number(payload, "heard") ?? 0);
  },
  scene_plan_set: foldPlan,
  scene_plan_begun: foldPlan,
  scene_plan_advanced: foldPlan,
  scene_plan_ended: foldPlan,
};

/** Folds one event into the state. This is the only way a chat's state changes. */
export function applyEvent(state: ChatState, event: RecordedEvent): void {
  handlers[event.kind]?.(state, event);
}

/** Folds a path in order. The state as of a moment is the fold of the events up to it. */
export function* foldChat(
  of: { id: string; accountId: string },
  path: readonly RecordedEvent[],
): Pausable<ChatState> {
  const state = createEmptyChat(of.id, of.accountId);
  for (const event of path) {
    applyEvent(state, event);
    yield;
  }
  return state;
}

/** A scene as described by the event that opens it, with defaults from the chat. */
export function toScene(
  state: ChatState,
  event: Pick<RecordedEvent, "id" | "payload">,
  kind: Scene["kind"],
): Scene {
  const { id: eventId, payload } = event;
  const host = optionalText(payload, "host_bot_id") ?? state.host;
  const guest = optionalText(payload, "guest_bot_id") ?? (kind === "you" ? state.guest : null);
  const named = texts(payload["participants"]);
  const roles = [host, ...(guest === null ? [] : [guest])];
  const participants =
    kind === "meanwhile"
      ? [...new Set([...roles, ...named])].filter((id) => id !== you)
      : [...new Set(named)];
  const parentId = number(payload, "parent_scene_id");
  return {
    id: number(payload, "scene_id") ?? 0,
    kind,
    containerId:
      number(payload, "container_id") ?? state.scenes.get(parentId ?? 0)?.containerId ?? null,
    parentId,
    host,
    guest,
    participants,
    present: new Set(participants),
    startedAt: text(payload, "started_at") || state.clock,
    eventId,
    closedAt: null,
    closedEventId: null,
    summarised: false,
  };
}

function openScene(state: ChatState, event: RecordedEvent, kind: Scene["kind"]): void {
  const scene = toScene(state, event, kind);
  state.scenes.set(scene.id, scene);
  for (const id of scene.present) enterScene(state, id, scene.id);
  advanceClock(state, scene.startedAt);
}

function closeScene(state: ChatState, { id, payload }: RecordedEvent): void {
  const scene = state.scenes.get(number(payload, "scene_id") ?? 0);
  if (scene === undefined || scene.closedAt !== null) return;
  scene.closedAt = text(payload, "closed_at") || state.clock;
  scene.closedEventId = id;
  for (const who of state.scenesOf.keys()) leaveScene(state, who, scene.id);
  advanceClock(state, scene.closedAt);
}

/** The story's clock never goes back. */
function advanceClock(state: ChatState, to: string): void {
  if (Date.parse(to) > Date.parse(state.clock)) state.clock = to;
}

/** Unattended scenes: the plan, its progress and its end. */
function foldPlan(state: ChatState, { kind, id: eventId, at, payload }: RecordedEvent): void {
  const id = text(payload, "id");
  const plan = state.plans.get(id);
  if (kind === "scene_plan_set") {
    const startsAt = optionalText(payload, "starts_at");
    const status = startsAt === null ? "running" : "waiting";
    const sceneId = number(payload, "scene_id");
    state.plans.set(id, {
      id,
      startsAt,
      details: planIn(payload),
      at,
      eventId,
      sceneId,
      beatsDone: 0,
      status,
      endedWhy: null,
    });
  }
  if (plan === undefined) return;
  if (kind === "scene_plan_begun")
    Object.assign(plan, { sceneId: number(payload, "scene_id"), status: "running" });
  if (kind === "scene_plan_advanced")
    plan.beatsDone = number(payload, "beats_done") ?? plan.beatsDone;
  if (kind === "scene_plan_ended")
    Object.assign(plan, { status: "ended", endedWhy: optionalText(payload, "why") });
}
