import type { Payload, RecordedEvent } from "../../../domain/events.ts";
import type { Pausable } from "../../../domain/slices.ts";
import { mapMemoryOwners } from "../audit/knowledge.ts";
import { nameOf } from "../state/cast.ts";
import { number, text } from "../state/payload.ts";
import { you } from "../state/chat-state.ts";
import type { EventAmendment, StoryBranch } from "./amendment.ts";
import type { IsStale } from "./stale-words.ts";

/** The director's cut consists of all summaries, so it is rebuilt without the withdrawn ones. */
export function* rebuildDigests(
  story: StoryBranch,
  on: { readonly withdraws: readonly number[]; readonly isStale: IsStale },
): Pausable<EventAmendment[]> {
  const gone = new Set(on.withdraws);
  const after = story.path.filter(({ id }) => !gone.has(id));
  const amends: EventAmendment[] = [];
  for (const event of story.path) {
    yield;
    if (event.kind !== "digest_written") continue;
    const sceneId = number(event.payload, "scene_id") ?? 0;
    const [noticed, cut] = [text(event.payload, "noticed"), text(event.payload, "directors_cut")];
    const [was, is] = [
      buildDirectorsCut(story, story.path, sceneId),
      buildDirectorsCut(story, after, sceneId),
    ];
    const set: Payload = {
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
  path: readonly RecordedEvent[],
  sceneId: number,
): string {
  const owners = mapMemoryOwners(path);
  return path
    .filter(
      ({ kind, payload }) =>
        kind === "manual_edit" &&
        payload["author"] === "system" &&
        number(payload, "scene_id") === sceneId,
    )
    .map(
      ({ payload }) =>
        `${nameOf(cast, owners.get(text(payload, "target_id")) ?? "")}: ${text(payload, "new_value")}`,
    )
    .join("\n");
}
