import type { EventDraft, RecordedEvent } from "../../../domain/events/catalogue.ts";
import {
  type Change,
  type EventHandler,
  handler,
  pickFields,
  type ReadRow,
  type Row,
} from "../../../domain/events/projection.ts";
import type { StorySettings } from "../../../domain/events/story.ts";
import type { ChatKind } from "../state/events.ts";
import { toChatColumns, readColumn } from "./row-fields.ts";
import { you } from "../state/chat-state.ts";

/** Handlers for bots, the person's persona, chats, places, scenes and presence. */
export function createCastHandlers(): EventHandler[] {
  return [
    handler("bot_authored", (event) => [{ op: "put", table: "bots", row: toBotRow(event) }]),
    handler("bot_removed", ({ payload: { bot_id }, accountId = "" }) => [
      { op: "drop", table: "bots", key: { account_id: accountId, id: bot_id } },
      { op: "drop", table: "bot_assets", key: { account_id: accountId, bot_id } },
    ]),
    handler("you_authored", {
      reads: (event) => [toYouRef(event)],
      evolve: (event, read) => [{ op: "put", table: "you", row: toYouRow(event, read) }],
    }),
    handler("story_settings_set", (event) => [
      {
        op: "patch",
        table: "chats",
        key: { id: toChatColumns(event).chat_id },
        set: { persona: toPersona(event.payload.settings.persona) },
      },
    ]),
    handler("chat_created", (event) => [{ op: "put", table: "chats", row: toChatRow(event) }]),
    handler("chat_renamed", (event) => [
      {
        op: "patch",
        table: "chats",
        key: { id: toChatColumns(event).chat_id },
        set: { title: event.payload.title, updated_at: event.at },
      },
    ]),
    handler("container_renamed", (event) => [
      {
        op: "patch",
        table: "containers",
        key: { chat_id: toChatColumns(event).chat_id, id: event.payload.container_id },
        set: { name: event.payload.name },
      },
    ]),
    handler("container_created", (event) => [
      {
        op: "put",
        table: "containers",
        row: {
          ...toChatColumns(event),
          id: event.payload.container_id ?? null,
          ...pickFields(event.payload, ["name", "type", "properties"]),
          event_id: event.id,
        },
      },
    ]),
    handler("scene_opened", {
      reads: (event) => [toChatRef(event)],
      evolve: (event, read) => openScene(event, "you", readChat(event, read)),
    }),
    handler("meanwhile_scene_started", {
      reads: (event) => [toChatRef(event)],
      evolve: (event, read) => openScene(event, "meanwhile", readChat(event, read)),
    }),
    handler("scene_closed", { reads: listClosingReads, evolve: closeScene }),
    handler("meanwhile_scene_closed", { reads: listClosingReads, evolve: closeScene }),
    handler("scene_summarised", (event) => [
      { op: "patch", table: "scenes", key: toSceneKey(event), set: { summarised: true } },
    ]),
    handler("presence_changed", {
      reads: (event) => [{ table: "scenes", key: toSceneKey(event) }],
      evolve: evolvePresence,
    }),
    handler("time_advanced", {
      reads: (event) => [toChatRef(event)],
      evolve: (event, read) => advanceClock(event, readChat(event, read), event.payload.to),
    }),
  ];
}

const toPersona = (one: StorySettings["persona"]): Row | null =>
  one === undefined ? null : { pronouns: "", persona: "", ...one };

const toYouRef = ({ accountId = "" }: EventDraft<"you_authored">) => ({
  table: "you",
  key: { account_id: accountId },
});

function toYouRow(event: RecordedEvent<"you_authored">, read: ReadRow): Row {
  const { table, key } = toYouRef(event);
  const { name, pronouns = "", persona = "", others } = event.payload;
  return {
    ...key,
    name,
    pronouns,
    persona,
    others: others ?? read(table, key)?.["others"] ?? [],
    event_id: event.id,
    updated_at: event.at,
  };
}

const toChatRef = (event: EventDraft<ChatKind>) => ({
  table: "chats",
  key: { id: toChatColumns(event).chat_id },
});

const readChat = (event: RecordedEvent<ChatKind>, read: ReadRow): Row | undefined =>
  read("chats", { id: toChatColumns(event).chat_id });

type OpeningKind = "scene_opened" | "meanwhile_scene_started";
type ClosingKind = "scene_closed" | "meanwhile_scene_closed";
type SceneKind = OpeningKind | ClosingKind | "scene_summarised" | "presence_changed";

const toSceneKey = (event: EventDraft<SceneKind>) => ({
  chat_id: toChatColumns(event).chat_id,
  id: event.payload.scene_id ?? 0,
});

