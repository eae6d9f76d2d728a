import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { Gossip, Veil } from "../../../domain/views/story-time.ts";
import type { Cast } from "../state/cast.ts";
import { readChatState } from "../state/chat-states.ts";
import { tokensOf } from "../recall/tokens.ts";
import { castFor } from "../beat/playing.ts";
import { type ChatState, you } from "../state/chat-state.ts";
import { dayCount } from "../time/days.ts";
import { type Unseen, unseenOf } from "../state/unseen.ts";
import { director, type Heard, sources } from "../state/witness.ts";
import { isAbout } from "./why.ts";

/** Something moves only by being said before somebody: every step of it is a line and those who heard it. */
export async function gossipOf(
  read: Reads,
  of: { readonly chatId: string; readonly fact: string; readonly veil?: Veil | undefined },
): Promise<Gossip> {
  const state = await readChatState(read, of.chatId);
  if (state === undefined) throw new Refusal("not_found", "");
  return gossipIn(
    { state, cast: await castFor(read, state), hidden: await unseenOf(read, state, of.veil) },
    of.fact,
  );
}

interface InStory {
  readonly state: ChatState;
  readonly cast: Cast;
  /** Tellings that the person has not seen. Who learnt of it there is not told either. */
  readonly hidden: Unseen;
}

export function gossipIn({ state, cast, hidden }: InStory, fact: string): Gossip {
  const words = [...new Set(tokensOf(fact))];
  if (words.length === 0)
    throw new Refusal("invalid_request", "", { field: "fact", problem: "has no words" });
  const people = [you, ...cast.bots.keys()];
  const hearers = heardOf({ state, cast, words }, people);
  const dayOf = dayCount(state);
  const knows: Gossip["knows"][number][] = [];
  const known = (id: string | null): Gossip["knows"][number] | undefined =>
    knows.find(({ entity_id }) => entity_id === id);
  const tellings = sources(state, cast, director)
    .recent(Infinity)
    .flatMap(({ turn, known: { lines } }) => {
      const told = hearers.get(turn.id);
      if (told === undefined) return [];
      // Where the person is not, their words are nobody's.
      const from = turn.speaker === you && turn.meanwhileSceneId !== null ? null : turn.speaker;
      const at = { since: turn.storyTime, day: dayOf(turn.storyTime), event_id: turn.eventId };
      if (from !== null && known(from) === undefined)
        knows.push({ entity_id: from, ...at, from: null, hops: 0 });
      const to = told.filter((id) => id !== from);
      const newsTo = to.filter((id) => known(id) === undefined);
      const hops = from === null ? 0 : (known(from)?.hops ?? 0) + 1;
      for (const id of newsTo) knows.push({ entity_id: id, ...at, from, hops });
      const place = { scene_id: turn.sceneId, story_time: turn.storyTime, text: lines.join("\n") };
      return [{ event_id: turn.eventId, from, to, news_to: newsTo, ...place }];
    });
  const isOpen = ({ event_id }: { readonly event_id: number }): boolean => !hidden.has(event_id);
  const shown = knows.filter(isOpen);
  const days = perDay(shown);
  return {
    knows: shown,
    tellings: tellings.filter(isOpen),
    days,
    share: shown.length / people.length,
    learnt_per_day: days.length === 0 ? 0 : shown.length / days.length,
    unseen: tellings.length - tellings.filter(isOpen).length,
  };
}

/** By turn: who of them heard it, each by what they themselves could hear. */
function heardOf(
  on: { state: ChatState; cast: Cast; words: readonly string[] },
  people: readonly string[],
): Map<string, string[]> {
  const heard = new Map<string, string[]>();
  const isTold = ({ known }: Heard): boolean => isAbout(on, known.lines.join("\n"));
  for (const id of people)
    for (const { turn } of sources(on.state, on.cast, id).recent(Infinity).filter(isTold))
      heard.set(turn.id, [...(heard.get(turn.id) ?? []), id]);
  return heard;
}

/** From the first day on which anybody knew it to the last on which somebody learnt it, quiet days included. */
function perDay(knows: Gossip["knows"]): Gossip["days"] {
  const learnt = knows.map(({ day }) => day);
  const [first, last] = [Math.min(...learnt), Math.max(...learnt)];
  if (knows.length === 0) return [];
  return Array.from({ length: last - first + 1 }, (_, nth) => {
    const day = first + nth;
    return {
      day,
      knew: learnt.filter((each) => each <= day).length,
      learnt: learnt.filter((each) => each === day).length,
    };
  });
}
