import type { Change, EventDraft, EventHandler, Key, Row } from "../../domain/events.ts";
import { textIn } from "../../domain/events.ts";

/**
 * From where a fire comes to each state: what the person has dismissed does not come back with a
 * late receipt.
 */
const comesFrom: Readonly<Record<string, string>> = {
  completed: "waiting",
  skipped: "waiting",
  dismissed: "waiting",
  waiting: "completed",
};

const occurrencesIn = ({ payload }: EventDraft): readonly string[] =>
  payload["occurrences"] as readonly string[];
const fireKey = ({ payload }: EventDraft, occurrence: string): Key => ({
  reminder_id: textIn(payload, "id"),
  occurrence_key: occurrence,
});

/**
 * Payload: `id`, `owner_account_id`, `occurrences`, `state`. A reminder that has nothing to come is
 * over when its last words have arrived, or are not wanted; not when they were queued.
 */
export const fireSettledHandler: EventHandler = {
  kind: "reminder_fire_settled",
  reads: (event) => [
    { table: "reminder", key: { id: textIn(event.payload, "id") } },
    ...occurrencesIn(event).map((occurrence) => ({
      table: "reminder_fire",
      key: fireKey(event, occurrence),
    })),
  ],
  evolve(event, read) {
    const state = textIn(event.payload, "state");
    const key = { id: textIn(event.payload, "id") };
    const row = read("reminder", key);
    const changed = occurrencesIn(event).filter(
      (each) => read("reminder_fire", fireKey(event, each))?.["fire_state"] === comesFrom[state],
    );
    const fires = changed.map((occurrence): Change => ({
      op: "patch",
      table: "reminder_fire",
      key: fireKey(event, occurrence),
      set: { fire_state: state, reached_at: state === "completed" ? event.at : null },
    }));
    if (row === undefined) return fires;
    const ends = changed.length === 0 ? {} : endOf(row, { state, at: event.at });
    return [
      ...fires,
      {
        op: "patch",
        table: "reminder",
        key,
        set: { ...ends, version: event.streamVersion, updated_at: event.at },
      },
    ];
  },
};

function endOf(row: Row, { state, at }: { readonly state: string; readonly at: string }): Row {
  if (
    row["next_fire_at"] !== null ||
    row["last_fired_at"] === null ||
    row["kind"] === "no_trigger_time"
  )
    return {};
  if (state === "waiting")
    return row["completion"] === "fired"
      ? { lifecycle: "active", completion: null, completed_at: null }
      : {};
  if (row["lifecycle"] !== "active") return {};
  return {
    lifecycle: "completed",
    completion: state === "completed" ? "fired" : "skipped",
    completed_at: at,
  };
}
