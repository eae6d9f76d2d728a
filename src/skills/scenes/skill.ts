import { Refusal } from "../../domain/errors.ts";
import type { EventDraft } from "../../domain/events/catalogue.ts";
import type { Json } from "../../domain/json.ts";
import { pickLanguage } from "../../domain/language.ts";
import { isHandover, type Skill, type SkillResult, type TurnContext } from "../../domain/skill.ts";
import { redoDerivatives } from "./amend/redo.ts";
import { type Beat, playAttendedBeat, playBeat } from "./beat/beat.ts";
import { createFeltAnswers, feelAfterwards } from "./beat/later-feelings.ts";
import type { AsksForReminders } from "./channel/aside.ts";
import { playConversation } from "./channel/play-window.ts";
import type { ChatStates } from "./state/chat-states.ts";
import { summariseScene } from "./beat/summarise-scene.ts";
import { deliverDigests } from "./beat/deliver-digests.ts";
import { readRequest, parseChatId, type StoryRequest } from "./api/internal-turns.ts";
import { findEndBefore } from "./plans/plan-end.ts";
import { advancePlan, endPlan, setPlanTimer, startDueScenes } from "./plans/plans.ts";
import type { Prose } from "./beat/read-prose.ts";
import { addPlayers, createPeople } from "./state/people.ts";
import { listReached } from "./state/room.ts";
import { assertMaySpeak } from "./shared/turn-rules.ts";
import { tellAfter, tellBeat } from "./shared/chat-apps/tell-after.ts";
import { excludeElsewhere, findOwnScene } from "./state/scene-membership.ts";
import type { SemanticSearch } from "./recall/semantic-search.ts";
import { createRecall } from "./recall/recall.ts";
import { openSceneFor } from "./beat/open-scene.ts";
import {
  type FeltAnswers,
  toFactContext,
  openPlayContext,
  type PlayContext,
  type RecordedBeat,
} from "./beat/play-context.ts";
import { chatStream, you } from "./state/chat-state.ts";
import type { Plan } from "./state/plan-state.ts";
import { recordStoppedBeat } from "./beat/stopped-beat.ts";
import { addMinutes } from "./state/story-clock.ts";
import { speakVersion, type SpokenVersion } from "./versions/speak-version.ts";
import { assertSayable } from "./beat/assert-sayable.ts";
import type { Recall } from "./beat/prompt-context.ts";

export interface ScenesOptions {
  readonly states: ChatStates;
  /** Whether a window asks for a reminder: such words are not played. Without it all words are. */
  readonly asksForReminders?: AsksForReminders | undefined;
  /** Ranks memories by embeddings as well. Without it, by words alone. */
  readonly semanticSearch?: SemanticSearch | undefined;
  /** Only where a turn is replayed. */
  readonly recorded?: RecordedBeat | undefined;
}

/** Chats with characters. A turn is one beat of a scene, or the work at the end of a scene. */
export function createScenesSkill({
  states,
  asksForReminders,
  semanticSearch,
  recorded,
}: ScenesOptions): Skill {
  const recall = createRecall(semanticSearch);
  const felt = createFeltAnswers();
  return {
    name: "scenes",
    async handle(turn) {
      const played = await (parseChatId(turn.scope) === undefined
        ? playConversation({ states, recall, turn, asksForReminders })
        : recordRefusal(turn, () => runTurn({ states, recall, felt, recorded }, turn)));
      if (played === undefined) return undefined;
      if (!isHandover(played)) return carryCards(played);
      const { next, complete } = played;
      return { next, complete: async (answer) => carryCards(await complete(answer)) };
    },
    stopped: (turn) => recordStoppedBeat(states, turn),
  };
}

/** The staged operation by which a client that waits for the turn finds the refusal. */
const refusedOperation = "refused";

