import { type EventDraft, isEventOf } from "../../../domain/events/catalogue.ts";
import type { RecordedChatEvent } from "../state/events.ts";
import type { Pausable } from "../../../domain/slices.ts";
import { draftStoryEvent, type FactContext } from "../state/story-events.ts";
import { foldChat } from "../state/fold.ts";
import { planKinds } from "../state/fold-plans.ts";
import { setPlanTimer, cancelPlanTimer } from "../plans/plans.ts";
import type { ChatState } from "../state/chat-state.ts";
import type { Plan } from "../state/plan-state.ts";

/** The active path before and after a change of path. */
interface PathChange {
  readonly before: readonly RecordedChatEvent[];
  readonly after: readonly RecordedChatEvent[];
}

const byRewind = { reason: "stopped", by: "rewind" } as const;

/** Recorded together with a rewind, and removed when it is undone. */
export const isStoppedByRewind = ({ kind, payload }: RecordedChatEvent): boolean =>
  kind === "scene_plan_ended" && payload.by === byRewind.by;

/**
 * After a change of path, unattended scenes that differ are open and directed by the person again:
 * no beat is scheduled, and no timer closes them. An unchanged one continues. Plans that never
 * began on the new path lose their timers.
 */
export function* stopPlans(moment: FactContext, turned: PathChange): Pausable<EventDraft[]> {
  const stopped = (yield* listChangedPlans(moment, turned)).flatMap(({ plan, isOpen }) => {
    if (!isOpen) return [];
    const ended =
      plan.status === "running"
        ? [draftStoryEvent(moment, "scene_plan_ended", { id: plan.id, ...byRewind })]
        : [];
    return [...ended, cancelPlanTimer(moment, plan.id)];
  });
  const here = mapLastSteps(turned.after);
  const gone = [...mapLastSteps(turned.before).keys()].filter((id) => !here.has(id));
  return [...stopped, ...gone.map((id) => cancelPlanTimer(moment, id))];
}

/** Unattended scenes that ran before the removal continue. */
export function* resumePlans(moment: FactContext, turned: PathChange): Pausable<EventDraft[]> {
  return (yield* listChangedPlans(moment, turned))
    .filter(({ plan, isOpen }) => isOpen && plan.status === "running")
    .map(({ plan }) => setPlanTimer(moment, plan.id, plan.details.everySeconds * 1_000));
}

/**
 * Started plans that differ between the paths. Two branches may have played the same number of
 * beats, so events are compared, not counts.
 */
function* listChangedPlans(
  { chat }: FactContext,
  { before, after }: PathChange,
): Pausable<{ readonly plan: Plan; readonly isOpen: boolean }[]> {
  const [then, now] = [mapLastSteps(before), mapLastSteps(after)];
  if (now.size === 0) return [];
  const [was, is] = [yield* foldChat(chat, before), yield* foldChat(chat, after)];
  return [...is.plans.values()].flatMap((plan) => {
    const isOpen = isOpenIn(is, plan);
    const old = was.plans.get(plan.id);
    const isSame =
      old !== undefined && then.get(plan.id) === now.get(plan.id) && isOpenIn(was, old) === isOpen;
    return plan.status === "waiting" || isSame ? [] : [{ plan, isOpen }];
  });
}

/** By plan: the last event that changed it. */
const mapLastSteps = (path: readonly RecordedChatEvent[]): Map<string, number> =>
  new Map(
    path
      .filter((event) => isEventOf(event, ...planKinds))
      .map(({ id, payload }) => [payload.id, id] as const),
  );

const isOpenIn = ({ scenes }: ChatState, { sceneId }: Plan): boolean =>
  scenes.get(sceneId ?? 0)?.closedAt === null;
