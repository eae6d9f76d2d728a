import { afterAll, beforeAll, expect, it } from "vitest";
import { openMetricSamples } from "../../src/store/metric-samples.ts";
import { openSpending } from "../../src/store/quotas/spending.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";

let store: OpenStore;
beforeAll(async () => {
  store = await postgresStore.open();
});
afterAll(() => store.close());

it("samples of metrics are replaced by their process, read with those of others, and deleted by age", async () => {
  const sample = (messages: number) => ({
    counts: { messages },
    peaks: { memory: 1_048_576.5 },
    times: { answer: { "0.5": 3, more: 1 } },
  });
  const at = Date.parse("2026-11-18T05:00:00Z");
  const [one, other] = [openMetricSamples(store.db, "one"), openMetricSamples(store.db, "other")];
  await one.write([{ stepSeconds: 60, at, sample: sample(1) }]);
  await one.write([
    { stepSeconds: 60, at, sample: sample(2) },
    { stepSeconds: 3_600, at, sample: sample(2) },
  ]);
  await other.write([{ stepSeconds: 60, at: at + 60_000, sample: sample(7) }]);
  const read = () => one.read({ stepSeconds: 60, since: at });
  expect(await read()).toEqual([
    { stepSeconds: 60, at, sample: sample(2) },
    { stepSeconds: 60, at: at + 60_000, sample: sample(7) },
  ]);
  await one.drop({ stepSeconds: 60, before: at + 1 });
  expect((await read()).map(({ sample: { counts } }) => counts)).toEqual([{ messages: 7 }]);
  expect(await one.read({ stepSeconds: 3_600, since: at })).toHaveLength(1);
});

it("tokens and costs are summed by the server's days and by account, each currency for itself", async () => {
  let nth = 0;
  const call = (account: string, started_at: string, more: object): Promise<unknown> =>
    store.db.rows(
      `insert into model_call (id, account_id, purpose, model, prompt_hash, prompt, source_event_ids, started_at, input_tokens, output_tokens, cost_micros, currency)
       select $1, $2, 'chat', 'test', '', '{"messages": []}', '{}', $3, r.* from jsonb_to_record($4::jsonb) as r(input_tokens integer, output_tokens integer, cost_micros bigint, currency text)`,
      [`call-${(nth += 1)}`, account, started_at, JSON.stringify(more)],
    );
  const eur = { input_tokens: 100, output_tokens: 10, cost_micros: 500, currency: "EUR" };
  await call("ada", "2026-11-16T15:59:00Z", eur);
  await call("ada", "2026-11-16T16:01:00Z", eur);
  await call("ada", "2026-11-17T18:00:00Z", { ...eur, currency: "CNY" });
  await call("bob", "2026-11-17T18:00:00Z", { input_tokens: 7, output_tokens: 0 });
  // The built-in voices count no tokens, and a month before nothing is looked at.
  await call("bob", "2026-11-17T18:00:00Z", {});
  await call("bob", "2026-10-01T18:00:00Z", eur);
  const now = () => Date.parse("2026-11-18T05:00:00Z");
  const spending = openSpending({ db: store.db, clock: { now }, zone: "Asia/Shanghai" });
  const all = await spending({ days: 3 });
  expect(all.days.map(({ day, calls, input_tokens: input }) => [day, calls, input])).toEqual([
    ["2026-11-16", 1, 100],
    ["2026-11-17", 1, 100],
    ["2026-11-18", 2, 107],
  ]);
  expect(all.accounts.map(({ account_id: id, calls, costs }) => [id, calls, costs])).toEqual([
    [
      "ada",
      3,
      expect.arrayContaining([
        { currency: "EUR", micros: 1_000 },
        { currency: "CNY", micros: 500 },
      ]),
    ],
    ["bob", 1, []],
  ]);
  const { days } = await spending({ days: 1, accountId: "bob" });
  expect(days).toEqual([
    { day: "2026-11-18", calls: 1, input_tokens: 7, output_tokens: 0, costs: [] },
  ]);
});
