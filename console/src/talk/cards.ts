import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Message } from "../api/contract.ts";
import { request } from "../api/request.ts";

/** A reminder beside the message that speaks of it, as it is now. */
export interface Card {
  readonly turn_id: string | null;
  readonly message_id: string | null;
  readonly reminder_id: string;
  readonly content: string;
  readonly lifecycle: "active" | "completed" | "deleted";
  readonly completion: string | null;
  readonly local_start: string | null;
  readonly timezone: string;
  readonly next_fire_at: string | null;
  readonly is_recurring: boolean;
  readonly shared_reminder_id: string | null;
  readonly version: number;
  /** Whether one word takes back what was last done to it here. */
  readonly can_undo: boolean;
}

const key = (conversation: string) => ["cards", conversation];

/** Asked again with every message: a turn may have changed one, or one may have gone off. */
export function useCards(conversation: string, latest: string | undefined) {
  return useQuery({
    queryKey: [...key(conversation), latest ?? ""],
    queryFn: async ({ signal }) =>
      (await request<{ cards: readonly Card[] }>(`/api/conversations/${encodeURIComponent(conversation)}/cards`, { signal })).cards,
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
      request(`/api/reminders/${encodeURIComponent(id)}/${act}`, { method: "POST", body: minutes === undefined ? {} : { minutes } }),
    onSettled: () => client.invalidateQueries({ queryKey: key(conversation) }),
  });
}

/** To another time on the wall of the reminder's own zone. */
export function useCardMove(conversation: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, to }: { readonly id: string; readonly to: string }) =>
      request(`/api/reminders/${encodeURIComponent(id)}`, { method: "PATCH", body: { trigger_time: to } }),
    onSettled: () => client.invalidateQueries({ queryKey: key(conversation) }),
  });
}

/** Each card once: below the last message of its turn, or below the message by which it went off. */
export function cardsByMessage(messages: readonly Message[], cards: readonly Card[]): ReadonlyMap<string, readonly Card[]> {
  const placed = new Map<string, Card[]>();
  for (const card of cards) {
    const place =
      card.message_id ??
      messages.findLast((message) => message.direction === "outbound" && message.turn_id !== null && message.turn_id === card.turn_id)?.id;
    if (place !== undefined) placed.set(place, [...(placed.get(place) ?? []), card]);
  }
  return placed;
}

/** One word takes back all that its turn did, so one card of them offers it. */
export const undoableCard = (cards: readonly Card[]): Card | undefined => cards.find(({ can_undo: canUndo }) => canUndo);
