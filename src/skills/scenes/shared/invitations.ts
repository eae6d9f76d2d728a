import { Refusal } from "../../../domain/errors.ts";
import { toCharacterName } from "../../../domain/character-name.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { PreparedDecision } from "../../../domain/ports/decisions.ts";
import type { LinkCode, LinkCodes } from "../../../domain/ports/link-codes.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { JoinRequest, SharedInvitation } from "../../../domain/views/shared-stories.ts";
import type { ChatDecision } from "../brought/withdraw-brought.ts";
import { findSeatOf, listSeated, type Room } from "../state/room.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { draftEntrance, openRoom } from "./room-acts.ts";

/** An invitation is valid for a week, for anyone who has it. */
const validMs = 7 * 86_400_000;
const mostMembers = 12;

/** The valid invitation of a story, or a new one. */
export async function invite(
  at: ChatDecision,
  codes: LinkCodes,
  reset: boolean,
): Promise<PreparedDecision<{ code: string; expires_at: string }>> {
  const open = await openRoom(at);
  const { invitation } = open.room;
  const isValid =
    invitation !== null &&
    invitation.token_hash !== null &&
    Date.parse(invitation.expires_at) > at.now;
  const known =
    isValid && !reset
      ? makeCode(codes, at.chatId, invitation.generation, invitation.key_id)
      : undefined;
  if (known !== undefined && invitation !== null)
    return { events: [], result: { code: known.code, expires_at: invitation.expires_at } };
  const generation = (invitation?.generation ?? 0) + 1;
  const made = makeCode(codes, at.chatId, generation);
  if (made === undefined) throw new Error("the newest key makes no code");
  const expires_at = iso(at.now + validMs);
  const invited = { generation, key_id: made.keyId, token_hash: made.hash, expires_at };
  return {
    events: [draftStoryEvent(open.on, "story_invited", invited)],
    expects: open.expects,
    result: { code: made.code, expires_at },
  };
}

const makeCode = (
  codes: LinkCodes,
  chatId: string,
  ...[generation, keyId]: [number, string?]
): LinkCode | undefined => codes.make(`story:${chatId}:${generation}`, keyId);

export async function revokeInvitation(at: ChatDecision): Promise<PreparedDecision<void>> {
  const open = await openRoom(at);
  const { invitation } = open.room;
  if (invitation === null || invitation.token_hash === null)
    return { events: [], result: undefined };
  return {
    events: [draftStoryEvent(open.on, "story_invited", { ...invitation, token_hash: null })],
    expects: open.expects,
    result: undefined,
  };
}

export interface InvitedTo {
  readonly chat_id: string;
  readonly story_account_id: string;
  readonly title: string | null;
  readonly room: Room;
  readonly expires_at: string;
}

/** The story that a code leads to. A wrong code and an old one get the same answer. */
export async function findInvited(
  read: Reads,
  codes: LinkCodes,
  of: { code: string; now: number },
): Promise<InvitedTo> {
  const [row] = await read.rows<InvitedTo>("select * from story_of_invitation($1)", [
    codes.hash(of.code.trim()),
  ]);
  if (row === undefined || Date.parse(row.expires_at) <= of.now)
    throw new Refusal("invitation_not_found");
  return row;
}

export const toInvitation = ({ title, room, expires_at }: InvitedTo): SharedInvitation => ({
  title,
  host_name: findSeatOf(room, room.host)?.name ?? null,
  free: listFree(room),
  expires_at: iso(Date.parse(expires_at)),
});

function listFree(room: Room): Room["cast"] {
  const played = new Set(listSeated(room).map(({ entity_id }) => entity_id));
  return room.cast.filter(({ id }) => !played.has(id));
}

/** Takes part from now on: as a character that no one plays, or as a persona of one's own. */
export async function joinStory(
  at: ChatDecision,
  memberId: string,
  asked: JoinRequest,
): Promise<PreparedDecision<void>> {
  const open = await openRoom(at);
  const { room, on } = open;
  if (findSeatOf(room, memberId) !== undefined) throw new Refusal("already_in_story");
  if (listSeated(room).length >= mostMembers) throw new Refusal("story_full");
  const joined =
    asked.characterId === undefined
      ? draftStoryEvent(on, "story_joined", {
          member_account_id: memberId,
          ...pickPersona(room, { memberId, asked, newId: () => at.newId() }),
        })
      : draftStoryEvent(on, "story_character_taken", {
          member_account_id: memberId,
          ...pickCharacter(room, asked.characterId),
        });
  return {
    events: [joined, ...draftEntrance(open, joined.payload.entity_id)],
    expects: open.expects,
    reaches: [memberId],
    result: undefined,
  };
}

function pickCharacter(room: Room, id: string) {
  const character = room.cast.find((one) => one.id === id);
  if (character === undefined)
    throw new Refusal("unknown_person", { field: "character_id", value: id });
  if (listSeated(room).some(({ entity_id }) => entity_id === id))
    throw new Refusal("character_taken", { field: "character_id", value: id });
  return { entity_id: id, name: character.name };
}

/** Someone who comes back under the same name is the same persona. */
function pickPersona(
  room: Room,
  { memberId, asked, newId }: { memberId: string; asked: JoinRequest; newId(): string },
) {
  const name = toCharacterName(asked.name ?? "");
  if (name === "") throw new Refusal("invalid_request", { field: "name", problem: "empty" });
  const isCalled = (one: { readonly name: string }): boolean =>
    one.name.toLowerCase() === name.toLowerCase();
  const own = room.seats.find(
    (seat) => seat.account_id === memberId && !seat.is_character && isCalled(seat),
  );
  const others = room.seats.filter((seat) => seat !== own && seat.entity_id !== own?.entity_id);
  if (room.cast.some(isCalled) || others.some((seat) => !seat.is_character && isCalled(seat)))
    throw new Refusal("name_taken", { field: "name" });
  return {
    entity_id: own?.entity_id ?? `person-${newId()}`,
    name,
    ...(asked.persona === undefined ? {} : { persona: asked.persona }),
  };
}
