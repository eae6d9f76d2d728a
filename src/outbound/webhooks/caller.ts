import type { Verdict } from "../../domain/delivery.ts";
import { pickLanguage } from "../../domain/language.ts";
import { type Chance, iso } from "../../domain/ports/clock.ts";
import type { Decisions } from "../../domain/ports/decisions.ts";
import type { Log, Metrics } from "../../domain/ports/log.ts";
import type { Teller } from "../../domain/ports/teller.ts";
import { engine } from "../../domain/principal.ts";
import type { Database } from "../../store/database/database.ts";
import { claim } from "../../store/work/claim.ts";
import { createWorkLoop } from "../../store/work/work-loop.ts";
import { readBody } from "./body.ts";
import { type CallDeps, callWebhook } from "./call.ts";
import type { WebhookRow } from "./projection.ts";
import { saveWebhook, webhooksTopic } from "./webhooks-api.ts";

export interface CallerDeps extends CallDeps {
  readonly db: Database;
  readonly decisions: Decisions;
  readonly chance: Chance;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly teller: Pick<Teller, "tell">;
  readonly holder: string;
}

interface CallRow {
  readonly id: string;
  readonly webhook_id: string;
  readonly account_id: string;
  readonly event_id: number;
  readonly attempt: number;
  readonly fence: number;
  readonly created_at: string;
}

export interface WebhookCaller {
  start(): void;
  /** Something was written: there may be a call. */
  onTopic(topic: string): void;
  close(): Promise<void>;
}

