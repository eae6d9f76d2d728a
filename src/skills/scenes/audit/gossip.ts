import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { type Pausable, slices } from "../../../domain/slices.ts";
import type { Gossip, SpoilerFilter } from "../../../domain/views/story-time.ts";
import type { Cast } from "../state/cast.ts";
import { readChatState } from "../state/chat-states.ts";
import { tokenise } from "../../../recall/tokens.ts";
import { loadCastOf } from "../beat/play-context.ts";
import { type ChatState, you } from "../state/chat-state.ts";
import { createDayCounter } from "../time/days.ts";
import { type HiddenEvents, findHiddenEvents } from "../state/spoilers.ts";
import { director, openSources } from "../state/witness.ts";
import { isAbout } from "./explain-fact.ts";

/** A fact spreads only by being said: each step is a line and its witnesses. */
export async function traceGossip(
  read: Reads,
  of: {
    readonly chatId: string;
    readonly fact: string;
    readonly spoilers?: SpoilerFilter | undefined;
  },
): Promise<Gossip> {
  const state = await readChatState(read, of.chatId);
  if (state === undefined) throw new Refusal("not_found");
  const on = {
    state,
    cast: await loadCastOf(read, state),
    hidden: await findHiddenEvents(read, state, of.spoilers),
  };
  return slices.run(computeGossip(on, of.fact));
}

interface GossipStory {
  readonly state: ChatState;
  readonly cast: Cast;
  /** Retellings in scenes the person has not unsealed; who learned it there is hidden too. */
  readonly hidden: HiddenEvents;
}

export function* computeGossip(
  { state, cast, hidden }: GossipStory,
  fact: string,
): Pausable<Gossip> {
  const words = [...new Set(tokenise(fact))];
  if (words.length === 0)
    throw new Refusal("invalid_request", { field: "fact", problem: "has no text" });
  const people = [you, ...cast.bots.keys()];
  const hearers = yield* mapHearers({ state, cast, words }, people);
  const dayOf = createDayCounter(state);
  const knows: Gossip["knows"][number][] = [];
  const findKnower = (id: string | null): Gossip["knows"][number] | undefined =>
    knows.find(({ entity_id }) => entity_id === id);
  const tellings: Gossip["tellings"][number][] = [];
  for (const { turn, known: heard } of openSources(state, cast, director).eachTurn()) {
    yield;
    const perceivers = hearers.get(turn.id);
    if (perceivers === undefined) continue;
    // In a scene without the person, their words are stage directions without a speaker.
    const from = turn.speaker === you && turn.meanwhileSceneId !== null ? null : turn.speaker;
    const at = { since: turn.storyTime, day: dayOf(turn.storyTime), event_id: turn.eventId };
    if (from !== null && findKnower(from) === undefined)
      knows.push({ entity_id: from, ...at, from: null, hops: 0 });
    const to = perceivers.filter((id) => id !== from);
    const newsTo = to.filter((id) => findKnower(id) === undefined);
    const hops = from === null ? 0 : (findKnower(from)?.hops ?? 0) + 1;
    for (const id of newsTo) knows.push({ entity_id: id, ...at, from, hops });
    const text = heard.lines.join("\n");
    const place = { scene_id: turn.sceneId, story_time: turn.storyTime, text };
    tellings.push({ event_id: turn.eventId, from, to, news_to: newsTo, ...place });
  }
  const isOpen = ({ event_id }: { readonly event_id: number }): boolean => !hidden.has(event_id);
  const shown = knows.filter(isOpen);
  const days = countPerDay(shown);
  return {
    knows: shown,
    tellings: tellings.filter(isOpen),
    days,
    share: shown.length / people.length,
    learnt_per_day: days.length === 0 ? 0 : shown.length / days.length,
    unseen: tellings.length - tellings.filter(isOpen).length,
  };
}

/** By turn: which characters perceived the fact in it. */
function* mapHearers(
  on: { state: ChatState; cast: Cast; words: readonly string[] },
  people: readonly string[],
): Pausable<Map<string, string[]>> {
  const heard = new Map<string, string[]>();
  for (const id of people)
    for (const { turn, known } of openSources(on.state, on.cast, id).eachTurn()) {
      yield;
      if (!isAbout(on, known.lines.join("\n"))) continue;
      heard.set(turn.id, [...(heard.get(turn.id) ?? []), id]);
    }
  return heard;
}

/** A story's clock can leap over thousands of years. */
const mostDays = 3_660;

/**
 * From the first day on which the fact was known to the last on which a character learned it,
 * including days without change unless there are too many of them.
 */
function countPerDay(knows: Gossip["knows"]): Gossip["days"] {
  const learnt = knows.map(({ day }) => day);
  const [first, last] = [Math.min(...learnt), Math.max(...learnt)];
  if (knows.length === 0) return [];
  const days =
    last - first < mostDays
      ? Array.from({ length: last - first + 1 }, (_, nth) => first + nth)
      : [...new Set(learnt)].toSorted((a, b) => a - b);
  return days.map((day) => {
    return {
      day,
      knew: learnt.filter((each) => each <= day).length,
      learnt: learnt.filter((each) => each === day).length,
    };
  });
}
