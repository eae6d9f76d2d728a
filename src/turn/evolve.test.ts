import { expect, it } from "vitest";
import type { RecordedEvent } from "../domain/events/catalogue.ts";
import type { Change } from "../domain/events/projection.ts";
import { turnProjection } from "./evolve.ts";

const restart = (attempt: number): RecordedEvent<"turn_restarted"> => ({
  id: 9,
  stream: "conversation:c",
  streamVersion: 4,
  kind: "turn_restarted",
  at: "2026-01-05T09:00:00.000Z",
  payload: {
    turn_id: "t",
    conversation_id: "c",
    account_id: "a",
    attempt,
    from_seq: 3,
    to_seq: 5,
  },
});

/**
 * Whatever the row says: a handler that adds to it gives another row when an event is folded twice,
 * or on a row that is not the one before.
 */
const rowThen = { id: "t", attempt: 3, input_from_seq: 1, input_to_seq: 2 };

function patchOf(event: RecordedEvent): Extract<Change, { op: "patch" }>["set"] {
  const handlers = turnProjection.handlers.filter(({ kind }) => kind === event.kind);
  const patches = handlers
    .flatMap((handler) => handler.evolve(event, () => rowThen))
    .filter((change) => change.op === "patch");
  return Object.assign(
    {},
    ...patches.filter(({ table }) => table === "turn").map(({ set }) => set),
  ) as Record<string, unknown>;
}

it("a turn that is taken up again has the attempt and the window that its event names, whatever its row says", () => {
  for (const attempt of [2, 7])
    expect(patchOf(restart(attempt))).toEqual({ attempt, input_from_seq: 3, input_to_seq: 5 });
});
