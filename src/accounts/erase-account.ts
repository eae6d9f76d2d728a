import type { Actor } from "../domain/views/audit.ts";
import { type Clock, iso } from "../domain/ports/clock.ts";
import { Refusal } from "../domain/errors.ts";
import type { FriendsApi } from "../domain/views/friends.ts";
import type { SharedStoriesApi } from "../domain/views/shared-stories.ts";
import type { MediaStore } from "../domain/ports/media.ts";
import { engine } from "../domain/principal.ts";
import { noteAudit } from "../store/audit/audit.ts";
import type { Database, Sql } from "../store/database/database.ts";
import {
  blankEvents,
  deleteRows,
  dropsPayload,
  noteErasure,
  readTraces,
} from "../store/erasure/erase-rows.ts";
import { notePeerFarewells } from "../store/erasure/peer-farewells.ts";
import { eraseStoryWords } from "../store/erasure/erase-story-words.ts";
import type { Projector } from "../store/log/projector.ts";
import { record } from "../store/log/record.ts";

export interface EraseDeps {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  /** Ends what runs or waits in a conversation. */
  stop(which: { readonly conversationId: string; readonly accountId: string }): Promise<unknown>;
  readonly friends: Pick<FriendsApi, "friends" | "actOnFriend"> | undefined;
  readonly stories?: Pick<SharedStoriesApi, "list" | "leave"> | undefined;
  readonly media: Pick<MediaStore, "drop"> | undefined;
}

export interface Erased {
  /** Events whose words are gone. */
  readonly events: number;
  readonly files: number;
}

const tries = 20;
const waitMs = 250;

/**
 * Erases a disabled account: friends are notified, those on other servers too, shared reminders are cancelled, its words are
 * removed from the log, its rows and files are deleted. Messages in other people's chats stay with
 * them; in shared stories the words go, and the others keep theirs. The database's own files are cleaned later (`store/erasure/clean-files.ts`).
 */
export async function eraseAccount(on: EraseDeps, accountId: string, by: Actor): Promise<Erased> {
  await stopAll(on, accountId);
  await partFromFriends(on, accountId);
  await leaveStories(on, accountId);
  const done = await whenQuiet(on, () =>
    on.db.transaction(engine, async (sql) => {
      await assertQuiet(sql, accountId);
      const traces = await readTraces(sql, accountId, on.projector);
      const events = await blankEvents(sql, accountId, traces);
      const stories = await eraseStoryWords(sql, accountId, iso(on.clock.now()));
      await notePeerFarewells(sql, accountId, iso(on.clock.now()));
      await deleteRows(sql, accountId, traces);
      const payload = { id: accountId, drops: dropsPayload(traces.drops) };
      await record(sql, on.projector, [
        {
          stream: `account:${accountId}`,
          kind: "account_erased",
          at: iso(on.clock.now()),
          accountId,
          payload,
        },
        ...stories,
      ]);
      await noteErasure(sql, { accountId, at: iso(on.clock.now()), media: traces.files });
      const details = { events, files: traces.files.length };
      await noteAudit(sql, on.clock, { action: "account_erased", by, accountId, details });
      return { events, files: traces.files };
    }),
  );
  // Processes that poll the vendor for this person's login reload the linked accounts.
  on.db.notify("channels");
  // What can't be deleted now is deleted with the words in the database's files, which tries again.
  for (const id of done.files) await on.media?.drop(id).catch(() => undefined);
  return { events: done.events, files: done.files.length };
}

async function stopAll(on: EraseDeps, accountId: string): Promise<void> {
  const busy = await on.db.rows<{ id: string }>(
    "select id from conversation where account_id = $1 and (has_open_input or running_turn_id is not null)",
    [accountId],
  );
  for (const { id } of busy) await on.stop({ conversationId: id, accountId });
}

async function partFromFriends(on: EraseDeps, accountId: string): Promise<void> {
  for (const friend of (await on.friends?.friends(accountId)) ?? [])
    await on.friends?.actOnFriend(accountId, friend.account_id, { kind: "remove" });
}

async function leaveStories(on: EraseDeps, accountId: string): Promise<void> {
  for (const story of (await on.stories?.list(accountId)) ?? [])
    if (story.is_in) await on.stories?.leave(accountId, story.id);
}

/** A call to a vendor or a model that is under way ends first: its verdict must find the row that it belongs to. */
async function assertQuiet(sql: Sql, accountId: string): Promise<void> {
  const lanes = await sql.rows<{ running: boolean }>(
    "select running_turn_id is not null as running from conversation where account_id = $1 order by id for update",
    [accountId],
  );
  const sending = await sql.rows(
    "select 1 from delivery_attempt where account_id = $1 and status = 'sending' limit 1",
    [accountId],
  );
  if (sending.length > 0 || lanes.some(({ running }) => running)) throw new Refusal("account_busy");
}

async function whenQuiet<T>(on: EraseDeps, work: () => Promise<T>): Promise<T> {
  for (let nth = 1; ; nth += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal && error.code === "account_busy") || nth === tries)
        throw error;
      await on.clock.wait(waitMs);
    }
  }
}
