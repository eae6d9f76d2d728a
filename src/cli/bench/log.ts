import { engine } from "../../domain/principal.ts";
import { iso } from "../../domain/ports/clock.ts";
import type { EventDraft } from "../../domain/events/catalogue.ts";
import { productProjector } from "../../main/projections.ts";
import type { Store } from "../../store/open-store.ts";
import { rebuild } from "../../store/log/rebuild.ts";
import { record } from "../../store/log/record.ts";
import { asOwner } from "../../store/database/owner.ts";
import { createSystemChance, systemClock } from "../system.ts";

const chance = createSystemChance(systemClock.now);

/** Messages of many conversations into the log and the tables, in transactions of fifty. */
export async function measureAppend(store: Store, events: number): Promise<number> {
  const projector = productProjector();
  const conversations = Array.from({ length: 500 }, () => chance.id());
  const accountId = chance.id();
  const at = iso(systemClock.now());
  await store.db.transaction(engine, (sql) =>
    record(
      sql,
      projector,
      conversations.map((id) => openEvent(id, { accountId, at })),
    ),
  );
  const seqs = new Map<string, number>();
  let made = conversations.length;
  const from = performance.now();
  const writer = async (): Promise<void> => {
    while (made < events) {
      made += 50;
      const drafts = Array.from({ length: 50 }, (_, n) =>
        receiveEvent(conversations[(made + n * 7) % conversations.length] ?? "", {
          accountId,
          at,
          seqs,
        }),
      );
      await store.db.transaction(engine, (sql) => record(sql, projector, drafts));
    }
  };
  await Promise.all([writer(), writer()]);
  return (made - conversations.length) / ((performance.now() - from) / 1000);
}

interface Author {
  readonly accountId: string;
  readonly at: string;
}

function openEvent(id: string, by: Author): EventDraft {
  return {
    stream: `conversation:${id}`,
    kind: "conversation_opened",
    at: by.at,
    accountId: by.accountId,
    conversationId: id,
    payload: {
      id,
      account_id: by.accountId,
      provider_type: "log",
      channel_account: "log",
      scope: id,
      peer: id,
    },
  };
}

function receiveEvent(
  conversationId: string,
  by: Author & { seqs: Map<string, number> },
): EventDraft {
  const seq = (by.seqs.get(conversationId) ?? 0) + 1;
  by.seqs.set(conversationId, seq);
  const id = chance.id();
  return {
    stream: `conversation:${conversationId}`,
    kind: "message_received",
    at: by.at,
    accountId: by.accountId,
    conversationId,
    payload: {
      id,
      conversation_id: conversationId,
      account_id: by.accountId,
      identity_id: null,
      provider_type: "log",
      channel_account: "log",
      vendor_id: id,
      peer: conversationId,
      seq,
      text: "remind me to drink some water at three",
      sender_name: null,
      payload: {},
    },
  };
}

/** The whole log, as it stands after the other measurements. */
export async function measureRebuild(
  store: Store,
): Promise<{ events: number; perSecond: number; same: boolean }> {
  const from = performance.now();
  const report = await asOwner(store.connection, (sql) => rebuild(sql, productProjector()));
  return {
    events: report.events,
    perSecond: report.events / ((performance.now() - from) / 1000),
    same: report.tables.every((table) => table.same),
  };
}
