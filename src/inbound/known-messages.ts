import type { AcceptOutcome, InboundMessage } from "../domain/message.ts";
import { anyOf, type Sql } from "../store/database/database.ts";

/** Vendors send a message again within minutes, if at all. */
const most = 5_000;

/** Messages that this process accepted lately. */
export interface KnownMessages {
  add(message: InboundMessage, outcome: AcceptOutcome | { readonly kind: "flooded" }): void;
  /** Undefined unless all of them are stored already. */
  findAll(
    sql: Sql,
    messages: readonly InboundMessage[],
  ): Promise<readonly AcceptOutcome[] | undefined>;
}

/**
 * A message that comes again is recognised by one query, without a transaction and without a look at
 * its sender and its conversation. Memory is only a hint where to look: whether the message is stored
 * is what the database says, and what it does not find there is accepted like any other.
 */
export function createKnownMessages(): KnownMessages {
  const ids = new Map<string, string>();
  return {
    add(message, outcome) {
      if (!("messageId" in outcome)) return;
      ids.set(keyOf(message), outcome.messageId);
      if (ids.size > most) ids.delete(ids.keys().next().value as string);
    },
    async findAll(sql, messages) {
      const known = messages.flatMap((message) => ids.get(keyOf(message)) ?? []);
      if (messages.length === 0 || known.length < messages.length) return undefined;
      const rows = await sql.rows<StoredMessage>(
        `select id as "messageId", conversation_id as "conversationId", account_id as "accountId", channel_identity_id as "identityId", seq
         from message where id = ${anyOf("$1")}`,
        [known],
      );
      const stored = new Map(rows.map((row) => [row.messageId, row]));
      const found = known.flatMap((id) => stored.get(id) ?? []);
      return found.length < messages.length
        ? undefined
        : found.map((row) => ({ kind: "duplicate", ...row }));
    },
  };
}

type StoredMessage = Omit<Exclude<AcceptOutcome, { kind: "refused" }>, "kind" | "control">;

/** A vendor's id names a message of its own conversation. */
const keyOf = ({ route, vendorId }: InboundMessage): string =>
  JSON.stringify([route.channel, route.channelAccount, route.scope, vendorId]);
