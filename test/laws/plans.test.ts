import { afterEach, beforeAll, expect, it } from "vitest";
import type { EventDraft } from "../../src/domain/events/catalogue.ts";
import { asAccount, engine, type Principal } from "../../src/domain/principal.ts";
import { productProjector } from "../../src/main/projections.ts";
import type { Database, Sql } from "../../src/store/database/database.ts";
import { record } from "../../src/store/log/record.ts";
import { conversationOpened, messageReceived } from "../support/conversation-events.ts";
import { type Lab, openLab } from "../support/lab.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";

let store: OpenStore;
let lab: Lab | undefined;
beforeAll(async () => {
  store = await postgresStore.open();
  return store.close;
});
afterEach(async () => {
  await lab?.close();
  lab = undefined;
  await store.empty();
});

/** Tables that a transaction read from end to end, by the server's own count. */
const listScans = async (sql: Sql): Promise<string[]> =>
  (
    await sql.rows<{ table: string }>(
      `select relname as table from pg_stat_xact_user_tables where seq_scan > 0`,
    )
  ).map(({ table }) => table);

it("a turn from its message to its verdict reads no table from end to end, nor would its cached plans", async () => {
  const scanned: string[] = [];
  const texts = new Map<string, Principal>();
  const transaction: Database["transaction"] = (as, work) =>
    store.db.transaction(as, async (sql) => {
      const noted: Sql = {
        ...sql,
        rows(text, params) {
          texts.set(text, as);
          return sql.rows(text, params);
        },
        later(text, params) {
          texts.set(text, as);
          sql.later?.(text, params);
        },
      };
      const result = await work(noted);
      scanned.push(...(await listScans(sql)));
      return result;
    });
  const db: Database = {
    ...store.db,
    transaction,
    rows: (text, params) => transaction(engine, (sql) => sql.rows(text, params)),
  };
  const opened = await openLab({
    db,
    run: async (turn) => `after ${(await turn.history(30)).length} messages`,
  });
  lab = opened;
  for (const [count, from] of ["ada", "bob", "ada", "bob", "ada", "cleo"].entries()) {
    await opened.say("hello", { from });
    await opened.until(() => opened.post.ledger.length > count);
  }
  await opened.spine.close(1_000);
  expect(scanned).toEqual([]);
  expect(await listPlannedScans(texts)).toEqual([]);
});

/** Statements whose cached plan would read a table of the product from end to end, with that step. */
async function listPlannedScans(texts: ReadonlyMap<string, Principal>): Promise<string[]> {
  const found: string[] = [];
  for (const [text, as] of texts) {
    if (!/^\s*(?:select|with|insert|update|delete)\b/i.test(text)) continue;
    const plan = await store.db.transaction(as, async (sql) => {
      // The statement that begins a transaction is prepared, and so would need values.
      await sql.rows("select 1");
      return sql.rows<{ "QUERY PLAN": string }>(`explain (generic_plan) ${text}`);
    });
    const scan = plan.find((line) => line["QUERY PLAN"].includes("Seq Scan"));
    if (scan !== undefined) found.push(`${scan["QUERY PLAN"].trim()} in ${text}`);
  }
  return found;
}

/** Records, and counts the rows of these tables that the transaction read for it. */
const countRead = (as: Principal, drafts: readonly EventDraft[]): Promise<number> =>
  store.db.transaction(as, async (sql) => {
    await record(sql, productProjector(), drafts);
    const [row] = await sql.rows<{ read: number }>(
      `select coalesce(sum(seq_tup_read + idx_tup_fetch), 0) as read
       from pg_stat_xact_user_tables where relname in ('conversation', 'event_log', 'stream_head')`,
    );
    return row?.read ?? 0;
  });

const openOthers = (many: number): Promise<unknown> =>
  store.db.transaction(engine, (sql) =>
    record(
      sql,
      productProjector(),
      Array.from({ length: many }, (_, n) => conversationOpened("others", `other-${n}`)),
    ),
  );

it("an account's commit costs the same however many conversations others have", async () => {
  await openOthers(400);
  expect(await countRead(asAccount("ada"), [conversationOpened("ada", "own")])).toBeLessThan(100);
});

it("messages of thirty conversations that share a commit read those conversations alone", async () => {
  await openOthers(400);
  const drafts = Array.from({ length: 30 }, (_, n) =>
    messageReceived("others", `other-${n}`, { seq: 1, text: "hello" }),
  );
  expect(await countRead(engine, drafts)).toBeLessThan(100);
});

it.each([engine, asAccount("ada")])(
  "a session as %o compiles no statement, whatever its server is set to",
  async (as) => {
    const read = (sql: Sql): Promise<unknown[]> =>
      sql.rows("select setting, source from pg_settings where name = 'jit'");
    expect(await store.db.transaction(as, read)).toEqual([{ setting: "off", source: "client" }]);
  },
);
