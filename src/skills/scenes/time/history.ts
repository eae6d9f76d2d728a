import { isTurnEvent } from "../state/fold-turns.ts";
import type { PreparedDecision } from "../../../domain/ports/decisions.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import { type RecordedChatEvent, readPosition } from "../state/events.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { slices } from "../../../domain/slices.ts";
import type { CutPoint, StoryPoint } from "../../../domain/views/story-time.ts";
import type { BranchView } from "../../../domain/views/story-view.ts";
import { withdrawBrought } from "../brought/withdraw-brought.ts";
import { readSealedEvents } from "../state/spoilers.ts";
import { readChatEvents } from "../state/read-log.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { foldChat } from "../state/fold.ts";
import { assertNotRunning, type LaneDecision } from "../api/decide-in-chat.ts";
import { findActivePath, isPathEvent, computePaths, rootBranch, cutPath } from "../state/path.ts";
import { type ChatState, chatStream } from "../state/chat-state.ts";
import { findDayEnd } from "./days.ts";
import { stopPlans } from "./running-plans.ts";
import { withdrawMessages } from "./withdraw-messages.ts";

/** All events of a chat and one of its paths. */
export interface Past {
  readonly events: readonly RecordedChatEvent[];
  readonly branch: string;
  /** The names of all branches. */
  readonly branches: ReadonlySet<string>;
  readonly path: readonly RecordedChatEvent[];
  readonly version: number;
}

export async function readPast(read: Reads, chatId: string, branch?: string): Promise<Past> {
  const events = await readChatEvents(read, chatId, 0);
  const { active, byBranch } = await slices.run(computePaths(events));
  const name = branch ?? active;
  const path = byBranch.get(name);
  if (path === undefined) throw new Refusal("not_found", { field: "branch" });
  const version =
    events.findLast(({ stream }) => stream === chatStream(chatId))?.streamVersion ?? 0;
  return { events, branch: name, branches: new Set(byBranch.keys()), path, version };
}

/**
 * The end of a turn, including everything it recorded; for an imported turn, including its
 * memories.
 */
export function findTurnEnd(path: readonly RecordedChatEvent[], turnId: string): number {
  const at = path.findIndex((event) => isTurnEvent(event) && event.payload.id === turnId);
  const turn = path[at];
  if (turn === undefined) throw new Refusal("not_found", { field: "turn_id" });
  const beat = readBeatId(turn) || turn.turnId;
  const isOfIt = (event: RecordedChatEvent): boolean =>
    event.turnId === beat || readBeatId(event) === beat;
  if (beat !== undefined)
    return Math.max(readPosition(turn), ...path.filter(isOfIt).map(readPosition));
  const rest = path.slice(at + 1);
  const next = rest.findIndex(({ kind }) => kind !== "memory_written" && kind !== "edge_update");
  return readPosition(path[next === -1 ? path.length - 1 : at + next] ?? turn);
}

const readBeatId = (event: RecordedChatEvent): string =>
  event.kind === "assistant_turn" ? (event.payload.beat_turn_id ?? "") : "";

export function findCut({ path }: Past, { turnId, eventId }: CutPoint): number {
  if (turnId !== undefined) return findTurnEnd(path, turnId);
  const event = path.findLast((each) => readPosition(each) <= (eventId ?? 0));
  if (event === undefined) throw new Refusal("not_found", { field: "event_id" });
  return readPosition(event);
}

/** Where a branch starts: the end of its parent by default. */
export function findBranchPoint(past: Past, cut: CutPoint): number {
  if (cut.turnId !== undefined || cut.eventId !== undefined) return findCut(past, cut);
  const last = past.path.at(-1);
  return last === undefined ? 0 : readPosition(last);
}

/** Removes everything after the cut: state, tables, prompts and messages. */
export async function rewind(
  at: LaneDecision,
  cut: CutPoint,
): Promise<PreparedDecision<{ to_event_id: number; branch_id: string; forgotten: number }>> {
  assertNotRunning(at);
  const past = await readPast(at.read, at.chatId);
  return rewindTo(at, past, findCut(past, cut));
}

async function rewindTo(
  at: LaneDecision,
  past: Past,
  to: number,
): Promise<PreparedDecision<{ to_event_id: number; branch_id: string; forgotten: number }>> {
  const chat = { id: at.chatId, accountId: at.accountId, branchId: past.branch };
  const fact = draftStoryEvent({ chat, now: at.now }, "chat_rewound", {
    branch_id: past.branch,
    to_event_id: to,
  });
  const last = past.events.at(-1)?.id ?? 0;
  const after = [...past.events, { ...fact, id: last + 1, streamVersion: past.version + 1 }];
  const kept = cutPath(past.path, to);
  const runs = await slices.run(
    stopPlans({ chat, now: at.now }, { before: past.path, after: kept }),
  );
  const gone = await withdrawMessages(at, { chatId: at.chatId, events: after });
  const elsewhere = await withdrawBrought(at, { chatId: at.chatId, events: after });
  return {
    events: [fact, ...runs, ...gone, ...elsewhere.events],
    expects: { ...elsewhere.expects, [chatStream(at.chatId)]: past.version },
    result: { to_event_id: to, branch_id: past.branch, forgotten: past.path.length - kept.length },
  };
}

