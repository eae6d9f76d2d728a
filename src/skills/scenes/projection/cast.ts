import type { Change, EventDraft, EventHandler, RecordedEvent } from "../../../domain/events.ts";
import { toChatColumns, readColumn, pick } from "./row-fields.ts";
import { number, optionalText, text, texts } from "../state/payload.ts";
import { you } from "../state/chat-state.ts";

/** Handlers for bots, the person's persona, chats, places, scenes and presence. */
export function createCastHandlers(): EventHandler[] {
  return [
    {
      kind: "bot_authored",
      evolve: (event) => [{ op: "put", table: "bots", row: toBotRow(event) }],
    },
    {
      kind: "you_authored",
      evolve: (event) => [
        {
          op: "put",
          table: "you",
          row: {
            account_id: event.accountId ?? "",
            name: text(event.payload, "name"),
            pronouns: text(event.payload, "pronouns"),
            persona: text(event.payload, "persona"),
            event_id: event.id,
            updated_at: event.at,
          },
        },
      ],
    },
    {
      kind: "chat_created",
      evolve: (event) => [{ op: "put", table: "chats", row: toChatRow(event) }],
    },
    {
      kind: "container_created",
      evolve: (event) => [
        {
          op: "put",
          table: "containers",
          row: {
            ...toChatColumns(event),
            id: number(event.payload, "container_id"),
            ...pick(event.payload, ["name", "type", "properties"]),
            event_id: event.id,
          },
        },
      ],
    },
    handleOpening("scene_opened", "you"),
    handleOpening("meanwhile_scene_started", "meanwhile"),
    handleClosing("scene_closed"),
    handleClosing("meanwhile_scene_closed"),
    {
      kind: "scene_summarised",
      evolve: (event) => [
        { op: "patch", table: "scenes", key: toSceneKey(event), set: { summarised: true } },
      ],
    },
    {
      kind: "presence_changed",
      reads: (event) => [{ table: "scenes", key: toSceneKey(event) }],
      evolve: evolvePresence,
    },
    {
      kind: "time_advanced",
      reads: (event) => [toChatRef(event)],
      evolve: (event, read) =>
        advanceClock(event, read(...toChatRead(event)), text(event.payload, "to")),
    },
  ];
}

const toChatRef = (event: EventDraft) => ({
  table: "chats",
  key: { id: toChatColumns(event).chat_id },
});
const toChatRead = (event: RecordedEvent): [string, { id: string }] => [
  "chats",
  { id: toChatColumns(event).chat_id },
];

const toSceneKey = (event: EventDraft) => ({
  chat_id: toChatColumns(event).chat_id,
  id: number(event.payload, "scene_id") ?? 0,
});

/** The story's clock only goes forward. */
export function advanceClock(
  event: RecordedEvent,
  chat: Readonly<Record<string, unknown>> | undefined,
  to: string,
): Change[] {
  const isLater = chat !== undefined && Date.parse(to) > Date.parse(readColumn(chat, "clock"));
  const set = { updated_at: event.at, ...(isLater ? { clock: to } : {}) };
  return [{ op: "patch", table: "chats", key: { id: toChatColumns(event).chat_id }, set }];
}

function toBotRow(event: RecordedEvent) {
  const { payload, at } = event;
  return {
    account_id: event.accountId ?? "",
    id: text(payload, "id"),
    name: text(payload, "name"),
    persona: text(payload, "persona"),
    voice_samples: payload["voice_samples"] ?? [],
    traits: payload["traits"] ?? [],
    backstory: text(payload, "backstory"),
    initial_relationship_to_you: text(payload, "initial_relationship_to_you"),
    kickoff_prose: text(payload, "kickoff_prose"),
    extensions: payload["extensions"] ?? {},
    event_id: event.id,
    created_at: at,
    updated_at: at,
  };
}

/**
 * The active branch is not written here: this row is written again whenever the path changes, and
 * only path events set the branch.
 */
function toChatRow(event: RecordedEvent) {
  const { payload, at } = event;
  return {
    id: text(payload, "id"),
    chosen_id: optionalText(payload, "chosen_id"),
    account_id: event.accountId ?? "",
    title: optionalText(payload, "title"),
    host_bot_id: text(payload, "host_bot_id"),
    guest_bot_id: optionalText(payload, "guest_bot_id"),
    initial_time: text(payload, "initial_time"),
    clock: text(payload, "initial_time"),
    narrative_anchor: text(payload, "narrative_anchor"),
    weather: text(payload, "weather"),
    created_at: at,
    updated_at: at,
  };
}

function handleOpening(kind: string, sceneKind: "you" | "meanwhile"): EventHandler {
  return {
    kind,
    reads: (event) => [toChatRef(event)],
    evolve: (event, read) => {
      const { payload } = event;
      const chat = read(...toChatRead(event));
      const host = optionalText(payload, "host_bot_id") ?? readColumn(chat, "host_bot_id");
      const inherited =
        sceneKind === "you"
          ? ((chat?.["guest_bot_id"] as string | null | undefined) ?? null)
          : null;
      const guest = optionalText(payload, "guest_bot_id") ?? inherited;
      const named = texts(payload["participants"]);
      const roles = [host, ...(guest === null ? [] : [guest])];
      const participants =
        sceneKind === "you"
          ? [...new Set(named)]
          : [...new Set([...roles, ...named])].filter((id) => id !== you);
      const startedAt = text(payload, "started_at") || readColumn(chat, "clock");
      const scene = {
        ...toChatColumns(event),
        id: number(payload, "scene_id"),
        container_id: number(payload, "container_id"),
        parent_scene_id: number(payload, "parent_scene_id"),
        kind: sceneKind,
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
    },
  };
}

const putPresence = (event: RecordedEvent, entity: string, present: boolean): Change => ({
  op: "put",
  table: "presence",
  row: {
    ...toChatColumns(event),
    scene_id: number(event.payload, "scene_id"),
    entity_id: entity,
    present,
    event_id: event.id,
  },
});

/** Only the first close counts. */
function handleClosing(kind: string): EventHandler {
  return {
    kind,
    reads: (event) => [toChatRef(event), { table: "scenes", key: toSceneKey(event) }],
    evolve: (event, read) => {
      const scene = read("scenes", toSceneKey(event));
      if (scene === undefined || scene["closed_at"] !== null) return [];
      const chat = read(...toChatRead(event));
      const at = text(event.payload, "closed_at") || readColumn(chat, "clock");
      return [
        { op: "patch", table: "scenes", key: toSceneKey(event), set: { closed_at: at } },
        ...advanceClock(event, chat, at),
      ];
    },
  };
}

function evolvePresence(
  event: RecordedEvent,
  read: Parameters<EventHandler["evolve"]>[1],
): Change[] {
  const scene = read("scenes", toSceneKey(event));
  if (scene === undefined) return [];
  const entity = text(event.payload, "entity_id");
  const isThere = event.payload["change"] !== "leave";
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
