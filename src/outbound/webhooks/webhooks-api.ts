import { Refusal, refuseField } from "../../domain/errors.ts";
import { type Chance, iso } from "../../domain/ports/clock.ts";
import type { Decisions } from "../../domain/ports/decisions.ts";
import type { Reads } from "../../domain/ports/reads.ts";
import { asAccount } from "../../domain/principal.ts";
import type {
  AskedWebhook,
  WebhookOwner,
  WebhooksApi,
  WebhookView,
} from "../../domain/views/webhooks.ts";
import type { Database } from "../../store/database/database.ts";
import { admit } from "../safe-fetch.ts";
import { type CallDeps, callWebhook, reachOf, secretOf } from "./call.ts";
import type { WebhookRow } from "./projection.ts";
import { listCalls, listViews, type Which } from "./webhook-views.ts";

export interface WebhookDeps extends CallDeps {
  readonly db: Database;
  readonly decisions: Decisions;
  readonly chance: Chance;
}

/** The wake-up that an address was saved, or that calls are to be tried now. */
export const webhooksTopic = "webhooks";

const mostWebhooks = 10;

/** A person's webhooks, for the routes. */
export function createWebhooksApi(on: WebhookDeps): WebhooksApi {
  const find = async ({ accountId }: WebhookOwner, id: string): Promise<WebhookView> => {
    const [found] = await listViews(on.db, accountId, id);
    if (found === undefined) throw new Refusal("not_found");
    return found;
  };
  const save = async (
    owner: WebhookOwner,
    id: string,
    decide: (row: WebhookRow) => WebhookRow,
  ): Promise<WebhookRow> => {
    const saved = await saveWebhook(on, { accountId: owner.accountId, id }, decide);
    if (saved === undefined) throw new Refusal("not_found");
    return saved;
  };
  return {
    list: async ({ accountId, isOperator }) => ({
      webhooks: await listViews(on.db, accountId),
      may_add: isOperator || on.allowedHosts.length > 0,
    }),
    async add(owner, asked) {
      const row = await add(on, owner, asked);
      return { webhook: await find(owner, row.id), secret: showSecret(on, row) };
    },
    async change(owner, id, { url, types, isOn }) {
      const address = url === undefined ? undefined : parseAddress(on, owner, url);
      await save(owner, id, (row) => ({
        ...row,
        ...(address === undefined ? {} : { url: address, by_operator: owner.isOperator }),
        ...(types === undefined ? {} : { types }),
        ...(isOn === undefined ? {} : { is_on: isOn, off_reason: isOn ? null : "person" }),
      }));
      return find(owner, id);
    },
    async renew(owner, id) {
      const renewed_at = iso(on.clock.now());
      const row = await save(owner, id, (before) => ({
        ...before,
        key_id: on.keys().keyId,
        generation: before.generation + 1,
        renewed_at,
      }));
      return showSecret(on, row);
    },
    remove: (owner, id) => remove(on, owner, id),
    async test({ accountId }, id) {
      const [row] = await on.db.ask<WebhookRow>(asAccount(accountId), rowSql, [id, accountId]);
      if (row === undefined) throw new Refusal("not_found");
      const timestamp = iso(on.clock.now());
      const call = {
        id: `test_${on.chance.id()}`,
        body: { type: "test", timestamp, data: {} },
      } as const;
      const verdict = await callWebhook(on, row, call);
      return { code: verdict.kind === "sent" ? null : verdict.code };
    },
    async calls(owner, id, page) {
      await find(owner, id);
      return listCalls(on.db, { accountId: owner.accountId, id }, page);
    },
    async retry(owner, id) {
      await find(owner, id);
      const { accountId } = owner;
      const again = await on.db.transaction(asAccount(accountId), (sql) =>
        sql.rows(
          `update webhook_call set status = 'pending', attempt = 0, next_attempt_at = $3, ended_at = null
           where webhook_id = $1 and account_id = $2 and status = 'failed' returning 1`,
          [id, accountId, iso(on.clock.now())],
        ),
      );
      on.db.notify(webhooksTopic);
      return again.length;
    },
  };
}

