import type { Reads } from "../../domain/ports/reads.ts";
import type { RecallQuery } from "../../recall/query.ts";
import { createRecallIndex, type RecallIndex } from "../../recall/recall-index.ts";
import { readLinesAfter, toEarlierLine } from "./earlier-lines.ts";
import { privateAudience, readMemories, type Viewer } from "./witness.ts";

const most = { lines: 8, found: 40 };
/** Lines of one account that are searched. */
const mostKept = 20_000;
/** Lines that fit much worse than the best one are noise. */
const leastShare = 0.4;

/** What one person has said, as far as this process has read it, for one listener. */
export interface TalkIndex {
  readonly lines: RecallIndex;
  readonly lineIds: number[];
  readonly facts: RecallIndex;
  readonly factIds: string[];
  lastLine: number;
  lastFact: number;
}

export const createTalkIndex = (): TalkIndex => ({
  lines: createRecallIndex(),
  lineIds: [],
  facts: createRecallIndex(),
  factIds: [],
  lastLine: 0,
  lastFact: 0,
});

export interface Proposed {
  readonly lineIds: readonly number[];
  /** Undefined where none is kept. */
  readonly factIds: readonly string[] | undefined;
}

/** What fits the question best, without what is before the reader anyway. */
export function propose(
  index: TalkIndex,
  asked: Omit<RecallQuery, "most">,
  known: ReadonlySet<number>,
): Proposed {
  const query = { ...asked, most: most.found };
  const found = index.lines
    .search({ ...query, most: most.found + known.size })
    .flatMap(({ place, score }) => {
      const id = index.lineIds[place];
      return id === undefined || known.has(id) ? [] : [{ id, score }];
    });
  const least = (found[0]?.score ?? 0) * leastShare;
  return {
    lineIds: found
      .filter(({ score }) => score >= least)
      .slice(0, most.lines)
      .map(({ id }) => id),
    factIds:
      index.factIds.length === 0
        ? undefined
        : index.facts.search(query).flatMap(({ place }) => index.factIds[place] ?? []),
  };
}

/** Returns whether something was added that is not before the reader anyway. */
export async function updateIndex(
  index: TalkIndex,
  {
    read,
    viewer,
    known,
  }: { readonly read: Reads; readonly viewer: Viewer; readonly known: ReadonlySet<number> },
): Promise<boolean> {
  const [rows, facts] = await Promise.all([
    // What others heard too is given as history only: who left and who joined since is unknown.
    viewer.audience === privateAudience
      ? readLinesAfter(read, viewer.accountId, { after: index.lastLine, most: mostKept })
      : [],
    readMemories(read, viewer, { after: index.lastFact, most: mostKept }),
  ]);
  for (const row of rows) {
    // Another turn of the person may have added it meanwhile.
    if (row.eventId <= index.lastLine) continue;
    index.lastLine = Math.max(index.lastLine, row.eventId);
    const line = toEarlierLine(row, viewer.hearer);
    if (line === undefined) continue;
    index.lines.add({ text: line.text, at: Date.parse(line.at), thread: line.conversationId });
    index.lineIds.push(line.eventId);
  }
  for (const fact of facts.toSorted((a, b) => a.eventId - b.eventId)) {
    if (fact.eventId <= index.lastFact) continue;
    index.lastFact = Math.max(index.lastFact, fact.eventId);
    index.facts.add({ text: `${fact.words} ${fact.topic ?? ""}`, at: Date.parse(fact.saidAt) });
    index.factIds.push(fact.id);
  }
  return (
    rows.some(({ eventId }) => !known.has(eventId)) ||
    facts.some(({ sources }) => !sources.every((id) => known.has(id)))
  );
}
