import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { Origin, Origins, Veil } from "../../../domain/views/story-time.ts";
import { readChatState } from "../state/chat-states.ts";
import { tokensOf } from "../recall/tokens.ts";
import { type ChatState, type Memory, you } from "../state/chat-state.ts";
import { castFor } from "../beat/playing.ts";
import type { Cast } from "../state/cast.ts";
import { type Unseen, unseenOf } from "../state/unseen.ts";
import { type Heard, perceived, sources, type Sources } from "../state/witness.ts";

interface InStory {
  readonly state: ChatState;
  readonly cast: Cast;
}

interface Asking extends InStory {
  readonly words: readonly string[];
  /** Stories from which memories were brought into this one. */
  readonly elsewhere: ReadonlyMap<string, InStory>;
}

const inStory = async (read: Reads, state: ChatState): Promise<InStory> => ({
  state,
  cast: await castFor(read, state),
});

async function otherStories(read: Reads, state: ChatState): Promise<Map<string, InStory>> {
  const found = new Map<string, InStory>();
  for (const chatId of state.broughtFrom) {
    const other = await readChatState(read, chatId);
    if (other !== undefined) found.set(chatId, await inStory(read, other));
  }
  return found;
}

const mostOrigins = 20;

/**
 * How somebody knows something: from the fact, to what they remember, to the words that they heard; and where the one who said
 * them had it from. Every step is read in the name of the one whose step it is. Steps behind the veil are counted.
 */
export async function whyKnown(
  read: Reads,
  of: {
    readonly chatId: string;
    readonly fact: string;
    readonly viewer?: string | undefined;
    readonly veil?: Veil | undefined;
  },
): Promise<Origins> {
  const state = await readChatState(read, of.chatId);
  if (state === undefined) throw new Refusal("not_found", "");
  const words = [...new Set(tokensOf(of.fact))];
  const on: Asking = {
    ...(await inStory(read, state)),
    words,
    elsewhere: await otherStories(read, state),
  };
  if (on.words.length === 0)
    throw new Refusal("invalid_request", "", { field: "fact", problem: "has no words" });
  const viewers = of.viewer === undefined ? [...on.cast.bots.keys()] : [of.viewer];
  const origins = viewers.flatMap((viewer) => knownBy(on, viewer));
  const shown = openOrigins(origins, await unseenOf(read, state, of.veil));
  return { ...shown, origins: shown.origins.slice(0, mostOrigins) };
}

function openOrigins(origins: readonly Origin[], hidden: Unseen): Origins {
  if (hidden.size === 0) return { origins, unseen: 0 };
  let unseen = 0;
  const open = origins.flatMap((origin) => {
    if (hidden.has(origin.event_id)) unseen += 1;
    if (hidden.has(origin.event_id)) return [];
    const behind = openOrigins(origin.from, hidden);
    unseen += behind.unseen;
    return [{ ...origin, from: behind.origins }];
  });
  return { origins: open, unseen };
}

/** Half of the words and at least one: a fact is seldom told in the words that it was said in. */
export function isAbout({ words }: Pick<Asking, "words">, text: string): boolean {
  const there = new Set(tokensOf(text));
  const shared = words.filter((word) => there.has(word)).length;
  return shared >= Math.max(1, Math.ceil(words.length / 2));
}

/** All of it, or one memory alone. */
function knownBy(on: Asking, viewer: string, memoryId?: string): Origin[] {
  const mine = sources(on.state, on.cast, viewer);
  const others = [you, ...on.cast.bots.keys()].filter((id) => id !== viewer);
  const facts = (memoryId === undefined ? others : []).flatMap((target) =>
    (mine.edge(target)?.facts ?? [])
      .filter(({ fact }) => isAbout(on, fact))
      .map(({ fact, cites, eventId }): Origin => {
        return {
          kind: "edge_fact",
          event_id: eventId,
          text: fact,
          of: viewer,
          from: cited(on, mine, cites),
        };
      }),
  );
  const memories = mine
    .memories()
    .filter(({ id, text, povSummary }) =>
      memoryId === undefined ? isAbout(on, `${text}\n${povSummary}`) : id === memoryId,
    )
    .map((memory): Origin => {
      const { povSummary, cites, eventId, sceneId, storyTime, brought } = memory;
      const at = {
        scene_id: sceneId,
        story_time: storyTime,
        ...(brought === undefined ? {} : { brought_from: brought.chatId }),
      };
      const from =
        brought === undefined ? cited(on, mine, cites) : thereBefore(on, viewer, brought);
      return { kind: "memory", event_id: eventId, text: povSummary, of: viewer, ...at, from };
    });
  return [...facts, ...memories];
}

/** The memory as it is in the story that it was brought from, and what is behind it there. */
function thereBefore(
  on: Asking,
  viewer: string,
  { chatId, memoryId }: NonNullable<Memory["brought"]>,
): Origin[] {
  const story = on.elsewhere.get(chatId);
  return story === undefined ? [] : knownBy({ ...on, ...story }, viewer, memoryId);
}

/** The utterances behind a step; those that are about it, or all of them if none is in the same words. */
function cited(on: Asking, mine: Sources, cites: readonly string[]): Origin[] {
  const heard = mine.recent(Infinity).filter(({ turn }) => cites.includes(turn.id));
  const about = heard.filter(({ known }) => isAbout(on, known.lines.join("\n")));
  return (about.length > 0 ? about : heard).map((each) => utterance(on, each, 0));
}

const mostHops = 8;

function utterance(on: Asking, { turn, known }: Heard, hops: number): Origin {
  const from =
    turn.kind === "assistant" && hops < mostHops
      ? heardBefore(on, turn.speaker, turn.eventId)
      : undefined;
  return {
    kind: "turn",
    event_id: turn.eventId,
    text: known.lines.join("\n"),
    of: turn.speaker,
    witnesses: [...turn.witnesses],
    scene_id: turn.sceneId,
    story_time: turn.storyTime,
    ...(from === undefined ? {} : { hearsay: true }),
    from: from === undefined ? [] : [utterance(on, from, hops + 1)],
  };
}

/** The first time that the speaker heard of it from somebody else, before they said it. */
function heardBefore(on: Asking, speaker: string, before: number): Heard | undefined {
  return sources(on.state, on.cast, speaker)
    .recent(Infinity)
    .find(({ turn }) => {
      if (turn.eventId >= before || turn.speaker === speaker) return false;
      return isAbout(on, perceived(turn, { cast: on.cast, viewer: speaker }).lines.join("\n"));
    });
}
