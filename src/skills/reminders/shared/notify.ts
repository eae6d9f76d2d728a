import { closeLinks } from "../../../links/close-links.ts";
import { iso } from "../../../domain/clock.ts";
import type { EventDraft, Payload } from "../../../domain/events.ts";
import { writtenIn } from "../../../domain/language.ts";
import type { Fired, TimerKind } from "../../../domain/timers.ts";
import type { Maker } from "../new-row.ts";
import { notificationTimer } from "./evolve.ts";
import { type Companion, companionNames } from "./company.ts";
import { type Notice, noticeText } from "./notice-words.ts";
import { noticeAt, quietUntil } from "./quiet.ts";
import type { Person } from "./people.ts";

export type NoticeType =
  | "friendship_created"
  | "friendship_removed"
  | "shared_reminder_created"
  | "shared_reminder_asked"
  | "shared_reminder_accepted"
  | "shared_reminder_updated"
  | "shared_reminder_cancelled"
  | "shared_reminder_restored"
  | "shared_reminder_joined"
  | "shared_reminder_uninvited"
  | "shared_reminder_skipped"
  | "shared_reminder_unskipped"
  | "shared_reminder_declined";

export interface News {
  /** Whom it is about, where that is not the one who acts. */
  readonly actorId?: string;
  readonly type: NoticeType;
  readonly objectType: "friendship" | "shared_reminder";
  readonly objectId: string;
  /** What happened, in figures and names: the words are made when it is told. */
  readonly facts: Payload;
}

export const socialStream = (accountId: string): string => `social:${accountId}`;

/** Somebody has to hear of what the maker does. */
export function told(by: Maker, to: Pick<Person, "id" | "takes">, news: News): EventDraft {
  return {
    stream: socialStream(to.id),
    kind: "notification_made",
    at: iso(by.now),
    accountId: to.id,
    payload: {
      id: by.newId(),
      account_id: to.id,
      type: news.type,
      actor_account_id: news.actorId ?? by.accountId,
      object_type: news.objectType,
      object_id: news.objectId,
      facts: news.facts,
      ...(to.takes === "mute" && news.objectType === "shared_reminder" ? { muted: true } : {}),
    },
  };
}

interface WaitingRow extends Omit<Notice, "actor">, Companion {
  readonly id: string;
  readonly account_id: string;
  readonly language: string | null;
  /** What the person wrote last, wherever that was. */
  readonly wrote: string | null;
  readonly zone: string;
  readonly starts: string | null;
  readonly ends: string | null;
  /** Hosts that the person allowed links to. */
  readonly link_hosts: readonly string[];
  /** A title that nobody but the person wrote. */
  readonly own_title: string | null;
}

const waitingSql = `
  select n.id, n.account_id, n.type, n.facts, a.language, a.link_hosts,
    (select s.title from shared_reminder s where s.id = n.object_id and s.creator_account_id = n.account_id and s.version = 1) as own_title, a.default_timezone as zone, q.starts, q.ends,
    (select m.text from conversation c join message m on m.conversation_id = c.id and m.direction = 'inbound' and m.seq = c.latest_inbound_seq
      where c.account_id = n.account_id order by m.created_at desc limit 1) as wrote,
    n.type in ('shared_reminder_created', 'shared_reminder_asked') and not exists (select from notification e
      where e.account_id = n.account_id and e.actor_account_id = n.actor_account_id and e.id <> n.id and (e.created_at, e.id) < (n.created_at, n.id)
        and e.type in ('shared_reminder_created', 'shared_reminder_asked')) as is_first,
    (select k.name from friend_nickname k
      where k.account_id = n.account_id and k.friend_account_id = n.actor_account_id and k.shown limit 1) as given, actor.display_name as own
  from notification n join account a on a.id = n.account_id left join quiet_hours q on q.account_id = n.account_id left join account actor on actor.id = n.actor_account_id
  where n.id = any($1) and n.state = 'waiting' order by n.created_at, n.id`;

const quietEnd = (of: WaitingRow | undefined, now: number): number | undefined =>
  of === undefined || of.starts === null || of.ends === null ? undefined : quietUntil(now, { starts: of.starts, ends: of.ends }, of.zone);

/** What others did, told in one message, and not in the person's quiet hours. Without a chat to say it in, the timer waits and says why. */
export function notificationTimerKind(linkHosts: readonly string[] = []): TimerKind {
  return {
    kind: "notification",
    async fire(due, on) {
      const prefix = notificationTimer("");
      const ids = due.map(({ id }) => id.slice(prefix.length));
      const rows = await on.read.rows<WaitingRow>(waitingSql, [ids]);
      return [...Map.groupBy(rows, ({ account_id }) => account_id)].map(([accountId, news]): Fired => {
        const due = quietEnd(news[0], on.now);
        if (due !== undefined)
          return { accountId, events: news.map(({ id }) => noticeAt(id, { accountId, now: on.now, due })), words: undefined };
        const messageId = on.newId();
        const text = news
          .map((each) => {
            const words = noticeText(
              { ...each, actor: companionNames([each])[0] ?? null },
              { language: each.language ?? writtenIn(each.wrote ?? "") ?? null, zone: each.zone, now: on.now },
            );
            return closeLinks(words, { own: [each.own_title ?? ""], hosts: [...linkHosts, ...each.link_hosts] });
          })
          .join("\n");
        const payload = { account_id: accountId, ids: news.map(({ id }) => id), message_id: messageId };
        return {
          accountId,
          events: [{ stream: `notifications:${accountId}`, kind: "notifications_told", at: iso(on.now), accountId, payload }],
          words: { messageId, conversationId: null, text, carries: ["friend"] },
        };
      });
    },
  };
}
