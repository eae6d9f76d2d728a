import {
  type EventDraft,
  isEventOf,
  type RecordedEvent,
} from "../../../domain/events/catalogue.ts";
import { type Pausable, slices } from "../../../domain/slices.ts";
import { readChatEvents } from "../state/read-log.ts";
import { draftStoryEvent } from "../state/story-events.ts";
import { type Paths, computePaths } from "../state/path.ts";
import { readId, readText, type RecordedChatEvent } from "../state/events.ts";
import { draftWithdrawal } from "../time/withdraw-messages.ts";
import { chatStream } from "../state/chat-state.ts";
import type { DecisionContext } from "../../../domain/ports/decisions.ts";

export type ChatDecision = DecisionContext & {
  readonly accountId: string;
  readonly chatId: string;
};

type MemoryEvent = RecordedEvent<"memory_written">;

export interface Withdrawal {
  readonly events: readonly EventDraft[];
  readonly expects: Readonly<Record<string, number>>;
}

/** Limit on chains of stories that memories were brought through. */
const maxDepth = 10;

/**
 * Removes memories from other stories when they were removed or reworded here: on every branch,
 * from the tables and from stored prompts. What characters said there in the meantime had witnesses
 * and stays.
 */
export async function withdrawBrought(
  at: ChatDecision,
  of: { readonly chatId: string; readonly events: readonly RecordedChatEvent[] },
  depth = 0,
): Promise<Withdrawal> {
  const lent = of.events
    .filter((event) => isEventOf(event, "memories_lent"))
    .map(({ payload }) => payload.to_chat_id);
  const here = lent.length === 0 ? undefined : await slices.run(computePaths(of.events));
  let all: Withdrawal = { events: [], expects: {} };
  for (const chatId of new Set(lent)) {
    if (here === undefined || chatId === of.chatId || depth === maxDepth) continue;
    const events = await readChatEvents(at.read, chatId, 0);
    const gone = await slices.run(findWithdrawn(here, { events, from: of.chatId }));
    const taken = await slices.run(withdrawMemories(at, chatId, { events, gone }));
    if (taken.length === 0) continue;
    const version =
      events.findLast(({ stream }) => stream === chatStream(chatId))?.streamVersion ?? 0;
    const after = [
      ...events,
      ...taken.map((draft, nth) => ({
        ...draft,
        id: (events.at(-1)?.id ?? 0) + 1 + nth,
        streamVersion: 0,
      })),
    ];
    const further = await withdrawBrought(at, { chatId, events: after }, depth + 1);
    all = {
      events: [
        ...all.events,
        ...taken,
        ...(await withdrawPrompts(at, chatId, gone)),
        ...further.events,
      ],
      expects: { ...all.expects, [chatStream(chatId)]: version, ...further.expects },
    };
  }
  return all;
}

function* findWithdrawn(
  here: Paths,
  { events, from }: { readonly events: readonly RecordedChatEvent[]; readonly from: string },
): Pausable<MemoryEvent[]> {
  const gone: MemoryEvent[] = [];
  for (const event of events) {
    yield;
    if (!isEventOf(event, "memory_written")) continue;
    if (event.payload.brought_from?.chat_id === from && !isStillTrue(here, event)) gone.push(event);
  }
  return gone;
}

/** True when every source event counts on some branch and contains the words. */
export function isStillTrue(paths: Paths, { payload }: MemoryEvent): boolean {
  const made = payload.brought_from?.event_ids ?? [];
  const words = payload.pov_summary ?? "";
  return [...paths.byBranch.values()].some((path) => {
    const counting = path.filter(({ id }) => made.includes(id));
    return (
      counting.length === made.length &&
      counting.some((event) => listWordings(event).includes(words))
    );
  });
}

const listWordings = (event: RecordedChatEvent): string[] => [
  readText(event),
  event.kind === "memory_written" ? (event.payload.pov_summary ?? "") : "",
  event.kind === "manual_edit" ? event.payload.new_value : "",
];

function* withdrawMemories(
  at: ChatDecision,
  chatId: string,
  {
    events,
    gone,
  }: { readonly events: readonly RecordedChatEvent[]; readonly gone: readonly MemoryEvent[] },
): Pausable<EventDraft<"derivatives_redone">[]> {
  const ids = new Set(gone.map(({ id }) => id));
  const memories = new Set(gone.map(readId));
  const paths = yield* computePaths(events);
  return [...paths.byBranch].flatMap(([branchId, path]) => {
    const withdraws = path
      .filter(
        ({ id, kind, payload }) =>
          ids.has(id) || (kind === "manual_edit" && memories.has(payload.target_id)),
      )
      .map(({ id }) => id);
    if (withdraws.length === 0) return [];
    const moment = { chat: { id: chatId, accountId: at.accountId, branchId }, now: at.now };
    return [
      draftStoryEvent(moment, "derivatives_redone", {
        branch_id: branchId,
        turn_ids: [],
        amends: [],
        withdraws,
      }),
    ];
  });
}

/** Withdraws stored prompts that contain the removed memories. */
async function withdrawPrompts(
  at: ChatDecision,
  chatId: string,
  gone: readonly MemoryEvent[],
): Promise<EventDraft[]> {
  const calls = await at.read.rows<{ id: string }>(
    `select id from model_call where chat_id = $1 and source_event_ids && $2::bigint[] and prompt <> '{"messages": []}'`,
    [chatId, gone.map(({ id }) => id)],
  );
  if (calls.length === 0) return [];
  const none = { turn_ids: [], message_ids: [], delivery_ids: [], answer_ids: [] };
  return [draftWithdrawal(at, { chat_id: chatId, ...none, call_ids: calls.map(({ id }) => id) })];
}
