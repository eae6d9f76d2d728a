import { isEventOf } from "../../../domain/events/catalogue.ts";
import type { Amend, AmendedFields } from "../../../domain/events/story.ts";
import { finish, type Pausable } from "../../../domain/slices.ts";
import { mapMemoryOwners } from "../audit/knowledge.ts";
import { nameOf } from "../state/cast.ts";
import type { RecordedChatEvent } from "../state/events.ts";
import { you } from "../state/chat-state.ts";
import type { StoryBranch } from "./amendment.ts";
import type { IsStale } from "./stale-words.ts";

/** The director's cut consists of all summaries, so it is rebuilt without the withdrawn ones. */
export function* rebuildDigests(
  story: StoryBranch,
  on: { readonly withdraws: readonly number[]; readonly isStale: IsStale },
): Pausable<Amend[]> {
  const gone = new Set(on.withdraws);
  const after = story.path.filter(({ id }) => !gone.has(id));
  const amends: Amend[] = [];
  for (const event of story.path) {
    yield;
    if (event.kind !== "digest_written") continue;
    const { scene_id: sceneId, noticed, directors_cut: cut = "" } = event.payload;
    const [was, is] = [
      buildDirectorsCut(story, story.path, sceneId),
      buildDirectorsCut(story, after, sceneId),
    ];
    const set: AmendedFields = {
      ...(on.isStale(noticed, { owner: you, event }) ? { noticed: "" } : {}),
      ...(was !== is && cut === was
        ? { directors_cut: is }
        : on.isStale(cut, { owner: you, event })
          ? { directors_cut: is }
          : {}),
    };
    if (Object.keys(set).length > 0) amends.push({ event_id: event.id, set });
  }
  return amends;
}

/** The summaries recorded at the end of the scene, in order. */
export function buildDirectorsCut(
  { cast }: Pick<StoryBranch, "cast">,
  path: readonly RecordedChatEvent[],
  sceneId: number,
): string {
  const owners = finish(mapMemoryOwners(path));
  return path
    .filter((event) => isEventOf(event, "manual_edit"))
    .filter(({ payload }) => payload.author === "system" && payload.scene_id === sceneId)
    .map(
      ({ payload }) => `${nameOf(cast, owners.get(payload.target_id) ?? "")}: ${payload.new_value}`,
    )
    .join("\n");
}
