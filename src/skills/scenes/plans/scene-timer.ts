import type { TimerOutcome, Firing, TimerKind } from "../../../domain/timers.ts";
import type { ScenePlan } from "../../../domain/events/story.ts";
import { sceneWords, describeStop } from "../channel/scene-words.ts";
import { draftStoryEvent, type ChatHead } from "../state/story-events.ts";
import { enqueueTurn, lockLane } from "../api/internal-turns.ts";
import { readPlan } from "../state/fold-plans.ts";
import { readPeople } from "../state/people.ts";
import { beatTimer, setPlanTimer } from "./plans.ts";

interface PlanRow {
  readonly id: string;
  readonly chat_id: string;
  readonly account_id: string;
  readonly branch_id: string;
  /** The scene's own time, for a scheduled scene. */
  readonly clock: string;
  readonly scene_id: number | null;
  readonly status: "waiting" | "running" | "ended";
  readonly closed_at: string | null;
  readonly summarised: boolean | null;
  readonly details: ScenePlan;
  readonly ended_why: string | null;
}

/** Delay while another turn of the chat is running. */
const busyWaitMs = 5_000;
/**
 * Delay before a retry. A failed turn does not schedule the next one, and an unavailable model is
 * likely to stay unavailable for a while.
 */
const retryMs = 30 * 60_000;

/**
 * Unattended scenes: each due timer enqueues one turn of the chat, which plays one beat. The end of
 * the plan closes its scene, and a further turn summarises it.
 */
export function createSceneTimer(): TimerKind {
  return {
    kind: beatTimer,
    async fire(due, on) {
      const ids = due.map(({ id }) => id.replace(/^scene:/, ""));
      const plans = await on.read.rows<PlanRow>(
        `select p.id, p.chat_id, p.account_id, c.branch_id,
           case when p.starts_at is null then c.clock else coalesce((select t.story_time from scene_turns t
             where t.chat_id = p.chat_id and t.scene_id = p.scene_id order by t.event_id desc limit 1), p.starts_at) end as clock, p.scene_id, p.status, p.details, p.ended_why, s.closed_at, s.summarised
         from scene_plans p join chats c on c.id = p.chat_id left join scenes s on s.chat_id = p.chat_id and s.id = p.scene_id
         where p.id = any($1) order by p.chat_id, p.id`,
        [ids],
      );
      const fired: TimerOutcome[] = [];
      const enqueued = new Set<string>();
      for (const plan of plans) fired.push(await firePlan(on, plan, enqueued));
      return fired;
    },
  };
}

async function firePlan(on: Firing, plan: PlanRow, called: Set<string>): Promise<TimerOutcome> {
  const chat: ChatHead = { id: plan.chat_id, accountId: plan.account_id, branchId: plan.branch_id };
  const moment = { chat, now: on.now };
  const nothing: TimerOutcome = { accountId: plan.account_id, events: [], words: undefined };
  if (plan.scene_id === null || plan.summarised === true || plan.status === "waiting")
    return nothing;
  const lane = await lockLane(on.read, plan.chat_id);
  if (lane?.busy === true || called.has(plan.chat_id))
    return { ...nothing, events: [setPlanTimer(moment, plan.id, busyWaitMs)] };
  called.add(plan.chat_id);
  const of = {
    lane,
    chatId: plan.chat_id,
    accountId: plan.account_id,
    now: on.now,
    newId: () => on.newId(),
  };
  const again = setPlanTimer(moment, plan.id, retryMs);
  if (plan.status === "running" && plan.closed_at === null)
    return {
      ...nothing,
      events: [again, ...enqueueTurn(of, { op: "beat", planId: plan.id }).drafts],
    };
  const closed = draftStoryEvent(moment, "meanwhile_scene_closed", {
    scene_id: plan.scene_id,
    closed_at: plan.clock,
  });
  const summed = enqueueTurn(of, { op: "summarise", sceneId: plan.scene_id }).drafts;
  if (plan.closed_at !== null) return { ...nothing, events: [again, ...summed] };
  return { ...nothing, events: [closed, again, ...summed], words: await describeMet(on, plan) };
}

/** Notifies the chat-app conversation, once, when a condition named there is met. */
async function describeMet(
  on: Firing,
  { account_id, details, ended_why }: PlanRow,
): Promise<TimerOutcome["words"]> {
  const { tell } = readPlan(details);
  if (tell === null || ended_why === null) return undefined;
  const people = await readPeople(on.read, account_id);
  const why = describeStop(tell.language, ended_why, (id) => people.nameOf(id));
  return {
    messageId: on.newId(),
    conversationId: tell.conversationId,
    text: `${why}\n${sceneWords[tell.language].missedIt}`,
  };
}
