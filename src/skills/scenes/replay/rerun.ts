import type { Decisions } from "../../../domain/ports/decisions.ts";
import { Refusal } from "../../../domain/errors.ts";
import {
  type ChatEventDraft,
  type RecordedChatEvent,
  withFields,
  readPosition,
} from "../state/events.ts";
import { type Model, ModelFailure } from "../../../domain/ports/model.ts";
import type { RerunRequest, RerunReport } from "../../../domain/views/story-replay.ts";
import { slices } from "../../../domain/slices.ts";
import { readChatEvents } from "../state/read-log.ts";
import { draftStoryEvent, placeInChat } from "../state/story-events.ts";
import { foldChat, applyEvent } from "../state/fold.ts";
import { isTurnEvent } from "../state/fold-turns.ts";
import { readBranch, rootBranch } from "../state/path.ts";
import type { ChatState } from "../state/chat-state.ts";
import { type Past, readPast, readStateAt } from "../time/history.ts";
import { compareStates } from "../time/state-view.ts";
import { replayTurn } from "./replay-turn.ts";
import type { RecordedWindow } from "./read-records.ts";
import { type Records, readRecords, explainNotReplayed } from "./replay.ts";
import { listCreatedIds, type StoryPart, splitPath } from "./story-parts.ts";

interface InChat {
  readonly chatId: string;
  readonly accountId: string;
  readonly hidesSealed?: boolean | undefined;
}

/** Ids allocated ahead per turn: more than any turn needs. */
const idsAhead = 200;

/**
 * Runs a story again with another model: from a turn on, everything the person did is repeated on a
 * new branch, and the model answers again. The chat itself is unchanged. Lines and memories keep
 * their ids, so that the branches can be compared.
 */
export async function rerunStory(
  decisions: Decisions,
  of: InChat & RerunRequest & { readonly with: Model },
): Promise<RerunReport> {
  const start = await begin(decisions, of);
  const { state, branch_id, past, records } = start;
  const on: RerunContext = { decisions, of, state, records, seen: start.seen };
  const as_is: { turn_id: string; why: string }[] = [];
  let [turns, failed]: [number, RerunReport["failed"]] = [0, null];
  for (const part of start.parts) {
    if (part.is === "fact") await appendEvents(on, [copyEvent(on, part.event)]);
    else {
      turns += 1;
      const why = part.why ?? explainNotReplayed(records, part.turnId, false);
      if (why !== undefined) as_is.push({ turn_id: part.turnId, why });
      failed = await rerunTurn(on, part, why);
      if (failed !== null) break;
    }
  }
  const compared = await readAs(decisions, of, async (read) => {
    const [a, b] = [
      await readStateAt(read, of, { branch: past.branch, hidesSealed: of.hidesSealed }),
      await readStateAt(read, of, { branch: branch_id, hidesSealed: of.hidesSealed }),
    ];
    return slices.run(compareStates(a, b));
  });
  return {
    branch_id,
    parent_branch_id: past.branch,
    model: of.with.describe.name,
    turns,
    as_is,
    failed,
    differences: compared,
  };
}

interface RerunContext {
  readonly decisions: Decisions;
  readonly of: InChat & RerunRequest & { readonly with: Model };
  readonly state: ChatState;
  readonly records: Records;
  /** The newest event that has been folded. */
  seen: number;
}

const readAs = <T>(
  decisions: Decisions,
  { accountId }: InChat,
  job: (read: Parameters<typeof readPast>[0]) => Promise<T>,
): Promise<T> => decisions.read(accountId, job);

interface RerunStart {
  readonly past: Past;
  readonly branch_id: string;
  readonly state: ChatState;
  readonly parts: readonly StoryPart[];
  readonly records: Records;
  readonly seen: number;
}

