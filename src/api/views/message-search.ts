import { z } from "@hono/zod-openapi";
import { asAccount, engine } from "../../domain/principal.ts";
import type { Database, Sql } from "../../store/database/database.ts";
import { readSealedMessages } from "./sealed-messages.ts";
import { storyOf } from "./conversation-view.ts";
import { selectTitleTexts, titleOf } from "./conversation-title.ts";

/** How texts and queries become words; one reading for both. */
export interface SearchWords {
  listTerms(text: string): readonly string[];
  parse(query: string): readonly { readonly any: readonly string[]; readonly start?: string }[];
}

export interface SearchDeps {
  readonly db: Database;
  readonly searchWords: SearchWords;
}

const hitSchema = z
  .object({
    conversation_id: z.string(),
    title: z.string().nullable(),
    channel: z.string(),
    story_id: z.string().nullable(),
    message_id: z.string(),
    event_id: z.number().int(),
    direction: z.enum(["inbound", "outbound"]),
    created_at: z.string(),
    /** A piece of the text, and where in it the words stand: start and end of each. */
    excerpt: z.string(),
    marks: z.array(z.tuple([z.number().int(), z.number().int()])),
  })
  .openapi("SearchHit");

export const hitsSchema = z
  .object({
    hits: z.array(hitSchema),
    /** Give it as `before` for the hits before these; null at the end. */
    next: z.string().nullable(),
  })
  .openapi("SearchHits");

export type SearchHits = z.output<typeof hitsSchema>;

export interface SearchQuery {
  readonly accountId: string;
  readonly words: string;
  readonly before: number | undefined;
  readonly limit: number;
}

/** Messages of one's own conversations that have all the words, the newest first. */
export async function searchMessages(on: SearchDeps, of: SearchQuery): Promise<SearchHits> {
  const words = on.searchWords.parse(of.words).slice(0, 12);
  if (words.length === 0) return { hits: [], next: null };
  await indexNew(on, of.accountId);
  const query = [...words.map(toQuery), accountTerm(of.accountId)].join(" & ");
  const { eventIds: sealed } = await on.db.transaction(asAccount(of.accountId), (sql) =>
    readSealedMessages(sql, of.accountId),
  );
  // The index can only be used where the rows need no further check, so it gives positions alone,
  // and the rows themselves are read as the account.
  const found = await on.db.transaction(engine, (sql) =>
    sql.rows<{ event_id: number }>(
      `select s.event_id from message_search s join conversation c on c.id = s.conversation_id
       where s.words @@ $2::tsquery and s.account_id = $1 and c.account_id = $1 and s.event_id > c.hidden_through_event
         and ($3::bigint is null or s.event_id < $3) and s.event_id <> all($5::bigint[])
       order by s.event_id desc limit $4`,
      [of.accountId, query, of.before ?? null, of.limit, sealed],
    ),
  );
  const rows = await on.db.transaction(asAccount(of.accountId), (sql) =>
    readHits(sql, { accountId: of.accountId, sealed }, found),
  );
  const last = found.at(-1);
  return {
    hits: rows.map(({ text, first, title, ...row }) => ({
      ...row,
      title: title ?? titleOf(first),
      ...cutExcerpt(text, of.words),
    })),
    next: last === undefined || found.length < of.limit ? null : String(last.event_id),
  };
}

interface HitRow {
  readonly conversation_id: string;
  readonly title: string | null;
  readonly first: readonly string[];
  readonly channel: string;
  readonly story_id: string | null;
  readonly message_id: string;
  readonly event_id: number;
  readonly direction: "inbound" | "outbound";
  readonly created_at: string;
  readonly text: string;
}

