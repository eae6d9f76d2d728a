import type { EventDraft } from "../domain/events/catalogue.ts";
import { engine } from "../domain/principal.ts";
import { anyOf, DatabaseUnavailable, type Sql, write } from "../store/database/database.ts";
import type { ExpectedVersions } from "../store/log/event-log.ts";
import { createGroupCommit } from "../store/log/group-commit.ts";
import { recordOwned } from "../store/log/record.ts";
import type { EngineParts } from "../store/work/engine-parts.ts";

/** What the end of one turn writes. */
export interface TurnEnd {
  readonly drafts: readonly EventDraft[];
  readonly expected?: ExpectedVersions | undefined;
  readonly lane: { readonly id: string; readonly fence: number };
  /** The newest message that it closes. */
  readonly throughSeq: number;
  /** Set if other processes may have text of the turn. */
  readonly shownTurnId: string | undefined;
}

export interface WrittenEnds {
  /** Messages came meanwhile. */
  readonly isMoreOpen: boolean;
}

type Parts = Pick<EngineParts, "db" | "projector" | "failpoints">;

const freeLane = { lease_until: null, lease_holder: null, failures: 0, ready_at: null };

/**
 * Writes ends of turns, if all of their lanes are still held. The lanes' rows stay locked until the
 * commit: messages are either counted here, or accepted after it.
 */
export async function writeEnds(
  { projector, failpoints }: Omit<Parts, "db">,
  sql: Sql,
  ends: readonly TurnEnd[],
): Promise<WrittenEnds> {
  const { isRaised } = await recordOwned(sql, projector, {
    drafts: ends.flatMap(({ drafts }) => drafts),
    expected: Object.assign({}, ...ends.map(({ expected }) => expected)) as ExpectedVersions,
    own: {
      table: "conversation",
      claims: ends.map(({ lane: { id, fence }, throughSeq }) => ({ id, fence, seen: throughSeq })),
      counter: "latest_inbound_seq",
    },
    work: ends.map(({ lane: { id } }) => ({ table: "conversation", key: { id }, set: freeLane })),
  });
  const shown = ends.flatMap(({ shownTurnId }) => shownTurnId ?? []);
  // After the turns' own rows, in the order in which a frame takes them: none comes later.
  if (shown.length > 0)
    await write(sql, `delete from turn_stream where turn_id = ${anyOf("$1")}`, [shown]);
  for (let nth = 0; nth < ends.length; nth += 1) failpoints.hit("turn.committing");
  return { isMoreOpen: isRaised };
}

export type EndTogether = (end: TurnEnd) => Promise<WrittenEnds>;

const most = 32;

/**
 * Ends that come while a commit is under way share the next one, and are one set in it. With the
 * engine's rights, so only for ends that the engine drafted by itself. If one of them has lost its
 * lane, each is written alone.
 */
export const createEndTogether = (parts: Parts): EndTogether =>
  createGroupCommit<TurnEnd, WrittenEnds>({
    maxBatch: most,
    async commit(ends) {
      const written = await parts.db.transaction(engine, (sql) => writeEnds(parts, sql, ends));
      return ends.map(() => written);
    },
    retryAlone: () => false,
    isSharedFailure: (error) => error instanceof DatabaseUnavailable,
  });
