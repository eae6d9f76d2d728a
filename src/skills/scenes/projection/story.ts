import type { Change, EventHandler, RecordedEvent, Row } from "../../../domain/events.ts";
import { clock } from "./cast.ts";
import { edgeHandlers } from "./edges.ts";
import { pinned } from "../state/fold-memories.ts";
import { turnId } from "../state/fold-turns.ts";
import { number, object, optionalText, text, texts } from "../state/payload.ts";
import { placeOf } from "../state/story-position.ts";
import { chatColumns, pick } from "./row-fields.ts";

/** What is said, remembered and felt. */
export function storyHandlers(): EventHandler[] {
  return [
    {
      kind: "activity_change",
      evolve: (event) => [
        {
          op: "put",
          table: "activities",
          row: {
            ...chatColumns(event),
            ...pick(event.payload, [
              "entity_id",
              "posture",
              "action",
              "attention",
              "holding",
              "status",
            ]),
            event_id: event.id,
          },
        },
      ],
    },
    ...edgeHandlers(),
    {
      kind: "user_turn",
      evolve: (event) => [{ op: "put", table: "scene_turns", row: turnRow(event, "user") }],
    },
    {
      kind: "assistant_turn",
      reads: (event) => [{ table: "chats", key: { id: chatColumns(event).chat_id } }],
      evolve: (event, read) => [
        { op: "put", table: "scene_turns", row: turnRow(event, "assistant") },
        ...clock(
          event,
          read("chats", { id: chatColumns(event).chat_id }),
          text(event.payload, "story_time"),
        ),
      ],
    },
    {
      kind: "memory_written",
      evolve: (event) => [{ op: "put", table: "memories", row: memoryRow(event) }],
    },
    { kind: "manual_edit", evolve: edited },
    {
      kind: "digest_written",
      evolve: (event) => [{ op: "put", table: "digests", row: digestRow(event) }],
    },
    {
      kind: "digest_unsealed",
      evolve: ({ payload }) => [digest(payload["id"], { sealed: false })],
    },
    {
      kind: "digest_delivered",
      evolve: ({ payload }) => [digest(payload["id"], { delivered: true })],
    },
    {
      kind: "thread_detected",
      evolve: (event) => [
        {
          op: "put",
          table: "threads",
          row: {
            ...chatColumns(event),
            id: text(event.payload, "id"),
            scene_id: number(event.payload, "scene_id"),
            title: text(event.payload, "title"),
            summary: text(event.payload, "summary"),
            status: text(event.payload, "status") || "open",
            event_id: event.id,
          },
        },
      ],
    },
    ...planHandlers(),
    // Nothing was shown, so nothing is kept of it but that it was stopped.
    { kind: "turn_cancelled", evolve: () => [] },
    // Where to: so that what is gone here can be taken from there.
    { kind: "memories_lent", evolve: () => [] },
  ];
}

const digest = (id: unknown, set: Row): Change => ({
  op: "patch",
  table: "digests",
  key: { id: String(id) },
  set,
});

function turnRow(event: RecordedEvent, kind: "user" | "assistant"): Row {
  const { payload } = event;
  const meanwhile = number(payload, "meanwhile_scene_id");
  return {
    ...chatColumns(event),
    id: turnId(event),
    scene_id: number(payload, "scene_id") ?? meanwhile,
    meanwhile_scene_id: meanwhile,
    kind,
    speaker_id: kind === "user" ? "you" : text(payload, "speaker_id"),
    text: text(payload, "text"),
    segments: payload["segments"] ?? [],
    present: texts(payload["present"]),
    witnesses: texts(payload["witnesses"] ?? payload["present"]),
    present_set_kind: text(payload, "present_set_kind"),
    status: payload["status"] === "cancelled" ? "cancelled" : "completed",
    story_time: optionalText(payload, "story_time"),
    turn_id: event.turnId ?? null,
    beat_turn_id: optionalText(payload, "beat_turn_id"),
    version: number(payload, "version") ?? 1,
    versions: payload["versions"] ?? [],
    // Lines are read in the order of the story: another version of one stands where the first stood.
    event_id: placeOf(event),
    created_at: event.at,
  };
}

function memoryRow(event: RecordedEvent): Row {
  const { payload } = event;
  const said = text(payload, "text") || text(payload, "pov_summary");
  return {
    ...chatColumns(event),
    id: text(payload, "id"),
    owner_id: text(payload, "owner_id"),
    scene_id: number(payload, "scene_id"),
    witness_you: number(payload, "witness_you") ?? 0,
    witness_host: number(payload, "witness_host") ?? 0,
    witness_guest: number(payload, "witness_guest") ?? 0,
    witnesses: texts(payload["witnesses"]),
    text: said,
    pov_summary: text(payload, "pov_summary") || said,
    cites: texts(payload["cites"]),
    story_time: optionalText(payload, "story_time"),
    brought_from: optionalText(object(payload["brought_from"]), "chat_id"),
    event_id: event.id,
    created_at: event.at,
  };
}

function edited({ payload }: RecordedEvent): Change[] {
  const columns: Readonly<Record<string, string>> = {
    memory_pov_summary: "pov_summary",
    memory_text: "text",
  };
  const column = columns[text(payload, "target_kind")];
  const key = { id: text(payload, "target_id") };
  if (payload["target_kind"] === "memory_pinned")
    return [
      {
        op: "patch",
        table: "memories",
        key,
        set: { pinned: text(payload, "new_value") === pinned },
      },
    ];
  if (column === undefined) return [];
  return [{ op: "patch", table: "memories", key, set: { [column]: text(payload, "new_value") } }];
}

function digestRow(event: RecordedEvent): Row {
  const { payload } = event;
  return {
    ...chatColumns(event),
    id: text(payload, "id"),
    scene_id: number(payload, "scene_id"),
    noticed: text(payload, "noticed"),
    directors_cut: text(payload, "directors_cut"),
    sealed: true,
    delivered: false,
    event_id: event.id,
    created_at: event.at,
  };
}

function planHandlers(): EventHandler[] {
  const patch = (kind: string, set: (event: RecordedEvent) => Row): EventHandler => ({
    kind,
    evolve: (event) => [
      {
        op: "patch",
        table: "scene_plans",
        key: { id: text(event.payload, "id") },
        set: set(event),
      },
    ],
  });
  return [
    {
      kind: "scene_plan_set",
      evolve: (event) => {
        const startsAt = optionalText(event.payload, "starts_at");
        const row = {
          ...chatColumns(event),
          id: text(event.payload, "id"),
          scene_id: number(event.payload, "scene_id"),
          starts_at: startsAt,
          details: event.payload["details"] ?? {},
          beats_done: 0,
          status: startsAt === null ? "running" : "waiting",
          ended_by: null,
          ended_why: null,
          event_id: event.id,
          created_at: event.at,
        };
        return [{ op: "put", table: "scene_plans", row }];
      },
    },
    patch("scene_plan_begun", ({ payload }) => ({
      scene_id: number(payload, "scene_id"),
      status: "running",
    })),
    patch("scene_plan_advanced", ({ payload }) => ({
      beats_done: number(payload, "beats_done") ?? 0,
    })),
    patch("scene_plan_ended", ({ payload }) => ({
      status: "ended",
      ended_by: optionalText(payload, "reason"),
      ended_why: optionalText(payload, "why"),
    })),
  ];
}
