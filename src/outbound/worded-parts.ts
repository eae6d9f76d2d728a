import type { TimedWords } from "../domain/timed-words.ts";
import { piecesIn } from "../domain/timed-words.ts";
import type { Sql } from "../store/database/database.ts";
import { repeatMark } from "./marks.ts";
import type { DeliveryRow } from "./delivery-row.ts";

/** A part with the words that it goes out with. */
export interface Worded extends DeliveryRow {
  /** They are others than those it was queued with. */
  readonly isReworded: boolean;
}

export interface Wording {
  readonly words: TimedWords | undefined;
  readonly sql: Sql;
  readonly now: number;
}

/** Words younger than this are still true. */
const freshMs = 60_000;

type Dated = DeliveryRow & { readonly created_at: string };

/**
 * Parts as they are said now: what waited says how late it comes, and without what was done, moved
 * or given up meanwhile. `moot`: nothing is left to say. Runs in the transaction that takes them,
 * so what is said is in the log before it goes out.
 */
export async function wordParts(
  on: Wording,
  rows: readonly DeliveryRow[],
): Promise<{ worded: Worded[]; moot: DeliveryRow[] }> {
  const worded: Worded[] = [];
  const moot: DeliveryRow[] = [];
  for (const row of rows) {
    const text = await textNow(on, row as Dated);
    if (text === undefined) moot.push(row);
    else worded.push({ ...row, text, isReworded: text !== row.text });
  }
  return { worded, moot };
}

async function textNow({ words, sql, now }: Wording, row: Dated): Promise<string | undefined> {
  const pieces = piecesIn(row.payload);
  const isFresh = row.retry_attempt === 0 && now - Date.parse(row.created_at) < freshMs;
  if (words === undefined || pieces.length === 0 || isFresh) return row.text;
  const current = await words.current(sql, pieces, now);
  if (current.length === 0) return undefined;
  const text = words.text(current, now);
  return row.payload.repeated === true ? repeatMark(text) + text : text;
}
