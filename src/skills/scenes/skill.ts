import { Refusal } from "../../domain/errors.ts";
import type { EventDraft } from "../../domain/events/catalogue.ts";
import type { Json } from "../../domain/json.ts";
import { isHandover, type Skill, type SkillResult, type TurnContext } from "../../domain/skill.ts";
import { redoDerivatives } from "./amend/redo.ts";
import { createFeltAnswers, feelAfterwards } from "./beat/later-feelings.ts";
import type { AsksForReminders } from "./channel/aside.ts";
import { playConversation } from "./channel/play-window.ts";
import type { ChatStates } from "./state/chat-states.ts";
import { summariseScene } from "./beat/summarise-scene.ts";
import { playAsked, playVersion } from "./beat/play-requests.ts";
import { readRequest, parseChatId } from "./api/internal-turns.ts";
import { listReached } from "./state/room.ts";
import { tellAfter, tellBeat } from "./shared/chat-apps/tell-after.ts";
import type { SemanticSearch } from "./recall/semantic-search.ts";
import { createRecall } from "./recall/recall.ts";
import {
  type FeltAnswers,
  openPlayContext,
  type PlayContext,
  type RecordedBeat,
} from "./beat/play-context.ts";
import { chatStream } from "./state/chat-state.ts";
import { recordStoppedBeat } from "./beat/stopped-beat.ts";
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
