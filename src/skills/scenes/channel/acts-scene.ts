import { sumUp } from "../beat/sum-up.ts";
import { chatFact } from "../state/story-events.ts";
import { planEnded } from "../plans/plans.ts";
import { sceneFor } from "../beat/scene-for.ts";
import { momentOf } from "../beat/playing.ts";
import { type ChatState, currentScene } from "../state/chat-state.ts";
import { wallClock } from "../state/story-clock.ts";
import { meantBy, momentOfStory } from "./acts-play.ts";
import { storyWhen } from "./let-words.ts";
import { decide, playingOn, stateNow, type StoryWork, take } from "./story-work.ts";
import { comingBack } from "../beat/return-digest.ts";

/** The chat that is played here; says so when there is none. */
async function chatOf(work: StoryWork): Promise<ChatState | undefined> {
  const state = await stateNow(work);
  if (state === undefined) work.said.push(work.words.noStory);
  return state;
}

/** Somebody comes into the scene, or goes. What is said from now on they hear, or do not. */
export async function comeOrGo(
  work: StoryWork,
  asked: string,
  change: "enter" | "leave",
): Promise<void> {
  const state = await chatOf(work);
  if (state === undefined) return;
  const { scene, opened } = sceneFor(await playingOn(work, state), null);
  const ids = meantBy(work, asked, (id) => scene.present.has(id) === (change === "leave"));
  if (ids === undefined) return;
  const alone = work.people.idOf(asked);
  const who = ids.length > 0 ? ids : alone === undefined ? [] : [alone];
  if (who.length === 0) return void work.said.push(work.words.nobody(asked.trim()));
  const missing = who.find((id) => change === "leave" && !scene.present.has(id));
  if (missing !== undefined)
    return void work.said.push(work.words.notHere(work.people.nameOf(missing)));
  await decide(work, opened);
  await take(
    work,
    who.map((entity_id) => ({
      kind: "presence_changed",
      payload: { chat_id: state.id, scene_id: scene.id, entity_id, change },
    })),
    { byHand: true },
  );
  const told = change === "enter" ? work.words.cameIn : work.words.wentOut;
  work.said.push(who.map((id) => told(work.people.nameOf(id))).join("\n"));
}

/** The scene ends and is summed up in the same turn; whoever was away is told what could be noticed. */
export async function closeScene(work: StoryWork): Promise<void> {
  const state = await chatOf(work);
  if (state === undefined) return;
  const scene = currentScene(state);
  if (scene === undefined) return void work.said.push(work.words.nothingOpen);
  const on = await playingOn(work, state);
  const kind = scene.kind === "meanwhile" ? "meanwhile_scene_closed" : "scene_closed";
  await decide(work, [
    chatFact(momentOf(on), kind, { scene_id: scene.id, closed_at: state.clock }),
  ]);
  const after = (await stateNow(work)) ?? state;
  const closed = after.scenes.get(scene.id);
  if (closed === undefined) return;
  const left = await playingOn(work, after);
  await decide(work, await sumUp(left, closed));
  const back = comingBack({ ...left, state: (await stateNow(work)) ?? after }, work.language);
  await decide(work, back.events);
  work.said.push(work.words.closed, ...back.told);
}

/** What could be noticed of the scenes that were missed, once more. */
export async function tellDigests(work: StoryWork): Promise<void> {
  const state = await chatOf(work);
  if (state === undefined) return;
  const back = comingBack(await playingOn(work, state), work.language);
  await decide(work, back.events);
  const told =
    back.told.length > 0
      ? back.told
      : [...state.digests.values()].slice(-1).map(({ noticed }) => noticed);
  work.said.push(told.length === 0 ? work.words.nothingMissed : told.join("\n\n"));
}

/** Breaking the seal is a fact: from then on the person knows what their part does not. */
export async function unseal(work: StoryWork): Promise<void> {
  const state = await chatOf(work);
  if (state === undefined) return;
  const sealed = [...state.digests.values()].filter((digest) => digest.sealed);
  if (sealed.length === 0) return void work.said.push(work.words.nothingSealed);
  await take(
    work,
    sealed.map(({ id }) => ({ kind: "digest_unsealed", payload: { chat_id: state.id, id } })),
  );
  work.said.push(
    [work.words.directorsCut, ...sealed.map(({ directorsCut }) => directorsCut)].join("\n"),
  );
}

/** What goes on by itself ends. A beat that is just being made finds that out when it wants to be written. */
export async function stopPlans(work: StoryWork): Promise<void> {
  const state = await chatOf(work);
  if (state === undefined) return;
  const on = await playingOn(work, state);
  const going = [...state.plans.values()].filter(({ status }) => status !== "ended");
  if (going.length === 0) return void work.said.push(work.words.nothingRuns);
  await decide(
    work,
    going.flatMap((plan) => planEnded(momentOf(on), plan, { reason: "stopped" })),
  );
  work.said.push(work.words.stopped);
}

/** Time passes in the story, and what was set for it begins. */
export async function skipTime(work: StoryWork, asked: string): Promise<void> {
  const state = await chatOf(work);
  if (state === undefined) return;
  const found = storyWhen(asked);
  if (found === undefined) return void work.said.push(work.words.whenUnclear);
  const to = momentOfStory(state.clock, found.when);
  await take(work, [{ kind: "time_advanced", payload: { chat_id: state.id, to } }], {
    byHand: true,
  });
  work.said.push(work.words.skipped(wallClock(to)));
}