/** The story's clock only goes forward. */
export function advanceClock(
  event: RecordedEvent<ChatKind>,
  chat: Row | undefined,
  to: string,
): Change[] {
  const isLater = chat !== undefined && Date.parse(to) > Date.parse(readColumn(chat, "clock"));
  const set = { updated_at: event.at, ...(isLater ? { clock: to } : {}) };
  return [{ op: "patch", table: "chats", key: { id: toChatColumns(event).chat_id }, set }];
}

function toBotRow({ payload, accountId, id, at }: RecordedEvent<"bot_authored">) {
  return {
    account_id: accountId ?? "",
    id: payload.id ?? "",
    name: payload.name,
    persona: payload.persona ?? "",
    voice_samples: payload.voice_samples ?? [],
    traits: payload.traits ?? [],
    backstory: payload.backstory ?? "",
    initial_relationship_to_you: payload.initial_relationship_to_you ?? "",
    kickoff_prose: payload.kickoff_prose ?? "",
    pronouns: payload.pronouns ?? "",
    looks: payload.looks ?? "",
    play: payload.play ?? {},
    extensions: payload.extensions ?? {},
    event_id: id,
    created_at: at,
    updated_at: at,
  };
}

/**
 * The active branch is not written here: this row is written again whenever the path changes, and
 * only path events set the branch.
 */
function toChatRow({ payload, accountId, at }: RecordedEvent<"chat_created">) {
  return {
    id: payload.id ?? "",
    chosen_id: payload.chosen_id || null,
    account_id: accountId ?? "",
    title: payload.title || null,
    host_bot_id: payload.host_bot_id,
    guest_bot_id: payload.guest_bot_id || null,
    initial_time: payload.initial_time,
    clock: payload.initial_time,
    narrative_anchor: payload.narrative_anchor ?? "",
    weather: payload.weather ?? "",
    persona: null,
    created_at: at,
    updated_at: at,
  };
}

function openScene(
  event: RecordedEvent<OpeningKind>,
  kind: "you" | "meanwhile",
  chat: Row | undefined,
): Change[] {
  const { payload } = event;
  const host = payload.host_bot_id || readColumn(chat, "host_bot_id");
  const inherited =
    kind === "you" ? ((chat?.["guest_bot_id"] as string | null | undefined) ?? null) : null;
  const guest = payload.guest_bot_id || inherited;
  const named = payload.participants ?? [];
  const roles = [host, ...(guest === null ? [] : [guest])];
  const participants =
    kind === "you"
      ? [...new Set(named)]
      : [...new Set([...roles, ...named])].filter((id) => id !== you);
  const startedAt = payload.started_at || readColumn(chat, "clock");
  const scene = {
    ...toChatColumns(event),
    id: payload.scene_id ?? null,
    container_id: payload.container_id ?? null,
    parent_scene_id: payload.parent_scene_id ?? null,
    kind,
    host_bot_id: host,
    guest_bot_id: guest,
    participants,
    started_at: startedAt,
    closed_at: null,
    summarised: false,
    event_id: event.id,
  };
  return [
    { op: "put", table: "scenes", row: scene },
    ...participants.map((id) => putPresence(event, id, true)),
    ...advanceClock(event, chat, startedAt),
  ];
}

const putPresence = (
  event: RecordedEvent<OpeningKind | "presence_changed">,
  entity: string,
  present: boolean,
): Change => ({
  op: "put",
  table: "presence",
  row: {
    ...toChatColumns(event),
    scene_id: event.payload.scene_id ?? null,
    entity_id: entity,
    present,
    event_id: event.id,
  },
});

const listClosingReads = (event: EventDraft<ClosingKind>) => [
  toChatRef(event),
  { table: "scenes", key: toSceneKey(event) },
];

/** Only the first close counts. */
function closeScene(event: RecordedEvent<ClosingKind>, read: ReadRow): Change[] {
  const scene = read("scenes", toSceneKey(event));
  if (scene === undefined || scene["closed_at"] !== null) return [];
  const chat = readChat(event, read);
  const at = event.payload.closed_at || readColumn(chat, "clock");
  return [
    { op: "patch", table: "scenes", key: toSceneKey(event), set: { closed_at: at } },
    ...advanceClock(event, chat, at),
  ];
}

function evolvePresence(event: RecordedEvent<"presence_changed">, read: ReadRow): Change[] {
  const scene = read("scenes", toSceneKey(event));
  if (scene === undefined) return [];
  const entity = event.payload.entity_id;
  const isThere = event.payload.change !== "leave";
  const participants = scene["participants"] as readonly string[];
  const isNew = isThere && !participants.includes(entity);
  return [
    putPresence(event, entity, isThere),
    ...(isNew
      ? [
          {
            op: "patch" as const,
            table: "scenes",
            key: toSceneKey(event),
            set: { participants: [...participants, entity] },
          },
        ]
      : []),
  ];
}
