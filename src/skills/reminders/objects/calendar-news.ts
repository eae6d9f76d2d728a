import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import { handler, type Projection } from "../../../domain/events/projection.ts";
import type { Language } from "../../../domain/language.ts";
import type { TimerKind, TimerOutcome } from "../../../domain/timers.ts";
import type { QuietHours } from "../../../domain/views/friends.ts";
import { closeLinks } from "../../../links/close-links.ts";
import { quietUntil } from "../../../language/calendar/quiet-until.ts";
import type { Command } from "../commands/commands.ts";
import type { Maker } from "../commands/new-row.ts";
import { overlapping } from "../commands/overlap.ts";
import type { ReminderRow } from "../rows.ts";
import { whenWords } from "../words/when-words.ts";
import { type Companion, companionNames, companionsSql } from "../../friends/sharing/companions.ts";

/**
 * A phone that uploads its calendar writes entry by entry: those of half a minute share a timer
 * and a message.
 */
const gatherMs = 30_000;
const leastMs = 5_000;

const dueAt = (now: number): string => iso(Math.ceil((now + leastMs) / gatherMs) * gatherMs);
const timerOf = (accountId: string, due: string): string =>
  `calendar-news:${accountId}:${Date.parse(due)}`;

/**
 * Collections of calendar programs, and entries that the person has not heard of yet, or heard of
 * last: "it" may mean one of them.
 */
export const calendarProjection: Projection = {
  tables: [
    { name: "calendar_collection", key: ["account_id", "component"] },
    { name: "calendar_news", key: ["account_id", "reminder_id"] },
  ],
  handlers: [
    handler("calendar_collection_changed", ({ payload, at }) => [
      {
        op: "put",
        table: "calendar_collection",
        row: {
          account_id: payload.account_id,
          component: payload.component,
          properties: payload.properties,
          updated_at: at,
        },
      },
    ]),
    handler("calendar_news_made", ({ payload, at }) => [
      {
        op: "put",
        table: "calendar_news",
        row: {
          account_id: payload.account_id,
          reminder_id: payload.reminder_id,
          overlaps_id: payload.overlaps_id,
          is_new: payload.is_new,
          made_at: at,
          told_in: null,
        },
      },
      {
        op: "put",
        table: "timer",
        row: {
          id: timerOf(payload.account_id, payload.due_at),
          kind: "calendar_news",
          account_id: payload.account_id,
          conversation_id: null,
          due_at: payload.due_at,
          failures: 0,
          last_error: null,
        },
      },
    ]),
    handler("calendar_news_told", ({ payload }) => {
      const { account_id, reminder_ids, message_id, earlier = [] } = payload;
      const over = message_id === undefined ? reminder_ids : earlier;
      return [
        ...over.map((id) => ({
          op: "drop" as const,
          table: "calendar_news",
          key: { account_id, reminder_id: id },
        })),
        ...(message_id === undefined ? [] : reminder_ids).map((id) => ({
          op: "patch" as const,
          table: "calendar_news",
          key: { account_id, reminder_id: id },
          set: { told_in: message_id },
        })),
      ];
    }),
  ],
};

/**
 * A new entry is confirmed in chat. One that was only moved is mentioned where it falls on another:
 * the person has moved it themselves.
 */
export function newsOf(
  by: Maker,
  commands: readonly Command[],
  others: readonly ReminderRow[],
): EventDraft[] {
  const changes = commands.flatMap((command) => command.changes);
  const after = new Map(changes.map((change) => [change.after.id, change.after]));
  const now = others.map((row) => after.get(row.id) ?? row);
  return [...after.values()].flatMap((row) => {
    const before = changes.find((change) => change.after.id === row.id)?.before ?? null;
    const isMoved = before?.next_fire_at !== row.next_fire_at || before.rrule !== row.rrule;
    if (row.lifecycle !== "active" || row.next_fire_at === null || !isMoved) return [];
    const other = overlapping(row, now, { now: by.now });
    if (before !== null && other === undefined) return [];
    return [
      {
        stream: `calendar:${by.accountId}`,
        kind: "calendar_news_made",
        at: iso(by.now),
        accountId: by.accountId,
        payload: {
          account_id: by.accountId,
          reminder_id: row.id,
          overlaps_id: other?.id ?? null,
          is_new: before === null,
          due_at: dueAt(by.now),
        },
      } satisfies EventDraft<"calendar_news_made">,
    ];
  });
}

interface NewsRow extends ReminderRow {
  readonly is_new: boolean;
  readonly language: Language | null;
  readonly account_zone: string;
  readonly quiet: QuietHours | null;
  readonly link_hosts: readonly string[];
  readonly other: {
    readonly content: string;
    readonly companions: readonly Companion[] | null;
  } | null;
}

