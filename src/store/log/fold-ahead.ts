import type { EventDraft, RecordedEvent } from "../../domain/events/catalogue.ts";
import type { Sql } from "../database/database.ts";
import { foldStretch, type Projector } from "./projector.ts";
import type { RowBatch } from "./row-batch.ts";

class NotPlaced extends Error {
  override readonly name = "NotPlaced";
  readonly kind: string;

  constructor(kind: string) {
    super(`${kind} has no place in the log yet`);
    this.kind = kind;
  }
}

const toUnplaced = (draft: EventDraft): RecordedEvent => ({
  ...draft,
  get id(): never {
    throw new NotPlaced(draft.kind);
  },
  get streamVersion(): never {
    throw new NotPlaced(draft.kind);
  },
});

/**
 * The rows of events that are still to be appended, if they depend on nothing that the log or a table
 * has to answer first: then events and rows are one round trip.
 */
export async function foldAhead(
  sql: Sql,
  projector: Projector,
  drafts: readonly EventDraft[],
): Promise<RowBatch | undefined> {
  if (drafts.some((draft) => mustWait(projector, draft))) return undefined;
  try {
    return await foldStretch(sql, projector, { events: drafts.map(toUnplaced), rows: new Map() });
  } catch (error) {
    if (!(error instanceof NotPlaced)) throw error;
    projector.placed.add(error.kind);
    return undefined;
  }
}

function mustWait({ placed, refolds, handlers }: Projector, draft: EventDraft): boolean {
  if (placed.has(draft.kind) || refolds.has(draft.kind)) return true;
  return (handlers.get(draft.kind) ?? []).some(({ reads }) => (reads?.(draft) ?? []).length > 0);
}