/** A turn whose text cannot be said as intended ends without a reply and records the reason. */
async function recordRefusal(
  turn: TurnContext,
  play: () => Promise<SkillResult>,
): Promise<SkillResult> {
  try {
    return await play();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === "version_conflict") throw error;
    const payload = { code: error.code, fact: (error.fact ?? {}) as Json };
    const isFromChatApp = turn.window.some((one) => one.payload.scene?.["from"] !== undefined);
    const events = isFromChatApp ? [tellAfter(turn)] : [];
    turn.stage({ domain: "scene", operation: refusedOperation, payload, events });
    return { reply: [], disposition: "no_reply", reason: error.code };
  }
}

/**
 * A reply derives from character cards of any origin: later prompts must not treat it as trusted.
 */
const carryCards = (result: SkillResult): SkillResult => ({ ...result, carries: ["card"] });

const nothingToPlay: SkillResult = {
  reply: [],
  disposition: "no_reply",
  reason: "nothing_to_play",
};

interface TurnDeps extends Pick<ScenesOptions, "states" | "recorded"> {
  readonly recall: Recall;
  readonly felt: FeltAnswers;
}

async function runTurn(
  { states, recall, felt, recorded }: TurnDeps,
  turn: TurnContext,
): Promise<SkillResult> {
  const open = { states, chatId: parseChatId(turn.scope) ?? "", recall };
  const opened = await openPlayContext(turn, open);
  if (opened === undefined) return nothingToPlay;
  const on = { ...opened, recorded };
  const { state } = on;
  const requests = turn.window.map((message) => ({
    message,
    request: readRequest(message.payload),
  }));
  const events: EventDraft[] = [];
  const over = requests.flatMap(({ request }) =>
    request.op === "summarise" ? [request.sceneId] : [],
  );
  for (const sceneId of new Set(over)) events.push(...(await summariseOnce(on, { sceneId })));
  for (const { request } of requests) {
    if (request.op === "redo") events.push(...(await redoDerivatives(on, request.redo)));
    if (request.op === "feel")
      events.push(...(await feelAfterwards({ ...on, felt }, request.lineId)));
  }
  const version = await playVersion(on, requests);
  const played = version ?? (await playAsked(on, requests));
  events.push(...played.events, ...tellBeat(turn, { room: state.room, beat: played.beat }));
  if (events.length === 0) return nothingToPlay;
  const speaker = played.beat?.speaker ?? null;
  turn.stage({
    domain: "scene",
    operation: played.beat === undefined ? "summarise" : "beat",
    payload: { chat_id: state.id, speaker_id: speaker },
    events,
    expects: { ...version?.expects, [chatStream(state.id)]: on.version },
    reaches: listReached(state.room),
  });
  if (played.reply.length === 0)
    return {
      reply: [],
      disposition: "no_reply",
      reason: played.beat === undefined ? "scene_closed" : "beat_played",
    };
  return { reply: played.reply, disposition: "replied", reason: "reply_ready" };
}

interface Played {
  readonly events: readonly EventDraft[];
  readonly beat: Pick<Beat, "speaker"> | undefined;
  readonly reply: readonly string[];
}

interface RequestedMessage {
  readonly message: TurnContext["window"][number];
  readonly request: StoryRequest;
}

const listDuePlans = (on: PlayContext, requests: readonly RequestedMessage[]): Plan[] =>
  requests.flatMap(({ request }) =>
    request.op === "beat" ? (on.state.plans.get(request.planId) ?? []) : [],
  );

/** An unattended beat that was due is postponed behind the person's turn. */
const postponePlans = (on: PlayContext, requests: readonly RequestedMessage[]): EventDraft[] =>
  listDuePlans(on, requests).map((plan) =>
    setPlanTimer(toFactContext(on), plan.id, plan.details.everySeconds * 1_000),
  );

/** Another version of a reply, unless the person has already answered it. */
async function playVersion(
  on: PlayContext,
  requests: readonly RequestedMessage[],
): Promise<(Played & Pick<SpokenVersion, "expects">) | undefined> {
  const again = requests.flatMap(({ request }) =>
    request.op === "again" ? [request.lineId] : [],
  )[0];
  if (again === undefined || requests.some(({ request }) => request.op === "prose"))
    return undefined;
  const version = await speakVersion(on, again);
  return {
    ...version,
    events: [...version.events, ...postponePlans(on, requests)],
    beat: version,
    reply: [version.text],
  };
}

