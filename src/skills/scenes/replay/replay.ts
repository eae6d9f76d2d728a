import type { EventDraft, Payload, RecordedEvent } from "../../../domain/events.ts";
import type { ModelRequest } from "../../../domain/ports/model.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { AccountView } from "../../../domain/skill.ts";
import type { ReplayedStory } from "../../../domain/views/story-replay.ts";
import { cleanJson } from "../../../domain/text.ts";
import { step } from "../state/fold.ts";
import { branchOf } from "../state/path.ts";
import { type ChatState, emptyChat } from "../state/chat-state.ts";
import { pastOf, stateAt } from "../time/travel.ts";
import { stateHash } from "../time/view.ts";
import { playAgain } from "./play-again.ts";
import { AnswerMissing, recordedModel, samePrompt } from "./recorded-model.ts";
import {
  authoredEvents,
  readsAsOf,
  type RecordedAnswer,
  recordedAnswers,
  type RecordedWindow,
  recordedWindows,
} from "./recorded.ts";
import { idsMade, type Part, partsOfPath } from "./turns.ts";

interface InChat {
  readonly chatId: string;
  readonly accountId: string;
}

/** Everything that is on record of a chat. */
export interface Records {
  readonly read: Reads;
  readonly authored: readonly RecordedEvent[];
  readonly answers: ReadonlyMap<string, readonly RecordedAnswer[]>;
  readonly windows: ReadonlyMap<string, RecordedWindow>;
  readonly account: AccountView;
}

export async function recordsOf(read: Reads, of: InChat, parts: readonly Part[]): Promise<Records> {
  const turnIds = parts.flatMap((part) => (part.is === "turn" ? [part.turnId] : []));
  const [account] = await read.rows<{
    name: string | null;
    language: AccountView["language"];
    zone: string;
  }>("select display_name as name, language, default_timezone as zone from account where id = $1", [
    of.accountId,
  ]);
  return {
    read,
    authored: await authoredEvents(read, of.accountId),
    answers: await recordedAnswers(read, of.chatId),
    windows: await recordedWindows(read, turnIds),
    account: {
      id: of.accountId,
      displayName: account?.name ?? null,
      language: account?.language ?? null,
      timezone: account?.zone ?? "UTC",
    },
  };
}

/**
 * A chat told again by the answers that are on record. Each turn is decided anew on what those before it came to; what it would
 * write must be what was written, to the letter. Ids are given again in their order, and the clock stands where it stood.
 */
export async function replayStory(read: Reads, of: InChat): Promise<ReplayedStory> {
  const past = await pastOf(read, of.chatId);
  const parts = partsOfPath(past.path, past.events);
  const records = await recordsOf(read, of, parts);
  const state = emptyChat(of.chatId, of.accountId);
  const told: Telling = {
    records,
    state,
    as_is: [],
    differences: [],
    counts: { turns: 0, replayed: 0, calls: 0, prompts: 0 },
  };
  for (const part of parts) {
    const events = part.is === "fact" ? [part.event] : await turnAgain(told, part);
    for (const event of events) step(state, event);
  }
  state.branchId = past.branch;
  const recorded = stateHash(await stateAt(read, of, {}));
  const hashes = { recorded, replayed: stateHash(state) };
  const { turns, replayed, calls, prompts } = told.counts;
  const same = told.differences.length === 0 && hashes.recorded === hashes.replayed;
  return {
    same,
    turns,
    replayed,
    calls,
    same_prompts: prompts,
    as_is: told.as_is,
    differences: told.differences,
    state_hash: hashes,
  };
}

interface Telling {
  readonly records: Records;
  readonly state: ChatState;
  readonly as_is: { turn_id: string; why: string }[];
  readonly differences: { turn_id: string; recorded: Payload | null; replayed: Payload | null }[];
  readonly counts: { turns: number; replayed: number; calls: number; prompts: number };
}

/** What the turn makes now, in the places of what it made then. Where it can't be played, what it made then. */
async function turnAgain(
  on: Telling,
  part: Extract<Part, { is: "turn" }>,
): Promise<readonly RecordedEvent[]> {
  const { turnId, events } = part;
  on.counts.turns += 1;
  const why = part.why ?? whyNotPlayed(on.records, turnId);
  const made = why === undefined ? await decided(on, part) : why;
  if (typeof made === "string") {
    on.as_is.push({ turn_id: turnId, why: made });
    return events;
  }
  on.counts.replayed += 1;
  const said = events.map(({ kind, payload, at }) => ({ kind, payload, at }));
  const now = made.map(({ kind, payload, at }) => ({
    kind,
    payload: cleanJson(payload) as Payload,
    at,
  }));
  for (let nth = 0; nth < Math.max(said.length, now.length); nth += 1)
    if (asText(said[nth]) !== asText(now[nth]))
      on.differences.push({
        turn_id: turnId,
        recorded: said[nth] ?? null,
        replayed: now[nth] ?? null,
      });
  return made.length === events.length
    ? events.map((event, nth) => ({ ...event, payload: now[nth]?.payload ?? event.payload }))
    : events;
}

export function whyNotPlayed(
  { windows, answers }: Records,
  turnId: string,
  needsAnswers = true,
): string | undefined {
  const window = windows.get(turnId);
  if (window === undefined) return "no_window";
  if (!window.scope.startsWith("chat:")) return "other_channel";
  return needsAnswers && !answers.has(turnId) ? "no_answers" : undefined;
}

async function decided(
  on: Telling,
  { turnId, events }: Extract<Part, { is: "turn" }>,
): Promise<EventDraft[] | string> {
  const { records, state } = on;
  const first = events[0] as RecordedEvent;
  const ids = idsMade(events, (id) => state.threads.has(id));
  const heard = (answer: RecordedAnswer, request: ModelRequest): void => {
    on.counts.calls += 1;
    if (samePrompt(answer, request)) on.counts.prompts += 1;
  };
  state.branchId = branchOf(first);
  try {
    return await playAgain({
      turnId,
      window: records.windows.get(turnId) as RecordedWindow,
      state,
      model: recordedModel(records.answers.get(turnId) ?? [], heard),
      read: readsAsOf(records.read, records.authored, first.id),
      now: Date.parse(first.at),
      account: records.account,
      signal: new AbortController().signal,
      newId: () => ids.shift() ?? "one-too-many",
    });
  } catch (error) {
    if (error instanceof AnswerMissing) return "answer_missing";
    throw error;
  }
}

/** As the log keeps it: the order of fields says nothing. */
function asText(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
