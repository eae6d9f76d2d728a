import type { EventDraft } from "../../domain/events.ts";
import { languageOf } from "../../domain/language.ts";
import type { Skill, SkillResult, TurnContext } from "../../domain/skill.ts";
import { redoMade } from "./amend/redo.ts";
import { type Beat, playBeat } from "./beat/beat.ts";
import { playHere, wantsStory } from "./channel/play-window.ts";
import type { ChatStates } from "./state/chat-states.ts";
import { sumUp } from "./beat/sum-up.ts";
import { comingBack } from "./beat/return-digest.ts";
import { askIn, chatIdIn, type SceneAsk } from "./api/internal-turns.ts";
import { endBefore } from "./plans/plan-end.ts";
import { planAfter, planEnded, planTimer, scenesThatBegin } from "./plans/plans.ts";
import type { Recall } from "./beat/prompt.ts";
import type { Prose } from "./beat/read-prose.ts";
import { peopleOf } from "./state/people.ts";
import { refusedTurn } from "./beat/refused-turn.ts";
import { withoutTheElsewhere } from "./state/rooms.ts";
import type { Meaning } from "./recall/meaning.ts";
import { createRecall } from "./recall/recall.ts";
import { sceneFor } from "./beat/scene-for.ts";
import { momentOf, openPlaying, type Playing } from "./beat/playing.ts";
import { chatStream, type Plan, you } from "./state/chat-state.ts";
import { leftByStop } from "./beat/stopped-beat.ts";
import { later } from "./state/story-clock.ts";
import { anotherVersion, type SpokenVersion } from "./versions/speak-version.ts";
import { assertCanBeSaid } from "./beat/who-hears.ts";

export interface ScenesOptions {
  readonly states: ChatStates;
  /** For what somebody who plays asks of us, and not of the story. */
  readonly aside?: Skill | undefined;
  /** By which memories are found by what they mean, too. Without it by their words alone. */
  readonly meaning?: Meaning | undefined;
}

/** Chats with a cast. A turn is one beat of a scene, or what is left to do when a scene is over. */
export function scenesSkill({ states, aside, meaning }: ScenesOptions): Skill {
  const recall = createRecall(meaning);
  return {
    name: "scenes",
    wants: (turn) => chatIdIn(turn.scope) !== undefined || wantsStory(turn, aside),
    async run(turn) {
      const played = await (chatIdIn(turn.scope) === undefined
        ? playHere({ states, recall, turn, aside })
        : refusedTurn(turn, () => runTurn({ states, recall }, turn)));
      // What a story says was made of cards that anybody may have written: no later prompt takes it for our own words.
      return { ...played, carries: ["card"] };
    },
    stopped: (turn) => leftByStop(states, turn),
  };
}

const nothingToSay: SkillResult = { reply: [], disposition: "no_reply", reason: "nothing_to_play" };

