import { type Change, type EventHandler, handler, type Row } from "../domain/events/projection.ts";

const patch = (id: string, set: Row): Change => ({
  op: "patch",
  table: "conversation",
  key: { id },
  set,
});

/**
 * What a person does with a conversation in their list. None of it moves the conversation in the
 * list's order, which is that of its messages.
 */
export const keptConversationHandlers: readonly EventHandler[] = [
  handler(
    "conversation_changed",
    ({ id: position, payload: { conversation_id: id, ...change }, at }) => [
      patch(id, {
        ...(change.title === undefined ? {} : { title: change.title }),
        ...(change.pinned === undefined ? {} : { pinned_at: change.pinned ? at : null }),
        ...(change.archived === undefined
          ? {}
          : { archived_through_event: change.archived ? position : null }),
      }),
    ],
  ),
  // What is hidden from the person is hidden from prompts too.
  handler("conversation_deleted", ({ id: position, payload, at }) => [
    patch(payload.conversation_id, {
      deleted_at: at,
      hidden_through_event: position,
      cleared_through_event: position,
      pinned_at: null,
    }),
  ]),
  handler("conversation_restored", ({ payload }) => [
    patch(payload.conversation_id, {
      deleted_at: null,
      hidden_through_event: payload.hidden_through,
      cleared_through_event: payload.cleared_through,
    }),
  ]),
  handler("conversation_erased", ({ payload }) => [
    patch(payload.conversation_id, { deleted_at: null, title: null }),
    ...payload.drops.flatMap(({ table, keys }) =>
      keys.map((key): Change => ({ op: "drop", table, key })),
    ),
  ]),
];
