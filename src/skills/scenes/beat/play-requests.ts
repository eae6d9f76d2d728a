import type { EventDraft } from "../../../domain/events/catalogue.ts";
import { pickLanguage } from "../../../domain/language.ts";
import type { TurnContext } from "../../../domain/skill.ts";
import type { StoryRequest } from "../api/internal-turns.ts";
import { findEndBefore } from "../plans/plan-end.ts";
import { advancePlan, endPlan, setPlanTimer, startDueScenes } from "../plans/plans.ts";
import { assertMaySpeak } from "../shared/turn-rules.ts";
import { you } from "../state/chat-state.ts";
import { addPlayers, createPeople } from "../state/people.ts";
import type { Plan } from "../state/plan-state.ts";
import { excludeElsewhere, findOwnScene } from "../state/scene-membership.ts";
import { addMinutes } from "../state/story-clock.ts";
import { speakVersion, type SpokenVersion } from "../versions/speak-version.ts";
import { assertSayable } from "./assert-sayable.ts";
import { type Beat, playAttendedBeat, playBeat } from "./beat.ts";
import { deliverDigests } from "./deliver-digests.ts";
import { openSceneFor } from "./open-scene.ts";
import { toFactContext, type PlayContext } from "./play-context.ts";
import type { Prose } from "./read-prose.ts";

export interface Played {
  readonly events: readonly EventDraft[];
  readonly beat: Pick<Beat, "speaker"> | undefined;
  readonly reply: readonly string[];
}

export interface RequestedMessage {
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
export async function playVersion(
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
export async function playAsked(
  on: PlayContext,
  requests: readonly RequestedMessage[],
): Promise<Played> {
  const written = requests.flatMap(({ message, request }) =>
    request.op === "prose" ? [{ message, request }] : [],
  );
  if (written.length > 0) {
    const played = await playProse(on, written);
    return { ...played, events: [...played.events, ...postponePlans(on, requests)] };
  }
  const next = requests.flatMap(({ request }) => (request.op === "next" ? [request] : []))[0];
  if (next !== undefined) return playOn(on, next);
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
  const beat = await playBeat(on, scene, {});
  return {
    events: [...beat.events, ...(await advancePlan(on, plan, { scene, beat }))],
    beat,
    reply: [],
  };
}

/** The characters of an open scene go on. */
async function playOn(
  on: PlayContext,
  { sceneId, speakers }: Extract<StoryRequest, { op: "next" }>,
): Promise<Played> {
  const { scene, opened } = openSceneFor(on, sceneId);
  const beat = await playAttendedBeat(on, scene, { speakers });
  const words = beat.replies.map(({ text }) => text).join("\n");
  return addWhatFollows(on, { scene, opened, beat, words });
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
  const speakers = [...new Set(written.flatMap(({ request }) => request.speakers ?? []))];
  // Characters may have left since the text was typed.
  const bots = addPlayers([...on.cast.bots.values()], on.state.room);
  const people = createPeople(bots, on.cast.you?.name);
  const text = written.map(({ message }) => message.text).join("\n");
  assertSayable({ state: on.state, people }, { sceneId, whisperTo, speaker, speakers, text });
  const { scene, opened } = openSceneFor(on, sceneId);
  const prose: Prose = {
    text,
    eventIds: written.map(({ message }) => message.eventId),
    whisperTo,
    speaker,
    aloud: written.every(({ request }) => request.aloud),
  };
  const beat = await playAttendedBeat(on, scene, { prose, speakers });
  return addWhatFollows(on, { scene, opened, beat, words: prose.text });
}

/** A beat with the digests that the person gets, and the scenes that become due by it. */
function addWhatFollows(
  on: PlayContext,
  {
    scene,
    opened,
    beat,
    words,
  }: ReturnType<typeof openSceneFor> & { readonly beat: Beat; readonly words: string },
): Played {
  const language = pickLanguage(on.turn.account.language, words);
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
