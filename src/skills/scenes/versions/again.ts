import type { Payload } from "../../../domain/events.ts";
import type { AgainAsk } from "../../../domain/views/story-time.ts";
import { turnIdOf } from "../amend/amendment.ts";
import { foldChat } from "../state/fold.ts";
import { callTurn, lockLane } from "../api/internal-turns.ts";
import { list, number, text, texts } from "../state/payload.ts";
import { assertQuiet, type At, type Done, pastOf } from "../time/travel.ts";
import { assertReplaceable, replyMeant } from "./replaceable.ts";

/**
 * The last reply once more. A turn is called for it, like for any beat, so it can be stopped and may fail: what is there stays as it
 * is until the new version is. A beat that was stopped has no reply to keep: its words are to be said again as they were meant.
 */
export async function askAgain(at: At, turnId: string | undefined): Promise<Done<AgainAsk>> {
  await assertQuiet(at);
  const past = await pastOf(at.read, at.chatId);
  const state = foldChat({ id: at.chatId, accountId: at.accountId }, past.path);
  const line = replyMeant({ path: past.path, state }, turnId);
  assertReplaceable({ path: past.path, state }, line);
  const asked = past.path.find(
    ({ kind, turnId: turn }) => kind === "user_turn" && turn !== undefined && turn === line.turnId,
  );
  if (line.payload["status"] === "cancelled" && asked !== undefined)
    return {
      events: [],
      result: {
        kind: "say",
        prose: text(asked.payload, "text"),
        scene: await meantBy(at, asked.payload),
      },
    };
  const lane = await lockLane(at.read, at.chatId);
  const of = {
    lane,
    chatId: at.chatId,
    accountId: at.accountId,
    now: at.now,
    newId: () => at.newId(),
  };
  const { drafts, conversationId, messageId } = callTurn(of, {
    op: "again",
    lineId: turnIdOf(line),
  });
  return { events: drafts, result: { kind: "called", conversationId, messageId } };
}

/** Where and to whom it was said: that is on the message, not in a line that was stopped. */
async function meantBy(at: At, payload: Payload): Promise<Payload> {
  const [eventId] = list(payload["message_event_ids"]);
  const [row] = await at.read.rows<{ scene: Payload | null }>(
    "select payload -> 'scene' as scene from message where event_id = $1",
    [typeof eventId === "number" ? eventId : 0],
  );
  const scene = row?.scene ?? {};
  const aloud = scene["aloud"] === true ? { aloud: true } : {};
  return {
    op: "prose",
    scene_id: number(payload, "scene_id"),
    whisper_to: texts(scene["whisper_to"]),
    ...aloud,
  };
}
