import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { type Pausable, slices } from "../../../domain/slices.ts";
import type { Origin, Origins, SpoilerFilter } from "../../../domain/views/story-time.ts";
import { readChatState } from "../state/chat-states.ts";
import { tokenise } from "../../../recall/tokens.ts";
import { type ChatState, type Memory, you } from "../state/chat-state.ts";
import { loadCastOf } from "../beat/play-context.ts";
import type { Cast } from "../state/cast.ts";
import { type HiddenEvents, findHiddenEvents } from "../state/spoilers.ts";
import { type PerceivedTurn, openSources, type ViewerSources } from "../state/witness.ts";

interface LoadedStory {
  readonly state: ChatState;
  readonly cast: Cast;
}

interface FactQuery extends LoadedStory {
  readonly words: readonly string[];
  /** By viewer: turns of other speakers that are about the fact, computed once. */
  readonly hearsay: Map<string, readonly PerceivedTurn[]>;
  /** Stories from which memories were brought into this one. */
  readonly elsewhere: ReadonlyMap<string, LoadedStory>;
}

const openStory = async (read: Reads, state: ChatState): Promise<LoadedStory> => ({
  state,
  cast: await loadCastOf(read, state),
});

async function loadOtherStories(read: Reads, state: ChatState): Promise<Map<string, LoadedStory>> {
  const found = new Map<string, LoadedStory>();
  for (const chatId of state.broughtFrom) {
    const other = await readChatState(read, chatId);
    if (other !== undefined) found.set(chatId, await openStory(read, other));
  }
  return found;
}

const maxOrigins = 20;

/**
 * Traces how a character knows a fact: from the fact to their memories, to the lines they
 * perceived, and to where each speaker had it from. Each step is read on behalf of its owner.
 * Hidden steps are counted.
 */
export async function explainFact(
  read: Reads,
  of: {
    readonly chatId: string;
    readonly fact: string;
    readonly viewer?: string | undefined;
    readonly spoilers?: SpoilerFilter | undefined;
  },
): Promise<Origins> {
  const state = await readChatState(read, of.chatId);
  if (state === undefined) throw new Refusal("not_found");
  const words = [...new Set(tokenise(of.fact))];
  const on: FactQuery = {
    ...(await openStory(read, state)),
    words,
    hearsay: new Map(),
    elsewhere: await loadOtherStories(read, state),
  };
  if (on.words.length === 0)
    throw new Refusal("invalid_request", { field: "fact", problem: "has no text" });
  const viewers = of.viewer === undefined ? [...on.cast.bots.keys()] : [of.viewer];
  const hidden = await findHiddenEvents(read, state, of.spoilers);
  // Hidden origins are counted, so with a filter all of them are computed.
  const origins = await slices.run(
    findAllOrigins(on, viewers, hidden.size === 0 ? maxOrigins : Infinity),
  );
  const shown = filterOrigins(origins, hidden);
  return { ...shown, origins: shown.origins.slice(0, maxOrigins) };
}

function* findAllOrigins(
  on: FactQuery,
  viewers: readonly string[],
  most: number,
): Pausable<Origin[]> {
  const origins: Origin[] = [];
  for (const viewer of viewers)
    if (origins.length < most)
      origins.push(...(yield* findOrigins(on, viewer, { most: most - origins.length })));
  return origins;
}

function filterOrigins(origins: readonly Origin[], hidden: HiddenEvents): Origins {
  if (hidden.size === 0) return { origins, unseen: 0 };
  let unseen = 0;
  const open = origins.flatMap((origin) => {
    if (hidden.has(origin.event_id)) unseen += 1;
    if (hidden.has(origin.event_id)) return [];
    const behind = filterOrigins(origin.from, hidden);
    unseen += behind.unseen;
    return [{ ...origin, from: behind.origins }];
  });
  return { origins: open, unseen };
}

/** At least half of the words, since a fact is seldom repeated verbatim. */
export function isAbout({ words }: Pick<FactQuery, "words">, text: string): boolean {
  const there = new Set(tokenise(text));
  const shared = words.filter((word) => there.has(word)).length;
  return shared >= Math.max(1, Math.ceil(words.length / 2));
}

/** All matching origins, or those of one memory. */
type HeardByTurn = ReadonlyMap<string, PerceivedTurn & { readonly nth: number }>;

