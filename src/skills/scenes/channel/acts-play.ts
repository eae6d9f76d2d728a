import { Refusal } from "../../../domain/errors.ts";
import type { MeanwhileStart } from "../../../domain/views/scenes.ts";
import { playBeat } from "../beat/beat.ts";
import { meanwhileOf } from "../api/start-meanwhile.ts";
import { nameOf } from "../state/cast.ts";
import { comingBack } from "../beat/return-digest.ts";
import { scenesThatBegin } from "../plans/plans.ts";
import type { Prose } from "../beat/read-prose.ts";
import { sceneAhead, sceneFor } from "../beat/scene-for.ts";
import { momentOf } from "../beat/playing.ts";
import { type ChatState, you } from "../state/chat-state.ts";
import { readCondition, UnknownName } from "../plans/stop-conditions.ts";
import { later, nextTime, wallClock } from "../state/story-clock.ts";
import { assertCanBeSaid, assertSomebody } from "../beat/who-hears.ts";
import { letTalk, type StoryWhen, storyWhen } from "./let-words.ts";
import { nameLabel } from "./scene-words.ts";
import { decide, decideLast, playingOn, stateNow, type StoryWork } from "./story-work.ts";

/** What was typed, and by which events it came. */
export interface Typed {
  readonly text: string;
  readonly eventIds: readonly number[];
}

/** One beat: somebody's words are answered, or, without any, the cast goes on. */
export async function play(
  work: StoryWork,
  prose: Prose | undefined,
  how: { readonly last: boolean },
): Promise<void> {
  const state = await stateNow(work);
  if (state === undefined) return void work.said.push(work.words.noStory);
  const on = await playingOn(work, state);
  if (prose === undefined) assertSomebody({ state, people: work.people }, sceneAhead(state, null));
  else
    assertCanBeSaid({ state, people: work.people }, { sceneId: null, whisperTo: prose.whisperTo });
  const { scene, opened } = sceneFor(on, null);
  const beat = await playBeat(on, scene, prose);
  const back = scene.present.has(you) ? comingBack(on, work.language) : { told: [], events: [] };
  const begun = scenesThatBegin(momentOf(on), state, {
    clock: later(state.clock, 1),
    opened: opened.length,
  });
  const events = [...opened, ...beat.events, ...back.events, ...begun];
  if (how.last) decideLast(work, events);
  else await decide(work, events);
  work.said.push(...back.told, `${nameLabel(nameOf(on.cast, beat.speaker))}${beat.text}`);
}

/** “Mira: …”, “对九娘说：…”, “九娘，…” */
export async function whisper(work: StoryWork, typed: Typed, last: boolean): Promise<void> {
  const [, head = "", said = ""] =
    /^([^:：]{1,120})[:：]\s*([\s\S]+)$/u.exec(typed.text) ??
    /^(\S+)\s+([\s\S]+)$/u.exec(typed.text) ??
    [];
  if (said.trim() === "") return void work.said.push(work.words.whisperHow);
  const state = await stateNow(work);
  if (state === undefined) return void work.said.push(work.words.noStory);
  const { present } = sceneAhead(state, null);
  const ids = meantBy(work, head, (id) => present.has(id));
  if (ids === undefined) return;
  if (ids.length === 0) return void work.said.push(work.words.nobody(head.trim()));
  await play(work, { text: said.trim(), eventIds: typed.eventIds, whisperTo: ids }, { last });
}

/** Those whom a text names; of two with the same name the one who is near. Says so when that does not tell who is meant. */
export function meantBy(
  work: StoryWork,
  text: string,
  isNear: (id: string) => boolean,
): readonly string[] | undefined {
  const { ids, unclear } = work.people.namedIn(text, isNear);
  const [first] = unclear;
  if (first === undefined) return ids;
  work.said.push(
    work.words.whichOne(
      first.name,
      first.ids.map((id) => work.people.nameOf(id)).join(work.words.join),
    ),
  );
  return undefined;
}