async function runTurn(
  { states, recall }: Pick<ScenesOptions, "states"> & { readonly recall: Recall },
  turn: TurnContext,
): Promise<SkillResult> {
  const on = await openPlaying(turn, { states, chatId: chatIdIn(turn.scope) ?? "", recall });
  if (on === undefined) return nothingToSay;
  const { state } = on;
  const asks = turn.window.map((message) => ({ message, ask: askIn(message.payload) }));
  const events: EventDraft[] = [];
  const over = asks.flatMap(({ ask }) => (ask.op === "summarise" ? [ask.sceneId] : []));
  for (const sceneId of new Set(over)) events.push(...(await summarise(on, { sceneId })));
  for (const { ask } of asks) if (ask.op === "redo") events.push(...(await redoMade(on, ask.redo)));
  const version = await versionAsked(on, asks);
  const played = version ?? (await playAsked(on, asks));
  events.push(...played.events);
  if (events.length === 0) return nothingToSay;
  const speaker = played.beat?.speaker ?? null;
  turn.stage({
    domain: "scene",
    operation: played.beat === undefined ? "summarise" : "beat",
    payload: { chat_id: state.id, speaker_id: speaker },
    events,
    expects: { ...version?.expects, [chatStream(state.id)]: on.version },
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
  readonly beat: Beat | undefined;
  readonly reply: readonly string[];
}

interface Asked {
  readonly message: TurnContext["window"][number];
  readonly ask: SceneAsk;
}

const plansDue = (on: Playing, asks: readonly Asked[]): Plan[] =>
  asks.flatMap(({ ask }) => (ask.op === "beat" ? (on.state.plans.get(ask.planId) ?? []) : []));

/** A beat that was due gives way, and comes after. */
const givingWay = (on: Playing, asks: readonly Asked[]): EventDraft[] =>
  plansDue(on, asks).map((plan) =>
    planTimer(momentOf(on), plan.id, plan.details.everySeconds * 1_000),
  );

/** Another version of a reply, unless somebody has said something to it already. */
async function versionAsked(
  on: Playing,
  asks: readonly Asked[],
): Promise<(Played & Pick<SpokenVersion, "expects">) | undefined> {
  const again = asks.flatMap(({ ask }) => (ask.op === "again" ? [ask.lineId] : []))[0];
  if (again === undefined || asks.some(({ ask }) => ask.op === "prose")) return undefined;
  const version = await anotherVersion(on, again);
  return {
    ...version,
    events: [...version.events, ...givingWay(on, asks)],
    beat: version,
    reply: [version.text],
  };
}

/** A window is one beat. What somebody wrote comes before what the story would have done by itself. */
async function playAsked(on: Playing, asks: readonly Asked[]): Promise<Played> {
  const written = asks.flatMap(({ message, ask }) =>
    ask.op === "prose" ? [{ message, ask }] : [],
  );
  if (written.length > 0) {
    const played = await playProse(on, written);
    return { ...played, events: [...played.events, ...givingWay(on, asks)] };
  }
  const plans = plansDue(on, asks);
  const [plan] = plans;
  const open =
    plan === undefined || plan.status !== "running"
      ? undefined
      : on.state.scenes.get(plan.sceneId ?? 0);
  if (plan === undefined || open === undefined || open.closedAt !== null)
    return { events: [], beat: undefined, reply: [] };
  const scene = withoutTheElsewhere(on.state, open);
  const early = await endBefore(on, plan, scene);
  if (early !== undefined)
    return { events: planEnded(momentOf(on), plan, early), beat: undefined, reply: [] };
  const beat = await playBeat(on, scene, undefined);
  return {
    events: [...beat.events, ...(await planAfter(on, plan, { scene, beat }))],
    beat,
    reply: [],
  };
}

async function playProse(
  on: Playing,
  written: readonly { message: Asked["message"]; ask: Extract<SceneAsk, { op: "prose" }> }[],
): Promise<Played> {
  const sceneId = written.find(({ ask }) => ask.sceneId !== null)?.ask.sceneId ?? null;
  const whisperTo = [...new Set(written.flatMap(({ ask }) => ask.whisperTo))];
  // Whoever was there when it was typed may have left since.
  const people = peopleOf([...on.cast.bots.values()], on.cast.you?.name);
  assertCanBeSaid({ state: on.state, people }, { sceneId, whisperTo });
  const { scene, opened } = sceneFor(on, sceneId);
  const prose: Prose = {
    text: written.map(({ message }) => message.text).join("\n"),
    eventIds: written.map(({ message }) => message.eventId),
    whisperTo,
    aloud: written.every(({ ask }) => ask.aloud),
  };
  const beat = await playBeat(on, scene, prose);
  const language = languageOf(on.turn.account.language, prose.text);
  const back = scene.present.has(you) ? comingBack(on, language) : { told: [], events: [] };
  return {
    beat,
    events: [
      ...opened,
      ...beat.events,
      ...back.events,
      ...scenesThatBegin(momentOf(on), on.state, {
        clock: later(on.state.clock, 1),
        opened: opened.length,
      }),
    ],
    reply: [...back.told, beat.text],
  };
}

/** A scene is summed up once. */
async function summarise(on: Playing, { sceneId }: { sceneId: number }): Promise<EventDraft[]> {
  const scene = on.state.scenes.get(sceneId);
  return scene === undefined || scene.closedAt === null || scene.summarised ? [] : sumUp(on, scene);
}
