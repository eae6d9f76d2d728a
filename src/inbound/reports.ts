import type { ChannelAccount } from "../domain/ports/channel-ports.ts";
import type {
  ChannelReports,
  DraftDeparture,
  GroupDeparture,
  InboundNote,
  RejectedInbound,
} from "../domain/ports/channel-reports.ts";
import { iso } from "../domain/ports/clock.ts";
import type { EventDraft } from "../domain/events/catalogue.ts";
import { engine } from "../domain/principal.ts";
import { cleanFields } from "../domain/text.ts";
import type { Sql } from "../store/database/database.ts";
import { record } from "../store/log/record.ts";
import { isLostRace } from "./accept.ts";
import { createRateLimit } from "../accounts/rate-limit.ts";
import { changeIdentity, type ReportDeps } from "./changed-identity.ts";
import { toStoredKey } from "./tidy.ts";

const tries = 3;
/**
 * Rejections of one of our accounts at a vendor that are kept at once, and the time until so many
 * may be again.
 */
const mostRejections = 200;
const rejectionsMs = 3_600_000;

/**
 * Channels' reports in addition to messages, recorded as events. A repeated report is recognised
 * and changes nothing.
 */
export function openReports(
  on: ReportDeps & { readonly draftDeparture?: DraftDeparture | undefined },
): ChannelReports {
  const keep = async (work: (sql: Sql) => Promise<string | undefined>): Promise<void> => {
    for (let left = tries - 1; ; left -= 1) {
      try {
        const conversationId = await on.db.transaction(engine, work);
        if (conversationId !== undefined) on.db.notify(`log:${conversationId}`);
        return;
      } catch (error) {
        // A message of the same person may be accepted at the same moment: the second try finds its
        // rows.
        if (left === 0 || !isLostRace(error)) throw error;
      }
    }
  };
  const rejections = createRateLimit({
    clock: on.clock,
    burst: mostRejections,
    refillMs: rejectionsMs,
  });
  return {
    identityChanged: (change) => keep((sql) => changeIdentity(on, sql, change)),
    noted: (note) => keep((sql) => keepNote(on, sql, note)),
    async leftGroup(departure) {
      await keep((sql) => keepDeparture(on, sql, departure));
      on.db.notify("timers");
    },
    async rejected(what) {
      // Anyone can send unusable input; a few records tell the operator as much as a million.
      if (rejections.take(JSON.stringify([what.channel, what.channelAccount])) > 0) return;
      await keep((sql) => keepRejection(on, sql, what));
    },
  };
}

const keyOf = (of: ChannelAccount) => ({
  provider_type: of.channel,
  channel_account: of.channelAccount,
});

async function keepNote(on: ReportDeps, sql: Sql, note: InboundNote): Promise<string | undefined> {
  const [vendorId, subject] = [toStoredKey(note.vendorId), toStoredKey(note.subject)];
  const of = [note.channel, note.channelAccount];
  const known = await sql.rows(
    "select 1 from inbound_note where provider_type = $1 and channel_account = $2 and vendor_id = $3",
    [...of, vendorId],
  );
  if (known.length > 0) return undefined;
  const [who] = await sql.rows<{ account: string; conversation: string | null }>(
    `select i.account_id as account, (select c.id from conversation c where c.account_id = i.account_id and c.provider_type = i.provider_type
       and c.channel_account = i.channel_account and c.peer = i.provider_subject order by c.created_at desc limit 1) as conversation
     from channel_identity i where i.provider_type = $1 and i.channel_account = $2 and i.provider_subject = $3 and i.lifecycle = 'active'`,
    [...of, subject],
  );
  // There is nothing to record about an unknown person.
  if (who === undefined) return undefined;
  const conversationId = who.conversation ?? undefined;
  const draft: EventDraft = {
    stream:
      conversationId === undefined
        ? `channel:${note.channel}:${note.channelAccount}`
        : `conversation:${conversationId}`,
    kind: "note_received",
    at: iso(on.clock.now()),
    accountId: who.account,
    conversationId,
    payload: { ...keyOf(note), vendor_id: vendorId, subject, payload: cleanFields(note.payload) },
  };
  await record(sql, on.projector, [draft]);
  return conversationId;
}

/** In every conversation of the group: a group with topics has several. */
async function keepDeparture(
  on: Parameters<typeof openReports>[0],
  sql: Sql,
  { channel, channelAccount, vendorId, subject, scope }: GroupDeparture,
): Promise<undefined> {
  const rows = await sql.rows<{ accountId: string; conversationId: string }>(
    `select i.account_id as "accountId", c.id as "conversationId" from channel_identity i
     join conversation c on c.provider_type = i.provider_type and c.channel_account = i.channel_account
       and (c.scope = $4 or starts_with(c.scope, $4 || ':'))
     where i.provider_type = $1 and i.channel_account = $2 and i.provider_subject = $3 and i.lifecycle = 'active' order by c.id`,
    [channel, channelAccount, toStoredKey(subject), scope],
  );
  const drafts = rows.flatMap(
    (row) =>
      on.draftDeparture?.({ ...row, vendorId: toStoredKey(vendorId), now: on.clock.now() }) ?? [],
  );
  if (drafts.length > 0) await record(sql, on.projector, drafts);
}

async function keepRejection(on: ReportDeps, sql: Sql, what: RejectedInbound): Promise<undefined> {
  const vendorId = what.vendorId === null ? null : shortenId(what.vendorId);
  const known = await sql.rows(
    "select 1 from inbound_rejection where provider_type = $1 and channel_account = $2 and vendor_id = $3 and code = $4",
    [what.channel, what.channelAccount, vendorId, what.code],
  );
  if (known.length > 0) return;
  const payload = { ...keyOf(what), id: on.chance.id(), vendor_id: vendorId, code: what.code };
  const stream = `channel:${what.channel}:${what.channelAccount}`;
  await record(sql, on.projector, [
    { stream, kind: "inbound_rejected", at: iso(on.clock.now()), payload },
  ]);
}

/** Messages refused for an invalid id are distinguished by its first characters. */
const shortenId = (id: string): string => toStoredKey(id.slice(0, 100));

/** A page of a list that shows its newest rows first. */
export interface NewestOf {
  readonly limit: number;
  readonly before?: string | undefined;
}

/** As the operator sees it. */
export interface RejectionView {
  readonly channel: string;
  readonly channelAccount: string;
  readonly vendorId: string | null;
  readonly code: string;
  readonly at: string;
}

/** Newest first, with all of the moment of the last one. */
export function listRejections(sql: Sql, { limit, before }: NewestOf): Promise<RejectionView[]> {
  return sql.rows<RejectionView>(
    `select provider_type as channel, channel_account as "channelAccount", vendor_id as "vendorId", code, created_at as at
     from inbound_rejection where ($2::timestamptz is null or created_at < $2)
     order by created_at desc fetch first $1 rows with ties`,
    [limit, before ?? null],
  );
}
