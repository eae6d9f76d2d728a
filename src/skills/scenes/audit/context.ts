import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/reads.ts";
import type { PromptView } from "../../../domain/story-time.ts";
import { nameOf } from "../cast.ts";
import { readChatState } from "../chat-states.ts";
import { speakInstructions } from "../instructions.ts";
import { type Asker, messagesOf, type Recall, speakerSections } from "../prompt.ts";
import { castFor } from "../stage.ts";
import { type ChatState, currentScene, type Scene } from "../state.ts";
import { goOn, sources } from "../witness.ts";

/** The prompt that somebody would be given if the scene went on now: by the same steps as in a turn. */
export async function contextNow(
  on: { readonly read: Reads; readonly recall: Recall | undefined; readonly model?: Asker["model"] | undefined },
  of: { readonly chatId: string; readonly viewer: string },
): Promise<PromptView> {
  const state = await readChatState(on.read, of.chatId);
  if (state === undefined) throw new Refusal("not_found", "");
  const cast = await castFor(on.read, state);
  if (!cast.bots.has(of.viewer)) throw new Refusal("not_found", "", { field: "viewer" });
  const scene = sceneWith(state, of.viewer);
  if (scene === undefined) throw new Refusal("invalid_request", "", { field: "viewer", problem: "is in no open scene" });
  const stage = { state, cast, scene, sources: sources(state, cast, of.viewer) };
  const { model, read } = on;
  const meant = model === undefined ? undefined : on.recall?.byMeaning?.(stage, goOn, { model, read, account: { id: state.accountId } });
  const sections = speakerSections(stage, goOn, (await meant) ?? on.recall);
  return {
    viewer: of.viewer,
    scene_id: scene.id,
    sections: sections.map(({ name, lines, eventIds }) => ({ name, lines, source_event_ids: eventIds })),
    messages: messagesOf(speakInstructions(nameOf(cast, of.viewer)), sections),
  };
}

/** The scene that is played, if they are there; else the newest open one that they are in. */
function sceneWith(state: ChatState, viewer: string): Scene | undefined {
  const current = currentScene(state);
  if (current?.present.has(viewer) === true) return current;
  return [...state.scenes.values()].findLast(({ closedAt, present }) => closedAt === null && present.has(viewer));
}
