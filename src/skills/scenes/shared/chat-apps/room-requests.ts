import { lockLane } from "../../api/internal-turns.ts";
import { draftSeatEvent } from "../../channel/story-seat.ts";
import { readPeople } from "../../state/people.ts";
import { playOn } from "../host-acts.ts";
import { assertHost, assertIn } from "../memberships.ts";
import { readAbsence } from "../absence.ts";
import { changePresence, openRoom, type OpenRoom } from "../room-acts.ts";
import { findSceneOf } from "../../state/scene-membership.ts";
import { readSurroundings } from "../surroundings.ts";
import { announce } from "./announce.ts";
import { listNames, listPresentNames } from "./join-request.ts";
import { listPlaces } from "./places.ts";
import { answerRequest, type RequestResult, type SeatedRequest, wordsOf } from "./requests.ts";

/** The host lets the characters go on. */
export async function playOnFromChat(on: SeatedRequest): Promise<RequestResult> {
  const { entity_id, chat_id } = assertHost(on.row);
  const lane = await lockLane(on.firing.read, chat_id);
  if (lane?.busy === true) return "wait";
  return [answerRequest(on, undefined, await playOn({ ...on.at, lane }, entity_id))];
}

export async function showWho(on: SeatedRequest): Promise<RequestResult> {
  const words = wordsOf(on);
  const { scene } = await readSurroundings(on.firing.read, assertIn(on.row));
  if (scene === null) return [answerRequest(on, words.outside)];
  const names = new Map(listPresentNames(await openRoom(on.at)).map(({ id, name }) => [id, name]));
  const present = scene.present.map((id) => names.get(id) ?? id).join(words.scene.join);
  return [answerRequest(on, words.here(scene.place ?? words.scene.here, present))];
}

/** The person themself, or, for the host, anyone by name. */
export async function movePresence(
  on: SeatedRequest,
  change: "enter" | "leave",
): Promise<RequestResult> {
  const { request, row, at } = on;
  assertIn(row);
  const words = wordsOf(on);
  const open = await openRoom(at);
  const people = await readPeople(on.firing.read, row.story_account_id, { room: open.room });
  const [named] = people.findNames(request.rest).ids;
  const isSelf = request.rest.trim() === "" || people.findId(request.rest) === "you";
  const entityId = named ?? (isSelf ? row.entity_id : undefined);
  if (entityId === undefined) return [answerRequest(on, words.scene.noCharacter(request.rest))];
  // A group reads along, whatever the story says.
  if (change === "leave" && entityId === row.entity_id && request.place === "room")
    return [answerRequest(on, words.roomHears)];
  const decided = await changePresence(at, { memberId: request.accountId, entityId, change });
  const name = people.nameOf(entityId);
  const text = change === "enter" ? words.scene.cameIn(name) : words.scene.wentOut(name);
  const missed = change === "enter" ? await describeMissed(on, { open, entityId }) : "";
  const present = listPresentNames(open).map(({ id }) => id);
  return [
    answerRequest(on, `${text}${missed}`, decided),
    ...(await announce(on, { chatId: row.chat_id, change, name, present })),
  ];
}

/** What the person could notice on coming back; of others' absences they learn nothing. */
async function describeMissed(
  on: SeatedRequest,
  { open, entityId }: { readonly open: OpenRoom; readonly entityId: string },
): Promise<string> {
  const isBack = findSceneOf(open.state, entityId) !== undefined;
  if (entityId !== on.row.entity_id || isBack) return "";
  const of = { chatId: on.row.chat_id, entityId, isComingBack: true };
  const missed = await readAbsence(on.firing.read, of);
  if (missed === undefined) return "";
  const words = wordsOf(on);
  const nameAll = (ids: readonly string[]): string =>
    listNames(open.room, ids).join(words.scene.join);
  return `\n${words.missed(missed.minutes, nameAll(missed.came), nameAll(missed.went))}`;
}

/**
 * The conversation is for ordinary talk again. Who plays from nowhere else goes out of the scene;
 * they stay in the story, and can come back.
 */
export async function leaveFromChat(on: SeatedRequest): Promise<RequestResult> {
  const { firing, request, row, at } = on;
  const words = wordsOf(on);
  const left = draftSeatEvent(
    { conversationId: request.conversationId, account: { id: request.accountId }, now: firing.now },
    "story_left",
    row.chat_id,
  );
  const places = await listPlaces(firing.read, row.chat_id);
  const isElsewhere = places.some(
    ({ account_id, conversation_id }) =>
      account_id === request.accountId && conversation_id !== request.conversationId,
  );
  const open = await openRoom(at);
  const going =
    row.is_in && !isElsewhere
      ? await changePresence(at, {
          memberId: request.accountId,
          entityId: row.entity_id,
          change: "leave",
        })
      : { events: [], expects: {} };
  const name = row.view.members.find(({ id }) => id === row.entity_id)?.name ?? "";
  const present = listPresentNames(open).map(({ id }) => id);
  const isShared = places.some(
    ({ account_id, conversation_id }) =>
      account_id !== request.accountId && conversation_id === request.conversationId,
  );
  // A person who has left the group reads no answer; those who stay see what happens in the story.
  const said =
    request.op !== "depart"
      ? words.left(row.title ?? words.scene.here)
      : isShared && going.events.length > 0
        ? words.scene.wentOut(name)
        : undefined;
  return [
    answerRequest(on, said, {
      events: [...going.events, left],
      expects: going.expects,
    }),
    ...(going.events.length === 0
      ? []
      : await announce(on, { chatId: row.chat_id, change: "leave", name, present })),
  ];
}
