import { type EventDraft, isDraftOf } from "../../domain/events/catalogue.ts";
import { type Limits, toQuotaRefusal } from "../../domain/quotas.ts";
import type { Sql } from "../database/database.ts";
import { roughSize } from "../log/pieces.ts";
import type { UsageMeter } from "./usage-meter.ts";

/**
 * Refuses writes that exceed a limit. `record` calls it, so no way of creating something bypasses
 * it.
 */
export interface QuotaGate {
  /**
   * Called after the rows of these events were written, in the same transaction: exceeding a limit
   * rolls all of it back.
   */
  check(sql: Sql, drafts: readonly EventDraft[], of?: { readonly isBulk: boolean }): Promise<void>;
  /** The same for the bytes of files and pictures that an account keeps. */
  checkFiles(sql: Sql, accountId: string): Promise<void>;
}

/**
 * Counted rows: the events that add one, and how an account's are counted by an index, some
 * thousands at most.
 */
const counted = {
  reminders: {
    grows: ({ kind }: EventDraft) => kind === "reminder_created" || kind === "reminder_restored",
    count:
      "select count(*) from reminder r where r.owner_account_id = a.id and r.lifecycle = 'active'",
  },
  series: {
    grows: (draft: EventDraft) =>
      isDraftOf(draft, "reminder_created", "reminder_restored", "reminder_updated") &&
      typeof draft.payload.rrule === "string",
    count:
      "select count(*) from reminder r where r.owner_account_id = a.id and r.lifecycle = 'active' and r.rrule is not null",
  },
  conversations: {
    grows: ({ kind }: EventDraft) => kind === "conversation_opened",
    // The conversation in which a story is played counts as a story.
    count:
      "select count(*) from conversation c where c.account_id = a.id and c.scope not like 'chat:%'",
  },
  bots: {
    grows: ({ kind }: EventDraft) => kind === "bot_authored",
    count: "select count(*) from bots b where b.account_id = a.id",
  },
  stories: {
    grows: ({ kind }: EventDraft) => kind === "chat_created",
    count: "select count(*) from chats c where c.account_id = a.id",
  },
} as const;

type Counted = keyof typeof counted;
const names = Object.keys(counted) as Counted[];

/**
 * How much of everything these accounts have, in one statement. Also used by the views that show
 * it.
 */
export const countsSql = (which: readonly Counted[] = names): string =>
  `select a.id${which.map((name) => `, (${counted[name].count}) as ${name}`).join("")} from unnest($1::text[]) a(id)`;

/** Message attachments and pictures of characters, by account. */
export const filesSql = `select account_id, sum(bytes)::bigint as bytes from (
  select account_id, bytes from media_file where dropped_at is null
  union all select account_id, length(bytes) from blob) f`;

export type Counts = Readonly<Record<Counted, number>>;

/** From this size on a write counts as bulk: an import, a card, a batch. */
const bulkBytes = 64 * 1024;

export function openQuotaGate(limits: Limits, meter: UsageMeter): QuotaGate {
  return {
    async check(sql, drafts, { isBulk } = { isBulk: false }) {
      const asked = names.filter((name) => drafts.some(counted[name].grows));
      if (asked.length > 0) await assertCounts(sql, { asked, drafts, limits });
      for (const [accountId, bytes] of bytesByAccount(drafts, isBulk || asked.length > 0)) {
        meter.assertRoom(accountId, bytes);
        meter.wrote(accountId, bytes);
      }
    },
    async checkFiles(sql, accountId) {
      const { mediaBytes } = limits.account;
      const [kept] = await sql.rows<{ bytes: number }>(
        `${filesSql} where account_id = $1 group by account_id`,
        [accountId],
      );
      if ((kept?.bytes ?? 0) > mediaBytes)
        throw toQuotaRefusal({ what: "media", most: mediaBytes });
    },
  };
}

interface Asking {
  readonly asked: readonly Counted[];
  readonly drafts: readonly EventDraft[];
  readonly limits: Limits;
}

async function assertCounts(sql: Sql, { asked, drafts, limits }: Asking): Promise<void> {
  const growing = drafts.filter((draft) => asked.some((name) => counted[name].grows(draft)));
  const accounts = [...new Set(growing.flatMap(({ accountId }) => accountId ?? []))];
  const rows = await sql.rows<{ id: string } & Counts>(countsSql(asked), [accounts]);
  // The first event always belongs to the account that asked.
  const asking = drafts[0]?.accountId;
  for (const name of asked) {
    const over = rows.find((row) => row[name] > limits.account[name]);
    if (over !== undefined)
      throw toQuotaRefusal({
        what: name,
        most: limits.account[name],
        ...(over.id === asking ? {} : { whose: "other" as const }),
      });
  }
}

/**
 * Bytes by account, for writes that create something or are large. Chat, deletions and timers are
 * measured later and never refused: however many small ones of different accounts share a commit.
 */
function bytesByAccount(drafts: readonly EventDraft[], isMaking: boolean): Map<string, number> {
  const found = new Map<string, number>();
  for (const { accountId, payload } of drafts)
    if (accountId !== undefined)
      found.set(accountId, (found.get(accountId) ?? 0) + roughSize(payload));
  return isMaking ? found : new Map([...found].filter(([, bytes]) => bytes > bulkBytes));
}
