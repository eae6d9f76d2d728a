import { Refusal } from "../../../domain/errors.ts";
import type { Decisions, PreparedDecision } from "../../../domain/ports/decisions.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { SharedLine, SharedStory } from "../../../domain/views/shared-stories.ts";
import { listReached, type Room } from "../state/room.ts";

export interface MembershipRow {
  readonly chat_id: string;
  readonly story_account_id: string;
  readonly title: string | null;
  readonly entity_id: string;
  readonly is_in: boolean;
  readonly is_host: boolean;
  readonly view: Pick<SharedStory, "members" | "cast" | "rule" | "paused">;
  readonly last_speaker_id: string | null;
  readonly last_text: string | null;
  readonly joined_at: string;
  readonly updated_at: string;
}

export const listMemberships = (read: Reads, accountId: string): Promise<MembershipRow[]> =>
  read.rows<MembershipRow>(
    "select * from shared_stories where account_id = $1 order by updated_at desc, chat_id",
    [accountId],
  );

/** A story that the account has never been in and a missing one get the same answer. */
export async function readMembership(
  read: Reads,
  accountId: string,
  chatId: string,
): Promise<MembershipRow> {
  const [row] = await read.rows<MembershipRow>(
    "select * from shared_stories where account_id = $1 and chat_id = $2",
    [accountId, chatId],
  );
  if (row === undefined) throw new Refusal("not_found");
  return row;
}

/** Someone who takes part now. */
export function assertIn(row: MembershipRow): MembershipRow {
  if (!row.is_in) throw new Refusal("not_in_story");
  return row;
}

export function assertHost(row: MembershipRow): MembershipRow {
  if (!assertIn(row).is_host) throw new Refusal("only_the_host");
  return row;
}

export const toSharedStory = (row: MembershipRow): SharedStory => ({
  id: row.chat_id,
  title: row.title,
  my_id: row.entity_id,
  is_in: row.is_in,
  is_host: row.is_host,
  members: row.view.members,
  cast: row.view.cast,
  rule: row.view.rule,
  paused: row.view.paused,
  last_speaker_id: row.last_speaker_id,
  last_text: row.last_text,
  joined_at: row.joined_at,
  updated_at: row.updated_at,
});

/** The person's own lines of a story, oldest first, ending before an event. */
export async function readOwnLines(
  read: Reads,
  of: { accountId: string; chatId: string; before: number | null; limit: number },
): Promise<{ lines: SharedLine[]; has_earlier: boolean }> {
  const rows = await read.rows<SharedLine>(
    `select id, kind, speaker_id, scene_id, text, segments, present, status, story_time, event_id, created_at
     from shared_lines where account_id = $1 and chat_id = $2 and ($3::bigint is null or event_id < $3)
     order by event_id desc, created_at desc limit $4`,
    [of.accountId, of.chatId, of.before, of.limit + 1],
  );
  return {
    lines: rows.slice(0, of.limit).toReversed(),
    has_earlier: rows.length > of.limit,
  };
}

/**
 * Decisions about a story that also write its members' rows. Everything that happens in a shared
 * story goes through these; a write past them is refused by the database.
 */
export const reachMembers = (decisions: Decisions): Decisions => ({
  run: (accountId, job) => decisions.run(accountId, job),
  read: (accountId, job) => decisions.read(accountId, job),
  prepare: (accountId, job) =>
    decisions.prepare(accountId, async (at) => {
      const decided = await job(at);
      const rooms = await at.read.rows<{ room: Room }>(
        "select room from story_rooms where account_id = $1",
        [accountId],
      );
      return withReach(
        decided,
        rooms.flatMap(({ room }) => listReached(room)),
      );
    }),
});

const withReach = <T>(
  decided: PreparedDecision<T>,
  members: readonly string[],
): PreparedDecision<T> => ({
  ...decided,
  reaches: [...new Set([...(decided.reaches ?? []), ...members])],
});