const rowSql = "select * from webhook where id = $1 and account_id = $2";

const streamOf = (id: string): string => `webhook:${id}`;

/** Changes an address as it is now. Undefined: it is not there, or there is nothing to change. */
export async function saveWebhook(
  on: Pick<WebhookDeps, "decisions" | "db">,
  { accountId, id }: Which,
  decide: (row: WebhookRow) => WebhookRow | undefined,
): Promise<WebhookRow | undefined> {
  const saved = await on.decisions.run<WebhookRow | undefined>(accountId, async ({ read, now }) => {
    const [row] = await read.rows<WebhookRow>(`${rowSql} for update`, [id, accountId]);
    const to = row && decide(row);
    if (to === undefined) return { events: [], result: undefined };
    return { events: [draftSaved(to, now)], result: to };
  });
  on.db.notify(webhooksTopic);
  return saved;
}

const draftSaved = (row: WebhookRow, now: number) => {
  const { id, account_id, url, types, by_operator, is_on, off_reason } = row;
  const { key_id, generation, renewed_at, created_at } = row;
  const what = { id, account_id, url, types, by_operator, is_on, off_reason };
  return {
    stream: streamOf(id),
    at: iso(now),
    accountId: account_id,
    kind: "webhook_saved",
    payload: { ...what, key_id, generation, renewed_at, created_at },
  } as const;
};

async function add(
  on: WebhookDeps,
  owner: WebhookOwner,
  { url, types }: AskedWebhook,
): Promise<WebhookRow> {
  const address = parseAddress(on, owner, url);
  const { accountId } = owner;
  const added = await on.decisions.run(accountId, async ({ read, now, newId }) => {
    if ((await countWebhooks(read, accountId)) >= mostWebhooks)
      throw new Refusal("quota_reached", { limit: mostWebhooks });
    const row: WebhookRow = {
      id: newId(),
      account_id: accountId,
      url: address,
      types,
      by_operator: owner.isOperator,
      is_on: true,
      off_reason: null,
      key_id: on.keys().keyId,
      generation: 1,
      renewed_at: iso(now),
      created_at: iso(now),
    };
    return { events: [draftSaved(row, now)], result: row };
  });
  on.db.notify(webhooksTopic);
  return added;
}

async function countWebhooks(read: Reads, accountId: string): Promise<number> {
  const rows = await read.rows("select 1 from webhook where account_id = $1", [accountId]);
  return rows.length;
}

function showSecret({ keys }: WebhookDeps, row: WebhookRow): string {
  const secret = secretOf(keys, row);
  if (secret === undefined) throw new Error("the newest key derives no secret");
  return secret;
}

/** The address as it is kept, if it may be called. */
function parseAddress(on: WebhookDeps, owner: WebhookOwner, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol))
    throw refuseField("url", "is not an http or https address");
  if (url.username + url.password + url.hash !== "")
    throw refuseField("url", "has a user name, a password or a fragment");
  try {
    admit(url.href, reachOf(on, { url: url.href, by_operator: owner.isOperator }));
  } catch {
    throw refuseField(
      "url",
      owner.isOperator
        ? "is an address that is never called"
        : "is not among the hosts that the operator allows",
    );
  }
  return url.href;
}

const remove = async (on: WebhookDeps, { accountId }: WebhookOwner, id: string): Promise<void> => {
  const isThere = await on.decisions.run(accountId, async ({ read, now }) => {
    const rows = await read.rows(`${rowSql} for update`, [id, accountId]);
    const removed = {
      stream: streamOf(id),
      at: iso(now),
      accountId,
      kind: "webhook_removed",
      payload: { id, account_id: accountId },
    } as const;
    return { events: rows.length === 0 ? [] : [removed], result: rows.length > 0 };
  });
  if (!isThere) throw new Refusal("not_found");
  await on.db.transaction(asAccount(accountId), (sql) =>
    sql.rows("delete from webhook_call where webhook_id = $1 and account_id = $2", [id, accountId]),
  );
};