const concurrency = 8;
const sweepMs = 5_000;
/** Longer than a call may take. A process that died is noticed sooner by others. */
const leaseMs = 30_000;
const minute = 60_000;
const hour = 60 * minute;
/** For about three days. */
const retryMs = [
  5_000,
  30_000,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

/** After these there may be a new event with a call of its own. */
const mayBring = /^(?:outbox|timers$|log:|book:)/;

/** The oldest due call of each address, one at a time: a slow receiver holds up itself alone. */
const waiting = `t.status = 'pending' and t.next_attempt_at <= $4
  and exists (select from webhook w join account a on a.id = w.account_id
    where w.id = t.webhook_id and w.is_on and a.lifecycle = 'active')
  and not exists (select from webhook_call o where o.webhook_id = t.webhook_id and o.status = 'pending' and o.id <> t.id
    and (o.lease_until > now() or (o.next_attempt_at <= $4 and o.event_id < t.event_id)))`;

/**
 * Calls the addresses that hear of people's reminders and stories, at least once for each event: a
 * call stays pending until an answer was recorded, and every try has the same id.
 */
export function openWebhookCaller(on: CallerDeps): WebhookCaller {
  /** Without a webhook nothing that happens here is looked at. */
  let hasAny = true;
  const loop = createWorkLoop<CallRow>(on, {
    name: "webhooks",
    concurrency,
    sweepMs,
    async claim(limit) {
      const [found] = await on.db.rows<{ any: boolean }>(
        "select exists (select from webhook where is_on) as any",
      );
      hasAny = found?.any === true;
      if (!hasAny) return [];
      const now = iso(on.clock.now());
      const note = "attempt = t.attempt + 1, attempted_at = $4";
      const order = "t.next_attempt_at, t.event_id";
      const spec = { table: "webhook_call", waiting, order, note, params: [now], indexed: true };
      return on.db.transaction(engine, (sql) =>
        claim<CallRow>(sql, spec, { holder: on.holder, leaseMs, limit }),
      );
    },
    run: (row) => call(on, row).finally(() => loop.wake()),
    async nextDueMs() {
      if (!hasAny) return undefined;
      const [row] = await on.db.rows<{ at: string | null }>(
        "select min(next_attempt_at) as at from webhook_call where status = 'pending' and lease_until is null",
      );
      const at = row?.at ?? undefined;
      return at === undefined ? undefined : Date.parse(at) - on.clock.now();
    },
  });
  return {
    start: () => loop.start(),
    onTopic(topic) {
      if (topic === webhooksTopic || (hasAny && mayBring.test(topic))) loop.wake();
    },
    close: () => loop.stop(),
  };
}

async function call(on: CallerDeps, row: CallRow): Promise<void> {
  const [webhook] = await on.db.rows<WebhookRow>("select * from webhook where id = $1", [
    row.webhook_id,
  ]);
  const body = await readBody(on.db, row);
  if (webhook === undefined || body === undefined) {
    await on.db.rows("delete from webhook_call where id = $1 and fence = $2", [row.id, row.fence]);
    return;
  }
  const verdict = await callWebhook(on, webhook, { id: row.id, body });
  on.metrics.count("meanwhile_webhook_calls_total", { verdict: verdict.kind });
  const isOver = await settle(on, row, verdict);
  if (verdict.kind === "refused") await switchOff(on, webhook, "gone");
  else if (isOver && !(await hasAnswered(on, row))) await switchOff(on, webhook, "failing");
}

/** Records the outcome. True: it was given up. */
async function settle(on: CallerDeps, row: CallRow, verdict: Verdict): Promise<boolean> {
  const now = on.clock.now();
  const released = "lease_until = null, lease_holder = null where id = $1 and fence = $2";
  const held = [row.id, row.fence] as const;
  if (verdict.kind === "sent") {
    await on.db.rows(
      `update webhook_call set status = 'sent', error_code = null, next_attempt_at = null, ended_at = $3, ${released}`,
      [...held, iso(now)],
    );
    return false;
  }
  const pause = retryMs[row.attempt - 1];
  if (verdict.kind === "refused" || pause === undefined) {
    await on.db.rows(
      `update webhook_call set status = 'failed', error_code = $3, next_attempt_at = null, ended_at = $4, ${released}`,
      [...held, verdict.code, iso(now)],
    );
    return verdict.kind !== "refused";
  }
  const asked = verdict.kind === "not_sent" ? (verdict.retryAfterMs ?? 0) : 0;
  // Receivers that failed together are not called together again.
  const at = now + Math.max(asked, pause * (1 + on.chance.random() / 10));
  await on.db.rows(`update webhook_call set error_code = $3, next_attempt_at = $4, ${released}`, [
    ...held,
    verdict.code,
    iso(at),
  ]);
  return false;
}

/** Whether the address took anything since this call was made. */
async function hasAnswered({ db }: CallerDeps, row: CallRow): Promise<boolean> {
  const taken = await db.rows(
    "select 1 from webhook_call where webhook_id = $1 and status = 'sent' and ended_at >= $2 limit 1",
    [row.webhook_id, row.created_at],
  );
  return taken.length > 0;
}

async function switchOff(
  on: CallerDeps,
  { id, account_id: accountId, url }: WebhookRow,
  reason: "gone" | "failing",
): Promise<void> {
  const isChanged = await saveWebhook(on, { accountId, id }, (row) =>
    row.is_on ? { ...row, is_on: false, off_reason: reason } : undefined,
  );
  if (isChanged === undefined) return;
  on.log.warn({ host: new URL(url).host, reason }, "a webhook was switched off");
  const [account] = await on.db.rows<{ language: string | null }>(
    "select language from account where id = $1",
    [accountId],
  );
  const text = describeOff(new URL(url).host, reason)[pickLanguage(account?.language, "")];
  await on.teller.tell({ accountId, text });
}

const describeOff = (host: string, reason: "gone" | "failing") =>
  reason === "gone"
    ? {
        en: `The webhook to ${host} says that it is gone, so it was switched off. You can switch it on again in Settings → Webhooks.`,
        zh: `发往 ${host} 的 webhook 对方说已停用，所以关掉了。可以在 设置 → Webhook 里重新打开。`,
      }
    : {
        en: `The webhook to ${host} has not answered for three days, so it was switched off. What it missed is kept: see Settings → Webhooks.`,
        zh: `发往 ${host} 的 webhook 三天没有应答，所以关掉了。没送到的都留着：见 设置 → Webhook。`,
      };
