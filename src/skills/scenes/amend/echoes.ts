import { isEventOf, type RecordedEvent } from "../../../domain/events/catalogue.ts";
import type { Pausable } from "../../../domain/slices.ts";
import { listSignificantWords } from "../audit/grams.ts";
import { readSourceIds, readText, type RecordedChatEvent } from "../state/events.ts";
import { isTurnEvent } from "../state/fold-turns.ts";
import { createLineage } from "../state/lineage.ts";
import { applyAmends, type DirectChange, type StoryBranch } from "./amendment.ts";
import { findContradictions } from "./contradictions.ts";

type Reply = RecordedEvent<"assistant_turn">;

/**
 * Bot lines that repeat the original wording of edited lines. A line whose prompt is on record can
 * only repeat what it rests on, so there one word is enough, however short. For imported lines and
 * those of earlier versions, words that coincide by chance must be rare to count.
 */
export function* findEchoes(story: StoryBranch, change: DirectChange): Pausable<Reply[]> {
  const path = applyAmends(story.path, change.amends);
  const edited = new Set(change.amends.map(({ event_id }) => event_id));
  const turns = story.path.filter(isTurnEvent).filter(({ id }) => edited.has(id));
  const resting = yield* findRestingEchoes(story, { change, path });
  const byWords = (yield* findContradictions(story, { path, turns })).filter(
    ({ event }) => readSourceIds(event).length === 0,
  );
  const found = new Set([...resting, ...byWords.map(({ event }) => event.id)]);
  return path
    .filter((event) => isEventOf(event, "assistant_turn"))
    .filter(({ id }) => found.has(id));
}

interface EditedPath {
  readonly change: DirectChange;
  /** With the new wording. */
  readonly path: readonly RecordedChatEvent[];
}

/** Lines that rest on an edited one and contain a word that no other line had before them. */
function* findRestingEchoes(
  story: StoryBranch,
  { change, path }: EditedPath,
): Pausable<Set<number>> {
  const edited = new Set(change.amends.map(({ event_id }) => event_id));
  const lineage = createLineage(change.turnIds);
  const lost = new Set<string>();
  const said = new Set(listCardWords(story));
  const echoes = new Set<number>();
  for (const [at, event] of path.entries()) {
    yield;
    const words = isTurnEvent(event) ? listSignificantWords(readText(event)) : [];
    if (edited.has(event.id)) {
      for (const word of listSignificantWords(readText(story.path[at] ?? event))) lost.add(word);
      lineage.add(event);
    } else if (lineage.restsOn(event)) {
      const isLine = isTurnEvent(event);
      const isEcho = isLine && words.some((word) => lost.has(word) && !said.has(word));
      if (isEcho) echoes.add(event.id);
      if (isEcho || !isLine) lineage.add(event);
    }
    if (!echoes.has(event.id)) for (const word of words) said.add(word);
  }
  return echoes;
}

const listCardWords = ({ cast }: StoryBranch): string[] =>
  [...cast.bots.values()]
    .flatMap(({ name, persona, backstory }) => [name, persona, backstory])
    .concat(cast.you?.name ?? "", cast.you?.persona ?? "")
    .flatMap(listSignificantWords);