const readHits = (
  sql: Sql,
  { accountId, sealed }: { readonly accountId: string; readonly sealed: readonly number[] },
  found: readonly { readonly event_id: number }[],
): Promise<HitRow[]> =>
  sql.rows<HitRow>(
    `select c.id as conversation_id, c.title, c.provider_type as channel, ${storyOf} as story_id,
       ${selectTitleTexts("$3")} as first,
       m.id as message_id, m.event_id, m.direction, m.created_at, m.text
     from message_search s join conversation c on c.id = s.conversation_id
     join message m on m.conversation_id = c.id and m.event_id = s.event_id
     where s.event_id = any($2) and m.account_id = $1 order by s.event_id desc`,
    [accountId, found.map(({ event_id: id }) => id), sealed],
  );

const quote = (term: string): string => `'${term.replaceAll(/['\\]/g, "")}'`;
/** Narrows the index to one account; no word of a text contains this character. */
const accountTerm = (accountId: string): string => quote(`#${accountId}`);

const toQuery = ({ any, start }: ReturnType<SearchWords["parse"]>[number]): string =>
  `(${[...any.map(quote), ...(start === undefined ? [] : [`${quote(start)}:*`])].join(" | ")})`;

const atOnce = 1_000;
/** Positions are taken before they are committed: a little before the mark is looked at again. */
const overlap = 2_000;

/** Adds what was said since the last search, so that talking costs nothing. */
async function indexNew(on: SearchDeps, accountId: string): Promise<void> {
  for (;;) {
    const count = await on.db.transaction(asAccount(accountId), (sql) =>
      indexSome(sql, accountId, on.searchWords),
    );
    if (count < atOnce) return;
  }
}

async function indexSome(sql: Sql, accountId: string, words: SearchWords): Promise<number> {
  const rows = await sql.rows<{ event_id: number; conversation_id: string; text: string }>(
    `select m.event_id, m.conversation_id, m.text from conversation c join message m on m.conversation_id = c.id
     where c.account_id = $1 and m.account_id = $1
       and m.event_id > coalesce((select through from message_search_mark where account_id = $1), 0) - ${overlap}
       and not exists (select from message_search s where s.event_id = m.event_id)
     order by m.event_id limit ${atOnce}`,
    [accountId],
  );
  const last = rows.at(-1);
  if (last === undefined) return 0;
  const lists = rows.map(({ text }) => [
    `#${accountId}`,
    ...words.listTerms(text.slice(0, longestText)),
  ]);
  await sql.rows(
    `insert into message_search (event_id, account_id, conversation_id, words)
     select r.event_id, $1, r.conversation_id, array_to_tsvector(array(select jsonb_array_elements_text(r.words)))
     from jsonb_to_recordset($2::jsonb) as r(event_id bigint, conversation_id text, words jsonb)
     on conflict do nothing`,
    [
      accountId,
      JSON.stringify(
        rows.map(({ event_id, conversation_id }, nth) => ({
          event_id,
          conversation_id,
          words: lists[nth],
        })),
      ),
    ],
  );
  await sql.rows(
    `insert into message_search_mark (account_id, through) values ($1, $2)
     on conflict (account_id) do update set through = greatest(message_search_mark.through, excluded.through)`,
    [accountId, last.event_id],
  );
  return rows.length;
}

/** A search finds what stands in the first part of a very long message. */
const longestText = 50_000;
const aroundHit = 60;
const longestExcerpt = 180;

/** The text around the first of the words, in one line, with the places of all of them. */
function cutExcerpt(
  text: string,
  query: string,
): Pick<SearchHits["hits"][number], "excerpt" | "marks"> {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
  const pattern = new RegExp(words.map((word) => trimEnding(word)).join("|") || "(?!)", "giu");
  const first = line.search(pattern);
  const from = first > aroundHit ? first - aroundHit : 0;
  const cut = line.slice(from, from + longestExcerpt);
  const excerpt = `${from > 0 ? "…" : ""}${cut}${from + longestExcerpt < line.length ? "…" : ""}`;
  const marks = [...excerpt.matchAll(pattern)].map(({ index, 0: hit }): [number, number] => [
    index,
    index + hit.length,
  ]);
  return { excerpt, marks };
}

/** "reminders" also marks "reminder". */
const trimEnding = (word: string): string =>
  /^[a-z]{4,}s$/i.test(word) ? word.slice(0, -1) : word;
