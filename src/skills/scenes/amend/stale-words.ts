import { isTurnEvent } from "../state/fold-turns.ts";
import type { RecordedChatEvent } from "../state/events.ts";
import type { Pausable } from "../../../domain/slices.ts";
import { splitByWitness } from "../audit/perceived-words.ts";
import { buildKnowledge, splitPieces } from "../audit/knowledge.ts";
import type { Cast } from "../state/cast.ts";
import { director } from "../state/witness.ts";
import { type DirectChange, type StoryBranch, applyAmends } from "./amendment.ts";

/** True when the words can only derive from what is no longer true, for an owner as of an event. */
export type IsStale = (
  words: string,
  of: { readonly owner: string; readonly event: RecordedChatEvent },
) => boolean;

/**
 * Generated text does not cite a source per word. Words that no one had said by then, or that their
 * owner had not perceived, are stale, using the same pieces as the audit. Later repetitions do not
 * count, because the story may be rewound to before them.
 */
export function* createStaleCheck(story: StoryBranch, change: DirectChange): Pausable<IsStale> {
  const places = new Map<number, number>();
  for (const { id } of story.path) {
    places.set(id, places.size);
    yield;
  }
  const bots = story.cast.bots;
  // Text without an owning bot belongs to the director, who has heard everything.
  const viewerFor = (owner: string): string => (bots.has(owner) ? owner : director);
  const viewers = change.only === undefined ? [...bots.keys(), director] : [viewerFor(change.only)];
  const byViewer = new Map<string, WordIndex>();
  for (const viewer of viewers) byViewer.set(viewer, yield* indexWords(story, change, viewer));
  return (words, { owner, event }) => {
    if (change.only !== undefined && owner !== change.only) return false;
    const known = byViewer.get(viewerFor(owner));
    const place = places.get(event.id) ?? Infinity;
    return splitPieces(words).some(
      (piece) =>
        known?.lost.has(piece) === true && (known.knownFrom.get(piece) ?? Infinity) >= place,
    );
  };
}

/** Single words that are no longer said anywhere, for a text search. */
export function* listLostWords(story: StoryBranch, change: DirectChange): Pausable<string[]> {
  const { lost, knownFrom } = yield* indexWords(story, change, director);
  return [...lost].filter((piece) => !knownFrom.has(piece) && !piece.includes(" "));
}

interface WordIndex {
  readonly lost: ReadonlySet<string>;
  /** By path position at which the viewer could first know them. */
  readonly knownFrom: ReadonlyMap<string, number>;
}

function* indexWords(
  story: StoryBranch,
  change: DirectChange,
  viewer: string,
): Pausable<WordIndex> {
  const after = applyAmends(story.path, change.amends);
  const touched = new Set(change.amends.map(({ event_id }) => event_id));
  const { missed } = yield* buildKnowledge(viewer, {
    all: story.path.filter((event) => isTurnEvent(event) && touched.has(event.id)),
    path: after,
    open: [],
  });
  const open = yield* buildKnowledge(viewer, {
    all: [],
    path: [],
    open: listKnownWords(story.cast, viewer),
  });
  const knownFrom = new Map<string, number>();
  for (const piece of missed.keys()) if (open.known.has(piece)) knownFrom.set(piece, -1);
  for (const [place, event] of after.entries()) {
    yield;
    if (!isTurnEvent(event)) continue;
    for (const piece of splitPieces(splitByWitness(event, viewer).heard.join("\n")))
      if (missed.has(piece) && !knownFrom.has(piece)) knownFrom.set(piece, place);
  }
  return { lost: new Set(missed.keys()), knownFrom };
}

/** Names are known to all, a card to its own bot; the director knows all cards. */
function listKnownWords(cast: Cast, viewer: string): string[] {
  const names = [...cast.bots.values()].map(({ name }) => name);
  const cards = [...cast.bots.values()].filter(({ id }) => viewer === director || id === viewer);
  return [
    ...names,
    cast.you?.name ?? "",
    cast.you?.persona ?? "",
    ...cards.map((card) => JSON.stringify(card)),
  ];
}
