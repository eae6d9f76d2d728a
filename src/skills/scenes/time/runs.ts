import type { EventDraft, RecordedEvent } from "../../../domain/events.ts";
import { chatFact, type Moment } from "../state/story-events.ts";
import { foldChat } from "../state/fold.ts";
import { text } from "../state/payload.ts";
import { planTimer, planTimerGone } from "../plans/plans.ts";
import type { ChatState, Plan } from "../state/chat-state.ts";

/** The path that was played until now, and the one that is played from now on. */
interface Turned {
  readonly before: readonly RecordedEvent[];
  readonly after: readonly RecordedEvent[];
}

const byRewind = { reason: "stopped", by: "rewind" } as const;

/** Written along with a rewind, and gone when that is taken back. */
export const isStoppedByRewind = ({ kind, payload }: RecordedEvent): boolean =>
  kind === "scene_plan_ended" && text(payload, "by") === byRewind.by;

/**
 * Whoever goes back into a scene that went on by itself, or over to another telling of it, finds it open, and theirs: no beat comes,
 * and no timer closes it. One that is as far as it was goes on. Of one that never began on this path no timer is left.
 */
export function runsStopped(moment: Moment, turned: Turned): EventDraft[] {
  const stopped = plansThatDiffer(moment, turned).flatMap(({ plan, isOpen }) => {
    if (!isOpen) return [];
    const ended =
      plan.status === "running"
        ? [chatFact(moment, "scene_plan_ended", { id: plan.id, ...byRewind })]
        : [];
    return [...ended, planTimerGone(moment, plan.id)];
  });
  const here = lastSteps(turned.after);
  const gone = [...lastSteps(turned.before).keys()].filter((id) => !here.has(id));
  return [...stopped, ...gone.map((id) => planTimerGone(moment, id))];
}

/** What was going on by itself when it was taken away goes on. */
export function runsResumed(moment: Moment, turned: Turned): EventDraft[] {
  return plansThatDiffer(moment, turned)
    .filter(({ plan, isOpen }) => isOpen && plan.status === "running")
    .map(({ plan }) => planTimer(moment, plan.id, plan.details.everySeconds * 1_000));
}

/** Plans that have begun, and stood otherwise before. Two tellings may have played as many beats: it is the same only by the same events. */
function plansThatDiffer(
  { chat }: Moment,
  { before, after }: Turned,
): { readonly plan: Plan; readonly isOpen: boolean }[] {
  const [then, now] = [lastSteps(before), lastSteps(after)];
  if (now.size === 0) return [];
  const [was, is] = [foldChat(chat, before), foldChat(chat, after)];
  return [...is.plans.values()].flatMap((plan) => {
    const isOpen = isOpenIn(is, plan);
    const old = was.plans.get(plan.id);
    const isSame =
      old !== undefined && then.get(plan.id) === now.get(plan.id) && isOpenIn(was, old) === isOpen;
    return plan.status === "waiting" || isSame ? [] : [{ plan, isOpen }];
  });
}

/** By plan: the last event that moved it. */
const lastSteps = (path: readonly RecordedEvent[]): Map<string, number> =>
  new Map(
    path
      .filter(({ kind }) => kind.startsWith("scene_plan_"))
      .map(({ id, payload }) => [text(payload, "id"), id] as const),
  );

const isOpenIn = ({ scenes }: ChatState, { sceneId }: Plan): boolean =>
  scenes.get(sceneId ?? 0)?.closedAt === null;
