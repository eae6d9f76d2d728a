import { isEventOf, type RecordedEvent } from "../../../domain/events/catalogue.ts";
import type { Pausable } from "../../../domain/slices.ts";
import type { RecordedChatEvent } from "./events.ts";
import { foldMind, mindKinds } from "./fold-minds.ts";
import { foldName, nameKinds } from "./fold-names.ts";
import { foldPlan, planKinds } from "./fold-plans.ts";
import { advanceClock, foldStage, stageKinds } from "./fold-stage.ts";
import { foldTurn } from "./fold-turns.ts";
import { pathKinds } from "./path.ts";
import { applyRoomEvent, listPlayed, type RoomEvent, roomKinds } from "./room.ts";
import { type ChatState, createEmptyChat } from "./chat-state.ts";

/** Folds one event into the state. This is the only way a chat's state changes. */
export function applyEvent(state: ChatState, event: RecordedChatEvent): void {
  if (isEventOf(event, ...mindKinds)) foldMind(state, event);
  else if (isEventOf(event, ...stageKinds)) foldStage(state, event);
  else if (isEventOf(event, ...nameKinds)) foldName(state, event);
  else if (isEventOf(event, ...planKinds)) foldPlan(state, event);
  else if (isEventOf(event, ...roomKinds)) foldRoom(state, event);
  // Those decide which events are folded.
  else if (!isEventOf(event, ...pathKinds)) foldLine(state, event);
}

function foldRoom(state: ChatState, event: RoomEvent): void {
  const room = applyRoomEvent(state.room, event);
  state.room = room;
  state.people.clear();
  for (const id of listPlayed(room)) state.people.add(id);
}

function foldLine(
  state: ChatState,
  event: RecordedEvent<"user_turn" | "assistant_turn" | "turn_cancelled">,
): void {
  switch (event.kind) {
    case "user_turn":
      return foldTurn(state, event);
    case "assistant_turn":
      foldTurn(state, event);
      return advanceClock(state, event.payload.story_time ?? "");
    case "turn_cancelled":
      return;
    default:
      event satisfies never;
  }
}

/** Folds a path in order. The state as of a moment is the fold of the events up to it. */
export function* foldChat(
  of: { id: string; accountId: string },
  path: readonly RecordedChatEvent[],
): Pausable<ChatState> {
  const state = createEmptyChat(of.id, of.accountId);
  for (const event of path) {
    applyEvent(state, event);
    yield;
  }
  return state;
}
