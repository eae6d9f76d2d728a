import { Refusal } from "../../../domain/errors.ts";
import { bringMemories } from "../brought/bring.ts";
import { findStory, formatTitle, listChatRows } from "./story-commands.ts";
import { summariseScene } from "../beat/summarise-scene.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { endPlan } from "../plans/plans.ts";
import { openSceneFor } from "../beat/open-scene.ts";
import { toFactContext } from "../beat/play-context.ts";
import { type ChatState, findCurrentScene } from "../state/chat-state.ts";
import { formatWallClock } from "../state/story-clock.ts";
import { resolveNames, resolveStoryTime } from "./play-commands.ts";
import { parseStoryTime } from "./talk-request.ts";
import {
  decide,
  createPlayContext,
  loadState,
  type StoryWork,
  recordEvents,
} from "./story-work.ts";
import { deliverDigests } from "../beat/deliver-digests.ts";

/** The current chat; replies when there is none. */
async function requireStory(work: StoryWork): Promise<ChatState | undefined> {
  const state = await loadState(work);
  if (state === undefined) work.said.push(work.words.noStory);
  return state;
}

/** Characters enter or leave the scene, and from then on hear what is said or do not. */
export async function changePresence(
  work: StoryWork,
  asked: string,
  change: "enter" | "leave",
): Promise<void> {
  const state = await requireStory(work);
  if (state === undefined) return;
  const { scene, opened } = openSceneFor(await createPlayContext(work, state), null);
  const ids = resolveNames(work, asked, (id) => scene.present.has(id) === (change === "leave"));
  if (ids === undefined) return;
  const alone = work.people.findId(asked);
  const who = ids.length > 0 ? ids : alone === undefined ? [] : [alone];
  if (who.length === 0) return void work.said.push(work.words.noCharacter(asked.trim()));
  const missing = who.find((id) => change === "leave" && !scene.present.has(id));
  if (missing !== undefined)
    return void work.said.push(work.words.notHere(work.people.nameOf(missing)));
  await decide(work, opened);
  await recordEvents(
    work,
    who.map((entity_id) => ({
      kind: "presence_changed",
      payload: { chat_id: state.id, scene_id: scene.id, entity_id, change },
    })),
    { byHand: true },
  );
  const describe = change === "enter" ? work.words.cameIn : work.words.wentOut;
  work.said.push(who.map((id) => describe(work.people.nameOf(id))).join("\n"));
}

/** Closes the scene and summarises it in the same turn, then shows the digests of missed scenes. */
export async function closeScene(work: StoryWork): Promise<void> {
  const state = await requireStory(work);
  if (state === undefined) return;
  const scene = findCurrentScene(state);
  if (scene === undefined) return void work.said.push(work.words.nothingOpen);
  const on = await createPlayContext(work, state);
  const kind = scene.kind === "meanwhile" ? "meanwhile_scene_closed" : "scene_closed";
  await decide(work, [
    draftStoryEvent(toFactContext(on), kind, { scene_id: scene.id, closed_at: state.clock }),
  ]);
  const after = (await loadState(work)) ?? state;
  const closed = after.scenes.get(scene.id);
  if (closed === undefined) return;
  const left = await createPlayContext(work, after);
  await decide(work, await summariseScene(left, closed));
  const back = deliverDigests({ ...left, state: (await loadState(work)) ?? after }, work.language);
  await decide(work, back.events);
  work.said.push(work.words.closed, ...back.digests);
}

/** Shows the digests of missed scenes, or the latest one again. */
export async function showDigests(work: StoryWork): Promise<void> {
  const state = await requireStory(work);
  if (state === undefined) return;
  const back = deliverDigests(await createPlayContext(work, state), work.language);
  await decide(work, back.events);
  const digests =
    back.digests.length > 0
      ? back.digests
      : [...state.digests.values()].slice(-1).map(({ noticed }) => noticed);
  work.said.push(digests.length === 0 ? work.words.nothingMissed : digests.join("\n\n"));
}

/** Unsealing is an event: from then on the person knows what their persona does not. */
export async function unseal(work: StoryWork): Promise<void> {
  const state = await requireStory(work);
  if (state === undefined) return;
  const sealed = [...state.digests.values()].filter((digest) => digest.sealed);
  if (sealed.length === 0) return void work.said.push(work.words.nothingSealed);
  await recordEvents(
    work,
    sealed.map(({ id }) => ({ kind: "digest_unsealed", payload: { chat_id: state.id, id } })),
  );
  work.said.push(
    [work.words.directorsCut, ...sealed.map(({ directorsCut }) => directorsCut)].join("\n"),
  );
}

/** Ends unattended scenes. A beat in progress fails its version check at commit. */
export async function stopPlans(work: StoryWork): Promise<void> {
  const state = await requireStory(work);
  if (state === undefined) return;
  const on = await createPlayContext(work, state);
  const going = [...state.plans.values()].filter(({ status }) => status !== "ended");
  if (going.length === 0) return void work.said.push(work.words.nothingRuns);
  await decide(
    work,
    going.flatMap((plan) => endPlan(toFactContext(on), plan, { reason: "stopped" })),
  );
  work.said.push(work.words.stopped);
}

/** Advances the story's clock, which starts scheduled scenes. */
export async function skipTime(work: StoryWork, asked: string): Promise<void> {
  const state = await requireStory(work);
  if (state === undefined) return;
  const found = parseStoryTime(asked);
  if (found === undefined) return void work.said.push(work.words.whenUnclear);
  const to = resolveStoryTime(state.clock, found.when);
  await recordEvents(work, [{ kind: "time_advanced", payload: { chat_id: state.id, to } }], {
    byHand: true,
  });
  work.said.push(work.words.skipped(formatWallClock(to)));
}

/** `Mira from 2`: brings Mira's memories of story 2 into this one. */
export async function recallFrom(work: StoryWork, asked: string): Promise<void> {
  const { turn, words } = work;
  const state = await loadState(work);
  if (state === undefined) return void work.said.push(words.noStory);
  const [, head = "", wanted = ""] =
    /^(.{0,80}?)[\s,，:：]{1,8}(?:from|of|从)?[\s“"]{0,8}(\S.{0,200}?)[”"]?(?:里|中)?$/iu.exec(
      asked.trim(),
    ) ?? [];
  const present = [...state.scenes.values()].flatMap(({ participants }) => participants);
  const owners = resolveNames(work, head, (id) => present.includes(id));
  if (owners === undefined) return;
  const [ownerId] = owners;
  if (ownerId === undefined)
    return void work.said.push(head === "" ? words.recallHow : words.noCharacter(head));
  const row = findStory(work, await listChatRows(work), wanted);
  if (row === undefined) return void work.said.push(words.noSuchStory(wanted));
  const at = {
    read: turn.read,
    now: turn.now,
    newId: () => turn.newId(),
    accountId: turn.account.id,
    chatId: state.id,
  };
  try {
    const {
      events,
      expects = {},
      result,
    } = await bringMemories(at, { ownerId, fromChatId: row.id });
    await decide(
      work,
      events.map((event) => ({ ...event, turnId: turn.turnId })),
    );
    for (const [stream, version] of Object.entries(expects)) work.expects[stream] ??= version;
    work.said.push(
      words.recalled(work.people.nameOf(ownerId), formatTitle(work, row), result.brought),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    work.said.push(words.recallHow);
  }
}