/** Creates the branch and collects the parts to repeat on it. */
async function begin(decisions: Decisions, of: InChat & RerunRequest): Promise<RerunStart> {
  return decisions.prepare(of.accountId, async (at) => {
    const past = await readPast(at.read, of.chatId);
    const parts = splitPath(past.path, past.events);
    const first = parts.findIndex(
      (part) =>
        part.is === "turn" && (of.fromTurnId === undefined || hasTurn(part.events, of.fromTurnId)),
    );
    if (first === -1) throw new Refusal("not_found", { field: "from_turn_id" });
    const branch_id = of.name ?? at.newId();
    if (past.branches.has(branch_id)) throw new Refusal("already_recorded", { field: "name" });
    const before = parts
      .slice(0, first)
      .flatMap((part) => (part.is === "fact" ? [part.event] : part.events));
    const from = before.at(-1);
    const moment = {
      chat: { id: of.chatId, accountId: of.accountId, branchId: rootBranch },
      now: at.now,
    };
    const place = {
      branch_id,
      parent_branch_id: past.branch,
      from_event_id: from === undefined ? 0 : readPosition(from),
    };
    const state = await slices.run(foldChat({ id: of.chatId, accountId: of.accountId }, before));
    state.branchId = branch_id;
    const records = await readRecords(at.read, of, parts);
    const seen = past.events.at(-1)?.id ?? 0;
    return {
      events: [draftStoryEvent(moment, "chat_branched", { ...place, rerun: { model: of.model } })],
      result: { past, branch_id, state, parts: parts.slice(first), records, seen },
    };
  });
}

const hasTurn = (events: readonly RecordedChatEvent[], turnId: string): boolean =>
  events.some(
    (event) => event.turnId === turnId || (isTurnEvent(event) && event.payload.id === turnId),
  );

/** Copies an event that does not belong to a turn. */
function copyEvent(
  { state }: RerunContext,
  event: RecordedChatEvent,
  turnId?: string,
): ChatEventDraft {
  const said = withFields(event, { branch_id: undefined, placed_after: undefined });
  return placeInChat({ chat: state, now: Date.parse(event.at), turnId }, said);
}

async function rerunTurn(
  on: RerunContext,
  part: Extract<StoryPart, { is: "turn" }>,
  why: string | undefined,
): Promise<RerunReport["failed"]> {
  const { now, ids } = await on.decisions.prepare(on.of.accountId, async (at) => ({
    events: [],
    result: { now: at.now, ids: Array.from({ length: idsAhead }, () => at.newId()) },
  }));
  const turnId = ids.pop() as string;
  if (why !== undefined) {
    await appendEvents(
      on,
      part.events.map((event) => copyEvent(on, event, turnId)),
    );
    return null;
  }
  try {
    await appendEvents(on, await answerAgain(on, part, { now, turnId, ids }));
    return null;
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    // The model calls made so far belong to this branch.
    await appendEvents(on, [
      draftStoryEvent({ chat: on.state, now, turnId }, "turn_cancelled", {}),
    ]);
    return { turn_id: part.turnId, reason: error.code };
  }
}

function answerAgain(
  on: RerunContext,
  { events, turnId: was }: Extract<StoryPart, { is: "turn" }>,
  by: { now: number; turnId: string; ids: string[] },
): Promise<ChatEventDraft[]> {
  const ids = [...listCreatedIds(events, (id) => on.state.threads.has(id)), ...by.ids];
  return replayTurn({
    turnId: by.turnId,
    window: on.records.windows.get(was) as RecordedWindow,
    state: on.state,
    model: on.of.with,
    read: { rows: (sql, params) => readAs(on.decisions, on.of, (read) => read.rows(sql, params)) },
    now: by.now,
    account: on.records.account,
    signal: on.of.signal,
    newId: () => ids.shift() as string,
  });
}

/** Records the events and folds them with the ids assigned by the log. */
async function appendEvents(on: RerunContext, events: readonly ChatEventDraft[]): Promise<void> {
  if (events.length === 0) return;
  await on.decisions.run(on.of.accountId, async () => ({ events, result: undefined }));
  const fresh = await readAs(on.decisions, on.of, (read) =>
    readChatEvents(read, on.of.chatId, on.seen),
  );
  for (const event of fresh)
    if (readBranch(event) === on.state.branchId && event.kind !== "chat_branched")
      applyEvent(on.state, event);
  on.seen = fresh.at(-1)?.id ?? on.seen;
}
