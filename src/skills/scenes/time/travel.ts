import type { DeskJob } from "../../../domain/ports/decisions.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { EventDraft, RecordedEvent } from "../../../domain/events.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { Cut, Moment } from "../../../domain/views/story-time.ts";
import type { BranchView } from "../../../domain/views/story-view.ts";
import { takenBack } from "../brought/take-back.ts";
import { chatEvents } from "../state/chat-states.ts";
import { chatFact } from "../state/story-events.ts";
import { foldChat } from "../state/fold.ts";
import { lockLane } from "../api/internal-turns.ts";
import { activePath, isPathKind, pathsOf, rootBranch, upToPlace } from "../state/path.ts";
import { placeOf } from "../state/story-position.ts";
import { text } from "../state/payload.ts";
import { type ChatState, chatStream } from "../state/chat-state.ts";
import { momentOfDay } from "./days.ts";
import { runsStopped } from "./runs.ts";
import { withdrawn } from "./withdraw.ts";

export type At = Parameters<DeskJob<unknown>>[0] & {
  readonly accountId: string;
  readonly chatId: string;
};
export type Done<T> = Awaited<ReturnType<DeskJob<T>>>;

/** A chat with its whole past. */
export interface Past {
  readonly events: readonly RecordedEvent[];
  readonly branch: string;
  readonly path: readonly RecordedEvent[];
  readonly version: number;
}

export async function pastOf(read: Reads, chatId: string, branch?: string): Promise<Past> {
  const events = await chatEvents(read, chatId, 0);
  const { active, of } = pathsOf(events);
  const name = branch ?? active;
  const path = of.get(name);
  if (path === undefined) throw new Refusal("not_found", "", { field: "branch" });
  const version =
    events.findLast(({ stream }) => stream === chatStream(chatId))?.streamVersion ?? 0;
  return { events, branch: name, path, version };
}

const isTurn = ({ kind }: RecordedEvent): boolean =>
  kind === "user_turn" || kind === "assistant_turn";

/** A turn with all that it wrote. Of one from elsewhere: with what was remembered of it. */
export function endOf(path: readonly RecordedEvent[], turnId: string): number {
  const at = path.findIndex((event) => isTurn(event) && text(event.payload, "id") === turnId);
  const turn = path[at];
  if (turn === undefined) throw new Refusal("not_found", "", { field: "turn_id" });
  const beat = text(turn.payload, "beat_turn_id") || turn.turnId;
  const isOfIt = (event: RecordedEvent): boolean =>
    event.turnId === beat || text(event.payload, "beat_turn_id") === beat;
  if (beat !== undefined) return Math.max(placeOf(turn), ...path.filter(isOfIt).map(placeOf));
  const rest = path.slice(at + 1);
  const next = rest.findIndex(({ kind }) => kind !== "memory_written" && kind !== "edge_update");
  return placeOf(path[next === -1 ? path.length - 1 : at + next] ?? turn);
}

export function cutAt({ path }: Past, { turnId, eventId }: Cut): number {
  if (turnId !== undefined) return endOf(path, turnId);
  const event = path.findLast((each) => placeOf(each) <= (eventId ?? 0));
  if (event === undefined) throw new Refusal("not_found", "", { field: "event_id" });
  return placeOf(event);
}

/** Where a branch leaves its parent: at the end when nothing is said. */
export function branchPoint(past: Past, cut: Cut): number {
  if (cut.turnId !== undefined || cut.eventId !== undefined) return cutAt(past, cut);
  const last = past.path.at(-1);
  return last === undefined ? 0 : placeOf(last);
}

/** Nobody winds back what is being played. */
export async function assertQuiet({ read, chatId }: At): Promise<void> {
  if ((await lockLane(read, chatId))?.busy === true) throw new Refusal("turn_in_flight", "");
}

/** Everything after the cut goes: state, tables, prompts, messages. */
export async function rewind(
  at: At,
  cut: Cut,
): Promise<Done<{ to_event_id: number; branch_id: string; forgotten: number }>> {
  await assertQuiet(at);
  const past = await pastOf(at.read, at.chatId);
  return cutBack(at, past, cutAt(past, cut));
}

