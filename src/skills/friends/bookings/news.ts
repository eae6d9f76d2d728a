import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { BookingPiece } from "../../../domain/events/delivery.ts";
import { detectLanguage, type Language } from "../../../domain/language.ts";
import { iso } from "../../../domain/ports/clock.ts";
import type { Reads } from "../../../domain/ports/reads.ts";
import type { Firing, TimerKind, TimerOutcome } from "../../../domain/timers.ts";
import type { QuietHours } from "../../../domain/views/friends.ts";
import { closeLinks } from "../../../links/close-links.ts";
import { quietUntil } from "../../../language/calendar/quiet-until.ts";
import type { Audience } from "../../reminders/words/when-words.ts";
import { draftAnswer } from "./answer.ts";
import { bookingStream, endTimerOf, newsTimerOf, withdrawalTimerOf } from "./projection.ts";
import type { BookingRow } from "./request-rows.ts";
import { describeExpired, newsWords, describeWithdrawn } from "./words.ts";

interface NewsRow extends BookingRow {
  readonly owner_language: Language | null;
  readonly owner_zone: string;
  /** The person's last words, for their language. */
  readonly wrote: string | null;
  readonly quiet: QuietHours | null;
  readonly link_hosts: readonly string[];
  readonly version: number;
}

const isOpen = "b.state = 'pending'";

const readNews = (read: Reads, which: string, ids: readonly string[]): Promise<NewsRow[]> =>
  read.rows<NewsRow>(
    `select b.*, a.language as owner_language, a.default_timezone as owner_zone, a.link_hosts, p.version,
       (select m.text from conversation c join message m on m.conversation_id = c.id and m.direction = 'inbound' and m.seq = c.latest_inbound_seq
         where c.account_id = b.account_id order by m.created_at desc limit 1) as wrote,
       (select jsonb_build_object('starts', q.starts, 'ends', q.ends) from quiet_hours q where q.account_id = b.account_id) as quiet
     from booking_request b join account a on a.id = b.account_id join booking_page p on p.account_id = b.account_id
     where ${which} order by b.account_id, b.starts_at, b.id`,
    [ids],
  );

const audienceOf = (row: NewsRow, now: number): Audience => ({
  language: row.owner_language ?? detectLanguage(row.wrote ?? "") ?? "zh",
  zone: row.owner_zone,
  now,
});

/** Asks people about the requests of visitors, outside of their quiet hours. */
export function bookingNewsTimer(linkHosts: readonly string[] = []): TimerKind {
  return {
    kind: "booking_news",
    async fire(due, on) {
      const accounts = [...new Set(due.map(({ accountId }) => accountId))];
      const rows = await readNews(
        on.read,
        `${isOpen} and b.account_id = any($1) and b.message_id is null`,
        accounts,
      );
      return [...Map.groupBy(rows, ({ account_id: id }) => id)].map(
        ([accountId, news]): TimerOutcome => tell(on, { accountId, news, linkHosts }),
      );
    },
  };
}

function tell(
  on: Firing,
  of: {
    readonly accountId: string;
    readonly news: readonly NewsRow[];
    readonly linkHosts: readonly string[];
  },
): TimerOutcome {
  const { accountId, news, linkHosts } = of;
  const [first] = news as [NewsRow, ...NewsRow[]];
  const later =
    first.quiet === null ? undefined : quietUntil(on.now, first.quiet, first.owner_zone);
  if (later !== undefined)
    return { accountId, events: [setTimer(first, on.now, later)], words: undefined };
  const messageId = on.newId();
  const ids = news.map(({ id }) => id);
  const text = textOf(news, { now: on.now, linkHosts });
  return {
    accountId,
    events: [
      {
        stream: bookingStream(accountId),
        kind: "booking_told",
        at: iso(on.now),
        accountId,
        payload: { account_id: accountId, ids, message_id: messageId },
      },
    ],
    words: {
      messageId,
      conversationId: null,
      text,
      pieces: [{ kind: "bookings", account: accountId, ids, hosts: linkHosts, text }],
      expiresAt: null,
      carries: ["friend"],
    },
  };
}

const textOf = (
  news: readonly NewsRow[],
  { now, linkHosts }: { readonly now: number; readonly linkHosts: readonly string[] },
): string => {
  const [first] = news;
  if (first === undefined) return "";
  return closeLinks(newsWords(news, audienceOf(first, now)), {
    own: [],
    hosts: [...linkHosts, ...first.link_hosts],
  });
};

/** As it reads when it is sent: what was answered or withdrawn meanwhile is not asked about. */
export async function bookingsNow(
  read: Reads,
  piece: BookingPiece,
  now: number,
): Promise<BookingPiece[]> {
  const rows = await readNews(read, `${isOpen} and b.id = any($1)`, piece.ids);
  if (rows.length === 0) return [];
  const text = textOf(rows, { now, linkHosts: piece.hosts ?? [] });
  return [{ ...piece, ids: rows.map(({ id }) => id), text }];
}

const setTimer = (
  { id, account_id: accountId }: Pick<BookingRow, "id" | "account_id">,
  now: number,
  due: number,
): EventDraft<"timer_set"> =>
  draftTimer({ accountId, now, due, id: newsTimerOf(id), kind: "booking_news" });

/** Tells the person that a request which they were asked about was withdrawn. */
export const tellWithdrawn = (
  { id, account_id: accountId }: Pick<BookingRow, "id" | "account_id">,
  now: number,
): EventDraft<"timer_set"> =>
  draftTimer({ accountId, now, due: now, id: withdrawalTimerOf(id), kind: "booking_end" });

const draftTimer = (of: {
  readonly accountId: string;
  readonly now: number;
  readonly due: number;
  readonly id: string;
  readonly kind: string;
}): EventDraft<"timer_set"> => ({
  stream: `booking-timers:${of.accountId}`,
  kind: "timer_set",
  at: iso(of.now),
  accountId: of.accountId,
  payload: {
    id: of.id,
    kind: of.kind,
    account_id: of.accountId,
    conversation_id: null,
    due_at: iso(of.due),
  },
});

/** Ends requests that were not answered in time, and says what ended without the person. */
export function bookingEndTimer(linkHosts: readonly string[] = []): TimerKind {
  return {
    kind: "booking_end",
    async fire(due, on) {
      const idsOf = (prefix: string) =>
        due.flatMap(({ id }) => (id.startsWith(prefix) ? [id.slice(prefix.length)] : []));
      const rows = [
        ...(await readNews(on.read, `${isOpen} and b.id = any($1)`, idsOf(endTimerOf("")))),
        ...(await readNews(
          on.read,
          "b.state = 'withdrawn' and b.id = any($1)",
          idsOf(withdrawalTimerOf("")),
        )),
      ];
      return [...Map.groupBy(rows, ({ account_id: id }) => id)].map(
        ([accountId, over]): TimerOutcome => {
          const [first] = over as [NewsRow, ...NewsRow[]];
          const lines = over.map((row) => {
            const words = row.state === "withdrawn" ? describeWithdrawn : describeExpired;
            return words(row, audienceOf(row, on.now));
          });
          const expired = over.filter(({ state }) => state === "pending");
          return {
            accountId,
            events: expired.map((row) => draftAnswer(row, on.now, { state: "expired" })),
            words: {
              messageId: on.newId(),
              conversationId: null,
              text: closeLinks(lines.join("\n"), {
                own: [],
                hosts: [...linkHosts, ...first.link_hosts],
              }),
              carries: ["friend"],
            },
            expects: expired.length === 0 ? {} : { [bookingStream(accountId)]: first.version },
          };
        },
      );
    },
  };
}
