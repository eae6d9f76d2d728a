import type { EventDraft } from "../../domain/events.ts";
import { type Limits, quotaReached } from "../../domain/quotas.ts";
import type { Sql } from "../database/database.ts";
import type { UsageMeter } from "./usage-meter.ts";

/** Refuses what goes over a limit. Asked by `record`, so no way of making something goes past it. */
export interface QuotaGate {
  /** After the rows of these facts were written, in the same transaction: going over takes all of it back. */
  check(sql: Sql, drafts: readonly EventDraft[]): Promise<void>;
  /** The same for the bytes of files and pictures that an account keeps. */
  checkFiles(sql: Sql, accountId: string): Promise<void>;
}

/** Rows that are counted, the facts that add one, and how an account's are counted: by an index, some hundreds or thousands at most. */
const counted = {
  reminders: {
    grows: ({ kind }: EventDraft) => kind === "reminder_created" || kind === "reminder_restored",
    count:
      "select count(*) from reminder r where r.owner_account_id = a.id and r.lifecycle = 'active'",
  },
  series: {
    grows: ({ kind, payload }: EventDraft) =>
      reminderKinds.has(kind) && typeof payload["rrule"] === "string",
    count:
      "select count(*) from reminder r where r.owner_account_id = a.id and r.lifecycle = 'active' and r.rrule is not null",
  },
  conversations: {
    grows: ({ kind }: EventDraft) => kind === "conversation_opened",
    // Where a story is played is counted with the stories.
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
const reminderKinds = new Set(["reminder_created", "reminder_restored", "reminder_updated"]);

type Counted = keyof typeof counted;
const names = Object.keys(counted) as Counted[];

/** How much of everything these accounts have, in one statement. Shared with whoever shows it. */
export const countsSql = (which: readonly Counted[] = names): string =>
  `select a.id${which.map((name) => `, (${counted[name].count}) as ${name}`).join("")} from unnest($1::text[]) a(id)`;

/** Files that came with messages, and pictures of characters, by account. */
export const filesSql = `select account_id, sum(bytes)::bigint as bytes from (
  select account_id, bytes from media_file where dropped_at is null
  union all select account_id, length(bytes) from blob) f`;

export type Counts = Readonly<Record<Counted, number>>;

/** So much in one go is bulk: an import, a card, a batch. */
const bulkBytes = 64 * 1024;

export function openQuotaGate(limits: Limits, meter: UsageMeter): QuotaGate {
  return {
    async check(sql, drafts) {
      const asked = names.filter((name) => drafts.some(counted[name].grows));
      if (asked.length > 0) await assertCounts(sql, { asked, drafts, limits });
      for (const [accountId, bytes] of writtenBy(drafts, asked.length > 0)) {
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
      if ((kept?.bytes ?? 0) > mediaBytes) throw quotaReached({ what: "media", most: mediaBytes });
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
  // The first fact is always one of whoever asked.
  const asking = drafts[0]?.accountId;
  for (const name of asked) {
    const over = rows.find((row) => row[name] > limits.account[name]);
    if (over !== undefined)
      throw quotaReached({
        what: name,
        most: limits.account[name],
        ...(over.id === asking ? {} : { whose: "other" as const }),
      });
  }
}

/** Bytes by account, of what makes something or is a lot. Small talk, deletions and what fires are measured later and never refused. */
function writtenBy(drafts: readonly EventDraft[], isMaking: boolean): Map<string, number> {
  const found = new Map<string, number>();
  let all = 0;
  for (const { accountId, payload } of drafts) {
    if (accountId === undefined) continue;
    const bytes = roughSize(payload);
    all += bytes;
    found.set(accountId, (found.get(accountId) ?? 0) + bytes);
  }
  return isMaking || all > bulkBytes ? found : new Map();
}

/** Characters of all texts in it: near enough to what it takes, and cheaper than writing it out once more. */
function roughSize(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + roughSize(each), 0);
  if (typeof value !== "object" || value === null) return 8;
  return Object.entries(value).reduce(
    (sum, [name, each]) => sum + name.length + roughSize(each),
    0,
  );
}
