import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { openTalk } from "../../src/cli/bench/turns.ts";
import type { Database, Sql } from "../../src/store/database/database.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";

let store: OpenStore;
beforeAll(async () => {
  store = await postgresStore.open();
  return store.close;
});
beforeEach(() => store.empty());

let talk: Awaited<ReturnType<typeof openTalk>> | undefined;
afterEach(async () => {
  await talk?.close();
  talk = undefined;
});

interface Counted {
  readonly db: Database;
  sent(): number;
}

const [begin, commit] = [1, 1];

/** Counts what is sent to the server, but for wake-ups: how many of them share a notification depends on time. */
function countStatements(db: Database): Counted {
  let sent = 0;
  const note = (): void => void (sent += 1);
  const watch = (sql: Sql, atEach: () => void): Sql => {
    const { later } = sql;
    return {
      ...sql,
      rows(text, params) {
        atEach();
        return sql.rows(text, params);
      },
      ...(later && {
        later(text: string, params: readonly unknown[]) {
          atEach();
          later(text, params);
        },
      }),
    };
  };
  return {
    sent: () => sent,
    db: {
      ...db,
      ...watch(db, note),
      transaction(as, work) {
        sent += begin + commit;
        return db.transaction(as, (sql) => work(watch(sql, note)));
      },
      transactionOfAccounts(work) {
        sent += begin + commit;
        let current = "";
        const become = (accountId: string): void => {
          note();
          if (accountId !== current) note();
          current = accountId;
        };
        return db.transactionOfAccounts((as) =>
          work((accountId) => watch(as(accountId), () => become(accountId))),
        );
      },
      ask(as, text, params) {
        sent += begin + 1 + commit;
        return db.ask(as, text, params);
      },
    },
  };
}

/** Until every part has its verdict. */
async function rest(): Promise<void> {
  for (;;) {
    const [row] = await store.db.rows<{ open: number }>(
      "select count(*) as open from delivery_attempt where status <> 'sent'",
    );
    if (row?.open === 0) return;
  }
}

/** The least of several rounds: in a slow one, loops also look for what was lost. */
async function measure(conversations: number): Promise<number> {
  const { db, sent } = countStatements(store.db);
  const opened = await openTalk({ db });
  talk = opened;
  let least = Infinity;
  for (let round = 0; round < 12; round += 1) {
    const before = sent();
    await Promise.all(Array.from({ length: conversations }, (_, n) => opened.send(`p${n}`)));
    await rest();
    // The first ones open conversations and learn what the tables look like.
    if (round > 2) least = Math.min(least, sent() - before);
  }
  return least / conversations;
}

it("a turn alone takes at most 25 statements up to its verdict", async () => {
  expect(await measure(1)).toBeLessThanOrEqual(25);
});

it("a turn of sixteen conversations that go on together takes at most nine statements", async () => {
  expect(await measure(16)).toBeLessThanOrEqual(9);
});
