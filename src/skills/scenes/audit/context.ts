import { Refusal } from "../../../domain/errors.ts";
import type { PromptSection } from "../../../domain/ports/model.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { PromptView, Veil } from "../../../domain/views/story-time.ts";
import { nameOf } from "../state/cast.ts";
import { readChatState } from "../state/chat-states.ts";
import { speakInstructions } from "../beat/instructions.ts";
import {
  type Asker,
  messagesOf,
  type Recall,
  type Section,
  speakerSections,
} from "../beat/prompt.ts";
import { castFor } from "../beat/playing.ts";
import { withoutTheElsewhere } from "../state/rooms.ts";
import { type ChatState, currentScene, type Scene } from "../state/chat-state.ts";
import { type Unseen, unseenOf } from "../state/unseen.ts";
import { goOn, sources } from "../state/witness.ts";

/**
 * The prompt that somebody would be given if the scene went on now: by the same steps as in a turn. Behind a veil the person is
 * shown all of it but what comes of scenes that they have not seen.
 */
export async function contextNow(
  on: {
    readonly read: Reads;
    readonly recall: Recall | undefined;
    readonly model?: Asker["model"] | undefined;
  },
  of: { readonly chatId: string; readonly viewer: string; readonly veil?: Veil | undefined },
): Promise<PromptView> {
  const state = await readChatState(on.read, of.chatId);
  if (state === undefined) throw new Refusal("not_found", "");
  const cast = await castFor(on.read, state);
  if (!cast.bots.has(of.viewer)) throw new Refusal("not_found", "", { field: "viewer" });
  const scene = sceneWith(state, of.viewer);
  if (scene === undefined)
    throw new Refusal("invalid_request", "", { field: "viewer", problem: "is in no open scene" });
  const stage = { state, cast, scene, sources: sources(state, cast, of.viewer) };
  const { model, read } = on;
  const meant =
    model === undefined
      ? undefined
      : on.recall?.byMeaning?.(stage, goOn, { model, read, account: { id: state.accountId } });
  const sections = speakerSections(stage, goOn, (await meant) ?? on.recall);
  const hidden = await unseenOf(on.read, state, of.veil);
  const shown: readonly Shown[] =
    hidden.size === 0 ? sections : sections.map((each) => veiled(each, hidden));
  return {
    viewer: of.viewer,
    scene_id: scene.id,
    sections: shown.map(({ name, lines, eventIds, unseen }) => ({
      name,
      lines,
      source_event_ids: eventIds,
      ...(unseen === undefined ? {} : { unseen }),
    })),
    messages: messagesOf(speakInstructions(nameOf(cast, of.viewer)), shown),
  };
}

interface Shown extends PromptSection {
  readonly unseen?: number | undefined;
}

const inPlace = "…";

/** What is left out shows where it stood, and how much it is. */
function veiled(section: Section, hidden: Unseen): Shown {
  const parts = section.parts ?? [section];
  const isOpen = ({ eventIds }: { readonly eventIds: readonly number[] }): boolean =>
    !eventIds.some((id) => hidden.has(id));
  const unseen = parts.filter((part) => !isOpen(part)).length;
  const gone = new Set(parts.flatMap((part) => (isOpen(part) ? [] : part.eventIds)));
  const eventIds = section.eventIds.filter((id) => !hidden.has(id) && !gone.has(id));
  if (unseen === 0) return { ...section, eventIds };
  const lines = parts.flatMap((part) => (isOpen(part) ? part.lines : [inPlace]));
  return {
    name: section.name,
    lines: lines.filter((line, at) => line !== inPlace || lines[at - 1] !== inPlace),
    eventIds,
    unseen,
  };
}

/** The scene in which they are. */
function sceneWith(state: ChatState, viewer: string): Scene | undefined {
  const current = currentScene(state);
  const open = [...state.scenes.values()].filter(({ closedAt }) => closedAt === null).toReversed();
  return [...(current === undefined ? [] : [current]), ...open]
    .map((scene) => withoutTheElsewhere(state, scene))
    .find(({ present }) => present.has(viewer));
}
