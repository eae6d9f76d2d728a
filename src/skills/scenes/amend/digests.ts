import type { Payload, RecordedEvent } from "../../../domain/events.ts";
import { memoryOwners } from "../audit/knowledge.ts";
import { nameOf } from "../state/cast.ts";
import { number, text } from "../state/payload.ts";
import { you } from "../state/chat-state.ts";
import type { Amend, Told } from "./amendment.ts";
import type { IsStale } from "./stale-words.ts";

/** The director's cut is made of everybody's view: without a view that was withdrawn it is put together again. */
export function recutDigests(
  told: Told,
  on: { readonly withdraws: readonly number[]; readonly isStale: IsStale },
): Amend[] {
  const after = told.path.filter(({ id }) => !on.withdraws.includes(id));
  return told.path.flatMap((event): Amend[] => {
    if (event.kind !== "digest_written") return [];
    const sceneId = number(event.payload, "scene_id") ?? 0;
    const [noticed, cut] = [text(event.payload, "noticed"), text(event.payload, "directors_cut")];
    const [was, is] = [cutOf(told, told.path, sceneId), cutOf(told, after, sceneId)];
    const set: Payload = {
      ...(on.isStale(noticed, { owner: you, event }) ? { noticed: "" } : {}),
      ...(was !== is && cut === was
        ? { directors_cut: is }
        : on.isStale(cut, { owner: you, event })
          ? { directors_cut: is }
          : {}),
    };
    return Object.keys(set).length === 0 ? [] : [{ event_id: event.id, set }];
  });
}

/** Each view as the scene's end left it, in the order in which they were written. */
export function cutOf(
  { cast }: Pick<Told, "cast">,
  path: readonly RecordedEvent[],
  sceneId: number,
): string {
  const owners = memoryOwners(path);
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
