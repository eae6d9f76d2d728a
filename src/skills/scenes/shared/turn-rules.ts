import { Refusal } from "../../../domain/errors.ts";
import type { ChatState } from "../state/chat-state.ts";
import { listSeated, type Room, type Seat } from "../state/room.ts";
import { findSceneOf } from "../state/scene-membership.ts";

/** Asserts that this person may say something now. */
export function assertMaySpeak(state: ChatState, entityId: string): void {
  const { room } = state;
  const seat = room && listSeated(room).find(({ entity_id }) => entity_id === entityId);
  if (room === undefined || seat === undefined) throw new Refusal("not_found");
  if (room.paused && seat.account_id !== room.host) throw new Refusal("story_paused");
  if (room.muted.includes(seat.account_id)) throw new Refusal("muted");
  const allowed = listNextSpeakers(state, entityId);
  if (allowed !== null && !allowed.includes(entityId))
    throw new Refusal("not_your_turn", { turn_of: allowed });
}

/** Who of those in the same scene may speak next. Null: anyone. */
export function listNextSpeakers(state: ChatState, viewer: string): readonly string[] | null {
  const { room } = state;
  if (room === undefined || room.rule === "free") return null;
  if (room.rule === "host") return listAsked(room);
  const order = listTakingTurns(state, room, viewer);
  const sceneId = findSceneOf(state, viewer);
  const last = state.turns.findLast(
    (turn) => turn.kind === "user" && turn.sceneId === sceneId && turn.status === "completed",
  )?.speaker;
  const at = last === undefined ? -1 : order.indexOf(last);
  const next = order[(at + 1) % Math.max(1, order.length)];
  return next === undefined ? [] : [next];
}

/** Whom the host asked; the host may always speak. */
function listAsked({ seats, host, floor }: Room): string[] {
  const hosting = seats.find(({ account_id, until }) => account_id === host && until === null);
  return [
    ...(hosting === undefined ? [] : [hosting.entity_id]),
    ...(floor === null ? [] : [floor]),
  ];
}

/** The people in the viewer's scene who may speak, in the order in which they joined. */
function listTakingTurns(state: ChatState, room: Room, viewer: string): string[] {
  const sceneId = findSceneOf(state, viewer);
  const isTaking = ({ account_id, entity_id }: Seat): boolean =>
    !room.muted.includes(account_id) && findSceneOf(state, entity_id) === sceneId;
  return listSeated(room)
    .filter(isTaking)
    .map(({ entity_id }) => entity_id);
}
