import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { ObjectTarget } from "../../../domain/views/calendar-objects.ts";
import type { FriendsApi } from "../../../domain/views/friends.ts";
import type { RemindersApiDeps } from "../api/reminder-views.ts";
import { type FiledRow, fileRows, type Filing, readFiled } from "./object-rows.ts";
import { readSyncState } from "./sync-state.ts";

export interface ObjectsDeps extends RemindersApiDeps {
  /** What is shared is changed where everyone is notified. */
  readonly friends: Pick<FriendsApi, "actOnShared">;
}

export interface Where {
  readonly accountId: string;
  readonly target: ObjectTarget;
}

export async function findFile(
  read: Reads,
  accountId: string,
  { component, name }: ObjectTarget,
): Promise<Filing<FiledRow> | undefined> {
  const { mode } = await readSyncState(read, accountId);
  const files = fileRows(await readFiled(read, accountId, [name]), mode);
  return [...files.values()].find(
    ({ whole }) => whole.name === name && whole.component === component,
  );
}

export function assertConditions(
  known: Filing<FiledRow> | undefined,
  { ifMatch, ifNoneMatch }: ObjectTarget,
): void {
  const isNamed = (tags: readonly string[] | undefined): boolean =>
    known !== undefined && tags !== undefined && (tags.includes("*") || tags.includes(known.etag));
  if ((ifMatch !== undefined && !isNamed(ifMatch)) || isNamed(ifNoneMatch))
    throw new Refusal("precondition_failed", { etag: known?.etag ?? null });
}