/** The two, or more, without the person; words behind a colon are the first stage direction. */
export async function meanwhile(work: StoryWork, typed: Typed, last: boolean): Promise<void> {
  const state = await stateNow(work);
  if (state === undefined) return void work.said.push(work.words.noStory);
  const behind = /^([^:：]*)[:：]\s*([\s\S]*)$/u.exec(typed.text);
  // Without a colon and without a name in it, all of it is what shall happen.
  const isDirection = behind === null && work.people.namedIn(typed.text).ids.length === 0;
  const [, head = "", direction = ""] =
    behind ?? (isDirection ? ["", "", typed.text] : ["", typed.text, ""]);
  const ids = castOf(work, state, head);
  if (ids === undefined) return;
  await start(work, state, { participants: ids });
  const names = ids.map((id) => work.people.nameOf(id)).join(work.words.join);
  if (direction.trim() === "") return void work.said.push(work.words.alone(names));
  await play(work, { text: direction.trim(), eventIds: typed.eventIds, whisperTo: [] }, { last });
}

/** Those who are named, or else the chat's own two. Says so when that is not enough. */
function castOf(work: StoryWork, state: ChatState, text: string): readonly string[] | undefined {
  const { present } = sceneAhead(state, null);
  const ids = meantBy(work, text, (id) => present.has(id));
  if (ids === undefined) return undefined;
  const own = [state.host, ...(state.guest === null ? [] : [state.guest])];
  const cast = ids.length === 0 ? own : ids;
  if (cast.length >= 2) return cast;
  work.said.push(work.words.needTwo);
  return undefined;
}

async function start(work: StoryWork, state: ChatState, asked: MeanwhileStart): Promise<void> {
  const { now } = work.turn;
  const tell = { conversation_id: work.turn.conversationId, language: work.language };
  const { events } = meanwhileOf(
    { state, now, people: work.people, tell, newId: () => work.turn.newId() },
    asked,
  );
  await decide(
    work,
    events.map((event) => ({ ...event, turnId: work.turn.turnId })),
  );
}

/** They talk by themselves: now, or when the story's clock says so. */
export async function letThem(work: StoryWork, asked: string, startsAt?: string): Promise<void> {
  const state = await stateNow(work);
  if (state === undefined) return void work.said.push(work.words.noStory);
  const { head, beats = 6, everySeconds, stopIf } = letTalk(asked);
  const ids = castOf(work, state, head);
  if (ids === undefined) return;
  const unattended = {
    beats,
    stop_if: stopIf,
    ...(everySeconds === undefined ? {} : { every_seconds: everySeconds }),
  };
  try {
    const conditions = stopIf.map((text) => readCondition(text, (name) => work.people.idOf(name)));
    await start(work, state, {
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
          : work.words.planned(names, wallClock(startsAt)),
        ...(met.length === 0 ? [] : [work.words.stopsIf(met.join(work.words.join))]),
      ].join("\n"),
    );
  } catch (error) {
    if (error instanceof UnknownName) return void work.said.push(work.words.nobody(error.who));
    if (error instanceof Refusal && error.code === "invalid_request")
      return void work.said.push(work.words.needTwo);
    throw error;
  }
}

/** `21:00 let Mira and Ben talk for 4 beats` */
export async function letThemAt(work: StoryWork, asked: string): Promise<void> {
  const state = await stateNow(work);
  if (state === undefined) return void work.said.push(work.words.noStory);
  const found = storyWhen(asked);
  if (found === undefined || found.rest === "") return void work.said.push(work.words.whenUnclear);
  await letThem(
    work,
    found.rest.replace(/^(?:let|让)\s*/iu, ""),
    momentOfStory(state.clock, found.when),
  );
}

export function momentOfStory(clock: string, when: StoryWhen): string {
  if (when.kind === "wall") return nextTime(clock, when);
  return when.kind === "after" ? later(clock, when.minutes) : new Date(when.at).toISOString();
}
