import type { EventDraft, PayloadOf } from "../../domain/events/catalogue.ts";
import { type Change, handler, type Key, type Row } from "../../domain/events/projection.ts";

type Settled = PayloadOf<"reminder_fire_settled">;

/**
 * From where a fire comes to each state: what the person has dismissed does not come back with a
 * late receipt.
 */
const comesFrom: Readonly<Record<Settled["state"], Settled["state"]>> = {
  completed: "waiting",
  skipped: "waiting",
  dismissed: "waiting",
  waiting: "completed",
};

const fireKey = ({ payload }: EventDraft<"reminder_fire_settled">, occurrence: string): Key => ({
  reminder_id: payload.id,
  occurrence_key: occurrence,
});

/**
 * A reminder that has nothing to come is
 * over when its last words have arrived, or are not wanted; not when they were queued.
 */
export const fireSettledHandler = handler("reminder_fire_settled", {
  reads: (event) => [
    { table: "reminder", key: { id: event.payload.id } },
    ...event.payload.occurrences.map((occurrence) => ({
      table: "reminder_fire",
      key: fireKey(event, occurrence),
    })),
  ],
  evolve(event, read) {
    const { state, id, occurrences } = event.payload;
    const key = { id };
    const row = read("reminder", key);
    const changed = occurrences.filter(
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
});

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
