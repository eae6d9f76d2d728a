import { isEventOf, type RecordedEvent } from "../../../domain/events/catalogue.ts";
import type { RoomCharacter, TurnRule } from "../../../domain/events/story-rooms.ts";

/** A person's place in a shared story: as whom they take part, and since when. */
export interface Seat {
  readonly account_id: string;
  readonly entity_id: string;
  readonly name: string;
  readonly persona: string;
  readonly is_character: boolean;
  /** The event by which they came, and the one by which they left. */
  readonly from: number;
  readonly since: string;
  readonly until: number | null;
}

export interface Invitation {
  readonly generation: number;
  readonly key_id: string;
  readonly token_hash: string | null;
  readonly expires_at: string;
}

/** A story of several people, as plain JSON: a table keeps it beside the fold. */
export interface Room {
  readonly host: string;
  readonly cast: readonly RoomCharacter[];
  readonly seats: readonly Seat[];
  readonly rule: TurnRule;
  readonly paused: boolean;
  /** Accounts that may not speak. */
  readonly muted: readonly string[];
  readonly floor: string | null;
  readonly invitation: Invitation | null;
}

/**
 * They hold for the story as a whole: no rewind undoes that a person joined, and no branch is
 * without them.
 */
export const roomKinds = [
  "story_shared",
  "story_joined",
  "story_character_taken",
  "story_parted",
  "story_ruled",
  "story_invited",
  "story_words_erased",
] as const;

export type RoomEvent = RecordedEvent<(typeof roomKinds)[number]>;

const allRoomKinds: ReadonlySet<string> = new Set(roomKinds);

export const isRoomEvent = (event: RecordedEvent): event is RoomEvent =>
  allRoomKinds.has(event.kind);

const emptyRoom: Room = {
  host: "",
  cast: [],
  seats: [],
  rule: "free",
  paused: false,
  muted: [],
  floor: null,
  invitation: null,
};

/** Gives the same room when an event is applied twice. */
export function applyRoomEvent(before: Room | undefined, event: RoomEvent): Room {
  const room = before ?? emptyRoom;
  if (isEventOf(event, "story_shared"))
    return { ...room, host: event.payload.host_account_id, cast: event.payload.cast };
  if (isEventOf(event, "story_joined", "story_character_taken")) return takeSeat(room, event);
  if (isEventOf(event, "story_parted")) return leaveSeat(room, event);
  if (isEventOf(event, "story_ruled")) return changeRules(room, event);
  if (isEventOf(event, "story_invited")) {
    const { generation, key_id, token_hash, expires_at } = event.payload;
    return { ...room, invitation: { generation, key_id, token_hash, expires_at } };
  }
  return eraseName(room, event.payload.member_account_id);
}

function takeSeat(
  room: Room,
  event: RecordedEvent<"story_joined" | "story_character_taken">,
): Room {
  const { id, at, payload } = event;
  const seat: Seat = {
    account_id: payload.member_account_id,
    entity_id: payload.entity_id,
    name: payload.name,
    persona: event.kind === "story_joined" ? (event.payload.persona ?? "") : "",
    is_character: event.kind === "story_character_taken",
    from: id,
    since: at,
    until: room.seats.find(({ from }) => from === id)?.until ?? null,
  };
  return { ...room, seats: [...room.seats.filter(({ from }) => from !== id), seat] };
}

function leaveSeat(room: Room, { id, payload }: RecordedEvent<"story_parted">): Room {
  const who = payload.member_account_id;
  const parting = room.seats.find((seat) => seat.account_id === who && seat.until === null);
  return {
    ...room,
    seats: room.seats.map((seat) => (seat === parting ? { ...seat, until: id } : seat)),
    muted: room.muted.filter((account) => account !== who),
    floor: parting?.entity_id === room.floor ? null : room.floor,
  };
}

function changeRules(room: Room, { payload }: RecordedEvent<"story_ruled">): Room {
  return {
    ...room,
    host: payload.host_account_id ?? room.host,
    rule: payload.turn_rule ?? room.rule,
    paused: payload.paused ?? room.paused,
    muted: payload.muted_account_ids ?? room.muted,
    floor: payload.floor_id === undefined ? room.floor : payload.floor_id,
  };
}

/** The seat stays, since others' lines rest on its id; the name and the account go. */
const eraseName = (room: Room, account: string): Room => ({
  ...room,
  seats: room.seats.map((seat) =>
    seat.account_id === account ? { ...seat, account_id: "", name: "…", persona: "" } : seat,
  ),
});

export const findSeatOf = (room: Room, accountId: string): Seat | undefined =>
  room.seats.find(({ account_id, until }) => account_id === accountId && until === null);

export const listSeated = ({ seats }: Room): Seat[] => seats.filter(({ until }) => until === null);

/** Everyone who has rows of this story: those who left keep what they witnessed. */
export const listReached = (room: Room | undefined): string[] => [
  ...new Set((room?.seats ?? []).map(({ account_id }) => account_id).filter((id) => id !== "")),
];

/** Whom people play: personas for ever, a character while a person plays it. */
export const listPlayed = ({ seats }: Room): string[] =>
  seats
    .filter(({ is_character, until }) => !is_character || until === null)
    .map(({ entity_id }) => entity_id);

/**
 * Whether a line is one of those that this seat perceives. A person sees what their persona or
 * character witnessed, up to the moment they left.
 */
export const isSeenFrom = (
  seat: Seat,
  line: { readonly id: number; readonly witnesses: readonly string[] },
): boolean =>
  seat.account_id !== "" &&
  line.witnesses.includes(seat.entity_id) &&
  (seat.until === null || line.id < seat.until);

/** The personas, by their ids in the story. */
export const listPlayers = ({ seats }: Room): ReadonlyMap<string, Pick<Seat, "name" | "persona">> =>
  new Map(
    seats.flatMap(({ entity_id, is_character, name, persona }) =>
      is_character ? [] : [[entity_id, { name, persona }] as const],
    ),
  );
