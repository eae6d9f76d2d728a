import type { EventDraft } from "../../../../domain/events/catalogue.ts";
import { Refusal } from "../../../../domain/errors.ts";
import { enqueueMessage, lockLane } from "../../api/internal-turns.ts";
import { splitWhisper } from "../../channel/split-whisper.ts";
import { readPeople } from "../../state/people.ts";
import { findSceneOf } from "../../state/scene-membership.ts";
import { assertIn } from "../memberships.ts";
import { draftEntrance, openRoom, type OpenRoom } from "../room-acts.ts";
import { assertMaySpeak } from "../turn-rules.ts";
import { listPlaces } from "./places.ts";
import { answerRequest, type RequestResult, type SeatedRequest, wordsOf } from "./requests.ts";
import { setStoryTimer, watchTimer } from "./timers.ts";

/** How long a line may go without an end before it is looked after. */
export const watchMs = 60_000;

/** A line of the person's, played as a turn of the story like one that was typed on the page. */
export async function sayFromChat(on: SeatedRequest): Promise<RequestResult> {
  const { firing, request, row, at } = on;
  assertIn(row);
  const words = wordsOf(on);
  const isWhisper = request.op === "whisper";
  if (isWhisper && request.place !== "private") return [answerRequest(on, words.privately)];
  if (request.rest.trim() === "") return [answerRequest(on, words.scene.onlyWords)];
  const lane = await lockLane(firing.read, row.chat_id);
  if (lane?.busy === true) return "wait";
  const open = await openRoom(at);
  assertMaySpeak(open.state, row.entity_id);
  const aimed = isWhisper ? await readWhisper(on, open) : { text: request.rest, to: [] };
  if ("answer" in aimed) return [answerRequest(on, aimed.answer)];
  const { drafts, messageId } = enqueueMessage(
    {
      lane,
      chatId: row.chat_id,
      accountId: row.story_account_id,
      now: firing.now,
      newId: () => firing.newId(),
    },
    {
      text: aimed.text,
      fields: {
        op: "prose",
        scene_id: null,
        whisper_to: aimed.to,
        speaker: row.entity_id,
        ...(request.op === "aloud" ? { aloud: true } : {}),
        from: { conversation_id: request.conversationId },
      },
    },
  );
  const watch = setStoryTimer(watchTimer, {
    accountId: row.story_account_id,
    about: messageId,
    due: firing.now + watchMs,
    now: firing.now,
  });
  const events = [...(await gatherRoom(on, open)), ...drafts, watch];
  return [answerRequest(on, undefined, { events, expects: open.expects })];
}

/** Everyone in a group reads what is said there, so everyone who plays there is in the scene. */
async function gatherRoom(
  { firing, request }: SeatedRequest,
  open: OpenRoom,
): Promise<EventDraft[]> {
  if (request.place !== "room") return [];
  const here = (await listPlaces(firing.read, open.state.id)).filter(
    ({ conversation_id }) => conversation_id === request.conversationId,
  );
  return here
    .filter(({ entity_id }) => findSceneOf(open.state, entity_id) === undefined)
    .flatMap(({ entity_id }) => draftEntrance(open, entity_id));
}

async function readWhisper(
  on: SeatedRequest,
  { state, room }: OpenRoom,
): Promise<
  { readonly text: string; readonly to: readonly string[] } | { readonly answer: string }
> {
  const { scene: words } = wordsOf(on);
  const { head, said } = splitWhisper(on.request.rest);
  if (said === "") return { answer: words.whisperHow };
  const people = await readPeople(on.firing.read, on.row.story_account_id, { room });
  const present = state.scenes.get(findSceneOf(state, on.row.entity_id) ?? 0)?.present;
  if (present === undefined) throw new Refusal("you_are_away", { scene_id: null });
  const { ids, ambiguous } = people.findNames(head, (id) => present.has(id));
  const [unclear] = ambiguous;
  if (unclear !== undefined)
    return {
      answer: words.whichOne(
        unclear.name,
        unclear.ids.map((id) => people.nameOf(id)).join(words.join),
      ),
    };
  return ids.length === 0 ? { answer: words.noCharacter(head) } : { text: said, to: ids };
}
