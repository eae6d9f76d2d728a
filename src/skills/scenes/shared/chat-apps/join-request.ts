import type { LinkCodes } from "../../../../domain/ports/link-codes.ts";
import type { Reads } from "../../../../domain/ports/reads.ts";
import { Refusal } from "../../../../domain/errors.ts";
import type { JoinRequest } from "../../../../domain/views/shared-stories.ts";
import { draftSeatEvent } from "../../channel/story-seat.ts";
import { findSeatOf, type Room } from "../../state/room.ts";
import { findSceneOf } from "../../state/scene-membership.ts";
import { joinStory } from "../invitations.ts";
import { listMemberships } from "../memberships.ts";
import { draftEntrance, openRoom, type OpenRoom } from "../room-acts.ts";
import { announce } from "./announce.ts";
import {
  answerRequest,
  type RequestContext,
  type RequestResult,
  toDecision,
  wordsOf,
} from "./requests.ts";

interface InvitedRow {
  readonly chat_id: string;
  readonly story_account_id: string;
  readonly title: string | null;
}

interface AskedJoin {
  readonly code: string | undefined;
  readonly name: string | undefined;
}

/** “<code> as Bea”, the code alone or inside of a link; or nothing, to come back. */
export function parseJoin(rest: string): AskedJoin {
  const [, head = rest, name] =
    /^(.*?)(?:^|[\s,，])(?:as|叫做?|扮演?|作为)\s*(\S.*)$/isu.exec(rest.trim()) ?? [];
  const code = /[\w-]{16,}(?!.*[\w-]{16,})/s.exec(head)?.[0];
  return { code, name: name?.trim() };
}

/** Takes part in a shared story from here: by an invitation, or again as the one they were. */
export async function joinFromChat(on: RequestContext): Promise<RequestResult> {
  const { firing, request } = on;
  const words = wordsOf(on);
  if (request.place === "crowd") return [answerRequest(on, words.notInCrowd)];
  const asked = parseJoin(request.rest);
  const found = await findStory(on, asked);
  if (found === undefined) return [answerRequest(on, words.joinHow)];
  const at = toDecision(on, { storyAccount: found.story_account_id, chatId: found.chat_id });
  const open = await openRoom(at);
  const seat = findSeatOf(open.room, request.accountId);
  const newcomer = seat === undefined ? toJoin(on, open.room, asked) : undefined;
  if (seat === undefined && newcomer === undefined) return [answerRequest(on, words.joinHow)];
  const { events, expects } =
    newcomer === undefined
      ? { events: draftReturn(open, seat?.entity_id ?? ""), expects: open.expects }
      : await joinStory(at, request.accountId, newcomer);
  const taken = draftSeatEvent(
    {
      conversationId: request.conversationId,
      account: { id: request.accountId },
      now: firing.now,
    },
    "story_entered",
    found.chat_id,
  );
  const name = seat?.name ?? findJoinedName(open.room, newcomer);
  const present = listPresentNames(open);
  const title = found.title ?? words.scene.here;
  const others = present.filter(({ name: other }) => other !== name);
  const isHeard = events.length > 0;
  return [
    answerRequest(
      on,
      words.joined(title, name, others.map((one) => one.name).join(words.scene.join)),
      { events: [...events, taken], expects },
    ),
    ...(isHeard
      ? await announce(on, {
          chatId: found.chat_id,
          change: "enter",
          name,
          present: present.map(({ id }) => id),
        })
      : []),
  ];
}

async function findStory(
  { firing, codes, request }: RequestContext,
  { code }: AskedJoin,
): Promise<InvitedRow | undefined> {
  const own = (await listMemberships(firing.read, request.accountId)).filter(({ is_in }) => is_in);
  const asked = request.rest.trim().toLowerCase();
  const named = own.filter(({ title }) => title?.toLowerCase() === asked);
  if (named.length === 1) return named[0];
  if (code !== undefined) return readInvited(firing.read, { codes, code, now: firing.now });
  // Of several, none is guessed: its lines would be read by everyone here.
  return asked === "" && own.length === 1 ? own[0] : undefined;
}

/** A wrong code and an old one get the same answer. */
async function readInvited(
  read: Reads,
  of: { readonly codes: Pick<LinkCodes, "hash">; readonly code: string; readonly now: number },
): Promise<InvitedRow> {
  const [row] = await read.rows<InvitedRow & { readonly expires_at: string }>(
    `select r.chat_id, r.account_id as story_account_id, c.title, r.expires_at
     from story_rooms r join chats c on c.id = r.chat_id where r.token_hash = $1`,
    [of.codes.hash(of.code)],
  );
  if (row === undefined || Date.parse(row.expires_at) <= of.now)
    throw new Refusal("invitation_not_found");
  return row;
}

/** A name of the cast is a character to play; any other is a persona. */
function toJoin(
  { request }: RequestContext,
  room: Room,
  { code = "", name }: AskedJoin,
): JoinRequest | undefined {
  const called = name ?? request.name ?? "";
  if (called === "") return undefined;
  const character = room.cast.find((one) => one.name.toLowerCase() === called.toLowerCase());
  return character === undefined ? { code, name: called } : { code, characterId: character.id };
}

const findJoinedName = (room: Room, joined: JoinRequest | undefined): string =>
  joined?.name ?? room.cast.find(({ id }) => id === joined?.characterId)?.name ?? "";

/** A member who is in no scene comes into the one that is played. */
const draftReturn = (open: OpenRoom, entityId: string) =>
  findSceneOf(open.state, entityId) === undefined ? draftEntrance(open, entityId) : [];

/** Who is in the scene that is played. */
export function listPresentNames({ state, room }: OpenRoom): { id: string; name: string }[] {
  const open = [...state.scenes.values()].findLast(
    ({ kind, closedAt }) => kind === "you" && closedAt === null,
  );
  const names = mapNames(room);
  return [...(open?.present ?? [])].flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name }];
  });
}

const mapNames = (room: Room): ReadonlyMap<string, string> =>
  new Map([
    ...room.cast.map(({ id, name }) => [id, name] as const),
    ...room.seats.map(({ entity_id, name }) => [entity_id, name] as const),
  ]);

export const listNames = (room: Room, ids: readonly string[]): string[] =>
  ids.map((id) => mapNames(room).get(id) ?? "…");
