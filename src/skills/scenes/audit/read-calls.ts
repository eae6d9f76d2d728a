import type { Reads } from "../../../domain/ports/reads.ts";
import type { RecordedChatEvent } from "../state/events.ts";
import type { RecordedCall } from "./story-structure.ts";

export interface CallHead {
  readonly id: string;
  readonly turn_id: string | null;
  readonly started_at: string;
}

interface CallRow extends CallHead {
  readonly purpose: string;
  readonly viewer: string | null;
  readonly prompt: { readonly messages?: RecordedCall["messages"] } | null;
  readonly source_event_ids: readonly (number | string)[];
}

interface StartRow {
  readonly turn_id: string;
  readonly id: number;
  readonly at: string;
}

interface TypedRow {
  readonly turn_id: string;
  readonly event_id: number;
  readonly text: string;
}

interface AnswerRow extends CallHead {
  readonly output: string | null;
}

interface ReadStory {
  readonly chatId: string;
  /** Without their words. */
  readonly events: readonly RecordedChatEvent[];
}

interface CallReader {
  readonly count: number;
  /** In the order of time. Prompts of one page are in memory at once. */
  pages(onPage: (done: number) => void): AsyncIterable<readonly RecordedCall[]>;
}

const callsAtOnce = 100;

/** All calls so far. The story is read after them: then it has every event that they knew. */
export const listCalls = (read: Reads, chatId: string): Promise<CallHead[]> =>
  read.rows<CallHead>(
    "select id, turn_id, started_at from model_call where chat_id = $1 order by started_at, id",
    [chatId],
  );

export async function createCallReader(
  read: Reads,
  story: ReadStory & { readonly heads: readonly CallHead[] },
): Promise<CallReader> {
  const { heads } = story;
  const starts = await read.rows<StartRow>(
    `select turn_id, id, at from event_log where kind in ('turn_started', 'turn_restarted') and conversation_id in
       (select conversation_id from model_call where chat_id = $1 and conversation_id is not null) order by id`,
    [story.chatId],
  );
  const on: CallContext = {
    ...story,
    places: new Map(story.events.map(({ id }, place) => [id, place])),
    starts: Map.groupBy(starts, ({ turn_id }) => turn_id),
    cancelled: new Set(
      story.events.flatMap(({ kind, turnId }) => (kind === "turn_cancelled" ? (turnId ?? []) : [])),
    ),
  };
  return {
    count: heads.length,
    async *pages(onPage) {
      for (let from = 0; from < heads.length; from += callsAtOnce) {
        const page = heads.slice(from, from + callsAtOnce);
        yield await readCalls(read, on, page);
        onPage(from + page.length);
      }
    },
  };
}

interface CallContext extends ReadStory {
  /** By id: their places among the events. */
  readonly places: ReadonlyMap<number, number>;
  readonly starts: ReadonlyMap<string, readonly StartRow[]>;
  readonly cancelled: ReadonlySet<string>;
}

async function readCalls(
  read: Reads,
  on: CallContext,
  heads: readonly CallHead[],
): Promise<RecordedCall[]> {
  const rows = await read.rows<CallRow>(
    `select id, purpose, viewer, turn_id, prompt, to_jsonb(source_event_ids) as source_event_ids, started_at
     from model_call where id = any($1) order by started_at, id`,
    [heads.map(({ id }) => id)],
  );
  const turns = [...new Set(heads.flatMap(({ turn_id }) => turn_id ?? []))];
  const typed = Map.groupBy(await readTyped(read, on, turns), ({ turn_id }) => turn_id);
  const answers = Map.groupBy(
    await read.rows<AnswerRow>(
      "select id, turn_id, started_at, output from model_call where turn_id = any($1) order by started_at, id",
      [turns],
    ),
    ({ turn_id }) => turn_id ?? "",
  );
  return rows.map((row) => ({
    id: row.id,
    purpose: row.purpose,
    viewer: row.viewer ?? "",
    turnId: row.turn_id,
    messages: row.prompt?.messages ?? [],
    sourceEventIds: row.source_event_ids.map(Number),
    position: findPosition(row, on),
    typed: new Map(
      (typed.get(row.turn_id ?? "") ?? []).map(({ event_id, text }) => [event_id, text]),
    ),
    answered: listEarlier(answers.get(row.turn_id ?? "") ?? [], row),
  }));
}

const listEarlier = (answers: readonly AnswerRow[], { id }: CallHead): string[] => {
  const own = answers.findIndex((answer) => answer.id === id);
  return answers.slice(0, Math.max(0, own)).map(({ output }) => readOutput(output));
};

/** What was typed for some turns. */
async function readTyped(
  read: Reads,
  { chatId, cancelled }: CallContext,
  turns: readonly string[],
): Promise<TypedRow[]> {
  const typed = await read.rows<TypedRow>(
    `select t.id as turn_id, m.event_id, m.text from turn t
     join message m on m.conversation_id = t.conversation_id and m.direction = 'inbound' and m.seq between t.input_from_seq and t.input_to_seq
     where t.id = any($1)`,
    [turns],
  );
  const failed = turns.filter((id) => cancelled.has(id));
  if (failed.length === 0) return typed;
  // The messages of a turn that failed during a rerun are those its calls cite.
  const cited = await read.rows<TypedRow>(
    `select distinct m.turn_id, t.event_id, t.text from model_call m join message t on t.event_id = any(m.source_event_ids)
     where m.chat_id = $1 and m.turn_id = any($2) and not exists (select from turn o where o.id = m.turn_id)`,
    [chatId, failed],
  );
  return [...typed, ...cited];
}

/**
 * A turn knows the events before its start; a call without a turn, those before the call. A retried
 * turn may know more: events it cites count if they existed at the time.
 */
function findPosition(row: CallRow, { events, places, starts }: CallContext): number {
  const from = Date.parse(row.started_at);
  const isBefore = ({ at, turnId }: RecordedChatEvent): boolean =>
    Date.parse(at) <= from && (row.turn_id === null || turnId !== row.turn_id);
  const began = starts.get(row.turn_id ?? "")?.findLast(({ at }) => Date.parse(at) <= from)?.id;
  if (began === undefined) {
    let place = countWhile(events, ({ at }) => Date.parse(at) <= from);
    while (place > 0 && !isBefore(events[place - 1] as RecordedChatEvent)) place -= 1;
    return events[place - 1]?.id ?? 0;
  }
  const named = row.source_event_ids.flatMap((id) => events[places.get(Number(id)) ?? -1] ?? []);
  const known = named.filter((event) => event.id >= began && isBefore(event)).map(({ id }) => id);
  const before = events[countWhile(events, ({ id }) => id < began) - 1];
  return Math.max(before?.id ?? 0, ...known);
}

/** How many events at the beginning fulfil a condition that later ones do not, by halving. */
function countWhile(
  events: readonly RecordedChatEvent[],
  holds: (event: RecordedChatEvent) => boolean,
): number {
  let [from, to] = [0, events.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(events[middle] as RecordedChatEvent)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Answers are stored as JSON; line breaks are unescaped. */
function readOutput(output: string | null): string {
  if (output === null) return "";
  return JSON.stringify(JSON.parse(output)).replaceAll(String.raw`\n`, "\n");
}