/** Creates a branch that shares its past with the active one, and switches to it. */
export async function createBranch(
  at: LaneDecision,
  cut: CutPoint & { readonly name?: string | undefined },
): Promise<PreparedDecision<{ branch_id: string }>> {
  assertNotRunning(at);
  const past = await readPast(at.read, at.chatId);
  const branch_id = cut.name ?? at.newId();
  if (past.branches.has(branch_id)) throw new Refusal("already_recorded", { field: "branch_id" });
  const from_event_id = findBranchPoint(past, cut);
  const kept = cutPath(past.path, from_event_id);
  const moment = {
    chat: { id: at.chatId, accountId: at.accountId, branchId: rootBranch },
    now: at.now,
  };
  const there = { ...moment, chat: { ...moment.chat, branchId: branch_id } };
  const events = [
    draftStoryEvent(moment, "chat_branched", {
      branch_id,
      parent_branch_id: past.branch,
      from_event_id,
    }),
    draftStoryEvent(moment, "branch_switched", { branch_id }),
    ...(await slices.run(stopPlans(there, { before: past.path, after: kept }))),
  ];
  return { events, expects: { [chatStream(at.chatId)]: past.version }, result: { branch_id } };
}

export async function switchBranch(
  at: LaneDecision,
  branch_id: string,
): Promise<PreparedDecision<{ branch_id: string }>> {
  assertNotRunning(at);
  const past = await readPast(at.read, at.chatId, branch_id);
  const moment = {
    chat: { id: at.chatId, accountId: at.accountId, branchId: rootBranch },
    now: at.now,
  };
  const there = { ...moment, chat: { ...moment.chat, branchId: branch_id } };
  const before = await slices.run(findActivePath(past.events));
  const runs = await slices.run(stopPlans(there, { before, after: past.path }));
  const events: EventDraft[] = [draftStoryEvent(moment, "branch_switched", { branch_id }), ...runs];
  return { events, expects: { [chatStream(at.chatId)]: past.version }, result: { branch_id } };
}

/** The past as far as the person has seen it. */
async function hideSealed(
  read: Reads,
  of: { readonly chatId: string; readonly accountId: string },
  past: Past,
): Promise<Past> {
  const paths = await slices.run(computePaths(past.events));
  const sealed = await readSealedEvents(read, of, paths);
  return { ...past, path: past.path.filter(({ id }) => !sealed.has(id)) };
}

/** The chat's state at an event, at a story time or on a branch. */
export async function readStateAt(
  read: Reads,
  of: { readonly chatId: string; readonly accountId: string },
  when: StoryPoint,
): Promise<ChatState> {
  const whole = await readPast(read, of.chatId, when.branch);
  const past = when.hidesSealed === true ? await hideSealed(read, of, whole) : whole;
  const time = when.day === undefined ? when.storyTime : findDayEnd(past.path, when.day);
  const last =
    when.turnId === undefined ? (when.eventId ?? Infinity) : findTurnEnd(past.path, when.turnId);
  const path = cutAtTime(cutPath(past.path, last), time);
  const state = await slices.run(foldChat({ id: of.chatId, accountId: of.accountId }, path));
  state.branchId = past.branch;
  state.lastEventId = path.reduce((newest, { id }) => Math.max(newest, id), 0);
  return state;
}

/** Events up to the first that moved the story's clock past the time. */
function cutAtTime(
  path: readonly RecordedChatEvent[],
  time: string | undefined,
): RecordedChatEvent[] {
  if (time === undefined) return [...path];
  const until = Date.parse(time);
  if (Number.isNaN(until))
    throw new Refusal("invalid_request", { field: "story_time", problem: "not a time" });
  const end = path.findIndex((event) => !isPathEvent(event) && Date.parse(readTime(event)) > until);
  return end === -1 ? [...path] : path.slice(0, end);
}

function readTime({ kind, payload }: RecordedChatEvent): string {
  if ("story_time" in payload) return payload.story_time ?? "";
  if (kind === "time_advanced") return payload.to;
  return "started_at" in payload ? (payload.started_at ?? "") : "";
}

export async function listBranches(read: Reads, chatId: string): Promise<BranchView[]> {
  const { active, byBranch } = await slices.run(
    computePaths(await readChatEvents(read, chatId, 0)),
  );
  return [...byBranch].map(([branch_id, path]) => ({
    branch_id,
    active: branch_id === active,
    events: path.length,
    last_event_id: path.at(-1)?.id ?? 0,
  }));
}
