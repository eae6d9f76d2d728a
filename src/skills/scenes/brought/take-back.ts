import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft, RecordedEvent } from "../../../domain/events.ts";
import { chatEvents } from "../state/chat-states.ts";
import { chatFact } from "../state/story-events.ts";
import { type Paths, pathsOf } from "../state/path.ts";
import { list, object, text } from "../state/payload.ts";
import { chatStream } from "../state/chat-state.ts";
import type { At } from "../time/travel.ts";

export interface TakenBack {
  readonly events: readonly EventDraft[];
  readonly expects: Readonly<Record<string, number>>;
}

/** From story to story: nobody carries anything further than this. */
const mostStories = 10;

/**
 * Memories of a story that were brought into others go from there, too, when they are gone here or read otherwise: on every branch,
 * out of the tables and out of stored prompts. What was said there in the meantime was said before witnesses, and stays.
 */
export async function takenBack(
  at: At,
  of: { readonly chatId: string; readonly events: readonly RecordedEvent[] },
  depth = 0,
): Promise<TakenBack> {
  const lent = of.events
    .filter(({ kind }) => kind === "memories_lent")
    .map(({ payload }) => text(payload, "to_chat_id"));
  const here = lent.length === 0 ? undefined : pathsOf(of.events);
  let all: TakenBack = { events: [], expects: {} };
  for (const chatId of new Set(lent)) {
    if (here === undefined || chatId === of.chatId || depth === mostStories) continue;
    const events = await chatEvents(at.read, chatId, 0);
    const gone = events.filter((event) => isBrought(event, of.chatId) && !stillReads(here, event));
    const taken = takenFrom(at, chatId, { events, gone });
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
    const further = await takenBack(at, { chatId, events: after }, depth + 1);
    all = {
      events: [...all.events, ...taken, ...(await forgotten(at, chatId, gone)), ...further.events],
      expects: { ...all.expects, [chatStream(chatId)]: version, ...further.expects },
    };
  }
  return all;
}

const isBrought = ({ kind, payload }: RecordedEvent, from: string): boolean =>
  kind === "memory_written" && text(object(payload["brought_from"]), "chat_id") === from;

/** Everything that made its words counts on some branch, and says them. */
export function stillReads(paths: Paths, { payload }: RecordedEvent): boolean {
  const made = list(object(payload["brought_from"])["event_ids"]);
  const words = text(payload, "pov_summary");
  return [...paths.of.values()].some((path) => {
    const counting = path.filter(({ id }) => made.includes(id));
    return (
      counting.length === made.length && counting.some((event) => saying(event).includes(words))
    );
  });
}

const saying = ({ payload }: RecordedEvent): string[] =>
  ["text", "pov_summary", "new_value"].map((name) => text(payload, name));

function takenFrom(
  at: At,
  chatId: string,
  {
    events,
    gone,
  }: { readonly events: readonly RecordedEvent[]; readonly gone: readonly RecordedEvent[] },
): EventDraft[] {
  const ids = new Set(gone.map(({ id }) => id));
  const memories = new Set(gone.map(({ payload }) => text(payload, "id")));
  return [...pathsOf(events).of].flatMap(([branchId, path]) => {
    const withdraws = path
      .filter(
        ({ id, kind, payload }) =>
          ids.has(id) || (kind === "manual_edit" && memories.has(text(payload, "target_id"))),
      )
      .map(({ id }) => id);
    if (withdraws.length === 0) return [];
    const moment = { chat: { id: chatId, accountId: at.accountId, branchId }, now: at.now };
    return [
      chatFact(moment, "derivatives_redone", {
        branch_id: branchId,
        turn_ids: [],
        amends: [],
        withdraws,
      }),
    ];
  });
}

/** Prompts that were made of them. */
async function forgotten(
  at: At,
  chatId: string,
  gone: readonly RecordedEvent[],
): Promise<EventDraft[]> {
  const calls = await at.read.rows<{ id: string }>(
    `select id from model_call where chat_id = $1 and source_event_ids && $2::bigint[] and prompt <> '{"messages": []}'`,
    [chatId, gone.map(({ id }) => id)],
  );
  if (calls.length === 0) return [];
  const none = { turn_ids: [], message_ids: [], delivery_ids: [], answer_ids: [] };
  const payload = { chat_id: chatId, ...none, call_ids: calls.map(({ id }) => id) };
  return [
    {
      stream: `withdrawn:${chatId}`,
      kind: "messages_withdrawn",
      at: iso(at.now),
      accountId: at.accountId,
      payload,
    },
  ];
}
