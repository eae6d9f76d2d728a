import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft, Payload, RecordedEvent } from "../../../domain/events.ts";
import { pathsOf } from "../state/path.ts";
import { list, text } from "../state/payload.ts";
import type { At, Past } from "../time/travel.ts";
import { asideAfter } from "../versions/aside.ts";
import {
  type Amendment,
  amendmentPayload,
  type DirectChange,
  isTurnEvent,
  type Told,
} from "./amendment.ts";
import { lostWords } from "./stale-words.ts";

/**
 * The first words of an edited line leave every table: messages and deliveries read as the line does now, and prompts that held
 * the words, or what was made of them, are forgotten. A branch on which the line was never edited keeps what is its own.
 */
export async function forgetWords(
  at: At,
  past: Past,
  of: { readonly told: Told; readonly change: DirectChange; readonly amendment: Amendment },
): Promise<EventDraft[]> {
  const dropped = versionsDropped(past, of.amendment);
  const amends = [
    ...of.change.amends,
    ...dropped.map(({ id }) => ({ event_id: id, set: { text: "" } })),
  ];
  const edited = [...past.path, ...dropped].filter(
    (event) => isTurnEvent(event) && amends.some(({ event_id }) => event_id === event.id),
  );
  const kept = turnsElsewhere(past, edited);
  const own = edited.flatMap(({ turnId }) =>
    turnId === undefined || kept.has(turnId) ? [] : [turnId],
  );
  const words = edited.map(({ payload }) => text(payload, "text"));
  const patterns = [...words, ...lostWords(of.told, of.change)].flatMap(likeAny);
  const ids = [
    ...edited.flatMap(({ id, payload }) => [id, ...messageIds(payload)]),
    ...of.amendment.withdraws,
  ];
  const calls = await at.read.rows<{ id: string; turn_id: string | null; answer: boolean }>(
    `select id, turn_id, coalesce(turn_id = any($2) or output ilike any($4), false) as answer from model_call
     where chat_id = $1 and (turn_id = any($2) or source_event_ids && $3::bigint[] or prompt::text ilike any($4) or output ilike any($4))`,
    [at.chatId, own, ids, patterns],
  );
  const forgotten = calls.filter(({ turn_id }) => turn_id === null || !kept.has(turn_id));
  const payload = {
    chat_id: at.chatId,
    turn_ids: [],
    message_ids: [],
    delivery_ids: [],
    call_ids: forgotten.map(({ id }) => id),
    answer_ids: forgotten.filter(({ answer }) => answer).map(({ id }) => id),
    ...(await reworded(at, { edited, kept, amends })),
  };
  return [
    {
      stream: `withdrawn:${at.chatId}`,
      kind: "messages_withdrawn",
      at: iso(at.now),
      accountId: at.accountId,
      payload,
    },
  ];
}

/** Versions of replies to what is edited: nobody can choose them any more. */
function versionsDropped({ events, branch }: Past, amendment: Amendment): RecordedEvent[] {
  const aside = pathsOf(events).aside.get(branch);
  const left = asideAfter(aside, { kind: "turn_edited", payload: amendmentPayload(amendment) });
  return [...(aside ?? [])]
    .filter(([id]) => !left.has(id))
    .flatMap(([, made]) => made.filter(isTurnEvent));
}

const messageIds = (payload: Payload): number[] =>
  list(payload["message_event_ids"]).filter((id) => typeof id === "number");

/** As the words stand in a text, and as they stand in JSON. Short ones are everywhere and tell nothing. */
const likeAny = (words: string): string[] =>
  words.length < 4
    ? []
    : [words, JSON.stringify(words).slice(1, -1)].map(
        (each) => `%${each.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
      );

/** Turns that count on a branch where one of these lines still reads as it did. */
function turnsElsewhere(past: Past, edited: readonly RecordedEvent[]): Set<string> {
  const others = [...pathsOf(past.events).of]
    .filter(([name]) => name !== past.branch)
    .map(([, path]) => path);
  const keeping = others.filter((path) =>
    path.some((event) =>
      edited.some(
        ({ id, payload }) =>
          id === event.id && text(payload, "text") === text(event.payload, "text"),
      ),
    ),
  );
  return new Set(keeping.flatMap((path) => path.flatMap(({ turnId }) => turnId ?? [])));
}

interface Rewording {
  readonly edited: readonly RecordedEvent[];
  readonly kept: ReadonlySet<string>;
  readonly amends: DirectChange["amends"];
}

/** A message that became a line reads as the line does. */
async function reworded(at: At, { edited, kept, amends }: Rewording): Promise<Payload> {
  const [messages, deliveries]: [Payload[], Payload[]] = [[], []];
  for (const event of edited) {
    if (event.turnId !== undefined && kept.has(event.turnId)) continue;
    const [was, is] = [
      text(event.payload, "text"),
      text(amends.find(({ event_id }) => event_id === event.id)?.set ?? {}, "text"),
    ];
    const typed = await at.read.rows<{ id: string; text: string }>(
      "select id, text from message where event_id = any($1) order by event_id",
      [messageIds(event.payload)],
    );
    messages.push(
      ...typed.map((row, nth) => ({
        id: row.id,
        text: otherwise(row.text, { was, is }) ?? (nth === 0 ? is : ""),
      })),
    );
    if (event.kind !== "assistant_turn" || event.turnId === undefined) continue;
    const sent = await at.read.rows<{ id: string; text: string; what: string }>(
      `select id, text, 'message' as what from message where turn_id = $1 and direction = 'outbound' and text <> ''
       union all select id, text, 'delivery' from delivery_attempt where turn_id = $1 and text <> ''`,
      [event.turnId],
    );
    for (const row of sent) {
      const now =
        otherwise(row.text, { was, is }) ?? (was.includes(row.text.trim()) ? "" : row.text);
      if (now !== row.text)
        (row.what === "message" ? messages : deliveries).push({ id: row.id, text: now });
    }
  }
  return { reworded: messages, reworded_deliveries: deliveries };
}

/** Other words may stand around them: a name, a command. */
const otherwise = (row: string, { was, is }: { was: string; is: string }): string | undefined =>
  row.includes(was) ? row.replaceAll(was, () => is) : undefined;
