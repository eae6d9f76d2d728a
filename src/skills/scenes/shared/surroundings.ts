import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type {
  SharedScene,
  SharedView,
  SpeakingSeat,
} from "../../../domain/views/shared-stories.ts";
import type { ChatState } from "../state/chat-state.ts";
import { readChatState } from "../state/chat-states.ts";
import { listPresent, readSceneClock } from "../state/present.ts";
import { excludeElsewhere, findSceneOf } from "../state/scene-membership.ts";
import { readAbsence } from "./absence.ts";
import type { MembershipRow } from "./memberships.ts";
import { assertMaySpeak, listNextSpeakers } from "./turn-rules.ts";

/** The scene that a person is in, and who is there. Of any other scene nothing is said. */
export async function readSurroundings(
  read: Reads,
  row: MembershipRow,
): Promise<Pick<SharedView, "scene" | "turn_of" | "missed">> {
  const state = await readChatState(read, row.chat_id);
  if (state === undefined) return { scene: null, turn_of: null, missed: null };
  const scene = describeScene(state, row.entity_id);
  if (scene === null) return { scene, turn_of: null, missed: null };
  const of = { chatId: row.chat_id, entityId: row.entity_id, isComingBack: false };
  return {
    scene,
    turn_of: listNextSpeakers(state, row.entity_id),
    missed: (await readAbsence(read, of)) ?? null,
  };
}

function describeScene(state: ChatState, entityId: string): SharedScene | null {
  const open = state.scenes.get(findSceneOf(state, entityId) ?? 0);
  const scene = open === undefined ? undefined : excludeElsewhere(state, open);
  if (scene === undefined || !scene.present.has(entityId)) return null;
  return {
    id: scene.id,
    place: state.containers.get(scene.containerId ?? 0)?.name ?? null,
    clock: readSceneClock(state, scene),
    present: listPresent(scene),
  };
}

/** The place from which a person speaks, if they may now. */
export async function findSpeakingSeat(read: Reads, row: MembershipRow): Promise<SpeakingSeat> {
  const state = await readChatState(read, row.chat_id);
  if (state === undefined) throw new Refusal("not_found");
  assertMaySpeak(state, row.entity_id);
  return { storyAccountId: row.story_account_id, entityId: row.entity_id };
}
