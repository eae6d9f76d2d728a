import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, sqlState } from "../../src/store/database/database.ts";
import type { SkillResult, TurnContext } from "../../src/domain/skill.ts";
import { type Lab, openLab } from "../support/lab.ts";
import { toDraft } from "../support/stored-event.ts";
import { type OpenStore, stores } from "../support/stores.ts";

describe.each(stores)("turns that end together, on $name", (store) => {
  let open: OpenStore;
  let db: Database;
  let lab: Lab | undefined;
  beforeAll(async () => {
    open = await store.open();
    db = open.db;
    return open.close;
  });
  beforeEach(() => open.empty());
  afterEach(() => lab?.close());

  /** Three people whose turns all wait for the same moment, and how each of them answers then. */
  const startTogether = async (
    atOnce: (lanes: readonly string[]) => Promise<void>,
    answer: (turn: TurnContext, lanes: readonly string[]) => SkillResult | string = () => "done",
  ) => {
    const all = Promise.withResolvers<void>();
    const lanes: string[] = [];
    const opened = await openLab({
      db,
      run: async (turn) => {
        const { conversationId, window } = turn;
        if (window[0]?.text !== "now") return "hello";
        lanes.push(conversationId);
        if (lanes.length === 3) {
          await atOnce(lanes);
          all.resolve();
        }
        await all.promise;
        return answer(turn, lanes);
      },
    });
    lab = opened;
    const people = ["ada", "bob", "cleo"];
    for (const from of people) await opened.say("hi", { from });
    await opened.idle();
    await Promise.all(people.map((from) => opened.say("now", { from })));
    return opened;
  };
  const commits = () =>
    db.rows<{ tx: string; conversation: string }>(
      `select e.xmin::text as tx, e.conversation_id as conversation from event_log e
       join message m on m.conversation_id = e.conversation_id and m.text = 'now'
       where e.kind = 'turn_committed' and e.id > m.event_id order by e.id`,
    );

  it("turns that end together share one commit, and each is answered", async () => {
    const { idle, post, complaints } = await startTogether(async () => undefined);
    await idle();
    const found = await commits();
    expect(found).toHaveLength(3);
    expect(new Set(found.map(({ tx }) => tx)).size).toBe(1);
    expect(post.ledger.filter(({ text }) => text === "done")).toHaveLength(3);
    expect(complaints).toEqual([]);
  });

  it("turns that end together do not suffer from one that lost its lane: it writes nothing, the others commit", async () => {
    let lost = "";
    const { until, post } = await startTogether(async ([, second = ""]) => {
      lost = second;
      // Another process has the lane now.
      await db.rows(
        "update conversation set fence = fence + 1, lease_holder = 'other', lease_until = now() + interval '1 hour' where id = $1",
        [second],
      );
    });
    await until(() => post.ledger.filter(({ text }) => text === "done").length === 2);
    expect((await commits()).map(({ conversation }) => conversation)).not.toContain(lost);
    expect(
      await db.rows("select running_turn_id is null as free from conversation where id = $1", [
        lost,
      ]),
    ).toEqual([{ free: false }]);
  });

  /** A note, as a skill would draft it. */
  const note = ({ turnId, now }: TurnContext, accountId: string, conversationId: string) =>
    toDraft({
      stream: `notes:${conversationId}`,
      kind: "token_noted",
      at: new Date(now).toISOString(),
      accountId,
      conversationId,
      turnId,
      payload: { token: "note" },
    });
  const listNotes = () =>
    db.rows<{ account: string }>(
      "select account_id as account from event_log where kind = 'token_noted'",
    );

  it("turns that end together share one commit beside one that has changed something, which is written as its account", async () => {
    const { idle, post, complaints } = await startTogether(
      async () => undefined,
      (turn, [first]) => {
        if (turn.conversationId === first)
          turn.stage({
            domain: "test",
            operation: "note",
            payload: {},
            events: [note(turn, turn.account.id, turn.conversationId)],
          });
        return "done";
      },
    );
    await idle();
    const found = await commits();
    expect(found).toHaveLength(3);
    expect(new Set(found.map(({ tx }) => tx)).size).toBe(2);
    expect(await listNotes()).toHaveLength(1);
    expect(post.ledger.filter(({ text }) => text === "done")).toHaveLength(3);
    expect(complaints).toEqual([]);
  });

  it("turns that end together are not reached by one whose skill names another's account: it writes nothing, the others commit", async () => {
    let culprit = "";
    const { until, post, complaints } = await startTogether(
      async () => undefined,
      (turn, [first = "", second = ""]) => {
        if (turn.conversationId !== first) return "done";
        culprit = first;
        return {
          reply: ["done"],
          disposition: "replied",
          reason: "reply_ready",
          events: [note(turn, "somebody-else", second)],
        };
      },
    );
    await until(() => post.ledger.filter(({ text }) => text === "done").length === 2);
    await until(() => complaints.length > 0);
    expect(complaints[0]).toContain("a turn failed");
    expect((await commits()).map(({ conversation }) => conversation)).not.toContain(culprit);
    expect(await listNotes()).toEqual([]);
  });

  it("a transaction of several accounts runs every statement as the account that it is issued for", async () => {
    const mine = "select current_setting('meanwhile.account', true) as account";
    const seen = await db.transactionOfAccounts(async (as) => {
      const ask = async (accountId: string): Promise<unknown[]> => {
        const [first] = await as(accountId).rows(mine);
        const [second] = await as(accountId).rows(mine);
        return [first, second];
      };
      return Promise.all(["a", "b", "a"].map(ask));
    });
    expect(seen.map((rows) => rows.map((row) => (row as { account: string }).account))).toEqual([
      ["a", "a"],
      ["b", "b"],
      ["a", "a"],
    ]);
  });

  it("a transaction of several accounts lets none of them write another's row, and then keeps nothing", async () => {
    const insert =
      "insert into quiet_hours (account_id, starts, ends, updated_at) values ($1, '22:00', '07:00', now())";
    const failure = await db
      .transactionOfAccounts(async (as) => {
        await as("a").rows(insert, ["a"]);
        await as("b").rows(insert, ["a-friend"]);
      })
      .catch((error: unknown) => sqlState(error));
    expect(failure).toBe("42501");
    expect(await db.rows("select account_id from quiet_hours")).toEqual([]);
  });
});
