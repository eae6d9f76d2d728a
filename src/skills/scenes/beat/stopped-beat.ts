import type { EventDraft } from "../../../domain/events.ts";
import type { StoppedTurn } from "../../../domain/skill.ts";
import { type Cast, loadCast, nameOf } from "../state/cast.ts";
import { slashed } from "../channel/aside.ts";
import { actsIn } from "../channel/play-window.ts";
import { nameLabel } from "../channel/scene-words.ts";
import { seatIn } from "../channel/story-seat.ts";
import type { ChatStates } from "../state/chat-states.ts";
import { chatFact, type Moment } from "../state/story-events.ts";
import { askIn, chatIdIn } from "../api/internal-turns.ts";
import { planTimerGone } from "../plans/plans.ts";
import { presentBots, presentSet, presentSetKind, whereSaid } from "../state/present.ts";
import { withoutTheElsewhere } from "../state/rooms.ts";
import { speakerOf } from "./speaker.ts";
import { type ChatState, currentScene, type Plan, type Scene } from "../state/chat-state.ts";

/** What was shown stays in the story as it was, and counts for nothing: nobody remembers it, and nobody feels it. */
export async function leftByStop(
  states: ChatStates,
  stopped: StoppedTurn,
): Promise<readonly EventDraft[]> {
  const chatId = chatIdIn(stopped.scope) ?? (await seatIn(stopped.read, stopped));
  const state = chatId === undefined ? undefined : await states.load(stopped.read, chatId);
  if (state === undefined) return [];
  const moment = { chat: state, now: stopped.now, turnId: stopped.turnId };
  const asks = stopped.window.map(({ payload }) => askIn(payload));
  const plan = asks.flatMap((ask) =>
    ask.op === "beat" ? (state.plans.get(ask.planId) ?? []) : [],
  )[0];
  // Whoever stops a beat that came by itself wants no more of them; the scene is theirs again, and no timer closes it later.
  const ended =
    plan?.status === "running"
      ? [
          chatFact(moment, "scene_plan_ended", { id: plan.id, reason: "stopped" }),
          planTimerGone(moment, plan.id),
        ]
      : [];
  // Another version that was not finished is none: the one that is there stays.
  const again = asks.flatMap((ask) =>
    ask.op === "again" ? (whereSaid(state, ask.lineId) ?? []) : [],
  )[0];
  if (again !== undefined) return [chatFact(moment, "turn_cancelled", { scene_id: again.sceneId })];
  return [...ended, ...(await shownTurns(stopped, moment, { state, plan }))];
}

interface Story {
  readonly state: ChatState;
  readonly plan: Plan | undefined;
}

async function shownTurns(
  stopped: StoppedTurn,
  moment: Moment,
  { state, plan }: Story,
): Promise<EventDraft[]> {
  const written = wordsIn(stopped);
  const scene = sceneOf(stopped, { state, plan });
  if (scene === undefined || (written.length === 0 && stopped.shownText === "")) return [];
  const cast = await loadCast(stopped.read, state.accountId, scene.participants);
  const shown = unlabelled(stopped.shownText, presentBots(scene), cast);
  if (shown.text === "") return [chatFact(moment, "turn_cancelled", { scene_id: scene.id })];
  const of = turnBase(state, scene);
  const text = written.map((message) => message.text).join("\n");
  const message_event_ids = written.map(({ eventId }) => eventId);
  const speaker_id =
    shown.speaker ??
    speakerOf({ state, cast }, { scene, text, witnesses: presentSet(scene) }) ??
    scene.host;
  return [
    ...(written.length === 0
      ? []
      : [
          chatFact(moment, "user_turn", {
            ...of,
            id: stopped.newId(),
            text,
            segments: [],
            message_event_ids,
          }),
        ]),
    chatFact(moment, "assistant_turn", {
      ...of,
      id: stopped.newId(),
      speaker_id,
      text: shown.text,
    }),
  ];
}

/** What somebody wrote: on the stage all of it, elsewhere without the commands around it. */
function wordsIn({
  scope,
  window,
}: StoppedTurn): { readonly text: string; readonly eventId: number }[] {
  if (chatIdIn(scope) !== undefined)
    return window.filter(({ payload }) => askIn(payload).op === "prose");
  return actsIn(window.filter(({ text }) => slashed(text) === undefined))
    .filter(({ op, rest }) => op === "say" && rest.trim() !== "")
    .flatMap(({ rest, eventIds }) =>
      eventIds.slice(0, 1).map((eventId) => ({ text: rest, eventId })),
    );
}

/** In a chat app a speaker's name stands before their words. It says who spoke, and is none of them. */
function unlabelled(
  shown: string,
  bots: readonly string[],
  cast: Cast,
): { readonly text: string; readonly speaker: string | undefined } {
  for (const speaker of bots) {
    const label = nameLabel(nameOf(cast, speaker));
    if (shown.startsWith(label) || shown === label.trimEnd())
      return { text: shown.slice(label.length).trimStart(), speaker };
  }
  return { text: shown, speaker: undefined };
}

/** The scene that the turn was of: the one it named, the plan's, or the one that is open. */
function sceneOf({ window }: StoppedTurn, { state, plan }: Story): Scene | undefined {
  const asks = window
    .map(({ payload }) => askIn(payload))
    .flatMap((ask) => (ask.op === "prose" ? [ask] : []));
  if (asks.length === 0 && plan !== undefined) return state.scenes.get(plan.sceneId ?? 0);
  const named = asks.find(({ sceneId }) => sceneId !== null)?.sceneId ?? null;
  const asked = named === null ? undefined : state.scenes.get(named);
  const scene = named === null ? currentScene(state) : asked;
  return scene?.closedAt === null ? withoutTheElsewhere(state, scene) : undefined;
}

const turnBase = (state: ChatState, scene: Scene) => ({
  scene_id: scene.id,
  ...(scene.kind === "meanwhile" ? { meanwhile_scene_id: scene.id } : {}),
  present: presentSet(scene),
  witnesses: presentSet(scene),
  present_set_kind: presentSetKind(scene),
  status: "cancelled",
  story_time: state.clock,
});
