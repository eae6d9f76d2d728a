import type { Chance, Clock } from "../domain/ports/clock.ts";
import type { Teller, Telling, ToldMessage, ReminderFireView } from "../domain/ports/teller.ts";
import { asAccount, engine } from "../domain/principal.ts";
import { say } from "../domain/say.ts";
import type { Database } from "../store/database/database.ts";
import { notifyAccountChanges } from "../store/log/notify-account-changes.ts";
import type { Projector } from "../store/log/projector.ts";
import { record } from "../store/log/record.ts";
import { readRoutes } from "./reminder-routes.ts";

export interface TellerDeps {
  readonly db: Database;
  readonly projector: Projector;
  readonly clock: Clock;
  readonly chance: Chance;
  partsOf(channel: string, text: string): readonly string[];
}

/** After this time a remark is stale: only reminders are kept for as long as it takes. */
const expiresMs = 7 * 24 * 3_600_000;
const mostFires = 5;

const partsSql = `
  select d.status, d.provider_type as channel, d.error_code as code, d.updated_at as "updatedAt"
  from delivery_attempt d
  where d.account_id = $1 and (d.message_id = any($2) or d.payload -> 'ways' ->> 'first' in (
    select f.id from delivery_attempt f where f.account_id = $1 and f.message_id = any($2)))
  order by d.created_at, d.ordinal`;

const firesSql = `
  select due_at as "dueAt", fired_at as "firedAt", fire_state as state, message_id as "messageId"
  from reminder_fire where account_id = $1 and reminder_id = $2
  order by fired_at desc, occurrence_key desc limit ${mostFires}`;

/**
 * A program's words to the person. They go the way of a reminder, and take another one when that
 * way is closed.
 */
export function openTeller(on: TellerDeps): Teller {
  return {
    async tell(what) {
      const told = await queue(on, what);
      if (told !== undefined) announce(on, what.accountId, told.conversationId);
      return told;
    },
    async writeFirst(accountId, decide) {
      const conversationId = await queueFirst(on, accountId, decide);
      if (conversationId !== undefined) announce(on, accountId, conversationId);
      return conversationId !== undefined;
    },
    parts: (accountId, messageIds) =>
      on.db.ask(asAccount(accountId), partsSql, [accountId, messageIds]),
    fires: (accountId, reminderId) =>
      on.db.ask<ReminderFireView>(asAccount(accountId), firesSql, [accountId, reminderId]),
  };
}

function announce({ db }: TellerDeps, accountId: string, conversationId: string): void {
  db.notify(`log:${conversationId}`);
  notifyAccountChanges(db, [{ events: [{ accountId }] }]);
  db.notify("outbox");
}

/** It keeps to its conversation: elsewhere it would surprise the person. */
const queueFirst = (
  on: TellerDeps,
  accountId: string,
  decide: Parameters<Teller["writeFirst"]>[1],
): Promise<string | undefined> =>
  on.db.transaction(engine, async (sql) => {
    const now = on.clock.now();
    const messageId = on.chance.id();
    const first = await decide({ read: sql, now, newId: () => on.chance.id(), messageId });
    if (first === undefined) return undefined;
    const [route] = await readRoutes(sql, [{ accountId, conversationId: first.conversationId }]);
    if (route?.conversationId !== first.conversationId) return undefined;
    const { text, carries, spokenAs, expiresMs: lasts } = first;
    const to = { ...route, accountId };
    const said = say(on, {
      to,
      source: "reminder",
      segments: [text],
      messageIds: [messageId],
      carries,
      spokenAs,
      now,
      expiresMs: lasts,
      isFleeting: true,
    });
    await record(sql, on.projector, [...first.events, ...said]);
    return route.conversationId;
  });

/** Read and written by the engine: a way may be a login that several accounts share. */
const queue = (
  on: TellerDeps,
  { accountId, text }: Telling,
): Promise<(ToldMessage & { readonly conversationId: string }) | undefined> =>
  on.db.transaction(engine, async (sql) => {
    const [route] = await readRoutes(sql, [{ accountId, conversationId: null }]);
    if (route === undefined) return undefined;
    const messageId = on.chance.id();
    await record(
      sql,
      on.projector,
      say(on, {
        to: { ...route, accountId },
        source: "reminder",
        segments: [text],
        messageIds: [messageId],
        // A later prompt reads them as data: they are a program's words.
        carries: ["tool"],
        pieces: [{ text }],
        now: on.clock.now(),
        expiresMs,
      }),
    );
    return { messageId, channel: route.channel, conversationId: route.conversationId };
  });
