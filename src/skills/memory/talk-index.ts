import type { RecallQuery } from "../../recall/query.ts";
import { createRecallIndex, type RecallIndex } from "../../recall/recall-index.ts";
import { type LineRow, toEarlierLine } from "./earlier-lines.ts";
import type { Viewer } from "./witness.ts";

const most = { lines: 8, found: 40 };
/** Lines that fit much worse than the best one are noise. */
const leastShare = 0.4;

/** What one person has said, as far as this process has read it, for one listener. */
export interface TalkIndex {
  readonly lines: RecallIndex;
  readonly lineIds: number[];
  lastLine: number;
}

export const createTalkIndex = (): TalkIndex => ({
  lines: createRecallIndex(),
  lineIds: [],
  lastLine: 0,
});

/** The lines that fit the question best, without what is before the reader anyway. */
export function proposeLines(
  index: TalkIndex,
  asked: Omit<RecallQuery, "most">,
  known: ReadonlySet<number>,
): readonly number[] {
  const found = index.lines
    .search({ ...asked, most: most.found + known.size })
    .flatMap(({ place, score }) => {
      const id = index.lineIds[place];
      return id === undefined || known.has(id) ? [] : [{ id, score }];
    });
  const least = (found[0]?.score ?? 0) * leastShare;
  return found
    .filter(({ score }) => score >= least)
    .slice(0, most.lines)
    .map(({ id }) => id);
}

/** What was said since, as far as the listener has heard it. */
export function addLines(
  index: TalkIndex,
  rows: readonly LineRow[],
  { hearer }: Pick<Viewer, "hearer">,
): void {
  for (const row of rows) {
    // Another turn of the person may have added it meanwhile.
    if (row.eventId <= index.lastLine) continue;
    index.lastLine = row.eventId;
    const line = toEarlierLine(row, hearer);
    if (line === undefined) continue;
    index.lines.add({ text: line.text, at: Date.parse(line.at), thread: line.conversationId });
    index.lineIds.push(line.eventId);
  }
}
