import type { Change, EventHandler, RecordedEvent, Row } from "../../../domain/events.ts";
import { advanceClock } from "./cast.ts";
import { createEdgeHandlers } from "./edges.ts";
import { pinned } from "../state/fold-memories.ts";
import { readTurnId } from "../state/fold-turns.ts";
import { number, object, optionalText, text, texts } from "../state/payload.ts";
import { readPosition } from "../state/story-position.ts";
import { toChatColumns, pick } from "./row-fields.ts";

/** Handlers for lines, memories and feelings. */
export function createStoryHandlers(): EventHandler[] {
  return [
    {
      kind: "activity_change",
      evolve: (event) => [
        {
          op: "put",
          table: "activities",
          row: {
            ...toChatColumns(event),
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
    ...createEdgeHandlers(),
    {
      kind: "user_turn",
      evolve: (event) => [{ op: "put", table: "scene_turns", row: toTurnRow(event, "user") }],
    },
    {
      kind: "assistant_turn",
      reads: (event) => [{ table: "chats", key: { id: toChatColumns(event).chat_id } }],
      evolve: (event, read) => [
        { op: "put", table: "scene_turns", row: toTurnRow(event, "assistant") },
        ...advanceClock(
          event,
          read("chats", { id: toChatColumns(event).chat_id }),
          text(event.payload, "story_time"),
        ),
      ],
    },
    {
      kind: "memory_written",
      evolve: (event) => [{ op: "put", table: "memories", row: toMemoryRow(event) }],
    },
    { kind: "manual_edit", evolve: evolveEdit },
    {
      kind: "digest_written",
      evolve: (event) => [{ op: "put", table: "digests", row: toDigestRow(event) }],
    },
    {
      kind: "digest_unsealed",
      evolve: ({ payload }) => [patchDigest(payload["id"], { sealed: false })],
    },
    {
      kind: "digest_delivered",
      evolve: ({ payload }) => [patchDigest(payload["id"], { delivered: true })],
    },
    {
      kind: "thread_detected",
      evolve: (event) => [
        {
          op: "put",
          table: "threads",
          row: {
            ...toChatColumns(event),
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
    ...createPlanHandlers(),
    // Nothing was shown, so only the cancellation is recorded.
    { kind: "turn_cancelled", evolve: () => [] },
    // Only read from the log, to find the chats that memories were brought into.
    { kind: "memories_lent", evolve: () => [] },
  ];
}

const patchDigest = (id: unknown, set: Row): Change => ({
  op: "patch",
  table: "digests",
  key: { id: String(id) },
  set,
});

function toTurnRow(event: RecordedEvent, kind: "user" | "assistant"): Row {
  const { payload } = event;
  const meanwhile = number(payload, "meanwhile_scene_id");
  return {
    ...toChatColumns(event),
    id: readTurnId(event),
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
    // Lines are sorted by story position, so another version takes the place of the first.
    event_id: readPosition(event),
    created_at: event.at,
  };
}

function toMemoryRow(event: RecordedEvent): Row {
  const { payload } = event;
  const said = text(payload, "text") || text(payload, "pov_summary");
  return {
    ...toChatColumns(event),
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

function evolveEdit({ payload }: RecordedEvent): Change[] {
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

function toDigestRow(event: RecordedEvent): Row {
  const { payload } = event;
  return {
    ...toChatColumns(event),
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

function createPlanHandlers(): EventHandler[] {
  const patchPlan = (kind: string, set: (event: RecordedEvent) => Row): EventHandler => ({
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
          ...toChatColumns(event),
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
    patchPlan("scene_plan_begun", ({ payload }) => ({
      scene_id: number(payload, "scene_id"),
      status: "running",
    })),
    patchPlan("scene_plan_advanced", ({ payload }) => ({
      beats_done: number(payload, "beats_done") ?? 0,
    })),
    patchPlan("scene_plan_ended", ({ payload }) => ({
      status: "ended",
      ended_by: optionalText(payload, "reason"),
      ended_why: optionalText(payload, "why"),
    })),
  ];
}
