import type { EventDraft, RecordedEvent } from "../../domain/events.ts";
import { inOneBreath, type Sql } from "../database/database.ts";
import { append, type ExpectedVersions } from "./event-log.ts";
import { heldRows, loadAhead, project, type Projector } from "./projector.ts";

/** Facts into the log and their rows into the tables, in the caller's transaction. The only way domain state changes. */
export async function record(
  sql: Sql,
  projector: Projector,
  what: readonly EventDraft[] | Recording,
): Promise<RecordedEvent[]> {
  const recording: Recording = "drafts" in what ? what : { drafts: what };
  const asked = inOneBreath(
    append(sql, recording.drafts, {
      expected: recording.expected,
      held: heldRows(projector, recording.drafts),
    }),
    loadAhead(sql, projector, recording.drafts),
  );
  asked.catch(() => undefined);
  await recording.behind;
  const [events, rows] = await asked;
  await project(sql, projector, rows === undefined ? events : { events, rows });
  if (recording.unlimited !== true) await projector.quotas?.check(sql, recording.drafts);
  return events;
}

export interface Recording {
  readonly drafts: readonly EventDraft[];
  readonly expected?: ExpectedVersions | undefined;
  /** A question of the same transaction that was sent before, whose answer decides whether this may be: its failure is this one's. */
  readonly behind?: Promise<unknown> | undefined;
  /** What a vendor brings is taken in whatever it makes; the door has limits of its own. */
  readonly unlimited?: boolean | undefined;
}
