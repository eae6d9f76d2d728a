import { type LineEvent, readText, type RecordedChatEvent } from "../state/events.ts";
import { isTurnEvent } from "../state/fold-turns.ts";
import type { Pausable } from "../../../domain/slices.ts";
import { formWords } from "./form-words.ts";
import { splitGrams, listRareWords } from "./grams.ts";
import { joinDerivedWords, joinOpenWords, findOwner, splitByWitness } from "./perceived-words.ts";

/** The words one viewer knows, and the words of the same story they never perceived. */
export interface Knowledge {
  readonly known: Set<string>;
  /** By source event. */
  readonly missed: Map<string, number>;
}

export interface KnowledgeInput {
  /** All events up to the moment, and those of them that counted then. */
  readonly all: readonly RecordedChatEvent[];
  readonly path: readonly RecordedChatEvent[];
  /** Words from outside the chat's events: the viewer's own card and all names. */
  readonly open: readonly string[];
}

export const splitPieces = (words: string): string[] => [
  ...splitGrams(words),
  ...listRareWords(words),
];

export function* buildKnowledge(
  viewer: string,
  { all, path, open }: KnowledgeInput,
): Pausable<Knowledge> {
  const knowledge: Knowledge = { known: new Set(), missed: new Map() };
  for (const words of [formWords, ...open]) {
    for (const piece of splitPieces(words)) knowledge.known.add(piece);
    yield;
  }
  const owners = yield* mapMemoryOwners(path);
  const counts = new Map<number, RecordedChatEvent>();
  for (const event of path) {
    counts.set(event.id, event);
    yield;
  }
  for (const event of all) {
    learnEvent(knowledge, { viewer, event, counting: counts.get(event.id), owners });
    yield;
  }
  return knowledge;
}

export function* mapMemoryOwners(
  events: readonly RecordedChatEvent[],
): Pausable<Map<string, string>> {
  const owners = new Map<string, string>();
  for (const event of events) {
    if (event.kind === "memory_written") owners.set(event.payload.id ?? "", event.payload.owner_id);
    yield;
  }
  return owners;
}

interface LearnInput {
  readonly viewer: string;
  readonly event: RecordedChatEvent;
  /** The event as it counts on the path; undefined when it was rewound. */
  readonly counting: RecordedChatEvent | undefined;
  readonly owners: ReadonlyMap<string, string>;
}

/** Adds one event. Words that no longer count are unknown to everyone. */
export function learnEvent(knowledge: Knowledge, of: LearnInput): void {
  const { viewer, event, counting, owners } = of;
  const { known } = knowledge;
  for (const piece of splitPieces(joinOpenWords(event))) known.add(piece);
  if (isTurnEvent(event)) {
    const now = counting !== undefined && isTurnEvent(counting) ? counting : undefined;
    return learnLine(knowledge, { viewer, line: event, now });
  }
  const owner = findOwner(event, owners);
  if (counting !== undefined && owner === viewer)
    for (const piece of splitPieces(joinDerivedWords(counting))) known.add(piece);
}

interface LineInput {
  readonly viewer: string;
  readonly line: LineEvent;
  /** The line as it counts on the path. */
  readonly now: LineEvent | undefined;
}

function learnLine({ known, missed }: Knowledge, { viewer, line, now }: LineInput): void {
  const gone = readText(line);
  const { heard, missed: unheard } =
    now === undefined ? { heard: [], missed: [gone] } : splitByWitness(now, viewer);
  for (const words of heard) for (const piece of splitPieces(words)) known.add(piece);
  // The original wording of an edited turn is unknown to everyone too.
  const lost = now !== undefined && readText(now) !== gone ? [...unheard, gone] : unheard;
  for (const words of lost)
    for (const piece of splitPieces(words)) if (!missed.has(piece)) missed.set(piece, line.id);
}

/** Pieces of a text that the viewer can only have from an event they did not witness. */
export function findUnheardPieces(
  words: string,
  ...all: readonly Knowledge[]
): { readonly piece: string; readonly eventId: number }[] {
  return [...new Set(splitPieces(words))].flatMap((piece) => {
    if (all.some(({ known }) => known.has(piece))) return [];
    const eventId = all.flatMap(({ missed }) => missed.get(piece) ?? [])[0];
    return eventId === undefined ? [] : [{ piece, eventId }];
  });
}
