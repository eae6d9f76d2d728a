import type { EventDraft } from "../../domain/events/catalogue.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { Sql } from "../database/database.ts";
import { eraseSentCopies } from "./erase-sent-copies.ts";

interface SharedRoom {
  readonly chat_id: string;
  readonly account_id: string;
  readonly room: {
    readonly seats: readonly {
      readonly account_id: string;
      readonly entity_id: string;
      readonly name: string;
      readonly from: number;
      readonly until: number | null;
    }[];
  };
}

interface StoryEvent {
  readonly id: number;
  readonly kind: string;
  readonly payload: JsonObject;
}

/** Elsewhere than in what was derived from a line, shorter words may well be another person's own. */
const shortestEcho = 12;
const blank = "…";

/**
 * Takes an erased person's words out of the stories that they shared: their lines, and wherever these
 * are repeated, copies in the others' chats included. The order of the story, and what others said, stays. The returned events make the
 * tables again.
 */
export async function eraseStoryWords(sql: Sql, who: string, at: string): Promise<EventDraft[]> {
  const rooms = await sql.rows<SharedRoom>(
    `select chat_id, account_id, room from story_rooms
     where room -> 'seats' @> jsonb_build_array(jsonb_build_object('account_id', $1::text)) order by chat_id`,
    [who],
  );
  for (const room of rooms) await eraseIn(sql, who, room);
  return rooms.map(({ chat_id, account_id }) => ({
    stream: `chat:${chat_id}`,
    kind: "story_words_erased",
    at,
    accountId: account_id,
    chatId: chat_id,
    payload: { chat_id, member_account_id: who },
  }));
}

async function eraseIn(sql: Sql, who: string, { chat_id, account_id, room }: SharedRoom) {
  const events = await sql.rows<StoryEvent>(
    "select id, kind, payload_json as payload from event_log where account_id = $1 order by id",
    [account_id],
  );
  const seats = room.seats.filter((seat) => seat.account_id === who);
  const isOwn = ({ id, kind, payload }: StoryEvent): boolean =>
    kind === "user_turn" &&
    seats.some(
      ({ entity_id, from, until }) =>
        payload["speaker_id"] === entity_id && id > from && (until === null || id < until),
    );
  const lines = events.filter(isOwn);
  const said = lines
    .flatMap(({ payload }) => listWords(payload))
    .toSorted((one, other) => other.length - one.length);
  const typed = new Set(
    lines.flatMap(({ payload }) => (payload["message_event_ids"] ?? []) as Json[]),
  );
  const cited = new Set<Json>(lines.map(({ payload }) => payload["id"] ?? ""));
  const changed = events.flatMap((event): StoryEvent[] => {
    const cites = (event.payload["cites"] ?? []) as readonly Json[];
    const isDerived = isOwn(event) || typed.has(event.id) || cites.some((cite) => cited.has(cite));
    const words = isDerived ? said : said.filter((one) => one.length >= shortestEcho);
    const named = blankName(event, who);
    const payload = replaceWords(named, words) as JsonObject;
    return JSON.stringify(payload) === JSON.stringify(event.payload) ? [] : [{ ...event, payload }];
  });
  await sql.rows("select reword_story_events($1, $2, $3, $4)", [
    who,
    account_id,
    changed.map(({ id }) => id),
    JSON.stringify(changed.map(({ payload }) => payload)),
  ]);
  await rewordMessages(sql, account_id, { said, typed: [...typed].map(Number) });
  await eraseSentCopies(sql, {
    who,
    storyAccount: account_id,
    others: [...new Set(room.seats.map((seat) => seat.account_id))].filter((id) => id !== who),
    names: [...new Set(seats.map(({ name }) => name))],
    said,
    blank,
  });
  await sql.rows(
    `update model_call set prompt = '{"messages": []}', output = null where account_id = $1 and chat_id = $2`,
    [account_id, chat_id],
  );
}

/** The whole line and each part of it, the longest first. */
function listWords(payload: JsonObject): string[] {
  const segments = (payload["segments"] ?? []) as readonly { readonly text?: Json }[];
  const all = [payload["text"], ...segments.map(({ text }) => text)];
  return [...new Set(all.filter((text) => typeof text === "string").map((text) => text.trim()))]
    .filter((text) => text !== "")
    .toSorted((one, other) => other.length - one.length);
}

const blankName = ({ kind, payload }: StoryEvent, who: string): JsonObject =>
  kind === "story_joined" && payload["member_account_id"] === who
    ? { ...payload, name: blank, persona: "" }
    : payload;

/** Only text within values is replaced; ids and names of fields stay. */
function replaceWords(value: Json, words: readonly string[]): Json {
  if (typeof value === "string")
    return words.reduce((text, one) => text.replaceAll(one, blank), value);
  if (Array.isArray(value)) return value.map((each: Json) => replaceWords(each, words));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, each]) => [
      name,
      isId(name) ? each : replaceWords(each ?? null, words),
    ]),
  );
}

const isId = (name: string): boolean =>
  /(^|_)(id|ids|kind|cites|witnesses|present|participants|to|at|time|status|scope|peer|op)$/.test(
    name,
  );

async function rewordMessages(
  sql: Sql,
  storyAccount: string,
  { said, typed }: { readonly said: readonly string[]; readonly typed: readonly number[] },
): Promise<void> {
  await sql.rows("update message set text = $3 where account_id = $1 and event_id = any($2)", [
    storyAccount,
    typed,
    blank,
  ]);
  for (const one of said.filter((text) => text.length >= shortestEcho))
    await sql.rows(
      "update message set text = replace(text, $2, $3) where account_id = $1 and position($2 in text) > 0",
      [storyAccount, one, blank],
    );
}
