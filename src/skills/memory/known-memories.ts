import { type Hearer, mayRemember } from "../../domain/companion.ts";
import type { Reads } from "../../domain/ports/reads.ts";
import type { TalkState } from "../../domain/ports/talk-memory.ts";
import { createRecallIndex, type RecallIndex } from "../../recall/recall-index.ts";
import type { RecallQuery } from "../../recall/query.ts";
import { isOfKind, readAskedKind } from "./kinds/kind.ts";
import { type MemoryRow, readMemories, type Viewer } from "./witness.ts";

const mostKept = 20_000;
const mostFound = 40;

/**
 * The memories of one person before one audience, as they were at a version. They are used only
 * while the database still has that version, which every turn asks for.
 */
export interface KnownMemories {
  version: number;
  /** The pinned ones first, then the newest. */
  rows: readonly MemoryRow[];
  facts: RecallIndex;
  factIds: string[];
  /** The facts of each kind that was asked for. */
  byKind: Map<string, readonly MemoryRow[]>;
}

export const createKnownMemories = (): KnownMemories => ({
  version: -1,
  rows: [],
  facts: createRecallIndex(),
  factIds: [],
  byKind: new Map(),
});

/** Reads them again where something has changed. */
export async function updateKnown(
  known: KnownMemories,
  { read, viewer, state }: { read: Reads; viewer: Viewer; state: TalkState },
): Promise<void> {
  if (known.version === state.version) return;
  const rows = await readMemories(read, viewer, mostKept);
  const facts = rows.filter(({ form }) => form === "fact");
  const stillThere = new Set(facts.map(({ id }) => id));
  // An index only grows: where one of its facts is gone, it is made again.
  if (known.factIds.some((id) => !stillThere.has(id)))
    Object.assign(known, { facts: createRecallIndex(), factIds: [] });
  const before = new Set(known.factIds);
  for (const fact of facts.toSorted((a, b) => a.eventId - b.eventId)) {
    if (before.has(fact.id)) continue;
    known.facts.add({ text: `${fact.words} ${fact.topic ?? ""}`, at: Date.parse(fact.saidAt) });
    known.factIds.push(fact.id);
  }
  Object.assign(known, { rows, version: state.version, byKind: new Map() });
}

/** The newest facts of the kind that is asked for, in whichever language. */
function listOfKind(known: KnownMemories, question: string): readonly MemoryRow[] {
  const asked = readAskedKind(question);
  if (asked === undefined) return [];
  const key = `${asked.attribute} ${asked.subject}`;
  const found =
    known.byKind.get(key) ??
    known.rows
      .filter(({ form, words }) => form === "fact" && isOfKind(words, asked))
      .slice(0, mostFound);
  known.byKind.set(key, found);
  return found;
}

/** Pinned facts, those that fit the question, and the newest ones, in this order. */
export function pickFacts(
  known: KnownMemories,
  asked: Omit<RecallQuery, "most">,
  hearer: Hearer | undefined,
): readonly MemoryRow[] {
  if (known.factIds.length === 0) return [];
  const fitting = new Set(
    known.facts
      .search({ ...asked, most: mostFound })
      .flatMap(({ place }) => known.factIds[place] ?? []),
  );
  for (const { id } of listOfKind(known, asked.text)) fitting.add(id);
  const rank = ({ pinned, id }: MemoryRow): number => (pinned ? 0 : fitting.has(id) ? 1 : 2);
  const byRank = Map.groupBy(
    known.rows.filter((row) => row.form === "fact" && mayUse(row, hearer)),
    rank,
  );
  return [0, 1, 2].flatMap((nth) => byRank.get(nth) ?? []);
}

/** Summaries of a conversation since it was cleared, the newest first. */
export const pickSummaries = (
  known: KnownMemories,
  { conversationId, hearer }: Viewer,
  { clearedThrough }: TalkState,
): readonly MemoryRow[] =>
  known.rows
    .filter(
      (row) =>
        row.form === "summary" &&
        row.conversationId === conversationId &&
        row.eventId > clearedThrough &&
        mayUse(row, hearer),
    )
    .toSorted((a, b) => b.eventId - a.eventId);

const mayUse = (row: MemoryRow, hearer: Hearer | undefined): boolean =>
  hearer === undefined || mayRemember(hearer, row);
