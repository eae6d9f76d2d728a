import { describe, expect, it } from "vitest";
import { freeLeases } from "../../src/store/work/free-leases.ts";
import { engine } from "../../src/domain/principal.ts";
import { runs } from "../support/runs.ts";
import { postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";
import { ledgerChannel } from "../vendors/ledger-channel.ts";

describe("a start, when the process before died", () => {
  const on = useLab(postgresStore);

  it("a start after the death of a process frees what it held: its turn goes on and its delivery is settled, both long before their leases are over", async () => {
    const hanging = new Promise<never>(() => undefined);
    const post = ledgerChannel();
    const asked = Promise.withResolvers<void>();
    const inside = Promise.withResolvers<void>();
    post.plan.push(async () => (asked.resolve(), hanging));
    const dead = await on.start({
      post,
      run: async (turn) =>
        turn.window[0]?.text === "think" ? (inside.resolve(), await hanging) : "said",
      settings: { turn: { leaseMs: 3_600_000 }, outbox: { leaseMs: 3_600_000 } },
    });
    await dead.say("answer me", { from: "ada" });
    await asked.promise;
    await dead.say("think", { from: "bob" });
    await inside.promise;
    await on.db.rows(
      "insert into sole_worker (id, lease_until, lease_holder, fence) values ('poll', now() + interval '1 hour', 'dead', 1)",
    );
    await freeLeases(on.db);
    expect(await on.db.rows("select lease_until from sole_worker")).toEqual([
      { lease_until: null },
    ]);
    const next = await on.start({ run: async () => "thought" });
    await next.until(async () => {
      const parts = await on.parts();
      return (
        parts.some(([text, status]) => text === "thought" && status === "sent") &&
        parts.some(([, status]) => status === "unknown")
      );
    });
    expect(await on.parts()).toEqual([
      ["said", "unknown"],
      ["thought", "sent"],
    ]);
    expect(await on.ends()).toEqual([
      ["answer me", "answered"],
      ["think", "answered"],
    ]);
    // What a process died at may be what it died of.
    expect(await on.db.rows("select attempt from turn order by started_at, id")).toEqual([
      { attempt: 1 },
      { attempt: 2 },
    ]);
  });

  it("a start counts a death at a turn as a failure: a message that kills its process is given up after the usual tries", async () => {
    const hanging = new Promise<never>(() => undefined);
    let deaths = 0;
    for (let start = 1; start <= 5; start += 1) {
      const inside = Promise.withResolvers<void>();
      const doomed = await on.start({
        run: async () => ((deaths += 1), inside.resolve(), await hanging),
      });
      if (start === 1) await doomed.say("deadly");
      await inside.promise;
      await freeLeases(on.db);
    }
    const last = await on.start({ run: async () => ((deaths += 1), "never") });
    await last.until(async () => (await on.ends())[0]?.[1] === "dead_lettered");
    expect(deaths).toBe(5);
  });

  it("a start after the death of a process reads only unfinished work, however much is behind it", async () => {
    const rows = runs(5_000, 50_000);
    await on.db.rows(
      `insert into delivery_attempt (id, account_id, conversation_id, provider_type, channel_account, scope, peer, ordinal, delivery_source, status,
         text, payload, provider_idempotency_key, created_at, updated_at, lease_until)
       select 'd' || n, 'a', 'c' || n % 50, 'post', 'main', 's', 'p', n, 'reply', 'sent', 'said', '{}', 'k' || n, now(), now(), now() from generate_series(1, $1::int) n`,
      [rows],
    );
    await on.db.rows(
      `insert into conversation (id, account_id, provider_type, channel_account, scope, peer, latest_inbound_seq, last_closed_inbound_seq, created_at, updated_at)
       select 'c' || n, 'a', 'post', 'main', 's' || n, 'p', 1, 1, now(), now() from generate_series(1, $1::int) n`,
      [rows],
    );
    const plans: string[] = [];
    await on.db.transaction(engine, async (sql) => {
      // The rows have not been counted yet: a setting makes the planner see that reading all of them costs.
      await sql.rows("select set_config('enable_seqscan', 'off', true)");
      await freeLeases({
        rows: async (text, params) => {
          plans.push(JSON.stringify(await sql.rows(`explain ${text}`, params)));
          return [];
        },
      });
    });
    expect(
      plans.filter((plan) =>
        /Seq Scan on (?:conversation|delivery_attempt|message|turn|event_log)/.test(plan),
      ),
    ).toEqual([]);
    expect(plans.join()).toContain("delivery_in_flight");
    expect(plans.join()).toContain("conversation_with_open_input");
    await freeLeases(on.db);
    expect(
      await on.db.rows("select id from delivery_attempt where lease_until = '-infinity'"),
    ).toEqual([]);
  });
});
