import { estimateTokens } from "../../domain/tokens.ts";
import type { Recalled, TalkMemory } from "../../domain/ports/talk-memory.ts";
import type { Reads } from "../../domain/ports/reads.ts";
import { isTyped } from "../../domain/provenance.ts";
import { type EarlierLine, type LineRow, readLines, toEarlierLine } from "./earlier-lines.ts";
import {
  createTalkIndex,
  propose,
  type Proposed,
  type TalkIndex,
  updateIndex,
} from "./talk-index.ts";
import {
  isMemoryOn,
  type MemoryRow,
  readMemories,
  readSummaries,
  type Viewer,
  viewerOf,
} from "./witness.ts";

const budget = { facts: 700, summaries: 800, lines: 900 };
const most = { facts: 24, summaries: 8 };
/** Accounts whose lines this process keeps. */
const mostAccounts = 200;

const nothing: Recalled = { facts: [], lines: [], eventIds: [] };

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
    const known = new Set([...history, ...turn.window].map(({ eventId }) => eventId));
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
    };
    // Asked together, so that they share a transaction. What the index proposes as it is counts
    // unless something was said elsewhere meanwhile.
    const [isOn, summaries, hasGrown, first] = await Promise.all([
      isMemoryOn(turn.read, viewer),
      readSummaries(turn.read, viewer, most.summaries),
      updateIndex(index, { read: turn.read, viewer, known }),
      readProposed(propose(index, query, known), turn.read, viewer),
    ]);
    if (!isOn) return nothing;
    const { lines, facts } = hasGrown
      ? await readProposed(propose(index, query, known), turn.read, viewer)
      : first;
    const isBefore = ({ sources }: MemoryRow): boolean => !sources.every((id) => known.has(id));
    return toRecalled({
      facts: facts.filter((fact) => fact.form === "fact" && isBefore(fact)),
      summaries: summaries.filter(isBefore),
      lines: lines.flatMap((row) => toEarlierLine(row, hearer) ?? []),
    });
  };
}

async function readProposed(
  { lineIds, factIds }: Proposed,
  read: Reads,
  viewer: Viewer,
): Promise<{ readonly lines: readonly LineRow[]; readonly facts: readonly MemoryRow[] }> {
  const [lines, facts] = await Promise.all([
    lineIds.length === 0 ? [] : readLines(read, viewer.accountId, lineIds),
    factIds === undefined ? [] : readMemories(read, viewer, { ids: factIds, most: most.facts }),
  ]);
  return { lines, facts };
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
