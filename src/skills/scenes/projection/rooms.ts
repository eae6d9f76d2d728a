import type { EventDraft, RecordedEvent } from "../../../domain/events/catalogue.ts";
import {
  type Change,
  type EventHandler,
  handler,
  type ReadRow,
  type Row,
} from "../../../domain/events/projection.ts";
import { type ChatKind, type LineEvent, readPosition } from "../state/events.ts";
import { readTurnId } from "../state/fold-turns.ts";
import {
  applyRoomEvent,
  findSeatOf,
  isRoomEvent,
  isSeenFrom,
  listReached,
  listSeated,
  type Room,
  roomKinds,
  type Seat,
} from "../state/room.ts";
import { readSegments } from "../state/segments.ts";
import { you } from "../state/chat-state.ts";
import { toChatColumns } from "./row-fields.ts";

/**
 * Handlers for stories of several people. Each person's rows hold what they witnessed and nothing
 * else, so whatever reads an account's own rows cannot show more.
 */
export function createRoomHandlers(): EventHandler[] {
  return [
    ...roomKinds.map((kind) =>
      handler(kind, {
        reads: (event) => [toRoomRef(event), toChatRef(event)],
        evolve: (event, read) => (isRoomEvent(event) ? changeRoom(event, read) : []),
      }),
    ),
    handler("chat_renamed", { reads: (event) => [toRoomRef(event)], evolve: renameShared }),
    handler("user_turn", { reads: (event) => [toRoomRef(event)], evolve: showLine }),
    handler("assistant_turn", { reads: (event) => [toRoomRef(event)], evolve: showLine }),
  ];
}

const toRoomRef = (event: EventDraft<ChatKind>) => ({
  table: "story_rooms",
  key: { chat_id: toChatColumns(event).chat_id },
});

const toChatRef = (event: EventDraft<ChatKind>) => ({
  table: "chats",
  key: { id: toChatColumns(event).chat_id },
});

const readRoom = (event: RecordedEvent<ChatKind>, read: ReadRow): Room | undefined =>
  read("story_rooms", toRoomRef(event).key)?.["room"] as Room | undefined;

function changeRoom(
  event: Extract<RecordedEvent<ChatKind>, { kind: (typeof roomKinds)[number] }>,
  read: ReadRow,
): Change[] {
  const room = applyRoomEvent(readRoom(event, read), event);
  const { chat_id, account_id } = toChatColumns(event);
  const title = (read("chats", { id: chat_id })?.["title"] as string | null | undefined) ?? null;
  return [
    {
      op: "put",
      table: "story_rooms",
      row: {
        chat_id,
        account_id,
        room,
        token_hash: room.invitation?.token_hash ?? null,
        expires_at: room.invitation?.expires_at ?? null,
        event_id: event.id,
      },
    },
    ...listReached(room).map((account): Change => {
      const [table, key] = ["shared_stories", { account_id: account, chat_id }] as const;
      const own = {
        story_account_id: account_id,
        ...toMemberColumns(room, account),
        event_id: event.id,
        updated_at: event.at,
      };
      return findSeatOf(room, account) === undefined
        ? { op: "patch", table, key, set: own }
        : { op: "put", table, row: { ...key, ...own, title } };
    }),
  ];
}

/** A person who has left keeps the title they knew. */
function renameShared(event: RecordedEvent<"chat_renamed">, read: ReadRow): Change[] {
  const room = readRoom(event, read);
  const { chat_id } = toChatColumns(event);
  return (room === undefined ? [] : listSeated(room)).map(({ account_id }) => ({
    op: "patch",
    table: "shared_stories",
    key: { account_id, chat_id },
    set: { title: event.payload.title, updated_at: event.at },
  }));
}

/**
 * The room as one person sees it: names and roles, without accounts. Who came after they had left is
 * not in it.
 */
function toMemberColumns(room: Room, account: string): Row {
  const seat =
    findSeatOf(room, account) ?? room.seats.findLast(({ account_id }) => account_id === account);
  const known = room.seats.filter(({ from }) => from <= (seat?.until ?? from));
  const newest = new Map(known.map((one) => [one.entity_id, one]));
  const members = [...newest.values()].map((one) => ({
    id: one.entity_id,
    name: one.name,
    is_character: one.is_character,
    is_in: one.until === null,
    is_host: one.until === null && one.account_id === room.host,
    is_muted: one.until === null && room.muted.includes(one.account_id),
  }));
  return {
    entity_id: seat?.entity_id ?? "",
    is_in: seat?.until === null,
    joined_at: seat?.since ?? "",
    is_host: room.host === account,
    view: { members, cast: room.cast, rule: room.rule, paused: room.paused, floor: room.floor },
  };
}

function showLine(event: LineEvent, read: ReadRow): Change[] {
  const room = readRoom(event, read);
  const { chat_id } = toChatColumns(event);
  const witnesses = event.payload.witnesses ?? event.payload.present ?? [];
  const seeing = (room?.seats ?? []).filter((seat) =>
    isSeenFrom(seat, { id: event.id, witnesses }),
  );
  return seeing.flatMap((seat): Change[] => {
    const row = toLineRow(event, seat);
    const last = { last_speaker_id: row["speaker_id"], last_text: row["text"] };
    const key = { account_id: seat.account_id, chat_id };
    return [
      { op: "put", table: "shared_lines", row },
      { op: "patch", table: "shared_stories", key, set: { ...last, updated_at: event.at } },
    ];
  });
}

function toLineRow(event: LineEvent, seat: Seat): Row {
  const { payload } = event;
  const speaker =
    event.kind === "user_turn" ? (event.payload.speaker_id ?? you) : event.payload.speaker_id;
  const segments = readSegments(payload.segments ?? []).filter(
    ({ to }) => to === undefined || speaker === seat.entity_id || to.includes(seat.entity_id),
  );
  const isPart = (payload.segments ?? []).length > segments.length;
  return {
    account_id: seat.account_id,
    chat_id: toChatColumns(event).chat_id,
    id: readTurnId(event),
    kind: event.kind === "user_turn" ? "user" : "assistant",
    speaker_id: speaker,
    scene_id: payload.scene_id ?? payload.meanwhile_scene_id ?? null,
    text: isPart ? segments.map(({ text }) => text).join(" ") : (payload.text ?? ""),
    segments,
    present: payload.present ?? [],
    status: payload.status === "cancelled" ? "cancelled" : "completed",
    story_time: payload.story_time || null,
    event_id: readPosition(event),
    created_at: event.at,
  };
}
