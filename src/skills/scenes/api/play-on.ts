import { Refusal } from "../../../domain/errors.ts";
import type { PreparedDecision } from "../../../domain/ports/decisions.ts";
import type { EnqueuedTurn } from "../../../domain/views/scenes.ts";
import { assertAnyBot, assertSpeakers } from "../beat/assert-sayable.ts";
import { previewScene } from "../beat/open-scene.ts";
import { readChatState } from "../state/chat-states.ts";
import { readPeople } from "../state/people.ts";
import { isUnattended } from "../state/scene-membership.ts";
import { assertNotRunning, type LaneDecision } from "./decide-in-chat.ts";
import { enqueueTurn } from "./internal-turns.ts";

/**
 * Lets the characters of a scene go on: the next in turn, or those whom the person chose. Where no
 * scene is open, one like the last begins, as by a line.
 */
export async function playOn(
  at: LaneDecision,
  { sceneId, speakers }: { readonly sceneId: number | null; readonly speakers: readonly string[] },
): Promise<PreparedDecision<EnqueuedTurn>> {
  assertNotRunning(at);
  const state = await readChatState(at.read, at.chatId);
  if (state === undefined) throw new Refusal("not_found");
  const scene = previewScene(state, sceneId);
  if (isUnattended(state, scene.id))
    throw new Refusal("invalid_request", {
      field: "scene_id",
      problem: "it continues on its own",
    });
  const on = { state, people: await readPeople(at.read, at.accountId, state) };
  assertAnyBot(on, scene);
  assertSpeakers(on, scene, speakers);
  const { drafts, conversationId, messageId } = enqueueTurn(at, {
    op: "next",
    sceneId: state.scenes.has(scene.id) ? scene.id : null,
    speakers,
  });
  return { events: drafts, result: { conversationId, messageId } };
}
