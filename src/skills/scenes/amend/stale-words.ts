import type { RecordedEvent } from "../../../domain/events.ts";
import { isTurn, turnHearing } from "../audit/hearing.ts";
import { knowledgeOf, pieces } from "../audit/knowledge.ts";
import type { Cast } from "../state/cast.ts";
import { director } from "../state/witness.ts";
import { type DirectChange, type Told, withAmends } from "./amendment.ts";

/** Whether words can only come from what is no longer so, for one who has them from a certain event on. */
export type IsStale = (
  words: string,
  of: { readonly owner: string; readonly event: RecordedEvent },
) => boolean;

/**
 * A model's words name no source for each of them. Whatever stands in them that nobody had said by then, or that their owner had
 * not heard after all, is stale: found by the same pieces as in the audit. What was said again later is no excuse: a story can
 * be wound back to before it.
 */
export function staleWords(told: Told, change: DirectChange): IsStale {
  const places = new Map(told.path.map(({ id }, place) => [id, place]));
  const byViewer = new Map<string, Words>();
  return (words, { owner, event }) => {
    if (change.only !== undefined && owner !== change.only) return false;
    // What belongs to nobody is the director's, who has heard everything.
    const viewer = told.cast.bots.has(owner) ? owner : director;
    const { lost, knownFrom } = byViewer.get(viewer) ?? wordsAfter(told, change, viewer);
    byViewer.set(viewer, { lost, knownFrom });
    const place = places.get(event.id) ?? Infinity;
    return pieces(words).some(
      (piece) => lost.has(piece) && (knownFrom.get(piece) ?? Infinity) >= place,
    );
  };
}

/** The single words that nobody says any more, as they can be looked for anywhere. */
export function lostWords(told: Told, change: DirectChange): string[] {
  const { lost, knownFrom } = wordsAfter(told, change, director);
  return [...lost].filter((piece) => !knownFrom.has(piece) && !piece.includes(" "));
}

interface Words {
  readonly lost: ReadonlySet<string>;
  /** By the place in the path at which somebody could first know them. */
  readonly knownFrom: ReadonlyMap<string, number>;
}

function wordsAfter(told: Told, change: DirectChange, viewer: string): Words {
  const after = withAmends(told.path, change.amends);
  const touched = new Set(change.amends.map(({ event_id }) => event_id));
  const { missed } = knowledgeOf(viewer, {
    all: told.path.filter((event) => isTurn(event) && touched.has(event.id)),
    path: after,
    open: [],
  });
  const open = knowledgeOf(viewer, { all: [], path: [], open: openTo(told.cast, viewer) }).known;
  const knownFrom = new Map([...open].map((piece) => [piece, -1]));
  for (const [place, event] of after.entries()) {
    if (!isTurn(event)) continue;
    for (const piece of pieces(turnHearing(event, viewer).heard.join("\n")))
      if (!knownFrom.has(piece)) knownFrom.set(piece, place);
  }
  return { lost: new Set(missed.keys()), knownFrom };
}

/** Names are everybody's, and a card its own bot's; the director has read them all. */
function openTo(cast: Cast, viewer: string): string[] {
  const names = [...cast.bots.values()].map(({ name }) => name);
  const cards = [...cast.bots.values()].filter(({ id }) => viewer === director || id === viewer);
  return [
    ...names,
    cast.you?.name ?? "",
    cast.you?.persona ?? "",
    ...cards.map((card) => JSON.stringify(card)),
  ];
}
