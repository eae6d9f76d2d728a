import { handler, type Projection } from "../domain/events/projection.ts";

/**
 * Moments at which something is due. A skill's own events set them together with its rows;
 * `timer_set` is for those that have no row of their own. The end of a timer is an event of its own, so that a rebuild never wakes a timer that has fired.
 *
 * Facts of several streams change these rows and hold no lock in the log (`holds`): firing locks
 * the row before it reads what is due, so a fact that sets the same moment meanwhile waits at the
 * row and sets it again, after the end that stands behind it in the log. Such a moment is due: the
 * next look ends it by a later fact, and from then on log and table say the same.
 */
export const timerProjection: Projection = {
  tables: [{ name: "timer", key: ["id"] }],
  handlers: [
    handler("timer_set", ({ payload }) => [
      {
        op: "put",
        table: "timer",
        row: {
          id: payload.id,
          kind: payload.kind,
          account_id: payload.account_id,
          conversation_id: payload.conversation_id ?? null,
          due_at: payload.due_at,
          failures: 0,
          last_error: null,
        },
      },
    ]),
    // It could not be done. Nothing of it is lost: it is tried again, and says why it waits.
    handler("timer_postponed", ({ payload }) => [
      {
        op: "patch",
        table: "timer",
        key: { id: payload.id },
        set: { due_at: payload.due_at, failures: payload.failures, last_error: payload.code },
      },
    ]),
    // Many moments that fell due together end in one fact.
    handler("timers_fired", ({ payload }) =>
      payload.ids.map((id) => ({ op: "drop", table: "timer", key: { id } })),
    ),
  ],
};
