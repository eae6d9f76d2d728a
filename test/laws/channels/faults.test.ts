import { afterAll, afterEach, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import type { Channel } from "../../../src/domain/channel.ts";
import type { Delivery } from "../../../src/domain/delivery.ts";
import { OutboundFailure } from "../../../src/domain/ports/http.ts";
import { patience, pickSome, runs } from "../../support/runs.ts";
import {
  type ChannelBench,
  freshId,
  type Process,
  type Someone,
  type ChannelWorld,
} from "./bench.ts";
import { table } from "./table.ts";
import { echo, openChannelWorld } from "./world.ts";

let world: ChannelWorld;
/** Another process on the same database, which takes its share of the work. */
let two: Process;
beforeAll(async () => {
  world = await openChannelWorld();
  two = await world.another("two");
});
afterAll(() => world.close());
afterEach(() => {
  world.answer = echo;
  world.wire = undefined;
});

const inConversation = "from conversation c where c.peer = $1 and c.id = ";
const count = async (what: string, { peer }: Someone): Promise<number> =>
  (
    await world.db.rows<{ n: number }>(
      `select count(*)::int as n from ${what} x where exists (select ${inConversation} x.conversation_id)`,
      [peer],
    )
  )[0]?.n ?? 0;
const states = async ({ peer }: Someone): Promise<string[]> =>
  (
    await world.db.rows<{ status: string }>(
      `select d.status from delivery_attempt d where exists (select ${inConversation} d.conversation_id) order by d.ordinal`,
      [peer],
    )
  ).map(({ status }) => status);
/** A send with an unknown outcome is not left as it is. */
const isSettled = ({ triesAgain, showsOnce, asksAgain }: ChannelBench): boolean =>
  triesAgain === true || showsOnce === true || asksAgain === true;
const inbound = "(select * from message where direction = 'inbound')";
const outbound = "(select * from message where direction = 'outbound')";
/** The calls that carry a part, of whichever vendor. */
const isSend = (url: string): boolean =>
  /\/(send[mM]essage|chat\.postMessage|batchSend|send(?:_msg)?(?:\?.*)?|messages(?:\?.*)?|sendText\/[^/]+|response\?.*)$/.test(
    url,
  );

/** What the spine does behind every channel alike is seen behind a third of them; the long run takes each. */
const sampled = new Set(pickSome(table, 3).map(({ name }) => name));
const fatesOfTaken = ["taken_then_500", "taken_then_cut"] as const;

describe.each(table.map((row, nth) => ({ ...row, nth })))("$name", ({ name, open, nth }) => {
  const ifSampled = it.runIf(sampled.has(name));
  let bench: ChannelBench;
  beforeAll(() => {
    bench = open(world);
  });
  afterAll(() => {
    expect(bench.complaints()).toEqual([]);
  });

  ifSampled(
    "B16: a part that a slow vendor is still handling is claimed by no sweep of any process",
    async () => {
      if (bench.fate === undefined) return;
      const ada = await bench.person();
      const answered = Promise.withResolvers<void>();
      const before = bench.handed();
      bench.fate({ until: answered.promise });
      await ada.says({ text: "slow", id: freshId() });
      await world.until(() => bench.handed() > before);
      for (let sweep = 0; sweep < 8; sweep += 1) {
        // Over a line the word on a part is waited for five seconds, by the same clock.
        await world.clock.pass(bench.line === undefined ? 5_000 : 500);
        for (const { spine } of [world.one, two]) spine.wake();
      }
      expect([bench.handed() - before, await states(ada)]).toEqual([1, ["sending"]]);
      answered.resolve();
      await world.settle(ada.peer);
      expect([await states(ada), await ada.saw()]).toEqual([["sent"], ["echo: slow"]]);
    },
  );

  ifSampled(
    "B17: a part that provably was not sent has one owner: the outbox tries it again, and no turn hears of it",
    async () => {
      if (bench.fate === undefined) return;
      const ada = await bench.person();
      let refusals = 2;
      if (bench.line !== undefined)
        for (let nth = 0; nth < refusals; nth += 1) bench.fate("not_now");
      world.wire = (call, network) => {
        if (!isSend(call.url) || refusals === 0) return network.request(call);
        refusals -= 1;
        return Promise.reject(
          new OutboundFailure({ phase: "before", code: "connect", message: "nobody there" }),
        );
      };
      await ada.says({ text: "try", id: freshId() });
      await world.settle(ada.peer);
      expect([await states(ada), await ada.saw()]).toEqual([["sent"], ["echo: try"]]);
      expect([await count("turn", ada), await count(outbound, ada)]).toEqual([1, 1]);
    },
  );

  it.each(pickSome(nth % 2 === 0 ? fatesOfTaken : fatesOfTaken.toReversed(), 2))(
    "B19: a part that the vendor took and then failed (%s) is not sent again, and it is not reported as failed",
    async (fate) => {
      if (bench.fate === undefined) return;
      const ada = await bench.person();
      bench.fate(fate);
      await ada.says({ text: "ping", id: freshId() });
      await world.settle(ada.peer);
      for (let sweep = 0; sweep < 3; sweep += 1) {
        await world.clock.pass(30_000);
        for (const { spine } of [world.one, two]) spine.wake();
      }
      expect([await states(ada), await ada.saw(), await count("turn", ada)]).toEqual([
        [isSettled(bench) ? "sent" : "unknown"],
        ["echo: ping"],
        1,
      ]);
    },
  );

  ifSampled(
    "B20: a turn that is taken up again and a message that arrives in the same moment are not answered twice",
    async () => {
      for (let round = 0; round < runs(3, 200); round += 1) {
        const ada = await bench.person();
        const late = Promise.withResolvers<void>();
        const begun = Promise.withResolvers<void>();
        world.answer = async (turn) => {
          if (turn.window.length === 1 && turn.window[0]?.text === "first") {
            begun.resolve();
            await late.promise;
          }
          return echo(turn);
        };
        await ada.says({ text: "first", id: freshId() });
        await begun.promise;
        world.answer = echo;
        const takeUp = async () => {
          await world.db.rows(
            `update conversation c set lease_until = now() - interval '1 second' where c.peer = $1`,
            [ada.peer],
          );
          for (const { spine } of [two, world.one]) spine.wake();
        };
        const arrive = () => ada.says({ text: "second", id: freshId() });
        await Promise.all(round % 2 === 0 ? [takeUp(), arrive()] : [arrive(), takeUp()]);
        late.resolve();
        await world.settle(ada.peer);
        const seen = (await ada.saw()).join(" | ");
        expect([seen.split("first").length, seen.split("second").length]).toEqual([2, 2]);
      }
    },
    patience,
  );

  ifSampled(
    "B21: a message whose acknowledgement is slow, and which therefore comes three times, is one turn",
    async () => {
      const ada = await bench.person();
      await ada.says({ text: "hello", id: freshId() });
      await world.settle(ada.peer);
      const said = { text: "patience", id: freshId() };
      let copies: Promise<unknown> = Promise.resolve();
      await world.owner(async (sql) => {
        await sql.rows("select 1 from conversation where peer = $1 for update", [ada.peer]);
        copies = Promise.all([ada.says(said), ada.says({ ...said, by: two }), ada.says(said)]);
        await world.until(async () => {
          const [waiting] = await sql.rows<{ n: number }>(
            "select count(*)::int as n from pg_locks where not granted",
          );
          return (waiting?.n ?? 0) > 0;
        });
      });
      expect(await copies).toEqual(["taken", "taken", "taken"]);
      await world.settle(ada.peer);
      expect([await count(inbound, ada), await count("turn", ada)]).toEqual([2, 2]);
      expect((await ada.saw()).filter((text) => text === "echo: patience")).toHaveLength(1);
    },
  );

  ifSampled(
    "B22: a batch of yesterday that another process is given again is not answered again",
    async () => {
      const ada = await bench.person();
      const said = { text: "yesterday", id: freshId() };
      await ada.says(said);
      await world.settle(ada.peer);
      await world.db.rows(
        "update message set created_at = created_at - interval '1 day' where text = 'yesterday'",
      );
      expect(await ada.says({ ...said, by: two })).toBe("taken");
      await world.settle(ada.peer);
      expect([await count("turn", ada), await ada.saw()]).toEqual([1, ["echo: yesterday"]]);
    },
  );

  ifSampled(
    "B39: an answer goes to the person who asked, even if another one writes between the question and the answer",
    async () => {
      const [ada, eve] = [await bench.person(), await bench.person()];
      const begun = Promise.withResolvers<void>();
      const may = Promise.withResolvers<void>();
      world.answer = async (turn) => {
        if (turn.window[0]?.text !== "my salary?") return echo(turn);
        begun.resolve();
        await may.promise;
        return "private: 4,200";
      };
      await ada.says({ text: "my salary?", id: freshId() });
      await begun.promise;
      await eve.says({ text: "hi", id: freshId() });
      await world.settle(eve.peer);
      bench.fate?.("not_now");
      may.resolve();
      await world.until(async () => (await states(ada)).length === 1);
      await eve.says({ text: "hi again", id: freshId() });
      await Promise.all([ada, eve].map(({ peer }) => world.settle(peer)));
      expect([await ada.saw(), await eve.saw()]).toEqual([
        ["private: 4,200"],
        ["echo: hi", "echo: hi again"],
      ]);
    },
  );

  it("B40: a part that can't reach its person reaches no other: there is no other chat, person or channel to fall back to", async () => {
    if (bench.fate === undefined) return;
    const everybody = table.map(({ open: openOther }) => openOther(world));
    const ada = await bench.person();
    const before = everybody.map((other) => other.handed());
    world.wire = (call, network) =>
      isSend(call.url)
        ? Promise.resolve({
            status: 400,
            headers: {},
            body: Buffer.from('{"ret":-3,"error":{"code":100}}'),
          })
        : network.request(call);
    bench.line?.closed();
    await ada.says({ text: "nowhere", id: freshId() });
    await world.settle(ada.peer);
    expect([await states(ada), await ada.saw()]).toEqual([[bench.nowhere ?? "failed"], []]);
    // What is said over a line was heard there, and refused.
    const after = before.map((handed, at) =>
      bench.line !== undefined && everybody[at]?.line !== undefined ? handed + 1 : handed,
    );
    expect(everybody.map((other) => other.handed())).toEqual(after);
    const rows = await world.db.rows<{ peer: string; account: string }>(
      `select d.peer, d.channel_account as account from delivery_attempt d where exists (select ${inConversation} d.conversation_id)`,
      [ada.peer],
    );
    expect(rows).toEqual([{ peer: ada.peer, account: ada.channelAccount }]);
  });
});

it("B40: a channel is given the recipient of a part and has no other way to learn of anyone", () => {
  expectTypeOf<Parameters<Channel["send"]>>().toEqualTypeOf<
    [delivery: Delivery, signal: AbortSignal]
  >();
  expectTypeOf<Pick<Delivery, "channel" | "channelAccount" | "peer">>().toEqualTypeOf<{
    readonly channel: string;
    readonly channelAccount: string;
    readonly peer: string;
  }>();
});

it("B15: a dead process's part is shown once, however often the product is started again", async () => {
  const benches = table.map(({ open }) => open(world));
  const people: Someone[] = [];
  for (const bench of benches) {
    const ada = await bench.person();
    people.push(ada);
    await ada.says({ text: "once", id: freshId() });
    await world.settle(ada.peer);
    await world.db.rows(
      `update delivery_attempt d set status = 'sending', lease_until = now() - interval '1 hour', lease_holder = 'dead'
       where exists (select ${inConversation} d.conversation_id)`,
      [ada.peer],
    );
  }
  for (let start = 0; start < 5; start += 1) {
    const process = await world.another(`start-${start}`);
    await world.until(
      async () => !(await Promise.all(people.map(states))).flat().includes("sending"),
    );
    process.spine.wake();
    await process.close();
  }
  for (const [at, ada] of people.entries()) {
    await world.settle(ada.peer);
    const { fate, showsOnce = false, knowsCopies = false } = benches[at] as ChannelBench;
    expect([await states(ada), await ada.saw()]).toEqual([
      [fate === undefined || showsOnce || knowsCopies ? "sent" : "unknown"],
      ["echo: once"],
    ]);
  }
});

describe.each(table.filter(({ name }) => name.startsWith("WeChat")))("B12, $name", ({ open }) => {
  it("B12: an answer whose token died during a long turn waits, goes with the next message's token, and is seen once", async () => {
    const bench = open(world);
    const ada = await bench.person();
    const may = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    world.answer = async (turn) => {
      if (turn.window[0]?.text !== "long") return echo(turn);
      begun.resolve();
      await may.promise;
      return "the long answer";
    };
    await ada.says({ text: "long", id: freshId() });
    await begun.promise;
    await world.clock.pass(300_000);
    await bench.cases.find(({ kind }) => kind === "waiting_for_user")?.arrange();
    may.resolve();
    await world.until(async () => (await states(ada)).join() === "waiting_for_user");
    const id = freshId();
    await ada.says({ text: "next", id });
    await world.settle(ada.peer);
    const seen = (await ada.saw()).join(" | ");
    expect([seen.split("the long answer").length, seen.split("echo: next").length]).toEqual([2, 2]);
    expect(new Set(await states(ada))).toEqual(new Set(["sent"]));
    const { connector, ilink } = world.vendors;
    const tokens = [
      ...connector.calls.filter(({ wxid }) => wxid === ada.peer).map((call) => call.context_token),
      ...ilink.calls
        .map(
          ({ body }) => body["msg"] as { to_user_id?: string; context_token?: string } | undefined,
        )
        .filter((message) => message?.to_user_id === ada.peer)
        .map((message) => message?.context_token),
    ];
    const [first, ...later] = tokens;
    expect(new Set(later)).toEqual(
      new Set([ada.channelAccount.endsWith("@im.bot") ? ada.window().contextToken : `ctx-${id}`]),
    );
    expect(later).not.toContain(first);
  });
});
