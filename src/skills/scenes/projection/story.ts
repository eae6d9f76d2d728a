import type { RecordedEvent } from "../../../domain/events/catalogue.ts";
import {
  type Change,
  type EventHandler,
  handler,
  pickFields,
  type Row,
} from "../../../domain/events/projection.ts";
import { advanceClock } from "./cast.ts";
import { createEdgeHandlers } from "./edges.ts";
import { type LineEvent, readPosition } from "../state/events.ts";
import { pinned } from "../state/fold-minds.ts";
import { readTurnId } from "../state/fold-turns.ts";
import { toChatColumns } from "./row-fields.ts";

/** Handlers for lines, memories and feelings. */
export function createStoryHandlers(): EventHandler[] {
  return [
    handler("activity_change", (event) => [
      {
        op: "put",
        table: "activities",
        row: {
          ...toChatColumns(event),
          ...pickFields(event.payload, [
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
    ]),
    ...createEdgeHandlers(),
    handler("user_turn", (event) => [{ op: "put", table: "scene_turns", row: toTurnRow(event) }]),
    handler("assistant_turn", {
      reads: (event) => [{ table: "chats", key: { id: toChatColumns(event).chat_id } }],
      evolve: (event, read) => [
        { op: "put", table: "scene_turns", row: toTurnRow(event) },
        ...advanceClock(
          event,
          read("chats", { id: toChatColumns(event).chat_id }),
          event.payload.story_time ?? "",
        ),
      ],
    }),
    handler("memory_written", (event) => [
      { op: "put", table: "memories", row: toMemoryRow(event) },
    ]),
    handler("manual_edit", evolveEdit),
    handler("digest_written", (event) => [
      { op: "put", table: "digests", row: toDigestRow(event) },
    ]),
    handler("digest_unsealed", ({ payload }) => [patchDigest(payload.id, { sealed: false })]),
    handler("digest_delivered", ({ payload }) => [patchDigest(payload.id, { delivered: true })]),
    handler("thread_detected", (event) => [
      { op: "put", table: "threads", row: toThreadRow(event) },
    ]),
    // The row stays the scene's that it comes from, and sealed with it.
    handler("thread_changed", ({ payload: { id, title, summary, status } }) => [
      {
        op: "patch",
        table: "threads",
        key: { id },
        set: {
          ...(title === undefined ? {} : { title }),
          ...(summary === undefined ? {} : { summary }),
          ...(status === undefined ? {} : { status }),
        },
      },
    ]),
    ...createPlanHandlers(),
    // Nothing was shown, so only the cancellation is recorded.
    handler("turn_cancelled", () => []),
    // Only read from the log, to find the chats that memories were brought into.
    handler("memories_lent", () => []),
  ];
}

const patchDigest = (id: string, set: Row): Change => ({
  op: "patch",
  table: "digests",
  key: { id },
  set,
});

function toTurnRow(event: LineEvent): Row {
  const { payload } = event;
  const meanwhile = payload.meanwhile_scene_id ?? null;
  return {
    ...toChatColumns(event),
    id: readTurnId(event),
    scene_id: payload.scene_id ?? meanwhile,
    meanwhile_scene_id: meanwhile,
    text: payload.text ?? "",
    segments: payload.segments ?? [],
    present: payload.present ?? [],
    witnesses: payload.witnesses ?? payload.present ?? [],
    present_set_kind: payload.present_set_kind ?? "",
    status: payload.status === "cancelled" ? "cancelled" : "completed",
    story_time: payload.story_time || null,
    turn_id: event.turnId ?? null,
    ...toVersionColumns(event),
    // Lines are sorted by story position, so another version takes the place of the first.
    event_id: readPosition(event),
    created_at: event.at,
  };
}

/** The person's lines have one version. */
function toVersionColumns(event: LineEvent): Row {
  if (event.kind === "user_turn")
    return {
      kind: "user",
      speaker_id: event.payload.speaker_id ?? "you",
      beat_turn_id: null,
      version: 1,
      versions: [],
    };
  const { payload } = event;
  return {
    kind: "assistant",
    speaker_id: payload.speaker_id,
    beat_turn_id: payload.beat_turn_id || null,
    version: payload.version ?? 1,
    versions: payload.versions ?? [],
  };
}

function toMemoryRow(event: RecordedEvent<"memory_written">): Row {
  const { payload } = event;
  const said = payload.text || payload.pov_summary || "";
  return {
    ...toChatColumns(event),
    id: payload.id ?? "",
    owner_id: payload.owner_id,
    scene_id: payload.scene_id ?? null,
    witness_you: payload.witness_you ?? 0,
    witness_host: payload.witness_host ?? 0,
    witness_guest: payload.witness_guest ?? 0,
    witnesses: payload.witnesses ?? [],
    text: said,
    pov_summary: payload.pov_summary || said,
    cites: payload.cites ?? [],
    story_time: payload.story_time || null,
    brought_from: payload.brought_from?.chat_id || null,
    event_id: event.id,
    created_at: event.at,
  };
}

function evolveEdit({ payload }: RecordedEvent<"manual_edit">): Change[] {
  const patch = (set: Row): Change[] => [
    { op: "patch", table: "memories", key: { id: payload.target_id }, set },
  ];
  switch (payload.target_kind) {
    case "memory_pinned":
      return patch({ pinned: payload.new_value === pinned });
    case "memory_pov_summary":
      return patch({ pov_summary: payload.new_value });
    case "memory_text":
      return patch({ text: payload.new_value });
    default:
      payload.target_kind satisfies never;
      return [];
  }
}

function toDigestRow(event: RecordedEvent<"digest_written">): Row {
  const { payload } = event;
  return {
    ...toChatColumns(event),
    id: payload.id ?? "",
    scene_id: payload.scene_id,
    noticed: payload.noticed,
    directors_cut: payload.directors_cut ?? "",
    sealed: true,
    delivered: false,
    event_id: event.id,
    created_at: event.at,
  };
}

function toThreadRow(event: RecordedEvent<"thread_detected">): Row {
  const { payload } = event;
  return {
    ...toChatColumns(event),
    id: payload.id ?? "",
    scene_id: payload.scene_id ?? null,
    title: payload.title,
    summary: payload.summary ?? "",
    status: payload.status || "open",
    event_id: event.id,
  };
}

function createPlanHandlers(): EventHandler[] {
  const patchPlan = (id: string, set: Row): Change[] => [
    { op: "patch", table: "scene_plans", key: { id }, set },
  ];
  return [
    handler("scene_plan_set", (event) => {
      const startsAt = event.payload.starts_at || null;
      const row = {
        ...toChatColumns(event),
        id: event.payload.id,
        scene_id: event.payload.scene_id ?? null,
        starts_at: startsAt,
        details: event.payload.details,
        beats_done: 0,
        status: startsAt === null ? "running" : "waiting",
        ended_by: null,
        ended_why: null,
        event_id: event.id,
        created_at: event.at,
      };
      return [{ op: "put", table: "scene_plans", row }];
    }),
    handler("scene_plan_begun", ({ payload }) =>
      patchPlan(payload.id, { scene_id: payload.scene_id, status: "running" }),
    ),
    handler("scene_plan_advanced", ({ payload }) =>
      patchPlan(payload.id, { beats_done: payload.beats_done }),
    ),
    handler("scene_plan_ended", ({ payload }) =>
      patchPlan(payload.id, {
        status: "ended",
        ended_by: payload.reason || null,
        ended_why: payload.why || null,
      }),
    ),
  ];
}
