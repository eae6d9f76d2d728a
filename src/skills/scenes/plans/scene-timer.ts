import type { Fired, Firing, TimerKind } from "../../../domain/timers.ts";
import type { Payload } from "../../../domain/events.ts";
import { sceneWords, whyWords } from "../channel/scene-words.ts";
import { chatFact, type ChatHead } from "../state/story-events.ts";
import { callTurn, lockLane } from "../api/internal-turns.ts";
import { planIn } from "../state/payload.ts";
import { readPeople } from "../state/people.ts";
import { beatTimer, planTimer } from "./plans.ts";

interface PlanRow {
  readonly id: string;
  readonly chat_id: string;
  readonly account_id: string;
  readonly branch_id: string;
  /** The scene's own time where it was set for one. */
  readonly clock: string;
  readonly scene_id: number | null;
  readonly status: "waiting" | "running" | "ended";
  readonly closed_at: string | null;
  readonly summarised: boolean | null;
  readonly details: Payload;
  readonly ended_why: string | null;
}

/** A turn that is just being played is waited for. */
const busyWaitMs = 5_000;
/** A turn that fails leaves no word of what comes next: then it is tried again, and not too often, since a model that is away stays so. */
const againMs = 30 * 60_000;

/**
 * Scenes that go on while the person is away: each due moment calls one turn of the chat, which plays one beat. The plan's end
 * closes its scene, and the turn that follows sums it up.
 */
export function sceneTimer(): TimerKind {
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
      const fired: Fired[] = [];
      const called = new Set<string>();
      for (const plan of plans) fired.push(await firePlan(on, plan, called));
      return fired;
    },
  };
}

async function firePlan(on: Firing, plan: PlanRow, called: Set<string>): Promise<Fired> {
  const chat: ChatHead = { id: plan.chat_id, accountId: plan.account_id, branchId: plan.branch_id };
  const moment = { chat, now: on.now };
  const nothing: Fired = { accountId: plan.account_id, events: [], words: undefined };
  if (plan.scene_id === null || plan.summarised === true || plan.status === "waiting")
    return nothing;
  const lane = await lockLane(on.read, plan.chat_id);
  if (lane?.busy === true || called.has(plan.chat_id))
    return { ...nothing, events: [planTimer(moment, plan.id, busyWaitMs)] };
  called.add(plan.chat_id);
  const of = {
    lane,
    chatId: plan.chat_id,
    accountId: plan.account_id,
    now: on.now,
    newId: () => on.newId(),
  };
  const again = planTimer(moment, plan.id, againMs);
  if (plan.status === "running" && plan.closed_at === null)
    return { ...nothing, events: [again, ...callTurn(of, { op: "beat", planId: plan.id }).drafts] };
  const closed = chatFact(moment, "meanwhile_scene_closed", {
    scene_id: plan.scene_id,
    closed_at: plan.clock,
  });
  const summed = callTurn(of, { op: "summarise", sceneId: plan.scene_id }).drafts;
  if (plan.closed_at !== null) return { ...nothing, events: [again, ...summed] };
  return { ...nothing, events: [closed, again, ...summed], words: await metWords(on, plan) };
}

/** What somebody named in a chat app has come to pass: they are told there, once. */
async function metWords(
  on: Firing,
  { account_id, details, ended_why }: PlanRow,
): Promise<Fired["words"]> {
  const { tell } = planIn({ details });
  if (tell === null || ended_why === null) return undefined;
  const people = await readPeople(on.read, account_id);
  const why = whyWords(tell.language, ended_why, (id) => people.nameOf(id));
  return {
    messageId: on.newId(),
    conversationId: tell.conversationId,
    text: `${why}\n${sceneWords[tell.language].missedIt}`,
  };
}
