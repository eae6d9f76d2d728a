import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { PromptView, SpoilerFilter } from "../../../domain/views/story-time.ts";
import { readChatState } from "../state/chat-states.ts";
import { describeTask } from "../beat/speak-request.ts";
import { buildSpeakerSections, type Section } from "../beat/prompt.ts";
import { loadCastOf } from "../beat/play-context.ts";
import { excludeElsewhere } from "../state/scene-membership.ts";
import { type ChatState, findCurrentScene, type Scene } from "../state/chat-state.ts";
import { type HiddenEvents, findHiddenEvents } from "../state/spoilers.ts";
import { unpromptedWords, openSources } from "../state/witness.ts";
import { toMessages } from "../beat/prompt-messages.ts";
import type { EmbeddingCaller, Recall } from "../beat/prompt-context.ts";

/**
 * The prompt a character would get if the scene continued now, built by the same steps as in a
 * turn. The spoiler filter removes what derives from scenes the person has not seen.
 */
export const buildCurrentPrompt = async (on: PromptDeps, of: PromptOf): Promise<PromptView> =>
  (await buildPlacedPrompt(on, of)).view;

interface PromptDeps {
  readonly read: Reads;
  readonly recall: Recall | undefined;
  readonly model?: EmbeddingCaller["model"] | undefined;
}

interface PromptOf {
  readonly chatId: string;
  readonly viewer: string;
  readonly spoilers?: SpoilerFilter | undefined;
}

interface PlacedPrompt {
  readonly view: PromptView;
  /** The last event of the story that it knows. The story may have gone on since. */
  readonly position: number;
}

export async function buildPlacedPrompt(on: PromptDeps, of: PromptOf): Promise<PlacedPrompt> {
  const state = await readChatState(on.read, of.chatId);
  if (state === undefined) throw new Refusal("not_found");
  const cast = await loadCastOf(on.read, state);
  if (!cast.bots.has(of.viewer)) throw new Refusal("not_found", { field: "viewer" });
  const scene = findSceneWith(state, of.viewer);
  if (scene === undefined)
    throw new Refusal("invalid_request", {
      field: "viewer",
      problem: "is not in an open scene",
    });
  const context = {
    state,
    cast,
    scene,
    sources: openSources(state, cast, of.viewer),
    modelTokens: on.model?.describe?.contextTokens,
  };
  await on.recall?.prepare?.(context);
  const { model, read } = on;
  const meant =
    model === undefined
      ? undefined
      : on.recall?.rankSemantically?.(context, unpromptedWords, {
          model,
          read,
          account: { id: state.accountId },
        });
  const sections = buildSpeakerSections(context, unpromptedWords, (await meant) ?? on.recall);
  const hidden = await findHiddenEvents(on.read, state, of.spoilers);
  const shown: readonly FilteredSection[] =
    hidden.size === 0 ? sections : sections.map((each) => hideParts(each, hidden));
  const view = {
    viewer: of.viewer,
    scene_id: scene.id,
    sections: shown.map(({ name, lines, eventIds, unseen }) => ({
      name,
      lines,
      source_event_ids: eventIds,
      ...(unseen === undefined ? {} : { unseen }),
    })),
    messages: toMessages(describeTask(context), shown),
  };
  return { view, position: state.lastEventId };
}

interface FilteredSection extends Section {
  readonly unseen?: number | undefined;
}

const ellipsis = "…";

/** Hidden parts are replaced by an ellipsis and counted. */
function hideParts(section: Section, hidden: HiddenEvents): FilteredSection {
  const parts = section.parts ?? [section];
  const isOpen = ({ eventIds }: { readonly eventIds: readonly number[] }): boolean =>
    !eventIds.some((id) => hidden.has(id));
  const unseen = parts.filter((part) => !isOpen(part)).length;
  const gone = new Set(parts.flatMap((part) => (isOpen(part) ? [] : part.eventIds)));
  const eventIds = section.eventIds.filter((id) => !hidden.has(id) && !gone.has(id));
  if (unseen === 0) return { ...section, eventIds };
  const kept = parts
    .map((part) => (isOpen(part) ? part : { lines: [ellipsis], eventIds: [] }))
    .filter(({ lines }, at, all) => lines[0] !== ellipsis || all[at - 1]?.lines[0] !== ellipsis);
  return {
    name: section.name,
    lines: kept.flatMap(({ lines }) => lines),
    eventIds,
    unseen,
    ...(section.parts === undefined ? {} : { parts: kept }),
  };
}

/** The open scene in which the viewer is present. */
function findSceneWith(state: ChatState, viewer: string): Scene | undefined {
  const current = findCurrentScene(state);
  const open = [...state.scenes.values()].filter(({ closedAt }) => closedAt === null).toReversed();
  return [...(current === undefined ? [] : [current]), ...open]
    .map((scene) => excludeElsewhere(state, scene))
    .find(({ present }) => present.has(viewer));
}
