import type { Store } from "../../store/open-store.ts";
import { ownersConnection } from "../../store/database/owner.ts";

/**
 * Rows of a number of answered messages: their deliveries, messages, turns, model calls and events.
 */
export async function insertDelivered(store: Store, count: number): Promise<void> {
  const from = "from generate_series(1, $1::int) n";
  const ids = "'c' || n % 2000, 'a' || n % 2000";
  await ownersConnection(store.connection, async (sql) => {
    // Rows without events in the log; no trigger requires them.
    await sql.rows("set session_replication_role = replica");
    await sql.rows("set synchronous_commit = off");
    await sql.rows(
      `insert into conversation (id, account_id, provider_type, channel_account, scope, peer, latest_inbound_seq, last_closed_inbound_seq, created_at, updated_at)
       select 'c' || n, 'a' || n, 'post', 'main', 'user:' || n, 'p' || n, $1, $1, now(), now() from generate_series(0, 1999) n`,
      [count],
    );
    await sql.rows(
      `insert into delivery_attempt (conversation_id, account_id, id, turn_id, message_id, provider_type, channel_account, scope, peer, ordinal, delivery_source,
         status, text, payload, provider_message_id, provider_idempotency_key, retry_attempt, attempted_at, sent_at, expires_at, created_at, updated_at, fence)
       select ${ids}, 'd' || n, 't' || n, 'm' || n, 'post', 'main', 'user:' || n % 2000, 'p' || n % 2000, n, 'reply', 'sent', 'an answer of the usual length',
         '{}', 'v' || n, 'k' || n, 1, now(), now(), now(), now(), now(), 1 ${from}`,
      [count],
    );
    await sql.rows(
      `insert into message (conversation_id, account_id, id, event_id, direction, seq, provider_type, channel_account, text, payload, created_at, ended_as)
       select ${ids}, 'i' || n, n, 'inbound', n, 'post', 'main', 'hello', '{}', now(), 'answered' ${from}`,
      [count],
    );
    await sql.rows(
      `insert into turn (conversation_id, account_id, id, trigger_id, trigger_type, mode, status, attempt, input_from_seq, input_to_seq, started_at, completed_at)
       select ${ids}, 't' || n, 'x' || n, 'inbound', 'interactive', 'committed', 1, n, n, now(), now() ${from}`,
      [count],
    );
    await sql.rows(
      `insert into model_call (account_id, id, purpose, model, prompt_hash, prompt, source_event_ids, started_at, outcome)
       select 'a' || n % 2000, 'k' || n, 'chat', 'm', 'h', '{"messages": []}', '{}', now(), 'ok' ${from}`,
      [count],
    );
    await sql.rows(
      `insert into event_log (conversation_id, account_id, at, stream, stream_version, kind, payload_json)
       select ${ids}, now(), 'conversation:c' || n % 2000, n, 'delivery_sent', '{"a":1}' from generate_series(1, 2 * $1::int) n`,
      [count],
    );
    await sql.rows("analyze");
  });
}
