import { afterAll, beforeAll, expect, it } from "vitest";
import { onceByKey } from "../../src/api/http/idempotency.ts";
import { asAccount } from "../../src/domain/principal.ts";
import type { Sql } from "../../src/store/database/database.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";

let store: OpenStore;
beforeAll(async () => {
  store = await postgresStore.open();
});
afterAll(() => store.close());

const endConnection = "select pg_terminate_backend(pg_backend_pid())";

/** A request with this key whose work loses its connection in some way, the first time. */
function startRequest(key: string, lose: (sql: Sql) => unknown) {
  const request = { accountId: "ada", key, route: "/a", body: "same" };
  let times = 0;
  const send = (): Promise<string> =>
    onceByKey({ db: store.db, clock: { now: () => 0 } }, request, async () => {
      times += 1;
      if (times === 1) await store.db.transaction(asAccount("ada"), async (sql) => lose(sql));
      return { answer: `done ${times}`, isFinal: true };
    });
  return { send, count: () => times };
}

it("a request with a key whose commit was cut off is not done again: its outcome is not known", async () => {
  // Sent together with the commit, whose answer never comes.
  const { send, count } = startRequest("cut", (sql) => sql.later?.(endConnection, []));
  await expect(send()).rejects.toMatchObject({ mayHaveCommitted: true });
  await expect(send()).rejects.toMatchObject({ code: "outcome_unknown", status: 409 });
  expect(count()).toBe(1);
});

it("a request with a key that was cut off before its commit is done when it comes again", async () => {
  const { send } = startRequest("before", (sql) => sql.rows(endConnection));
  await expect(send()).rejects.toMatchObject({ mayHaveCommitted: false });
  expect([await send(), await send()]).toEqual(["done 2", "done 2"]);
});
