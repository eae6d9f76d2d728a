import { iso } from "../../../domain/ports/clock.ts";
import { Refusal } from "../../../domain/errors.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import { maxLookupsPerDay, maxNoticesPerDay } from "../../../domain/friend-limits.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { StagedCommand } from "../../../domain/skill.ts";
import type { Maker } from "../../reminders/commands/new-row.ts";
import { type Audience } from "../../reminders/words/when-words.ts";
import { inLanguage } from "../../reminders/words/reminder-words.ts";

const day = 86_400_000;
const dayOf = (now: number): string => iso(now).slice(0, 10);

interface LimitCheck {
  readonly read: Reads;
  readonly by: Maker;
}

type Counts = ReadonlyMap<string, number>;

async function countRows(read: Reads, text: string, params: readonly unknown[]): Promise<Counts> {
  const rows = await read.rows<{ id: string; count: number }>(text, params);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

const readLooks = ({ read, by }: LimitCheck, who: readonly string[]): Promise<Counts> =>
  countRows(
    read,
    "select friend_account_id as id, count from friend_look where account_id = $1 and day = $2 and friend_account_id = any($3)",
    [by.accountId, dayOf(by.now), who],
  );

/** Notices this person caused for each of them since yesterday. */
export const readNotices = ({ read, by }: LimitCheck, who: readonly string[]): Promise<Counts> =>
  countRows(read, "select account_id as id, count from told_lately($1, $2)", [
    who,
    iso(by.now - day),
  ]);

export type Limit = "too_many_notices" | "too_many_looks";

/** Actions of this turn count as well. */
export interface Spent {
  readonly looks: Map<string, number>;
  readonly commands: readonly StagedCommand[];
}

const noticesIn = (commands: readonly StagedCommand[], who: string): number =>
  commands
    .flatMap(({ events }) => events)
    .filter(({ kind, accountId }) => kind === "notification_made" && accountId === who).length;

/** Friends for whom the person has reached today's limit. */
export async function overLimit(
  at: LimitCheck,
  on: { who: readonly string[]; spent?: Spent; tells: boolean },
): Promise<{ readonly limit: Limit; readonly who: readonly string[] } | undefined> {
  const { who, spent } = on;
  const notices = on.tells ? await readNotices(at, who) : new Map<string, number>();
  const told = who.filter(
    (id) => (notices.get(id) ?? 0) + noticesIn(spent?.commands ?? [], id) >= maxNoticesPerDay,
  );
  if (told.length > 0) return { limit: "too_many_notices", who: told };
  const looks = await readLooks(at, who);
  const recordLookup = who.filter(
    (id) => Math.max(looks.get(id) ?? 0, spent?.looks.get(id) ?? 0) >= maxLookupsPerDay,
  );
  return recordLookup.length === 0 ? undefined : { limit: "too_many_looks", who: recordLookup };
}

/** Records an availability lookup. */
export async function recordLookup(
  at: LimitCheck,
  who: readonly string[],
  spent?: Spent,
): Promise<EventDraft[]> {
  const { by } = at;
  const looks = await readLooks(at, who);
  return who.map((id) => {
    const count = Math.max(looks.get(id) ?? 0, spent?.looks.get(id) ?? 0) + 1;
    spent?.looks.set(id, count);
    const payload = { account_id: by.accountId, friend_account_id: id, day: dayOf(by.now), count };
    return {
      stream: `friends:${by.accountId}`,
      kind: "friend_time_asked",
      at: iso(by.now),
      accountId: by.accountId,
      payload,
    };
  });
}

export function assertWithin(found: Awaited<ReturnType<typeof overLimit>>): void {
  if (found !== undefined)
    throw new Refusal("rate_limited", { reason: found.limit, account_ids: [...found.who] });
}

export const limitWords = (limit: Limit, names: string, to: Audience): string =>
  limit === "too_many_notices"
    ? inLanguage(
        to,
        `今天发给 ${names} 的约和改动太多了，明天再来吧。这次什么都没有记。`,
        `You have set up or moved too much with ${names} today. Try again tomorrow; nothing was written.`,
      )
    : inLanguage(
        to,
        `今天看 ${names} 的时间看得太多了，明天再来吧。`,
        `You have asked about ${names}'s time too often today. Try again tomorrow.`,
      );
