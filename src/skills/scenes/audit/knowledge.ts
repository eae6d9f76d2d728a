import type { RecordedEvent } from "../../../domain/events.ts";
import { text } from "../state/payload.ts";
import { gramsOf, rareWordsOf } from "./grams.ts";
import { derivedWords, isTurn, openWords, ownerOf, turnHearing } from "./hearing.ts";

/** What a prompt's own form says, in any story. */
const formWords =
  "name persona traits backstory to place time weather is present affinity trust known of stage direction in a whisper and holding attention on who where from nobody tells them what to do the scene goes on";

/** One viewer's words, and the words of the same story that they never heard. */
export interface Knowledge {
  readonly known: Set<string>;
  /** By the event that they are from. */
  readonly missed: Map<string, number>;
}

export interface Story {
  /** All that was ever recorded up to the moment, and which of it counts then. */
  readonly all: readonly RecordedEvent[];
  readonly path: readonly RecordedEvent[];
  /** Words that are not of the chat's events: the viewer's own card, everybody's name. */
  readonly open: readonly string[];
}

export const pieces = (words: string): string[] => [...gramsOf(words), ...rareWordsOf(words)];

export function knowledgeOf(viewer: string, { all, path, open }: Story): Knowledge {
  const knowledge: Knowledge = {
    known: new Set(pieces([formWords, ...open].join("\n"))),
    missed: new Map(),
  };
  const owners = memoryOwners(path);
  const counts = new Map(path.map((event) => [event.id, event]));
  for (const event of all)
    take(knowledge, { viewer, event, counting: counts.get(event.id), owners });
  return knowledge;
}

export const memoryOwners = (events: readonly RecordedEvent[]): Map<string, string> =>
  new Map(
    events
      .filter(({ kind }) => kind === "memory_written")
      .map(({ payload }) => [text(payload, "id"), text(payload, "owner_id")] as const),
  );

interface Taking {
  readonly viewer: string;
  readonly event: RecordedEvent;
  /** The same event as it counts; undefined when it was wound back. */
  readonly counting: RecordedEvent | undefined;
  readonly owners: ReadonlyMap<string, string>;
}

/** One more event. What does not count any more is nobody's. */
export function take(
  { known, missed }: Knowledge,
  { viewer, event, counting, owners }: Taking,
): void {
  for (const piece of pieces(openWords(event))) known.add(piece);
  if (isTurn(event)) {
    const gone = text(event.payload, "text");
    const { heard, missed: unheard } =
      counting === undefined ? { heard: [], missed: [gone] } : turnHearing(counting, viewer);
    for (const words of heard) for (const piece of pieces(words)) known.add(piece);
    // An edited turn's first words are nobody's either.
    const lost =
      counting !== undefined && text(counting.payload, "text") !== gone
        ? [...unheard, gone]
        : unheard;
    for (const words of lost)
      for (const piece of pieces(words)) if (!missed.has(piece)) missed.set(piece, event.id);
    return;
  }
  const owner = ownerOf(event, owners);
  if (counting !== undefined && owner === viewer)
    for (const piece of pieces(derivedWords(counting))) known.add(piece);
}

/** Pieces of a text that the viewer can only have from an event that they did not witness. */
export function strangeWords(
  words: string,
  ...minds: readonly Knowledge[]
): { readonly piece: string; readonly eventId: number }[] {
  return [...new Set(pieces(words))].flatMap((piece) => {
    if (minds.some(({ known }) => known.has(piece))) return [];
    const eventId = minds.flatMap(({ missed }) => missed.get(piece) ?? [])[0];
    return eventId === undefined ? [] : [{ piece, eventId }];
  });
}
