import {
  type AuthoredEvent,
  type ChatEventDraft,
  type RecordedChatEvent,
  withPayload,
} from "../state/events.ts";
import type { ModelRequest } from "../../../domain/ports/model.ts";
import { isEventOf } from "../../../domain/events/catalogue.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { AccountView } from "../../../domain/skill.ts";
import type { ReplayReport } from "../../../domain/views/story-replay.ts";
import { cleanFields } from "../../../domain/text.ts";
import { slices } from "../../../domain/slices.ts";
import { applyEvent } from "../state/fold.ts";
import { computePaths, readBranch } from "../state/path.ts";
import { type HiddenEvents, readSealedEvents } from "../state/spoilers.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { type ChatState, createEmptyChat } from "../state/chat-state.ts";
import { readPast, readStateAt } from "../time/history.ts";
import { hashState } from "../time/state-view.ts";
import { replayTurn } from "./replay-turn.ts";
import { AnswerMissing, createRecordedModel, isSamePrompt } from "./recorded-model.ts";
import {
  createReadsAsOf,
  type RecordedAnswer,
  readAnswers,
  type RecordedWindow,
  readWindows,
} from "./read-records.ts";
import { readAuthoredEvents } from "../state/read-log.ts";
import { listCreatedIds, type StoryPart, splitPath } from "./story-parts.ts";

interface InChat {
  readonly chatId: string;
  readonly accountId: string;
  readonly hidesSealed?: boolean | undefined;
}

/** All recorded inputs of a chat's turns. */
export interface Records {
  readonly read: Reads;
  readonly authored: readonly AuthoredEvent[];
  readonly answers: ReadonlyMap<string, readonly RecordedAnswer[]>;
  readonly windows: ReadonlyMap<string, RecordedWindow>;
  readonly account: AccountView;
}

export async function readRecords(
  read: Reads,
  of: InChat,
  parts: readonly StoryPart[],
): Promise<Records> {
  const turnIds = parts.flatMap((part) => (part.is === "turn" ? [part.turnId] : []));
  const [account] = await read.rows<{
    name: string | null;
    language: AccountView["language"];
    zone: string;
    hosts: readonly string[];
  }>(
    "select display_name as name, language, default_timezone as zone, link_hosts as hosts from account where id = $1",
    [of.accountId],
  );
  return {
    read,
    authored: await readAuthoredEvents(read, of.accountId),
    answers: await readAnswers(read, of.chatId),
    windows: await readWindows(read, turnIds),
    account: {
      id: of.accountId,
      displayName: account?.name ?? null,
      language: account?.language ?? null,
      timezone: account?.zone ?? "UTC",
      linkHosts: account?.hosts ?? [],
    },
  };
}

/**
 * Replays a chat with its recorded answers. Each turn is decided again on the replayed state, and
 * its events must equal the recorded ones exactly. Ids are reused in order, and the clock is the
 * recorded one.
 */
export async function replayStory(read: Reads, of: InChat): Promise<ReplayReport> {
  const past = await readPast(read, of.chatId);
  const parts = splitPath(past.path, past.events);
  const records = await readRecords(read, of, parts);
  const state = createEmptyChat(of.chatId, of.accountId);
  const run: ReplayRun = {
    records,
    state,
    sealed:
      of.hidesSealed === true
        ? await readSealedEvents(read, of, await slices.run(computePaths(past.events)))
        : new Set(),
    as_is: [],
    differences: [],
    counts: { turns: 0, replayed: 0, calls: 0, prompts: 0 },
  };
  const slice = slices.short();
  for (const part of parts) {
    const events = part.is === "fact" ? [part.event] : await compareTurn(run, part);
    for (const event of events) applyEvent(state, event);
    await slice.yieldIfDue();
  }
  state.branchId = past.branch;
  const recorded = await slices.run(hashState(await readStateAt(read, of, {})));
  const hashes = { recorded, replayed: await slices.run(hashState(state)) };
  const { turns, replayed, calls, prompts } = run.counts;
  const same = run.differences.length === 0 && hashes.recorded === hashes.replayed;
  return {
    same,
    turns,
    replayed,
    calls,
    same_prompts: prompts,
    as_is: run.as_is,
    differences: run.differences,
    state_hash: hashes,
  };
}

interface ReplayRun {
  readonly records: Records;
  readonly state: ChatState;
  readonly sealed: HiddenEvents;
  readonly as_is: { turn_id: string; why: string }[];
  readonly differences: ReplayReport["differences"][number][];
  readonly counts: { turns: number; replayed: number; calls: number; prompts: number };
}

