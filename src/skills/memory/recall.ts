import { estimateTokens } from "../../domain/tokens.ts";
import type { Recalled, TalkMemory, TalkState } from "../../domain/ports/talk-memory.ts";
import type { Reads } from "../../domain/ports/reads.ts";
import { isTyped } from "../../domain/provenance.ts";
import type { RecallQuery } from "../../recall/query.ts";
import {
  type EarlierLine,
  type LineRow,
  readLines,
  readTalk,
  toEarlierLine,
} from "./earlier-lines.ts";
import {
  createKnownMemories,
  type KnownMemories,
  pickFacts,
  pickSummaries,
  updateKnown,
} from "./known-memories.ts";
import { addLines, createTalkIndex, proposeLines, type TalkIndex } from "./talk-index.ts";
import { type MemoryRow, privateAudience, readState, type Viewer, viewerOf } from "./witness.ts";

const budget = { facts: 700, summaries: 800, lines: 900 };
const most = { facts: 24, summaries: 8 };
/** Accounts whose lines this process keeps. */
const mostAccounts = 200;

/** Lines of one account that are searched. */
const mostKept = 20_000;

interface Kept {
  readonly talk: TalkIndex;
  readonly memories: KnownMemories;
}

/**
 * Finds what fits the messages at hand. An index only proposes lines: every proposal is read again
 * with the filters of the moment before it is used. Memories are used at the version at hand only.
 */
export function createTalkRecall(): TalkMemory["recall"] {
  const byViewer = new Map<string, Kept>();
  const openKept = ({ accountId, audience, hearer }: Viewer): Kept => {
    const key = `${accountId} ${audience} ${hearer?.id ?? ""}`;
    const kept = byViewer.get(key) ?? { talk: createTalkIndex(), memories: createKnownMemories() };
    byViewer.delete(key);
    byViewer.set(key, kept);
    for (const old of byViewer.keys()) {
      if (byViewer.size <= mostAccounts) break;
      byViewer.delete(old);
    }
    return kept;
  };
  return async (turn, history, hearer) => {
    const viewer = { ...viewerOf(turn), hearer };
    const { talk, memories } = openKept(viewer);
    const known = new Set([
      ...[...history, ...turn.window].map(({ eventId }) => eventId),
      ...(turn.withheld ?? []),
    ]);
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
    const { state, lines } = await findLines(talk, { read: turn.read, viewer, known, query });
    if (!state.isOn) return { facts: [], lines: [], eventIds: [], talk: state };
    await updateKnown(memories, { read: turn.read, viewer, state });
    const isBefore = ({ sources }: MemoryRow): boolean =>
      !sources.every((id) => known.has(id)) && !sources.some((id) => turn.withheld?.has(id));
    return {
      ...toRecalled({
        facts: pickFacts(memories, query, hearer).slice(0, most.facts).filter(isBefore),
        summaries: pickSummaries(memories, viewer, state).slice(0, most.summaries).filter(isBefore),
        lines: lines.flatMap((row) => toEarlierLine(row, hearer) ?? []),
      }),
      talk: state,
    };
  };
}

/**
 * The lines that fit, and the state of the talk. What others heard too is given as history only: who
 * left and who joined since is unknown.
 */
async function findLines(
  index: TalkIndex,
  {
    read,
    viewer,
    known,
    query,
  }: {
    readonly read: Reads;
    readonly viewer: Viewer;
    readonly known: ReadonlySet<number>;
    readonly query: Omit<RecallQuery, "most">;
  },
): Promise<{ readonly state: TalkState; readonly lines: readonly LineRow[] }> {
  if (viewer.audience !== privateAudience)
    return { state: await readState(read, viewer), lines: [] };
  const { state, lines, again } = await readTalk(read, viewer, {
    after: index.lastLine,
    most: mostKept,
    again: proposeLines(index, query, known),
  });
  addLines(index, lines, viewer);
  // What the index proposed as it was counts unless something was said elsewhere meanwhile.
  if (lines.every(({ eventId }) => known.has(eventId))) return { state, lines: again };
  const proposed = proposeLines(index, query, known);
  return {
    state,
    lines: proposed.length === 0 ? [] : await readLines(read, viewer.accountId, proposed),
  };
}

function toRecalled({
  facts,
  summaries,
  lines,
}: {
  readonly facts: readonly MemoryRow[];
  readonly summaries: readonly MemoryRow[];
  readonly lines: readonly EarlierLine[];
}): Omit<Recalled, "talk"> {
  const told = fit(facts, budget.facts, ({ words }) => words);
  const summed = fit(summaries, budget.summaries, ({ words }) => words).toReversed();
  // What a fact says need not be said again by the line it was taken from.
  const cited = new Set(told.flatMap((fact) => fact.sources));
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
      ...[...told, ...summed].flatMap(({ eventId, cited }) => [eventId, ...cited]),
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
