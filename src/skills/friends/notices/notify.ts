import { iso } from "../../../domain/ports/clock.ts";
import type { EventDraft } from "../../../domain/events/catalogue.ts";
import type { NoticeFacts, NoticeType } from "../../../domain/events/friend.ts";
import type { TimerOutcome, TimerKind } from "../../../domain/timers.ts";
import type { Maker } from "../../reminders/commands/new-row.ts";
import { notificationTimer } from "../projection.ts";
import { type NewsRow, newsRows, newsText } from "./news.ts";
import { newsPieceOf } from "./notice-pieces.ts";
import { quietUntil } from "../../../language/calendar/quiet-until.ts";
import { noticeAt } from "../quiet-hours/quiet-hours.ts";
import type { Person } from "../people.ts";
import { socialStream } from "../social-stream.ts";

export interface News {
  /** The person it is about, if not the actor. */
  readonly actorId?: string;
  readonly type: NoticeType;
  readonly objectType: "friendship" | "shared_reminder";
  readonly objectId: string;
  /** The event, as data: the text is written at sending time. */
  readonly facts: NoticeFacts;
}

/** Notifies a person of the actor's change. */
export function notifyFriend(by: Maker, to: Pick<Person, "id" | "takes">, news: News): EventDraft {
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

const quietEnd = (of: NewsRow | undefined, now: number): number | undefined =>
  of === undefined || of.starts === null || of.ends === null
    ? undefined
    : quietUntil(now, { starts: of.starts, ends: of.ends }, of.zone);

/**
 * Notices about others' actions, sent in one message outside of the person's quiet hours. Without a
 * conversation, the timer waits and records why.
 */
export function notificationTimerKind(linkHosts: readonly string[] = []): TimerKind {
  return {
    kind: "notification",
    async fire(due, on) {
      const prefix = notificationTimer("");
      const ids = due.map(({ id }) => id.slice(prefix.length));
      const rows = (await newsRows(on.read, ids)).filter(({ state }) => state === "waiting");
      return [...Map.groupBy(rows, ({ account_id }) => account_id)].map(
        ([accountId, news]): TimerOutcome => {
          const due = quietEnd(news[0], on.now);
          if (due !== undefined)
            return {
              accountId,
              events: news.map(({ id }) => noticeAt(id, { accountId, now: on.now, due })),
              words: undefined,
            };
          const messageId = on.newId();
          const payload = {
            account_id: accountId,
            ids: news.map(({ id }) => id),
            message_id: messageId,
          };
          return {
            accountId,
            events: [
              {
                stream: `notifications:${accountId}`,
                kind: "notifications_told",
                at: iso(on.now),
                accountId,
                payload,
              },
            ],
            words: {
              messageId,
              conversationId: null,
              text: newsText(news, { now: on.now, linkHosts }),
              pieces: [newsPieceOf(accountId, news, linkHosts)],
              expiresAt: null,
              carries: ["friend"],
            },
          };
        },
      );
    },
  };
}
