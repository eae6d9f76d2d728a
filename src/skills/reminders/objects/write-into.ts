import { Refusal } from "../../../domain/errors.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import { factsOf, maker } from "../api/record-commands.ts";
import { activeRows, morningOf, zoneOf } from "../api/reminder-views.ts";
import { cancel } from "../commands/commands.ts";
import { ownId } from "../ics/write.ts";
import type { ReminderRow } from "../rows.ts";
import { newsOf } from "./calendar-news.ts";
import { decideWrite } from "./decide-write.ts";
import { assertConditions, findFile, type ObjectsDeps, type Where } from "./find-file.ts";
import type { FiledRow, Filing } from "./object-rows.ts";
import { type ParsedObject, parseObject } from "./parse-object.ts";
import { refuseObject } from "./refuse-object.ts";
import { readSyncState } from "./sync-state.ts";
import { isDeclineIn, writeShared } from "./write-shared.ts";

const largest = 256 * 1024;

/** Stores a file: all of it, or nothing. */
export async function writeInto(
  on: ObjectsDeps,
  { accountId, target }: Where,
  text: string,
): Promise<"created" | "changed"> {
  if (text.length > largest) throw refuseObject("max-resource-size", "The entry is too large.");
  const { zone, known } = await on.decisions.run(accountId, async ({ read }) => ({
    events: [],
    result: {
      zone: await zoneOf(read, accountId),
      known: await findFile(read, accountId, target),
    },
  }));
  const parsed = parseObject(text, zone);
  if (parsed.component !== target.component)
    throw refuseObject(
      "supported-calendar-component",
      "Events and to-dos have collections of their own.",
    );
  if (known?.whole.shared_reminder_id !== undefined && known.whole.shared_reminder_id !== null)
    return writeShared(
      on,
      { accountId, target, known },
      { parsed, isDeclined: isDeclineIn(text, accountId) },
    );
  return writeOwn(on, { accountId, target }, parsed);
}

function writeOwn(
  on: ObjectsDeps,
  { accountId, target }: Where,
  parsed: ParsedObject,
): Promise<"created" | "changed"> {
  return on.decisions.run(accountId, async ({ read, now, newId }) => {
    const known = await findFile(read, accountId, target);
    assertConditions(known, target);
    await assertOneUid(read, { accountId, parsed, known });
    const morning = await morningOf(read, accountId);
    const by = maker(on, { accountId, now, newId, source: "import", morning });
    const { mode } = await readSyncState(read, accountId);
    const commands = decideWrite(
      {
        by,
        name: target.name,
        parsed,
        untitled: await readUntitled(read, accountId),
        alarms: mode === "",
      },
      known,
    );
    const facts = await factsOf({ on, read, by }, commands);
    const others = commands.length === 0 ? [] : await activeRows(read, accountId);
    const news = newsOf(by, commands, others);
    const result = known === undefined ? ("created" as const) : ("changed" as const);
    return { ...facts, events: [...facts.events, ...news], result };
  });
}

async function readUntitled(read: Reads, accountId: string): Promise<string> {
  const [row] = await read.rows<{ language: string | null }>(
    "select language from account where id = $1",
    [accountId],
  );
  return row?.language === "zh" ? "未命名" : "Untitled";
}

/** A UID is in one file only, and a file keeps its UID. */
async function assertOneUid(
  read: Reads,
  at: {
    readonly accountId: string;
    readonly parsed: ParsedObject;
    readonly known: Filing<FiledRow> | undefined;
  },
): Promise<void> {
  const { accountId, parsed, known } = at;
  const [other] = await read.rows<Pick<ReminderRow, "id">>(
    `select id from reminder where owner_account_id = $1 and lifecycle <> 'deleted' and occurrence is null
       and (uid = $2 or (uid is null and id = $3)) and id <> $4 limit 1`,
    [accountId, parsed.uid, ownId(parsed.uid) ?? "", known?.whole.id ?? ""],
  );
  const own = known === undefined ? parsed.uid : (known.whole.uid ?? `${known.whole.id}@meanwhile`);
  if (other !== undefined || own !== parsed.uid)
    throw refuseObject("no-uid-conflict", "Another file has this UID.");
}

/** Deleting what is shared leaves it, or calls it off where the person planned it. */
export async function removeObject(on: ObjectsDeps, { accountId, target }: Where): Promise<void> {
  const shared = await on.decisions.run(accountId, async ({ read, now, newId }) => {
    const known = await findFile(read, accountId, target);
    assertConditions(known, target);
    if (known === undefined) throw new Refusal("not_found");
    const { shared_reminder_id: of } = known.whole;
    if (of !== null) return { events: [], result: of };
    const by = maker(on, {
      accountId,
      now,
      newId,
      source: "import",
      morning: await morningOf(read, accountId),
    });
    const commands = [cancel(by, known.whole, known.occurrences)];
    return { ...(await factsOf({ on, read, by }, commands)), result: undefined };
  });
  if (shared !== undefined) await leaveShared(on, accountId, shared);
}

async function leaveShared(on: ObjectsDeps, accountId: string, id: string): Promise<void> {
  const isPlanner = await on.decisions.run(accountId, async ({ read }) => ({
    events: [],
    result:
      (
        await read.rows("select from my_shared() m where m.id = $1 and m.creator_account_id = $2", [
          id,
          accountId,
        ])
      ).length > 0,
  }));
  await on.friends.actOnShared(accountId, id, { kind: isPlanner ? "cancel" : "decline" });
}
