import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { StoppedTurn } from "../../../domain/skill.ts";
import { type Cast, loadCast, nameOf } from "../state/cast.ts";
import { parseRemindCommand } from "../channel/aside.ts";
import { groupActs } from "../channel/group-acts.ts";
import { nameLabel } from "../state/name-label.ts";
import { findSeat } from "../channel/story-seat.ts";
import type { ChatStates } from "../state/chat-states.ts";
import { draftStoryEvent, type FactContext } from "../state/story-events.ts";
import { readRequest, parseChatId } from "../api/internal-turns.ts";
import { cancelPlanTimer } from "../plans/plans.ts";
import {
  listPresentBots,
  listPresent,
  describePresentSet,
  findLineSource,
} from "../state/present.ts";
import { excludeElsewhere } from "../state/scene-membership.ts";
import { pickSpeaker } from "./speaker.ts";
import { type ChatState, findCurrentScene, type Scene } from "../state/chat-state.ts";
import type { Plan } from "../state/plan-state.ts";

/**
 * The text that was already shown stays in the story as cancelled. It leaves no memories and no
 * feelings.
 */
export async function recordStoppedBeat(
  states: ChatStates,
  stopped: StoppedTurn,
): Promise<readonly EventDraft[]> {
  const chatId = parseChatId(stopped.scope) ?? (await findSeat(stopped.read, stopped));
  const state = chatId === undefined ? undefined : await states.load(stopped.read, chatId);
  if (state === undefined) return [];
  const moment = { chat: state, now: stopped.now, turnId: stopped.turnId };
  const requests = stopped.window.map(({ payload }) => readRequest(payload));
  const plan = requests.flatMap((request) =>
    request.op === "beat" ? (state.plans.get(request.planId) ?? []) : [],
  )[0];
  // Stopping an unattended beat also ends its plan: the person directs the scene again, and no
  // timer closes it later.
  const ended =
    plan?.status === "running"
      ? [
          draftStoryEvent(moment, "scene_plan_ended", { id: plan.id, reason: "stopped" }),
          cancelPlanTimer(moment, plan.id),
        ]
      : [];
  // An unfinished version is discarded; the existing one stays.
  const again = requests.flatMap((request) =>
    request.op === "again" ? (findLineSource(state, request.lineId) ?? []) : [],
  )[0];
  if (again !== undefined)
    return [draftStoryEvent(moment, "turn_cancelled", { scene_id: again.sceneId })];
  // Who would have heard it is decided by a whole turn: in a shared story, none of it is kept.
  if (state.room !== undefined) return [draftStoryEvent(moment, "turn_cancelled", {})];
  return [...ended, ...(await draftShownTurns(stopped, moment, { state, plan }))];
}

interface StoppedStory {
  readonly state: ChatState;
  readonly plan: Plan | undefined;
}

async function draftShownTurns(
  stopped: StoppedTurn,
  moment: FactContext,
  { state, plan }: StoppedStory,
): Promise<EventDraft[]> {
  const written = listTypedLines(stopped);
  const scene = findScene(stopped, { state, plan });
  if (scene === undefined || (written.length === 0 && stopped.shownText === "")) return [];
  const cast = await loadCast(stopped.read, state, scene.participants);
  const bots = listPresentBots(scene);
  const [first = "", ...more] = splitReplies(stopped.shownText, bots, cast);
  const shown = splitLabel(first, bots, cast);
  if (shown.text === "") return [draftStoryEvent(moment, "turn_cancelled", { scene_id: scene.id })];
  const of = createTurnBase(state, scene);
  const text = written.map((message) => message.text).join("\n");
  const message_event_ids = written.map(({ eventId }) => eventId);
  const speaker_id =
    shown.speaker ??
    listChosen(stopped)[0] ??
    pickSpeaker({ state, cast }, { scene, text, witnesses: listPresent(scene) }) ??
    scene.host;
  return [
    ...(written.length === 0
      ? []
      : [
          draftStoryEvent(moment, "user_turn", {
            ...of,
            id: stopped.newId(),
            text,
            segments: [],
            message_event_ids,
          }),
        ]),
    draftStoryEvent(moment, "assistant_turn", {
      ...of,
      id: stopped.newId(),
      speaker_id,
      text: shown.text,
    }),
    ...more.map((reply) => {
      const { speaker, text: said } = splitLabel(reply, bots, cast);
      return draftStoryEvent(moment, "assistant_turn", {
        ...of,
        id: stopped.newId(),
        speaker_id: speaker ?? speaker_id,
        text: said,
      });
    }),
  ];
}

/** Who was to answer, where the person chose it. */
const listChosen = ({ window }: StoppedTurn): readonly string[] =>
  window
    .map(({ payload }) => readRequest(payload))
    .flatMap((request) =>
      request.op === "prose" || request.op === "next" ? (request.speakers ?? []) : [],
    );

/** Where several answered one line, every reply but the first begins with a name. */
function splitReplies(shown: string, bots: readonly string[], cast: Cast): string[] {
  const labels = bots.map((id) => nameLabel(nameOf(cast, id)));
  return shown.split("\n\n").reduce<string[]>((replies, block) => {
    const isNext = labels.some((label) => block.startsWith(label) || block === label.trimEnd());
    if (replies.length === 0 || isNext) return [...replies, block];
    return [...replies.slice(0, -1), `${replies.at(-1) ?? ""}\n\n${block}`];
  }, []);
}

/** The person's text: everything on the page; in a chat app, without the commands around it. */
function listTypedLines({
  scope,
  window,
}: StoppedTurn): { readonly text: string; readonly eventId: number }[] {
  if (parseChatId(scope) !== undefined)
    return window.filter(({ payload }) => readRequest(payload).op === "prose");
  return groupActs(window.filter(({ text }) => parseRemindCommand(text) === undefined))
    .filter(({ op, rest }) => op === "say" && rest.trim() !== "")
    .flatMap(({ rest, eventIds }) =>
      eventIds.slice(0, 1).map((eventId) => ({ text: rest, eventId })),
    );
}

/**
 * In a chat app replies start with the speaker's name, which identifies the speaker and is removed.
 */
function splitLabel(
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

/** The scene of the turn: the one it named, the plan's, or the open one. */
function findScene({ window }: StoppedTurn, { state, plan }: StoppedStory): Scene | undefined {
  const requests = window
    .map(({ payload }) => readRequest(payload))
    .flatMap((request) => (request.op === "prose" || request.op === "next" ? [request] : []));
  if (requests.length === 0 && plan !== undefined) return state.scenes.get(plan.sceneId ?? 0);
  const named = requests.find(({ sceneId }) => sceneId !== null)?.sceneId ?? null;
  const asked = named === null ? undefined : state.scenes.get(named);
  const scene = named === null ? findCurrentScene(state) : asked;
  return scene?.closedAt === null ? excludeElsewhere(state, scene) : undefined;
}

const createTurnBase = (state: ChatState, scene: Scene) => ({
  scene_id: scene.id,
  ...(scene.kind === "meanwhile" ? { meanwhile_scene_id: scene.id } : {}),
  present: listPresent(scene),
  witnesses: listPresent(scene),
  present_set_kind: describePresentSet(scene),
  status: "cancelled" as const,
  story_time: state.clock,
});
