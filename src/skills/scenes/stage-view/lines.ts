import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { BeatView, LinesQuery, LinesPage } from "../../../domain/views/stage.ts";
import type { SpoilerFilter } from "../../../domain/views/story-time.ts";
import { hideSealedLines } from "./sealed-lines.ts";
import type { LineView } from "../../../domain/views/story-view.ts";

interface InChat {
  readonly accountId: string;
  readonly chatId: string;
}

interface Filtered {
  readonly spoilers?: SpoilerFilter | undefined;
}

/**
 * The lines a page shows first and keeps up to date. A page that has scrolled up names its first
 * line, so that no line is lost between two pages.
 */
export async function readNewestLines(read: Reads, of: InChat & LinesQuery): Promise<LinesPage> {
  if (of.since === undefined) return readLines(read, { ...of, before: null });
  const found = await read.rows<LineView>(
    "select * from scene_turns where chat_id = $1 and event_id >= $2 order by event_id desc limit $3",
    [of.chatId, of.since, mostLines],
  );
  const turns = await hideSealedLines(read, of, found.toReversed());
  const earlier = await read.rows(
    "select 1 from scene_turns where chat_id = $1 and event_id < $2 limit 1",
    [of.chatId, turns[0]?.event_id ?? of.since],
  );
  return { turns, has_earlier: earlier.length > 0 };
}

/** The most lines of one answer, however far up the page has scrolled. */
const mostLines = 2_000;

export async function readLinesBefore(
  read: Reads,
  of: InChat & { readonly before: number; readonly turns: number } & Filtered,
): Promise<LinesPage> {
  await assertChat(read, of);
  return readLines(read, of);
}

async function readLines(
  read: Reads,
  of: InChat & { readonly before: number | null; readonly turns: number } & Filtered,
): Promise<LinesPage> {
  const found = await read.rows<LineView>(
    "select * from scene_turns where chat_id = $1 and ($2::bigint is null or event_id < $2) order by event_id desc limit $3",
    [of.chatId, of.before, of.turns + 1],
  );
  return {
    turns: await hideSealedLines(read, of, found.slice(0, of.turns).toReversed()),
    has_earlier: found.length > of.turns,
  };
}

/** Lines of one turn form a beat; an imported line is a beat of its own. */
const beatsSql = `with line as (
    select id, event_id, turn_id is not null
      and coalesce(beat_turn_id, turn_id) is not distinct from lag(coalesce(beat_turn_id, turn_id)) over (order by event_id) as goes_on
    from scene_turns where chat_id = $1),
  beat as (select id, event_id, count(*) filter (where not goes_on) over (order by event_id) as nth from line),
  here as (select coalesce(max(nth), 0) as beats, least(greatest(coalesce($2::bigint, max(nth)), 1), max(nth)) as at from beat)
  select beats, coalesce(at, 0) as at,
    (select id from beat where nth = at order by event_id desc limit 1) as line_id,
    (select min(event_id) - 1 from beat where nth = at + 1) as until,
    (select count(*) from beat where nth > at) as lines_after
  from here`;

export async function readBeat(
  read: Reads,
  of: InChat & { readonly at?: number | undefined } & Filtered,
): Promise<BeatView> {
  await assertChat(read, of);
  const [found] = await read.rows<Omit<BeatView, "line"> & { readonly line_id: string | null }>(
    beatsSql,
    [of.chatId, of.at ?? null],
  );
  if (found === undefined) throw new Error("the query for beats returned no row");
  const { line_id, ...beat } = found;
  const [line] = await read.rows<LineView>(
    "select * from scene_turns where chat_id = $1 and id = $2",
    [of.chatId, line_id],
  );
  const [shown] = await hideSealedLines(read, of, line === undefined ? [] : [line]);
  return { ...beat, line: shown ?? null };
}

/** Another account's chat and a missing chat get the same answer. */
async function assertChat(read: Reads, { accountId, chatId }: InChat): Promise<void> {
  const found = await read.rows("select 1 from chats where account_id = $1 and id = $2", [
    accountId,
    chatId,
  ]);
  if (found.length === 0) throw new Refusal("not_found");
}
