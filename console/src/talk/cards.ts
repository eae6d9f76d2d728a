import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReminderCard } from "../../../src/api/routes/talk-routes.ts";
import { type Message } from "../api/contract.ts";
import { call } from "../api/call.ts";

/** A reminder beside the message about it, in its current state. */
export type Card = ReminderCard;

const key = (conversation: string) => ["cards", conversation];

/** Asked again with every message: a turn may have changed one, or one may have gone off. */
export function useCards(conversation: string, latest: string | undefined) {
  return useQuery({
    queryKey: [...key(conversation), latest ?? ""],
    queryFn: async ({ signal }) =>
      (await call("GET /api/conversations/{id}/cards", { params: { id: conversation }, signal }))
        .cards,
    placeholderData: (before) => before,
    refetchInterval: 20_000,
  });
}

export interface CardAct {
  readonly id: string;
  readonly act: "complete" | "snooze" | "delete" | "restore";
  readonly minutes?: number;
}

export function useCardAct(conversation: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, act, minutes }: CardAct) =>
      call(`POST /api/reminders/{id}/${act}`, {
        params: { id },
        body: minutes === undefined ? {} : { minutes },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: key(conversation) }),
  });
}

/** To another time on the wall of the reminder's own zone. */
export function useCardMove(conversation: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, to }: { readonly id: string; readonly to: string }) =>
      call("PATCH /api/reminders/{id}", { params: { id }, body: { trigger_time: to } }),
    onSettled: () => client.invalidateQueries({ queryKey: key(conversation) }),
  });
}

/**
 * Each reminder once, where it was last spoken of: below the last message of that turn, or below
 * the message by which it went off. Earlier ones would be buttons for the same thing.
 */
export function cardsByMessage(
  messages: readonly Message[],
  cards: readonly Card[],
): ReadonlyMap<string, readonly Card[]> {
  const lastOf = new Map<string, { readonly card: Card; readonly at: number }>();
  for (const card of cards) {
    const at = messages.findLastIndex((message) =>
      card.message_id === null
        ? message.direction === "outbound" &&
          message.turn_id !== null &&
          message.turn_id === card.turn_id
        : message.id === card.message_id,
    );
    if (at > (lastOf.get(card.reminder_id)?.at ?? -1)) lastOf.set(card.reminder_id, { card, at });
  }
  const placed = new Map<string, Card[]>();
  for (const { card, at } of lastOf.values()) {
    const place = messages[at]?.id ?? "";
    placed.set(place, [...(placed.get(place) ?? []), card]);
  }
  return placed;
}

/** Undo reverses everything that a turn did, so only one of its cards offers it. */
export const undoableCard = (cards: readonly Card[]): Card | undefined =>
  cards.find(({ can_undo: canUndo }) => canUndo);