interface OriginFilter {
  readonly most: number;
  /** Only this memory. */
  readonly memoryId?: string;
}

/** The origins of what a viewer knows: facts first, then memories. */
function* findOrigins(on: FactQuery, viewer: string, wanted: OriginFilter): Pausable<Origin[]> {
  const mine = openSources(on.state, on.cast, viewer);
  const heard = new Map<string, PerceivedTurn & { readonly nth: number }>();
  for (const each of mine.eachTurn()) {
    heard.set(each.turn.id, { ...each, nth: heard.size });
    yield;
  }
  const found = wanted.memoryId === undefined ? yield* findFactOrigins(on, mine, heard) : [];
  for (const memory of mine.listMemories()) {
    if (found.length >= wanted.most) break;
    yield;
    const { id, text, povSummary, cites, eventId, sceneId, storyTime, brought } = memory;
    const isMeant =
      wanted.memoryId === undefined
        ? isAbout(on, `${text}\n${povSummary}`)
        : id === wanted.memoryId;
    if (!isMeant) continue;
    const at = {
      scene_id: sceneId,
      story_time: storyTime,
      ...(brought === undefined ? {} : { brought_from: brought.chatId }),
    };
    const from =
      brought === undefined
        ? yield* findCited(on, heard, cites)
        : yield* findBroughtOrigin(on, viewer, brought);
    found.push({ kind: "memory", event_id: eventId, text: povSummary, of: viewer, ...at, from });
  }
  return found.slice(0, wanted.most);
}

function* findFactOrigins(
  on: FactQuery,
  mine: ViewerSources,
  heard: HeardByTurn,
): Pausable<Origin[]> {
  const found: Origin[] = [];
  for (const target of [you, ...on.cast.bots.keys()])
    for (const { fact, cites, eventId } of target === mine.viewer
      ? []
      : (mine.findEdge(target)?.facts ?? [])) {
      yield;
      if (!isAbout(on, fact)) continue;
      const from = yield* findCited(on, heard, cites);
      found.push({ kind: "edge_fact", event_id: eventId, text: fact, of: mine.viewer, from });
    }
  return found;
}

/** The memory in the story it was brought from, with its origins there. */
function* findBroughtOrigin(
  on: FactQuery,
  viewer: string,
  { chatId, memoryId }: NonNullable<Memory["brought"]>,
): Pausable<Origin[]> {
  const story = on.elsewhere.get(chatId);
  if (story === undefined) return [];
  const there = { ...on, ...story, hearsay: new Map<string, readonly PerceivedTurn[]>() };
  return yield* findOrigins(there, viewer, { most: Infinity, memoryId });
}

/** The cited lines that match the fact, or all of them if none matches. */
function* findCited(on: FactQuery, by: HeardByTurn, cites: readonly string[]): Pausable<Origin[]> {
  const heard = [...new Set(cites)]
    .flatMap((id) => by.get(id) ?? [])
    .toSorted((one, other) => one.nth - other.nth);
  const about = heard.filter(({ known }) => isAbout(on, known.lines.join("\n")));
  const origins: Origin[] = [];
  for (const each of about.length > 0 ? about : heard)
    origins.push(yield* toUtterance(on, each, 0));
  return origins;
}

const maxHops = 8;

function* toUtterance(
  on: FactQuery,
  { turn, known }: PerceivedTurn,
  hops: number,
): Pausable<Origin> {
  const from =
    turn.kind === "assistant" && hops < maxHops
      ? (yield* findHearsay(on, turn.speaker)).find((each) => each.turn.eventId < turn.eventId)
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
    from: from === undefined ? [] : [yield* toUtterance(on, from, hops + 1)],
  };
}

/** The first time the speaker heard of it from another character before saying it. */
function* findHearsay(on: FactQuery, speaker: string): Pausable<readonly PerceivedTurn[]> {
  const before = on.hearsay.get(speaker);
  if (before !== undefined) return before;
  const heard: PerceivedTurn[] = [];
  for (const each of openSources(on.state, on.cast, speaker).eachTurn()) {
    yield;
    if (each.turn.speaker !== speaker && isAbout(on, each.known.lines.join("\n"))) heard.push(each);
  }
  on.hearsay.set(speaker, heard);
  return heard;
}
