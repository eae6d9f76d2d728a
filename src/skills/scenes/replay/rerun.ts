import type { Desk } from "../../../domain/ports/decisions.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { EventDraft, RecordedEvent } from "../../../domain/events.ts";
import { type Model, ModelFailure } from "../../../domain/ports/model.ts";
import type { RerunAsk, RerunStory } from "../../../domain/views/story-replay.ts";
import { chatEvents } from "../state/chat-states.ts";
import { chatFact } from "../state/story-events.ts";
import { foldChat, step } from "../state/fold.ts";
import { branchOf, pathsOf, rootBranch } from "../state/path.ts";
import { placeOf } from "../state/story-position.ts";
import type { ChatState } from "../state/chat-state.ts";
import { type Past, pastOf, stateAt } from "../time/travel.ts";
import { differences } from "../time/view.ts";
import { playAgain } from "./play-again.ts";
import type { RecordedWindow } from "./recorded.ts";
import { type Records, recordsOf, whyNotPlayed } from "./replay.ts";
import { idsMade, type Part, partsOfPath } from "./turns.ts";

interface InChat {
  readonly chatId: string;
  readonly accountId: string;
}

/** Ids of one turn, made ahead: more than any turn needs. */
const idsAhead = 200;

/**
 * The same story with another model: from a turn on, everything that people did and said is told again on a branch beside, and
 * the model answers anew. The chat itself stays where it is. Lines and memories have the ids that they had, so that the two
 * tellings can be laid side by side.
 */
export async function rerunStory(
  desk: Desk,
  of: InChat & RerunAsk & { readonly with: Model },
): Promise<RerunStory> {
  const begun = await begin(desk, of);
  const { state, branch_id, past, records } = begun;
  const on: Rerunning = { desk, of, state, records, seen: begun.seen };
  const as_is: { turn_id: string; why: string }[] = [];
  let [turns, failed]: [number, RerunStory["failed"]] = [0, null];
  for (const part of begun.parts) {
    if (part.is === "fact") await append(on, [copied(on, part.event)]);
    else {
      turns += 1;
      const why = part.why ?? whyNotPlayed(records, part.turnId, false);
      if (why !== undefined) as_is.push({ turn_id: part.turnId, why });
      failed = await tellTurn(on, part, why);
      if (failed !== null) break;
    }
  }
  const compared = await look(desk, of, async (read) => {
    const [a, b] = [
      await stateAt(read, of, { branch: past.branch }),
      await stateAt(read, of, { branch: branch_id }),
    ];
    return differences(a, b);
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

interface Rerunning {
  readonly desk: Desk;
  readonly of: InChat & RerunAsk & { readonly with: Model };
  readonly state: ChatState;
  readonly records: Records;
  /** The newest event of the chat that was looked at. */
  seen: number;
}

const look = <T>(
  desk: Desk,
  { accountId }: InChat,
  job: (read: Parameters<typeof pastOf>[0]) => Promise<T>,
): Promise<T> =>
  desk.work(accountId, async ({ read }) => ({ events: [], result: await job(read) }));

interface Begun {
  readonly past: Past;
  readonly branch_id: string;
  readonly state: ChatState;
  readonly parts: readonly Part[];
  readonly records: Records;
  readonly seen: number;
}

/** The branch, and what is to be told again on it. */
async function begin(desk: Desk, of: InChat & RerunAsk): Promise<Begun> {
  return desk.work(of.accountId, async (at) => {
    const past = await pastOf(at.read, of.chatId);
    const parts = partsOfPath(past.path, past.events);
    const first = parts.findIndex(
      (part) =>
        part.is === "turn" && (of.fromTurnId === undefined || hasTurn(part.events, of.fromTurnId)),
    );
    if (first === -1) throw new Refusal("not_found", "", { field: "from_turn_id" });
    const branch_id = of.name ?? at.newId();
    if (pathsOf(past.events).of.has(branch_id))
      throw new Refusal("already_recorded", "", { field: "name" });
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
      from_event_id: from === undefined ? 0 : placeOf(from),
    };
    const state = foldChat({ id: of.chatId, accountId: of.accountId }, before);
    state.branchId = branch_id;
    const records = await recordsOf(at.read, of, parts);
    const seen = past.events.at(-1)?.id ?? 0;
    return {
      events: [chatFact(moment, "chat_branched", { ...place, rerun: { model: of.model } })],
      result: { past, branch_id, state, parts: parts.slice(first), records, seen },
    };
  });
}

const hasTurn = (events: readonly RecordedEvent[], turnId: string): boolean =>
  events.some(
    ({ kind, payload, turnId: own }) =>
      own === turnId || (kind.endsWith("_turn") && payload["id"] === turnId),
  );

/** What was simply so is so here as well. */
function copied(
  { state }: Rerunning,
  { kind, payload, at }: RecordedEvent,
  turnId?: string,
): EventDraft {
  const { branch_id: _branch, placed_after: _place, ...said } = payload;
  return chatFact({ chat: state, now: Date.parse(at), turnId }, kind, said);
}

async function tellTurn(
  on: Rerunning,
  part: Extract<Part, { is: "turn" }>,
  why: string | undefined,
): Promise<RerunStory["failed"]> {
  const { now, ids } = await on.desk.work(on.of.accountId, async (at) => ({
    events: [],
    result: { now: at.now, ids: Array.from({ length: idsAhead }, () => at.newId()) },
  }));
  const turnId = ids.pop() as string;
  if (why !== undefined) {
    await append(
      on,
      part.events.map((event) => copied(on, event, turnId)),
    );
    return null;
  }
  try {
    await append(on, await answered(on, part, { now, turnId, ids }));
    return null;
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    // The calls that were made belong to this branch.
    await append(on, [chatFact({ chat: on.state, now, turnId }, "turn_cancelled", {})]);
    return { turn_id: part.turnId, reason: error.code };
  }
}

function answered(
  on: Rerunning,
  { events, turnId: was }: Extract<Part, { is: "turn" }>,
  by: { now: number; turnId: string; ids: string[] },
): Promise<EventDraft[]> {
  const ids = [...idsMade(events, (id) => on.state.threads.has(id)), ...by.ids];
  return playAgain({
    turnId: by.turnId,
    window: on.records.windows.get(was) as RecordedWindow,
    state: on.state,
    model: on.of.with,
    read: { rows: (sql, params) => look(on.desk, on.of, (read) => read.rows(sql, params)) },
    now: by.now,
    account: on.records.account,
    signal: on.of.signal,
    newId: () => ids.shift() as string,
  });
}

/** Written, and taken into the state with the places that the log gave. */
async function append(on: Rerunning, events: readonly EventDraft[]): Promise<void> {
  if (events.length === 0) return;
  await on.desk.work(on.of.accountId, async () => ({ events, result: undefined }));
  const fresh = await look(on.desk, on.of, (read) => chatEvents(read, on.of.chatId, on.seen));
  for (const event of fresh)
    if (branchOf(event) === on.state.branchId && event.kind !== "chat_branched")
      step(on.state, event);
  on.seen = fresh.at(-1)?.id ?? on.seen;
}