/** A window is one beat. The person's text takes precedence over unattended beats. */
async function playAsked(on: PlayContext, requests: readonly RequestedMessage[]): Promise<Played> {
  const written = requests.flatMap(({ message, request }) =>
    request.op === "prose" ? [{ message, request }] : [],
  );
  if (written.length > 0) {
    const played = await playProse(on, written);
    return { ...played, events: [...played.events, ...postponePlans(on, requests)] };
  }
  const next = requests.flatMap(({ request }) => (request.op === "next" ? [request] : []))[0];
  if (next !== undefined) return playOn(on, next.sceneId);
  const plans = listDuePlans(on, requests);
  const [plan] = plans;
  const open =
    plan === undefined || plan.status !== "running"
      ? undefined
      : on.state.scenes.get(plan.sceneId ?? 0);
  if (plan === undefined || open === undefined || open.closedAt !== null)
    return { events: [], beat: undefined, reply: [] };
  const scene = excludeElsewhere(on.state, open);
  const early = await findEndBefore(on, plan, scene);
  if (early !== undefined)
    return { events: endPlan(toFactContext(on), plan, early), beat: undefined, reply: [] };
  const beat = await playBeat(on, scene, undefined);
  return {
    events: [...beat.events, ...(await advancePlan(on, plan, { scene, beat }))],
    beat,
    reply: [],
  };
}

/** The characters of an open scene go on. */
async function playOn(on: PlayContext, sceneId: number): Promise<Played> {
  const { scene } = openSceneFor(on, sceneId);
  const beat = await playAttendedBeat(on, scene, undefined);
  return {
    beat,
    events: [...beat.events, ...beat.timers],
    reply: beat.replies.map(({ text }) => text),
  };
}

async function playProse(
  on: PlayContext,
  written: readonly {
    message: RequestedMessage["message"];
    request: Extract<StoryRequest, { op: "prose" }>;
  }[],
): Promise<Played> {
  const speaker = written.find(({ request }) => request.speaker !== undefined)?.request.speaker;
  if (speaker !== undefined) assertMaySpeak(on.state, speaker);
  const asked = written.find(({ request }) => request.sceneId !== null)?.request.sceneId ?? null;
  const sceneId = asked ?? findOwnScene(on.state, speaker);
  const whisperTo = [...new Set(written.flatMap(({ request }) => request.whisperTo))];
  // Characters may have left since the text was typed.
  const bots = addPlayers([...on.cast.bots.values()], on.state.room);
  const people = createPeople(bots, on.cast.you?.name);
  assertSayable({ state: on.state, people }, { sceneId, whisperTo, speaker });
  const { scene, opened } = openSceneFor(on, sceneId);
  const prose: Prose = {
    text: written.map(({ message }) => message.text).join("\n"),
    eventIds: written.map(({ message }) => message.eventId),
    whisperTo,
    speaker,
    aloud: written.every(({ request }) => request.aloud),
  };
  const beat = await playAttendedBeat(on, scene, prose);
  const language = pickLanguage(on.turn.account.language, prose.text);
  const back = scene.present.has(you) ? deliverDigests(on, language) : { digests: [], events: [] };
  return {
    beat,
    events: [
      ...opened,
      ...beat.events,
      ...beat.timers,
      ...back.events,
      ...startDueScenes(toFactContext(on), on.state, {
        clock: addMinutes(on.state.clock, 1),
        opened: opened.length,
      }),
    ],
    reply: [...back.digests, ...beat.replies.map(({ text }) => text)],
  };
}

/** Idempotent: a scene is summarised once. */
async function summariseOnce(
  on: PlayContext,
  { sceneId }: { sceneId: number },
): Promise<EventDraft[]> {
  const scene = on.state.scenes.get(sceneId);
  return scene === undefined || scene.closedAt === null || scene.summarised
    ? []
    : summariseScene(on, scene);
}