const newsSql = `select n.is_new, v.*, a.language, a.default_timezone as account_zone, a.link_hosts,
    (select jsonb_build_object('starts', q.starts, 'ends', q.ends) from quiet_hours q where q.account_id = n.account_id) as quiet,
    (select jsonb_build_object('content', r.content, 'companions', ${companionsSql}) from reminder r
      where r.id = n.overlaps_id and r.owner_account_id = n.account_id and r.lifecycle = 'active') as other
  from calendar_news n join account a on a.id = n.account_id join reminder v on v.id = n.reminder_id
  where n.account_id = any($1) and n.told_in is null order by n.made_at, n.reminder_id`;

interface ToldRow {
  readonly account_id: string;
  readonly reminder_id: string;
}

const toldSql =
  "select account_id, reminder_id from calendar_news where account_id = any($1) and told_in is not null";

/** Tells people of the entries that their calendar programs made, outside of their quiet hours. */
export function calendarNewsTimer(linkHosts: readonly string[] = []): TimerKind {
  return {
    kind: "calendar_news",
    async fire(due, on) {
      const accounts = [...new Set(due.map(({ accountId }) => accountId))];
      const rows = await on.read.rows<NewsRow>(newsSql, [accounts]);
      const before = Map.groupBy(
        await on.read.rows<ToldRow>(toldSql, [accounts]),
        (row) => row.account_id,
      );
      return [...Map.groupBy(rows, (row) => row.owner_account_id)].map(
        ([accountId, news]): TimerOutcome => {
          const [first] = news as [NewsRow, ...NewsRow[]];
          const later =
            first.quiet === null ? undefined : quietUntil(on.now, first.quiet, first.account_zone);
          if (later !== undefined)
            return { accountId, events: [setTimer(accountId, on.now, later)], words: undefined };
          const told = newsWords(news, on.now);
          const messageId = on.newId();
          const earlier = (before.get(accountId) ?? []).map((row) => row.reminder_id);
          const said = told === "" ? {} : { message_id: messageId, earlier };
          const text = closeLinks(told, { own: [], hosts: [...linkHosts, ...first.link_hosts] });
          return {
            accountId,
            events: [draftTold(accountId, on.now, { ...said, news })],
            words:
              told === ""
                ? undefined
                : { messageId, conversationId: null, text, carries: ["friend"] },
          };
        },
      );
    },
  };
}

const setTimer = (accountId: string, now: number, due: number): EventDraft<"timer_set"> => ({
  stream: `calendar:${accountId}`,
  kind: "timer_set",
  at: iso(now),
  accountId,
  payload: {
    id: timerOf(accountId, iso(due)),
    kind: "calendar_news",
    account_id: accountId,
    conversation_id: null,
    due_at: iso(due),
  },
});

const draftTold = (
  accountId: string,
  now: number,
  { news, ...said }: { message_id?: string; earlier?: readonly string[]; news: readonly NewsRow[] },
): EventDraft<"calendar_news_told"> => ({
  stream: `calendar:${accountId}`,
  kind: "calendar_news_told",
  at: iso(now),
  accountId,
  payload: { account_id: accountId, reminder_ids: news.map(({ id }) => id), ...said },
});

const mostListed = 5;

/** Empty: nothing of it holds any more. */
function newsWords(news: readonly NewsRow[], now: number): string {
  const live = news.filter((row) => row.lifecycle === "active" && row.next_fire_at !== null);
  const [first] = live;
  if (first === undefined) return "";
  const language = first.language ?? "zh";
  const zh = language === "zh";
  // What needs an answer comes first.
  const ordered = live.toSorted((a, b) => Number(a.other === null) - Number(b.other === null));
  const lines = ordered.slice(0, mostListed).map((row) => lineOf(row, { language, now }));
  const more = live.length - lines.length;
  const rest = more === 0 ? [] : [zh ? `还有 ${more} 条。` : `And ${more} more.`];
  const asks = live.some(({ other }) => other !== null)
    ? [
        zh
          ? "要改时间直接说，比如“改到四点”。"
          : "Tell me if one should move, for example “move it to 4”.",
      ]
    : [];
  const head = zh ? "日历里的新安排：" : "From your calendar:";
  return [head, ...lines, ...rest, ...asks].join("\n");
}

function lineOf(row: NewsRow, { language, now }: { language: Language; now: number }): string {
  const when = whenWords(
    {
      wall: row.local_start ?? "",
      zone: row.captured_timezone,
      durationMinutes: row.duration_minutes,
      allDay: row.all_day,
    },
    { language, zone: row.account_zone, now },
  );
  const zh = language === "zh";
  const line = zh ? `· ${row.content}，${when}` : `· ${row.content}: ${when}`;
  if (row.other === null) return line;
  const names = companionNames(row.other.companions ?? []);
  const others =
    names.length === 0 ? "" : zh ? `（和${names.join("、")}）` : ` (with ${names.join(", ")})`;
  return zh
    ? `${line}。和「${row.other.content}」${others}时间重叠`
    : `${line}. It overlaps with “${row.other.content}”${others}`;
}