/**
 * The replayed events at the positions of the recorded ones; the recorded ones where a turn cannot
 * be replayed.
 */
async function compareTurn(
  on: ReplayRun,
  part: Extract<StoryPart, { is: "turn" }>,
): Promise<readonly RecordedChatEvent[]> {
  const { turnId, events } = part;
  on.counts.turns += 1;
  const why = part.why ?? explainNotReplayed(on.records, turnId);
  const made = why === undefined ? await decideAgain(on, part) : why;
  if (typeof made === "string") {
    on.as_is.push({ turn_id: turnId, why: made });
    return events;
  }
  on.counts.replayed += 1;
  const said = events.map(({ kind, payload, at }) => ({ kind, payload, at }));
  const now = made.drafts.map(({ kind, payload, at }, nth) => ({
    kind,
    payload: made.isSamePrompt
      ? cleanFields(payload)
      : withRecordedSources(cleanFields(payload), events[nth]?.payload),
    at,
  }));
  const isSealed = events.some(({ id }) => on.sealed.has(id));
  const show = (one: JsonObject | undefined): JsonObject | null =>
    one === undefined ? null : isSealed ? { kind: one["kind"] ?? null, sealed: true } : one;
  for (let nth = 0; nth < Math.max(said.length, now.length); nth += 1)
    if (toSortedJson(said[nth]) !== toSortedJson(now[nth]))
      on.differences.push({
        turn_id: turnId,
        recorded: show(said[nth]),
        replayed: show(now[nth]),
      });
  return made.drafts.length === events.length
    ? events.map((event, nth) => withPayload(event, now[nth]?.payload ?? event.payload))
    : events;
}

export function explainNotReplayed(
  { windows, answers }: Records,
  turnId: string,
  needsAnswers = true,
): string | undefined {
  const window = windows.get(turnId);
  if (window === undefined) return "no_window";
  if (!window.scope.startsWith("chat:")) return "other_channel";
  return needsAnswers && !answers.has(turnId) ? "no_answers" : undefined;
}

async function decideAgain(
  on: ReplayRun,
  { turnId, events }: Extract<StoryPart, { is: "turn" }>,
): Promise<DecidedTurn | string> {
  const { records, state } = on;
  const [first] = events;
  if (first === undefined) return "no_window";
  const ids = listCreatedIds(events, (id) => state.threads.has(id));
  const changed = { calls: 0 };
  const countCall = (answer: RecordedAnswer, request: ModelRequest): void => {
    on.counts.calls += 1;
    if (isSamePrompt(answer, request)) on.counts.prompts += 1;
    else changed.calls += 1;
  };
  const lines = events.filter((event) => isEventOf(event, "assistant_turn"));
  state.branchId = readBranch(first);
  try {
    const drafts = await replayTurn({
      turnId,
      recorded:
        lines.length === 0
          ? undefined
          : {
              speakers: lines.map(({ payload }) => payload.speaker_id),
              texts: new Set(lines.map(({ payload }) => payload.text ?? "")),
            },
      window: records.windows.get(turnId) as RecordedWindow,
      state,
      model: createRecordedModel(records.answers.get(turnId) ?? [], countCall),
      read: createReadsAsOf(records.read, records.authored, first.id),
      now: Date.parse(first.at),
      account: records.account,
      signal: new AbortController().signal,
      newId: () => ids.shift() ?? "one-too-many",
    });
    return { drafts, isSamePrompt: changed.calls === 0 };
  } catch (error) {
    if (error instanceof AnswerMissing) return "answer_missing";
    throw error;
  }
}

interface DecidedTurn {
  readonly drafts: readonly ChatEventDraft[];
  readonly isSamePrompt: boolean;
}

/**
 * Sources are those of the prompt that was sent then. Another version builds prompts differently,
 * and the events that it makes of the same answers must be the same otherwise.
 */
function withRecordedSources(
  payload: ChatEventDraft["payload"],
  recorded: ChatEventDraft["payload"] | undefined,
): ChatEventDraft["payload"] {
  const { source_event_ids: _now, ...rest } = payload as Record<string, unknown>;
  const then =
    recorded !== undefined && "source_event_ids" in recorded
      ? { source_event_ids: recorded.source_event_ids }
      : {};
  return { ...rest, ...then } as ChatEventDraft["payload"];
}

/** JSON with sorted keys, since the log does not preserve key order. */
function toSortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
