import type { RecordedEvent } from "../../../domain/events.ts";
import { isTurn } from "../audit/hearing.ts";
import { type Knowledge, knowledgeOf, strangeWords } from "../audit/knowledge.ts";
import type { Cast } from "../cast.ts";
import { director } from "../witness.ts";
import { type DirectChange, type Told, withAmends } from "./amendment.ts";

/** Whether words can only come from what is no longer so, in the eyes of one who has them. */
export type IsStale = (words: string, owner: string) => boolean;

/**
 * A model's words name no source for each of them. Whatever stands in them that nobody says any more, or that their owner has
 * not heard after all, is stale: found by the same pieces as in the audit.
 */
export function staleWords(told: Told, change: DirectChange): IsStale {
  const mindOf = mindsAfter(told, change);
  return (words, owner) => {
    if (change.only !== undefined && owner !== change.only) return false;
    return strangeWords(words, mindOf(change.only ?? director)).length > 0;
  };
}

/** The single words among them, as they can be looked for anywhere. */
export function stalePieces(told: Told, change: DirectChange, words: string): string[] {
  const found = strangeWords(words, mindsAfter(told, change)(change.only ?? director));
  return found.map(({ piece }) => piece).filter((piece) => !piece.includes(" "));
}

function mindsAfter(told: Told, change: DirectChange): (viewer: string) => Knowledge {
  const after = withAmends(told.path, change.amends).filter(isTurn);
  const touched = new Set(change.amends.map(({ event_id }) => event_id));
  const before = told.path.filter((event) => isTurn(event) && touched.has(event.id));
  const minds = new Map<string, Knowledge>();
  return (viewer) => {
    const known = minds.get(viewer) ?? mind(told.cast, viewer, { before, after });
    minds.set(viewer, known);
    return known;
  };
}

function mind(cast: Cast, viewer: string, on: { before: readonly RecordedEvent[]; after: readonly RecordedEvent[] }): Knowledge {
  const { known } = knowledgeOf(viewer, { all: on.after, path: on.after, open: openTo(cast, viewer) });
  const { missed } = knowledgeOf(viewer, { all: on.before, path: on.after, open: [] });
  return { known, missed };
}

/** Names are everybody's, and a card its own bot's; the director has read them all. */
function openTo(cast: Cast, viewer: string): string[] {
  const names = [...cast.bots.values()].map(({ name }) => name);
  const cards = [...cast.bots.values()].filter(({ id }) => viewer === director || id === viewer);
  return [...names, cast.you?.name ?? "", cast.you?.persona ?? "", ...cards.map((card) => JSON.stringify(card))];
}