async function cutBack(
  at: At,
  past: Past,
  to: number,
): Promise<Done<{ to_event_id: number; branch_id: string; forgotten: number }>> {
  const chat = { id: at.chatId, accountId: at.accountId, branchId: past.branch };
  const fact = chatFact({ chat, now: at.now }, "chat_rewound", {
    branch_id: past.branch,
    to_event_id: to,
  });
  const last = past.events.at(-1)?.id ?? 0;
  const after = [...past.events, { ...fact, id: last + 1, streamVersion: past.version + 1 }];
  const kept = upToPlace(past.path, to);
  const runs = runsStopped({ chat, now: at.now }, { before: past.path, after: kept });
  const gone = await withdrawn(at, { chatId: at.chatId, events: after });
  const elsewhere = await takenBack(at, { chatId: at.chatId, events: after });
  return {
    events: [fact, ...runs, ...gone, ...elsewhere.events],
    expects: { ...elsewhere.expects, [chatStream(at.chatId)]: past.version },
    result: { to_event_id: to, branch_id: past.branch, forgotten: past.path.length - kept.length },
  };
}

/** Another way from here on, which shares its past; the chat goes on along it. */
export async function branch(
  at: At,
  cut: Cut & { readonly name?: string | undefined },
): Promise<Done<{ branch_id: string }>> {
  await assertQuiet(at);
  const past = await pastOf(at.read, at.chatId);
  const branch_id = cut.name ?? at.newId();
  if (pathsOf(past.events).of.has(branch_id))
    throw new Refusal("already_recorded", "", { field: "branch_id" });
  const from_event_id = branchPoint(past, cut);
  const moment = {
    chat: { id: at.chatId, accountId: at.accountId, branchId: rootBranch },
    now: at.now,
  };
  const there = { ...moment, chat: { ...moment.chat, branchId: branch_id } };
  const events = [
    chatFact(moment, "chat_branched", { branch_id, parent_branch_id: past.branch, from_event_id }),
    chatFact(moment, "branch_switched", { branch_id }),
    ...runsStopped(there, { before: past.path, after: upToPlace(past.path, from_event_id) }),
  ];
  return { events, expects: { [chatStream(at.chatId)]: past.version }, result: { branch_id } };
}

export async function switchTo(at: At, branch_id: string): Promise<Done<{ branch_id: string }>> {
  await assertQuiet(at);
  const past = await pastOf(at.read, at.chatId, branch_id);
  const moment = {
    chat: { id: at.chatId, accountId: at.accountId, branchId: rootBranch },
    now: at.now,
  };
  const there = { ...moment, chat: { ...moment.chat, branchId: branch_id } };
  const runs = runsStopped(there, { before: activePath(past.events), after: past.path });
  const events: EventDraft[] = [chatFact(moment, "branch_switched", { branch_id }), ...runs];
  return { events, expects: { [chatStream(at.chatId)]: past.version }, result: { branch_id } };
}

/** The chat as it was: at an event, at a time of the story, on a branch. */
export async function stateAt(
  read: Reads,
  of: { readonly chatId: string; readonly accountId: string },
  when: Moment,
): Promise<ChatState> {
  const past = await pastOf(read, of.chatId, when.branch);
  const time = when.day === undefined ? when.storyTime : momentOfDay(past.path, when.day);
  const last =
    when.turnId === undefined ? (when.eventId ?? Infinity) : endOf(past.path, when.turnId);
  const path = untilStoryTime(upToPlace(past.path, last), time);
  const state = foldChat({ id: of.chatId, accountId: of.accountId }, path);
  state.branchId = past.branch;
  state.lastEventId = path.reduce((newest, { id }) => Math.max(newest, id), 0);
  return state;
}

/** Events up to the first that took the story's clock beyond that time. */
function untilStoryTime(path: readonly RecordedEvent[], time: string | undefined): RecordedEvent[] {
  if (time === undefined) return [...path];
  const until = Date.parse(time);
  if (Number.isNaN(until))
    throw new Refusal("invalid_request", "", { field: "story_time", problem: "not a time" });
  const timed = (event: RecordedEvent): number =>
    Date.parse(
      text(event.payload, "story_time") ||
        text(event.payload, "to") ||
        text(event.payload, "started_at"),
    );
  const end = path.findIndex((event) => !isPathKind(event.kind) && timed(event) > until);
  return end === -1 ? [...path] : path.slice(0, end);
}

export async function branches(read: Reads, chatId: string): Promise<BranchView[]> {
  const { active, of } = pathsOf(await chatEvents(read, chatId, 0));
  return [...of].map(([branch_id, path]) => ({
    branch_id,
    active: branch_id === active,
    events: path.length,
    last_event_id: path.at(-1)?.id ?? 0,
  }));
}
