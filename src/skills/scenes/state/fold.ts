import type { RecordedEvent } from "../../../domain/events.ts";
import { edgeAfter, edgeAfterSummary } from "./edges.ts";
import { editMemory, keepMemory, noteMoved } from "./fold-memories.ts";
import { keepPlan } from "./fold-plans.ts";
import { keepTurn } from "./fold-turns.ts";
import { enterRoom, leaveRoom } from "./rooms.ts";
import { number, object, optionalText, text, texts } from "./payload.ts";
import { type ChatState, edgeKey, emptyChat, loreKey, type Scene, you } from "./chat-state.ts";

type Step = (state: ChatState, event: RecordedEvent) => void;

/** What each kind of event does to a chat. A kind that is not named does nothing here. */
const steps: Readonly<Record<string, Step>> = {
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
      leaveRoom(state, entity, scene.id);
    } else {
      scene.present.add(entity);
      if (scene.closedAt === null) enterRoom(state, entity, scene.id);
      if (!scene.participants.includes(entity)) scene.participants.push(entity);
    }
  },
  time_advanced: (state, { payload }) => advance(state, text(payload, "to")),
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
    state.edges.set(key, edgeAfter(state.edges.get(key), event));
    noteMoved(state, event.payload);
  },
  relationship_summarised(state, event) {
    const key = edgeKey(text(event.payload, "source_id"), text(event.payload, "target_id"));
    state.edges.set(key, edgeAfterSummary(state.edges.get(key), event));
  },
  user_turn: (state, event) => keepTurn(state, event, "user"),
  assistant_turn(state, event) {
    keepTurn(state, event, "assistant");
    advance(state, text(event.payload, "story_time"));
  },
  memory_written: keepMemory,
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
    for (const mark of texts(payload["entries"]))
      state.lore.set(loreKey(owner, mark), number(payload, "heard") ?? 0);
  },
  scene_plan_set: keepPlan,
  scene_plan_begun: keepPlan,
  scene_plan_advanced: keepPlan,
  scene_plan_ended: keepPlan,
};

/** One event into the chat. It is the only way by which a chat changes. */
export function step(state: ChatState, event: RecordedEvent): void {
  steps[event.kind]?.(state, event);
}

/** The events of a path, in order. As of any moment: the events up to it. */
export function foldChat(
  of: { id: string; accountId: string },
  path: readonly RecordedEvent[],
): ChatState {
  const state = emptyChat(of.id, of.accountId);
  for (const event of path) step(state, event);
  return state;
}

/** A scene as the event that opens it says, on top of what the chat says. */
export function sceneOf(
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
  const scene = sceneOf(state, event, kind);
  state.scenes.set(scene.id, scene);
  for (const id of scene.present) enterRoom(state, id, scene.id);
  advance(state, scene.startedAt);
}

function closeScene(state: ChatState, { id, payload }: RecordedEvent): void {
  const scene = state.scenes.get(number(payload, "scene_id") ?? 0);
  if (scene === undefined || scene.closedAt !== null) return;
  scene.closedAt = text(payload, "closed_at") || state.clock;
  scene.closedEventId = id;
  for (const who of state.rooms.keys()) leaveRoom(state, who, scene.id);
  advance(state, scene.closedAt);
}

/** The story's clock never goes back. */
function advance(state: ChatState, to: string): void {
  if (Date.parse(to) > Date.parse(state.clock)) state.clock = to;
}
