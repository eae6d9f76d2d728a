import { Refusal } from "../../../domain/errors.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { PayloadOf } from "../../../domain/events/catalogue.ts";
import type { PreparedDecision } from "../../../domain/ports/decisions.ts";
import type { RoomChange } from "../../../domain/views/shared-stories.ts";
import type { ChatDecision } from "../brought/withdraw-brought.ts";
import { type ChatState, chatStream, findCurrentScene } from "../state/chat-state.ts";
import { readChatState } from "../state/chat-states.ts";
import { findSeatOf, listSeated, type Room, type Seat } from "../state/room.ts";
import { findSceneOf } from "../state/scene-membership.ts";
import { draftStoryEvent, type FactContext } from "../state/story-events.ts";

/** A shared story on which a person acts. */
export interface OpenRoom {
  readonly state: ChatState;
  readonly room: Room;
  readonly on: FactContext;
  readonly expects: Readonly<Record<string, number>>;
}

export async function openRoom(at: ChatDecision): Promise<OpenRoom> {
  const state = await readChatState(at.read, at.chatId);
  if (state?.room === undefined) throw new Refusal("not_found");
  return {
    state,
    room: state.room,
    on: { chat: state, now: at.now },
    expects: { [chatStream(state.id)]: state.version },
  };
}

type Done = PreparedDecision<void>;

const record = ({ expects }: OpenRoom, events: readonly EventDraft[]): Done => ({
  events,
  expects,
  result: undefined,
});

/** Someone who comes is in the scene that is played, and perceives it from then on. */
export function draftEntrance({ state, on }: OpenRoom, entityId: string): EventDraft[] {
  const scene = findCurrentScene(state);
  if (scene?.kind !== "you" || scene.present.has(entityId)) return [];
  return [
    draftStoryEvent(on, "presence_changed", {
      scene_id: scene.id,
      entity_id: entityId,
      change: "enter",
    }),
  ];
}

function draftExit({ state, on }: OpenRoom, entityId: string): EventDraft[] {
  const scene_id = findSceneOf(state, entityId);
  if (scene_id === undefined) return [];
  return [
    draftStoryEvent(on, "presence_changed", { scene_id, entity_id: entityId, change: "leave" }),
  ];
}

/**
 * A persona goes out with its person; a character stays in the story and is played by the model
 * again. The oldest of the others becomes host after the host.
 */
function draftParting(
  open: OpenRoom,
  seat: Seat,
  why: PayloadOf<"story_parted">["why"],
): EventDraft[] {
  const { room, on } = open;
  const heir =
    seat.account_id === room.host ? listSeated(room).find((other) => other !== seat) : undefined;
  return [
    ...(seat.is_character ? [] : draftExit(open, seat.entity_id)),
    ...(heir === undefined
      ? []
      : [draftStoryEvent(on, "story_ruled", { host_account_id: heir.account_id })]),
    draftStoryEvent(on, "story_parted", { member_account_id: seat.account_id, why }),
  ];
}

export async function leaveStory(at: ChatDecision, memberId: string): Promise<Done> {
  const open = await openRoom(at);
  const seat = findSeatOf(open.room, memberId);
  return record(open, seat === undefined ? [] : draftParting(open, seat, "left"));
}

/** What the host decides about the others. */
export async function changeRoom(at: ChatDecision, change: RoomChange): Promise<Done> {
  const open = await openRoom(at);
  const { room, on } = open;
  const removed = change.remove === undefined ? undefined : findMember(room, change.remove);
  if (removed?.account_id === room.host)
    throw new Refusal("invalid_request", { field: "remove", problem: "the host leaves instead" });
  const rules = toRules(room, change);
  const events = [
    ...(change.title === undefined
      ? []
      : [draftStoryEvent(on, "chat_renamed", { title: change.title })]),
    ...(Object.keys(rules).length === 0 ? [] : [draftStoryEvent(on, "story_ruled", rules)]),
    ...(removed === undefined ? [] : draftParting(open, removed, "removed")),
  ];
  return record(open, events);
}

function toRules(room: Room, change: RoomChange): PayloadOf<"story_ruled"> {
  const toAccounts = (ids: readonly string[]): string[] =>
    ids.map((id) => findMember(room, id).account_id);
  const muted = new Set([...room.muted, ...toAccounts(change.mute ?? [])]);
  for (const account of toAccounts(change.unmute ?? [])) muted.delete(account);
  const isMuting = change.mute !== undefined || change.unmute !== undefined;
  const { rule, paused, floorId, hostId } = change;
  if (typeof floorId === "string") findMember(room, floorId);
  return {
    ...(rule === undefined ? {} : { turn_rule: rule }),
    ...(paused === undefined ? {} : { paused }),
    ...(floorId === undefined ? {} : { floor_id: floorId }),
    ...(isMuting ? { muted_account_ids: [...muted] } : {}),
    ...(hostId === undefined ? {} : { host_account_id: findMember(room, hostId).account_id }),
  };
}

/** Someone who takes part now, by their id in the story. */
function findMember(room: Room, entityId: string): Seat {
  const seat = listSeated(room).find(({ entity_id }) => entity_id === entityId);
  if (seat === undefined) throw new Refusal("unknown_person", { value: entityId });
  return seat;
}

/** The host moves anyone, others move themselves. */
export async function changePresence(
  at: ChatDecision,
  of: { memberId: string; entityId: string; change: "enter" | "leave" },
): Promise<Done> {
  const open = await openRoom(at);
  const { room } = open;
  const seat = findSeatOf(room, of.memberId);
  if (room.host !== of.memberId && seat?.entity_id !== of.entityId)
    throw new Refusal("only_the_host");
  const known = [
    ...room.cast.map(({ id }) => id),
    ...listSeated(room).map(({ entity_id }) => entity_id),
  ];
  if (!known.includes(of.entityId))
    throw new Refusal("unknown_person", { field: "entity_id", value: of.entityId });
  return record(
    open,
    of.change === "enter" ? draftEntrance(open, of.entityId) : draftExit(open, of.entityId),
  );
}
