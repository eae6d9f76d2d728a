import { estimateTokens } from "../../domain/tokens.ts";
import type { Recalled, TalkMemory } from "../../domain/ports/talk-memory.ts";
import type { Reads } from "../../domain/ports/reads.ts";
import { isTyped } from "../../domain/provenance.ts";
import { createRecallIndex, type RecallIndex } from "../../recall/recall-index.ts";
import { type EarlierLine, readLines, readLinesAfter, toEarlierLine } from "./earlier-lines.ts";
import {
  isMemoryOn,
  type MemoryRow,
  privateAudience,
  readMemories,
  readSummaries,
  type Viewer,
  viewerOf,
} from "./witness.ts";

const budget = { facts: 700, summaries: 800, lines: 900 };
const most = { facts: 24, summaries: 8, lines: 8, found: 40 };
/** Lines of one account that are searched, and accounts whose lines this process keeps. */
const [mostKept, mostAccounts] = [20_000, 200];
/** Lines that fit much worse than the best one are noise. */
const leastShare = 0.4;

const nothing: Recalled = { facts: [], lines: [], eventIds: [] };

interface TalkIndex {
  readonly lines: RecallIndex;
  readonly lineIds: number[];
  readonly facts: RecallIndex;
  readonly factIds: string[];
  lastLine: number;
  lastFact: number;
}

const createTalkIndex = (): TalkIndex => ({
  lines: createRecallIndex(),
  lineIds: [],
  facts: createRecallIndex(),
  factIds: [],
  lastLine: 0,
  lastFact: 0,
});

/**
 * Finds what fits the messages at hand. An index only proposes: every proposal is read again with
 * the filters of the moment before it is used.
 */
export function createTalkRecall(): TalkMemory["recall"] {
  const indexes = new Map<string, TalkIndex>();
  const openIndex = ({ accountId, audience, hearer }: Viewer): TalkIndex => {
    const key = `${accountId} ${audience} ${hearer?.id ?? ""}`;
    const index = indexes.get(key) ?? createTalkIndex();
    indexes.delete(key);
    indexes.set(key, index);
    for (const old of indexes.keys()) {
      if (indexes.size <= mostAccounts) break;
      indexes.delete(old);
    }
    return index;
  };
  return async (turn, history, hearer) => {
    const viewer = { ...viewerOf(turn), hearer };
    const index = openIndex(viewer);
    // Asked together, so that they share a transaction.
    const [isOn, summaries] = await Promise.all([
      isMemoryOn(turn.read, viewer),
      readSummaries(turn.read, viewer, most.summaries),
      update(index, turn.read, viewer),
    ]);
    if (!isOn) return nothing;
    const query = {
      text: turn.window
        .filter(isTyped)
        .map(({ text }) => text)
        .join("\n"),
      context: history
        .slice(-2)
        .map(({ text }) => text)
        .join("\n"),
      now: turn.now,
      most: most.found,
    };
    const known = new Set([...history, ...turn.window].map(({ eventId }) => eventId));
    const found = index.lines
      .search({ ...query, most: most.found + known.size })
      .flatMap(({ place, score }) => {
        const id = index.lineIds[place];
        return id === undefined || known.has(id) ? [] : [{ id, score }];
      });
    const least = (found[0]?.score ?? 0) * leastShare;
    const lineIds = found
      .filter(({ score }) => score >= least)
      .slice(0, most.lines)
      .map(({ id }) => id);
    const factIds = index.facts.search(query).flatMap(({ place }) => index.factIds[place] ?? []);
    const [lines, facts] = await Promise.all([
      lineIds.length === 0 ? [] : readLines(turn.read, viewer.accountId, lineIds),
      index.factIds.length === 0
        ? []
        : readMemories(turn.read, viewer, { ids: factIds, most: most.facts }),
    ]);
    const isBefore = ({ sources }: MemoryRow): boolean => !sources.every((id) => known.has(id));
    return toRecalled({
      facts: facts.filter((fact) => fact.form === "fact" && isBefore(fact)),
      summaries: summaries.filter(isBefore),
      lines: lines.flatMap((row) => toEarlierLine(row, hearer) ?? []),
    });
  };
}

async function update(index: TalkIndex, read: Reads, viewer: Viewer): Promise<void> {
  const [rows, facts] = await Promise.all([
    // What others heard too is given as history only: who left and who joined since is unknown.
    viewer.audience === privateAudience
      ? readLinesAfter(read, viewer.accountId, { after: index.lastLine, most: mostKept })
      : [],
    readMemories(read, viewer, { after: index.lastFact, most: mostKept }),
  ]);
  for (const row of rows) {
    index.lastLine = Math.max(index.lastLine, row.eventId);
    const line = toEarlierLine(row, viewer.hearer);
    if (line === undefined) continue;
    index.lines.add({ text: line.text, at: Date.parse(line.at), thread: line.conversationId });
    index.lineIds.push(line.eventId);
  }
  for (const fact of facts.toSorted((a, b) => a.eventId - b.eventId)) {
    index.lastFact = Math.max(index.lastFact, fact.eventId);
    index.facts.add({ text: `${fact.words} ${fact.topic ?? ""}`, at: Date.parse(fact.saidAt) });
    index.factIds.push(fact.id);
  }
}

function toRecalled({
  facts,
  summaries,
  lines,
}: {
  readonly facts: readonly MemoryRow[];
  readonly summaries: readonly MemoryRow[];
  readonly lines: readonly EarlierLine[];
}): Recalled {
  const told = fit(facts, budget.facts, ({ words }) => words);
  const summed = fit(summaries, budget.summaries, ({ words }) => words).toReversed();
  // What a fact says need not be said again by the line it was taken from.
  const cited = new Set(told.flatMap(({ sources }) => sources));
  const said = fit(
    lines.filter(({ eventId }) => !cited.has(eventId)),
    budget.lines,
    ({ text }) => text,
  );
  return {
    facts: told.map(({ words, saidAt }) => ({ words, said: saidAt })),
    summaries: summed.map(({ words, saidAt }) => ({ words, said: saidAt })),
    lines: said.map(({ by, text, at }) => ({ by, text, at })),
    eventIds: [
      ...[...told, ...summed].flatMap(({ eventId, sources }) => [eventId, ...sources]),
      ...said.map(({ eventId }) => eventId),
    ],
  };
}

/** As many as fit, in their order. */
function fit<T>(all: readonly T[], tokens: number, wordsOf: (one: T) => string): T[] {
  let left = tokens;
  return all.filter((one) => {
    const cost = estimateTokens(wordsOf(one)) + 8;
    if (cost > left) return false;
    left -= cost;
    return true;
  });
}
