import { splitWhisper } from "./split-whisper.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { MeanwhileStart } from "../../../domain/views/scenes.ts";
import { playAttendedBeat } from "../beat/beat.ts";
import { draftMeanwhile } from "../api/start-meanwhile.ts";
import { nameOf } from "../state/cast.ts";
import { deliverDigests } from "../beat/deliver-digests.ts";
import { startDueScenes } from "../plans/plans.ts";
import type { Prose } from "../beat/read-prose.ts";
import { previewScene, openSceneFor } from "../beat/open-scene.ts";
import { toFactContext } from "../beat/play-context.ts";
import { type ChatState, you } from "../state/chat-state.ts";
import { parseCondition, UnknownName } from "../plans/stop-conditions.ts";
import { addMinutes, findNextTime, formatWallClock } from "../state/story-clock.ts";
import { assertSayable, assertAnyBot } from "../beat/assert-sayable.ts";
import { parseTalkRequest, type StoryTimeSpec, parseStoryTime } from "./talk-request.ts";
import { nameLabel } from "../state/name-label.ts";
import { decide, decideLast, createPlayContext, loadState, type StoryWork } from "./story-work.ts";

/** The typed text and its source events. */
export interface TypedText {
  readonly text: string;
  readonly eventIds: readonly number[];
}

/** One beat: the person's line is answered, or, without a line, the characters continue. */
export async function playLine(
  work: StoryWork,
  prose: Prose | undefined,
  how: { readonly last: boolean },
): Promise<void> {
  const state = await loadState(work);
  if (state === undefined) return void work.said.push(work.words.noStory);
  const on = await createPlayContext(work, state);
  if (prose === undefined) assertAnyBot({ state, people: work.people }, previewScene(state, null));
  else {
    const { text, whisperTo } = prose;
    assertSayable({ state, people: work.people }, { sceneId: null, whisperTo, text });
  }
  const { scene, opened } = openSceneFor(on, null);
  const beat = await playAttendedBeat(on, scene, { prose });
  const back = scene.present.has(you)
    ? deliverDigests(on, work.language)
    : { digests: [], events: [] };
  const begun = startDueScenes(toFactContext(on), state, {
    clock: addMinutes(state.clock, 1),
    opened: opened.length,
  });
  const events = [...opened, ...beat.events, ...beat.timers, ...back.events, ...begun];
  if (how.last) decideLast(work, events);
  else await decide(work, events);
  const said = beat.replies.map(
    ({ speaker, text }) => `${nameLabel(nameOf(on.cast, speaker))}${text}`,
  );
  work.said.push(...back.digests, ...said);
}

export async function whisper(work: StoryWork, typed: TypedText, last: boolean): Promise<void> {
  const { head, said } = splitWhisper(typed.text);
  if (said === "") return void work.said.push(work.words.whisperHow);
  const state = await loadState(work);
  if (state === undefined) return void work.said.push(work.words.noStory);
  const { present } = previewScene(state, null);
  const ids = resolveNames(work, head, (id) => present.has(id));
  if (ids === undefined) return;
  if (ids.length === 0) return void work.said.push(work.words.noCharacter(head));
  await playLine(work, { text: said, eventIds: typed.eventIds, whisperTo: ids }, { last });
}

/**
 * The characters named in a text, preferring nearby ones of the same name. Asks back and returns
 * undefined when a name is ambiguous.
 */
export function resolveNames(
  work: StoryWork,
  text: string,
  isNear: (id: string) => boolean,
): readonly string[] | undefined {
  const { ids, ambiguous } = work.people.findNames(text, isNear);
  const [first] = ambiguous;
  if (first === undefined) return ids;
  work.said.push(
    work.words.whichOne(
      first.name,
      first.ids.map((id) => work.people.nameOf(id)).join(work.words.join),
    ),
  );
  return undefined;
}

