import type { Json, JsonObject } from "../../domain/json.ts";
import type { Sql } from "../database/database.ts";

interface SentEvent {
  readonly id: number;
  readonly payload: JsonObject;
}

interface ErasedLines {
  readonly who: string;
  readonly storyAccount: string;
  /** Everyone else who ever took part. */
  readonly others: readonly string[];
  /** The names under which the person spoke. */
  readonly names: readonly string[];
  /** What they said, the longest first. */
  readonly said: readonly string[];
  /** In place of erased words. */
  readonly blank: string;
}

/** Shorter words may be another person's own, unless they stand behind the erased name. */
const shortest = 12;

/**
 * Takes an erased person's lines out of what the story sent into the others' conversations: the
 * messages, what waits to be delivered, and the log behind both. What a chat app has shown is not
 * in our hands.
 */
export async function eraseSentCopies(sql: Sql, of: ErasedLines): Promise<void> {
  if (of.others.length === 0 || of.said.length === 0) return;
  const events = await sql.rows<SentEvent>(
    `select id, payload_json as payload from event_log
     where account_id = any($1) and kind in ('message_sent', 'delivery_queued') order by id`,
    [of.others],
  );
  const reworded = new Set<Json | undefined>();
  const changed = events.flatMap(({ id, payload }): SentEvent[] => {
    const next = rewordSent(payload, of) as JsonObject;
    const isSame = JSON.stringify(next) === JSON.stringify(payload);
    if (!isSame) reworded.add(payload["id"]);
    if (!isSame) return [{ id, payload: next }];
    // A long message is sent in parts, and a part may hold half of what was said.
    const isPart = "delivery_id" in payload && reworded.has(payload["message_id"]);
    return isPart ? [{ id, payload: { ...payload, text: of.blank } }] : [];
  });
  if (changed.length === 0) return;
  await sql.rows("select reword_sent_events($1, $2, $3, $4)", [
    of.who,
    of.storyAccount,
    changed.map(({ id }) => id),
    JSON.stringify(changed.map(({ payload }) => payload)),
  ]);
  for (const { payload } of changed) await rewordRows(sql, payload);
}

/** The rows that these events made. */
async function rewordRows(sql: Sql, payload: JsonObject): Promise<void> {
  const { id, delivery_id: deliveryId, text, payload: more } = payload;
  if (typeof text !== "string") return;
  if (typeof deliveryId === "string")
    await sql.rows(
      "update delivery_attempt set text = $2, payload = coalesce($3::jsonb, payload) where id = $1",
      [deliveryId, text, more === undefined ? null : JSON.stringify(more)],
    );
  else if (typeof id === "string")
    await sql.rows("update message set text = $2 where id = $1 and direction = 'outbound'", [
      id,
      text,
    ]);
}

function rewordSent(value: Json, of: ErasedLines): Json {
  if (typeof value === "string")
    return value
      .split("\n\n")
      .map((paragraph) => rewordParagraph(paragraph, of))
      .join("\n\n");
  if (Array.isArray(value)) return value.map((each: Json) => rewordSent(each, of));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([name, each]) => [
      name,
      isWords(name) ? rewordSent(each ?? null, of) : (each ?? null),
    ]),
  );
}

const isWords = (name: string): boolean =>
  !/(^|_)(id|ids|kind|status|scope|peer|at|key|type|source|account)$/.test(name);

/** A paragraph of such a message is one line: the speaker's name and what was said. */
function rewordParagraph(paragraph: string, { names, said, blank }: ErasedLines): string {
  const name = names.find((one) => one !== "" && paragraph.startsWith(one));
  const isOwn = name !== undefined && said.some((words) => paragraph.endsWith(words));
  const words = isOwn ? said : said.filter((one) => one.length >= shortest);
  const text = words.reduce((rest, one) => rest.replaceAll(one, blank), paragraph);
  return isOwn ? `${blank}${text.slice(name.length)}` : text;
}
