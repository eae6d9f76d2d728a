import type { EventDraft, RecordedEvent } from "../../domain/events/catalogue.ts";
import { pipeline, type Sql } from "../database/database.ts";
import { slices } from "../../domain/slices.ts";
import { append, type Appended, appendUnread, type ExpectedVersions } from "./event-log.ts";
import { foldAhead } from "./fold-ahead.ts";
import type { OwnRows } from "./own-rows.ts";
import { splitEvents } from "./pieces.ts";
import {
  listHeldRows,
  loadAhead,
  project,
  type Projector,
  type WorkPatch,
  writeRows,
} from "./projector.ts";

/**
 * Writes events to the log and their rows to the tables, in the caller's transaction. The only way
 * in which domain state changes.
 */
export async function record(
  sql: Sql,
  projector: Projector,
  what: readonly EventDraft[] | Recording,
): Promise<RecordedEvent[]> {
  const { events } = await recordOwned(sql, projector, "drafts" in what ? what : { drafts: what });
  return events;
}

/** The same, with what became of the rows that the writer has claimed. */
export async function recordOwned(
  sql: Sql,
  projector: Projector,
  { drafts, expected, own, work, unlimited, isBulk }: Recording,
): Promise<Appended> {
  const [appended, rows] = await pipeline(
    append(sql, drafts, { expected, own, held: listHeldRows(projector, drafts) }),
    loadAhead(sql, projector, drafts),
  );
  await project(sql, projector, { events: appended.events, rows, work });
  if (unlimited !== true) await projector.quotas?.check(sql, drafts, { isBulk: isBulk === true });
  return appended;
}

/**
 * Writes events whose place in the log the caller does not need. Where their rows do not depend on it
 * either, all of it leaves together with what the transaction sends next, usually its commit, which
 * fails if any of it could not be written.
 */
export async function recordUnread(
  sql: Sql,
  projector: Projector,
  { drafts, work }: Pick<Recording, "drafts" | "work">,
): Promise<void> {
  const batch = drafts.length === 0 ? undefined : await foldAhead(sql, projector, drafts);
  if (batch === undefined) return void (await record(sql, projector, { drafts, work }));
  await pipeline(
    appendUnread(sql, drafts, listHeldRows(projector, drafts)),
    writeRows(sql, batch, work),
  );
  await projector.quotas?.check(sql, drafts);
}

/**
 * Records any number of events in pieces, so that other requests do not wait for all of them. They
 * are still one transaction.
 */
export async function recordInPieces(
  sql: Sql,
  projector: Projector,
  { drafts, expected = {}, isBulk = false }: Pick<Recording, "drafts" | "expected" | "isBulk">,
): Promise<void> {
  const splitPieces = [...splitEvents(drafts)];
  if (splitPieces.length <= 1)
    return void (await record(sql, projector, { drafts, expected, isBulk }));
  const open = new Map(Object.entries(expected));
  const slice = await slices.begin();
  for (const piece of splitPieces) {
    const here = [...open].filter(([stream]) => piece.some((draft) => draft.stream === stream));
    for (const [stream] of here) open.delete(stream);
    await record(sql, projector, {
      drafts: piece,
      expected: Object.fromEntries(here),
      isBulk: true,
    });
    await slice.yieldIfDue();
  }
  const [unwritten] = open.keys();
  if (unwritten !== undefined)
    throw new Error(`a version of ${unwritten} was expected, but nothing was appended to it`);
}

export interface Recording {
  readonly drafts: readonly EventDraft[];
  readonly expected?: ExpectedVersions | undefined;
  /** Rows that the writer has claimed: unless all are still the writer's, nothing is recorded. */
  readonly own?: OwnRows | undefined;
  /** Leases and fences of rows that these events change: written with them. */
  readonly work?: readonly WorkPatch[] | undefined;
  /** Vendor messages are accepted regardless of quotas; accepting has limits of its own. */
  readonly unlimited?: boolean | undefined;
  /** Part of something large: its bytes count, however few there are in this part. */
  readonly isBulk?: boolean | undefined;
}