/** Starts a scene without the person; text after a colon is the first stage direction. */
export async function startMeanwhileScene(
  work: StoryWork,
  typed: TypedText,
  last: boolean,
): Promise<void> {
  const state = await loadState(work);
  if (state === undefined) return void work.said.push(work.words.noStory);
  const behind = /^([^:：]*)[:：]\s*([\s\S]*)$/u.exec(typed.text);
  // Without a colon and without any name, the whole text is the stage direction.
  const isDirection = behind === null && work.people.findNames(typed.text).ids.length === 0;
  const [, head = "", direction = ""] =
    behind ?? (isDirection ? ["", "", typed.text] : ["", typed.text, ""]);
  const ids = pickCast(work, state, head);
  if (ids === undefined) return;
  await startScene(work, state, { participants: ids });
  const names = ids.map((id) => work.people.nameOf(id)).join(work.words.join);
  if (direction.trim() === "") return void work.said.push(work.words.alone(names));
  await playLine(
    work,
    { text: direction.trim(), eventIds: typed.eventIds, whisperTo: [] },
    { last },
  );
}

/**
 * The named characters, or else the chat's host and guest. Replies and returns undefined when there
 * are fewer than two.
 */
function pickCast(work: StoryWork, state: ChatState, text: string): readonly string[] | undefined {
  const { present } = previewScene(state, null);
  const ids = resolveNames(work, text, (id) => present.has(id));
  if (ids === undefined) return undefined;
  const own = [state.host, ...(state.guest === null ? [] : [state.guest])];
  const cast = ids.length === 0 ? own : ids;
  if (cast.length >= 2) return cast;
  work.said.push(work.words.needTwo);
  return undefined;
}

async function startScene(work: StoryWork, state: ChatState, asked: MeanwhileStart): Promise<void> {
  const { now } = work.turn;
  const tell = { conversation_id: work.turn.conversationId, language: work.language };
  const { events } = draftMeanwhile(
    { state, now, people: work.people, tell, newId: () => work.turn.newId() },
    asked,
  );
  await decide(
    work,
    events.map((event) => ({ ...event, turnId: work.turn.turnId })),
  );
}

/** Starts an unattended scene, now or at a time of the story. */
export async function startTalk(work: StoryWork, asked: string, startsAt?: string): Promise<void> {
  const state = await loadState(work);
  if (state === undefined) return void work.said.push(work.words.noStory);
  const { head, beats = 6, everySeconds, stopIf } = parseTalkRequest(asked);
  const ids = pickCast(work, state, head);
  if (ids === undefined) return;
  const unattended = {
    beats,
    stop_if: stopIf,
    ...(everySeconds === undefined ? {} : { every_seconds: everySeconds }),
  };
  try {
    const conditions = stopIf.map((text) =>
      parseCondition(text, (name) => work.people.findId(name)),
    );
    await startScene(work, state, {
      participants: ids,
      unattended,
      ...(startsAt === undefined ? {} : { starts_at: startsAt }),
    });
    const names = ids.map((id) => work.people.nameOf(id)).join(work.words.join);
    const met = conditions.map((condition) =>
      work.words.met(condition, undefined, (id) => work.people.nameOf(id)),
    );
    work.said.push(
      [
        startsAt === undefined
          ? work.words.letTalk(names, beats)
          : work.words.planned(names, formatWallClock(startsAt)),
        ...(met.length === 0 ? [] : [work.words.stopsIf(met.join(work.words.join))]),
      ].join("\n"),
    );
  } catch (error) {
    if (error instanceof UnknownName) return void work.said.push(work.words.noCharacter(error.who));
    if (error instanceof Refusal && error.code === "invalid_request")
      return void work.said.push(work.words.needTwo);
    throw error;
  }
}

/** For example `21:00 let Mira and Ben talk for 4 beats`. */
export async function scheduleTalk(work: StoryWork, asked: string): Promise<void> {
  const state = await loadState(work);
  if (state === undefined) return void work.said.push(work.words.noStory);
  const found = parseStoryTime(asked);
  if (found === undefined || found.rest === "") return void work.said.push(work.words.whenUnclear);
  await startTalk(
    work,
    found.rest.replace(/^(?:let|让)\s*/iu, ""),
    resolveStoryTime(state.clock, found.when),
  );
}

export function resolveStoryTime(clock: string, when: StoryTimeSpec): string {
  if (when.kind === "wall") return findNextTime(clock, when);
  return when.kind === "after" ? addMinutes(clock, when.minutes) : new Date(when.at).toISOString();
}
