import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Delivery, DeliveryStatus, Verdict } from "../../src/domain/delivery.ts";
import { engine } from "../../src/domain/principal.ts";
import { say } from "../../src/domain/say.ts";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import { record } from "../../src/store/log/record.ts";
import type { Database } from "../../src/store/database/database.ts";
import { type FakeClock, fakeClock } from "../support/fake-clock.ts";
import { type Lab, type LabOptions, openLab } from "../support/lab.ts";
import { engineStores } from "../support/stores.ts";
import { type LedgerChannel, ledgerChannel } from "../vendors/ledger-channel.ts";

const minute = 60_000;
const productWaits = [5, 30, 120, 600, 3600, 14_400, 43_200].map((seconds) => seconds * 1_000);
const busy: Verdict = { kind: "not_sent", code: "vendor_busy" };

interface Part {
  readonly text: string;
  readonly status: DeliveryStatus;
  readonly retry_attempt: number;
  readonly next_attempt_at: string | null;
  readonly error_code: string | null;
  readonly interruptions: number;
}

describe.each(engineStores)("a part that can't go, on $name", (store) => {
  let db: Database;
  let fresh: () => Promise<void>;
  let clock: FakeClock;
  let post: LedgerChannel;
  /** Decides on each call; what it does not decide is sent. */
  let refuse: (delivery: Delivery) => Verdict | undefined;
  let calls: string[];
  const labs: Lab[] = [];

  beforeAll(async () => {
    const opened = await store.open();
    db = opened.db;
    fresh = opened.empty;
    return opened.close;
  });
  const makePost = (options: Parameters<typeof ledgerChannel>[0] = {}): void => {
    post = ledgerChannel(options);
    const { send } = post;
    post.send = async (delivery, signal) => {
      calls.push(delivery.text);
      return refuse(delivery) ?? send.call(post, delivery, signal);
    };
  };
  beforeEach(async () => {
    await fresh();
    clock = fakeClock();
    calls = [];
    refuse = () => undefined;
    makePost();
  });
  afterEach(async () => {
    await Promise.all(labs.splice(0).map((lab) => lab.close()));
  });

  const start = async (options: Partial<LabOptions> = {}): Promise<Lab> => {
    const run: LabOptions["run"] = async (turn) =>
      turn.window.map((message) => message.text).join("+");
    const lab = await openLab({
      db,
      clock,
      post,
      run,
      settings: { outbox: { retryMs: productWaits } },
      ...options,
    });
    labs.push(lab);
    return lab;
  };
  const parts = () => db.rows<Part>("select * from delivery_attempt order by ordinal");
  const states = async (): Promise<string> =>
    (await parts()).map(({ text, status }) => `${text}:${status}`).join(" ");
  const pass = async (lab: Lab, ms: number): Promise<void> => {
    await clock.advance(ms);
    lab.spine.wake();
  };
  /** Time goes by in steps, and after each the outbox has done all that it could. */
  const live = async (lab: Lab, ms: number, step = 5_000): Promise<void> => {
    for (const end = clock.now() + ms; clock.now() < end;) {
      await clock.advance(Math.min(step, end - clock.now()));
      for (let quiet = 0, made = calls.length; quiet < 2; made = calls.length) {
        const looked = nextLook();
        lab.spine.wake();
        await looked;
        quiet = made === calls.length && !(await states()).includes(":sending") ? quiet + 1 : 0;
      }
    }
  };
  let seen = Promise.withResolvers<void>();
  /** When the outbox has looked for work in the database that it was given, which it does between its claims. */
  const nextLook = (): Promise<void> => seen.promise;
  const watchDatabase = (): Database => ({
    ...db,
    rows: async (text, params) => {
      const rows = await db.rows<never>(text, params);
      const [row] = rows as readonly { isAny?: boolean }[];
      if (row?.isAny !== undefined) {
        seen.resolve();
        seen = Promise.withResolvers<void>();
      }
      return rows;
    },
  });
  /** A message that is answered by itself, not together with the next one. */
  const sayAlone = async (lab: Lab, text: string): Promise<void> => {
    const before = (await parts()).length;
    await lab.say(text);
    await lab.until(async () => (await parts()).length > before);
  };
  /** As a timer does: words that no turn made. */
  const remind = async (lab: Lab, text: string, inMs = 0): Promise<void> => {
    const from = "ada";
    const [talk] = await db.rows<{ id: string; account_id: string; peer: string; scope: string }>(
      "select id, account_id, peer, scope from conversation where peer = $1",
      [from],
    );
    if (talk === undefined) throw new Error(`${from} has not written`);
    const to = {
      conversationId: talk.id,
      accountId: talk.account_id,
      channel: "post",
      channelAccount: "main",
      scope: talk.scope,
      peer: from,
    };
    const chance = createSystemChance(systemClock.now);
    const drafts = say(
      { chance, partsOf: (_, whole) => [whole] },
      {
        to,
        source: "reminder",
        segments: [text],
        now: clock.now() + inMs,
        expiresMs: 24 * 60 * minute,
      },
    );
    await db.transaction(engine, (sql) => record(sql, lab.spine.projector, drafts));
    db.notify("outbox");
  };

  it("a part that can't go holds up the rest of its conversation for the stated time and no longer; it goes later, and says that it is late", async () => {
    refuse = ({ text }) => (text.endsWith("first") ? busy : undefined);
    const lab = await start({ db: watchDatabase() });
    await lab.say("first");
    await lab.until(async () => (await parts())[0]?.error_code === "vendor_busy");
    await lab.say("second");
    await lab.until(async () => (await parts()).length === 2);
    await live(lab, 29_000);
    expect(await states()).toBe("first:pending second:pending");
    await live(lab, 6_000);
    expect(await states()).toBe("first:pending second:sent");
    await lab.say("third");
    await lab.until(async () => (await states()) === "first:pending second:sent third:sent");
    const [parked] = await lab.spine.deadLetters.list({ limit: 10, statuses: ["pending"] });
    expect(parked).toMatchObject({ isParked: true, errorCode: "vendor_busy" });
    refuse = () => undefined;
    await live(lab, 4 * minute, 10_000);
    expect(await states()).toBe("first:sent second:sent third:sent");
    expect(post.ledger.map(({ text }) => text)).toEqual(["second", "third", "(earlier) first"]);
  });

  it("parts that can't go hold up the rest of their conversation for the stated time once, not each of them for as long", async () => {
    refuse = ({ text }) => (/first|second|third/.test(text) ? busy : undefined);
    const lab = await start({ db: watchDatabase() });
    await lab.say("first");
    await lab.until(async () => (await parts())[0]?.error_code === "vendor_busy");
    for (const text of ["second", "third", "fourth"]) await sayAlone(lab, text);
    await live(lab, 29_000);
    expect(await states()).toBe("first:pending second:pending third:pending fourth:pending");
    await live(lab, 26_000);
    expect(await states()).toBe("first:pending second:pending third:pending fourth:sent");
    refuse = () => undefined;
    await live(lab, 4 * minute, 10_000);
    expect(await states()).toBe("first:sent second:sent third:sent fourth:sent");
  });

  it("a part that can't go is sent again or given up by hand while it is parked, and when that fails it holds up no other again", async () => {
    refuse = ({ text }) => (/first|second/.test(text) ? busy : undefined);
    const lab = await start({ db: watchDatabase() });
    for (const text of ["first", "second"]) await sayAlone(lab, text);
    await lab.until(async () => (await parts())[0]?.error_code === "vendor_busy");
    // A parked part that is due within a second goes first, so that second has to pass.
    const sayAndLive = async (text: string): Promise<void> => {
      await sayAlone(lab, text);
      await live(lab, 2_000, 1_000);
    };
    const [first, second] = (
      await db.rows<{ id: string }>("select id from delivery_attempt order by ordinal")
    ).map(({ id }) => id);
    // It still holds its place: the machine decides.
    await expect(lab.spine.deadLetters.resend(first ?? "")).rejects.toMatchObject({
      code: "not_resendable",
    });
    await live(lab, 70_000, 10_000);
    await sayAndLive("third");
    await lab.until(async () => (await states()) === "first:pending second:pending third:sent");
    // That success wakes parked parts: they have failed again before a hand decides.
    await live(lab, 5_000);
    const made = calls.length;
    await lab.spine.deadLetters.resend(first ?? "");
    await lab.until(() =>
      Promise.resolve(calls.slice(made).some((text) => text.endsWith("first"))),
    );
    await lab.until(async () => (await parts())[0]?.status === "pending");
    await sayAndLive("fourth");
    await lab.until(async () => (await states()).endsWith("fourth:sent"));
    await live(lab, 5_000);
    await lab.spine.deadLetters.discard(second ?? "");
    refuse = () => undefined;
    await lab.spine.deadLetters.resend(first ?? "");
    await lab.until(
      async () => (await states()) === "first:sent second:discarded third:sent fourth:sent",
    );
    expect(post.ledger.map(({ text }) => text)).toEqual(["third", "fourth", "(earlier) first"]);
  });

  it("a part that was queued a few milliseconds after the moment of a claim is not passed by a later one that was dated before", async () => {
    const lab = await start({ db: watchDatabase() });
    await lab.say("hello");
    await lab.until(async () => (await states()) === "hello:sent");
    await remind(lab, "one", 10);
    await remind(lab, "two");
    await live(lab, 5);
    await live(lab, 20);
    await lab.until(async () => (await states()) === "hello:sent one:sent two:sent");
    expect(post.ledger.map(({ text }) => text)).toEqual(["hello", "one", "two"]);
  });

  it("a part that goes within the stated time keeps its place, and everything after it too", async () => {
    let failures = 2;
    refuse = ({ text }) => (text === "first" && failures-- > 0 ? busy : undefined);
    const lab = await start({ db: watchDatabase() });
    await lab.say("first");
    await lab.until(async () => (await parts())[0]?.error_code === "vendor_busy");
    for (const text of ["second", "third"]) await sayAlone(lab, text);
    await live(lab, 35_000);
    expect(post.ledger.map(({ text }) => text)).toEqual(["first", "second", "third"]);
  });

  it("a part that can't go ends at its expiry, however long it would wait for its next try", async () => {
    refuse = () => ({ ...busy, retryAfterMs: 3 * 60 * minute });
    const lab = await start({
      db: watchDatabase(),
      settings: { outbox: { retryMs: productWaits, replyExpiresMs: 10 * minute } },
    });
    await lab.say("first");
    await lab.until(async () => (await parts())[0]?.error_code === "vendor_busy");
    await live(lab, 9 * minute, minute);
    expect(await states()).toBe("first:pending");
    expect(Date.parse((await parts())[0]?.next_attempt_at ?? "")).toBeGreaterThan(
      clock.now() + 60 * minute,
    );
    await live(lab, minute + 5_000, 30_000);
    expect(await states()).toMatch(/^first:expired An earlier answer .*:pending$/);
    expect(post.ledger).toEqual([]);
  });

  it("a part that can't go never keeps a reminder waiting: it passes a reply that failed", async () => {
    refuse = ({ text }) => (text === "stuck" ? busy : undefined);
    const lab = await start();
    await lab.say("stuck");
    await lab.until(async () => (await parts())[0]?.error_code === "vendor_busy");
    await remind(lab, "take the pills");
    await lab.until(async () => (await states()) === "stuck:pending take the pills:sent");
  });

  it("a part that can't go does not let a reminder overtake a reply that is simply on its way", async () => {
    const answer = Promise.withResolvers<Verdict>();
    const asked = Promise.withResolvers<void>();
    post.plan.push(async () => (asked.resolve(), answer.promise));
    const lab = await start();
    await lab.say("hello");
    await asked.promise;
    await remind(lab, "take the pills");
    answer.resolve({ kind: "sent" });
    await lab.until(async () => (await states()) === "hello:sent take the pills:sent");
    expect(post.ledger.map(({ text }) => text)).toEqual(["hello", "take the pills"]);
  });

  it("a part that failed for its own reason is woken once by the channel's success, and then keeps to its own waits", async () => {
    refuse = ({ text }) => (text === "poison" ? busy : undefined);
    const lab = await start({ db: watchDatabase() });
    await lab.say("poison", { from: "ada" });
    await lab.until(async () => (await parts())[0]?.error_code === "vendor_busy");
    for (let nth = 1; nth <= 30; nth += 1) {
      await lab.say(`fine ${nth}`, { from: "bob" });
      await live(lab, 6_000, 6_000);
    }
    await lab.until(
      async () => (await parts()).filter(({ status }) => status === "sent").length === 30,
    );
    // At once, woken at once, after 5 s, after 30 s, when it stopped to hold others up, after 120 s: not thirty times.
    expect(calls.filter((text) => text === "poison").length).toBeLessThanOrEqual(7);
  });

  it("a part that can't go holds its place for the whole stated time, also when others' success wakes it before", async () => {
    refuse = ({ text }) => (text === "first" ? busy : undefined);
    const lab = await start({ db: watchDatabase() });
    await lab.say("first", { from: "ada" });
    await lab.until(async () => (await parts())[0]?.error_code === "vendor_busy");
    await lab.say("second", { from: "ada" });
    await lab.say("elsewhere", { from: "bob" });
    await lab.until(async () => (await states()).includes("elsewhere:sent"));
    await live(lab, 20_000);
    expect(calls.filter((text) => text === "first").length).toBeGreaterThan(2);
    expect(calls).not.toContain("second");
    await live(lab, 15_000);
    expect(calls).toContain("second");
  });

  it("a part that can't go where copies are recognised by their key has the same words in each of them, late or not", async () => {
    makePost({ unknownSends: "resend" });
    refuse = ({ text }) => (text === "first" ? { kind: "unknown", code: "reset" } : undefined);
    const lab = await start({ db: watchDatabase() });
    await lab.say("first");
    await lab.until(async () => (await parts())[0]?.error_code === "reset");
    await lab.say("second");
    await live(lab, 40_000);
    expect(await states()).toBe("first:pending second:sent");
    await live(lab, 3 * minute, 20_000);
    expect(new Set(calls)).toEqual(new Set(["first", "second"]));
  });

  it(
    "a part that failed because its whole channel was away for 14 minutes goes with the first success: five minutes later all twenty people have theirs, in order",
    { timeout: 90_000 },
    async () => {
      let isDown = true;
      refuse = () => (isDown ? { kind: "not_sent", code: "unreachable" } : undefined);
      const lab = await start({
        db: watchDatabase(),
        settings: { outbox: { retryMs: productWaits, concurrency: 8 }, turn: { concurrency: 4 } },
      });
      const people = Array.from({ length: 20 }, (_, nth) => `p${nth}`);
      for (const from of people) await lab.say(`${from} one`, { from });
      await lab.until(async () => (await parts()).length === 20);
      await live(lab, 2 * minute, 10_000);
      for (const from of people.slice(0, 5)) await lab.say(`${from} two`, { from });
      await lab.until(async () => (await parts()).length === 25);
      await live(lab, 12 * minute, 15_000);
      expect(post.ledger).toEqual([]);
      expect(new Set((await parts()).map(({ status }) => status))).toEqual(new Set(["pending"]));
      isDown = false;
      await live(lab, 5 * minute, 10_000);
      expect((await parts()).filter(({ status }) => status !== "sent")).toEqual([]);
      const overtaken = post.ledger.filter(({ text }) => text.startsWith("(earlier) "));
      // Only what proved that the channel is back, and what was claimed in the same moment, may have passed another part: not all five.
      expect(overtaken.length).toBeLessThan(5);
    },
  );

  it("a part that can't go is the only one tried each minute while its channel is away, and that uses up no attempt of others", async () => {
    refuse = () => ({ kind: "not_sent", code: "unreachable" });
    const lab = await start({
      db: watchDatabase(),
      settings: { outbox: { retryMs: [5_000, 3 * 60 * minute] } },
    });
    for (const from of ["ada", "bob"]) await lab.say(from, { from });
    await lab.until(async () => (await parts()).length === 2);
    await live(lab, minute, 10_000);
    const before = calls.length;
    await live(lab, 10 * minute, 15_000);
    expect(calls.length - before).toBeGreaterThanOrEqual(5);
    expect(calls.length - before).toBeLessThanOrEqual(11);
    expect(
      (await parts()).filter(
        ({ status, retry_attempt: tries }) => status !== "pending" || tries > 2,
      ),
    ).toEqual([]);
  });

  it("a part that can't go is not asked for before the time that its vendor named, whatever else succeeds", async () => {
    refuse = ({ text }) =>
      text === "limited"
        ? { kind: "not_sent", code: "rate_limited", retryAfterMs: 5 * minute }
        : undefined;
    const lab = await start({ db: watchDatabase() });
    await lab.say("limited", { from: "ada" });
    await lab.until(async () => (await parts())[0]?.error_code === "rate_limited");
    await lab.say("fine", { from: "bob" });
    await live(lab, 4 * minute, 20_000);
    expect(calls.filter((text) => text === "limited")).toHaveLength(1);
  });

  describe("because we ended in the middle of its call", () => {
    const holdCall = (): { asked: Promise<void> } => {
      const asked = Promise.withResolvers<void>();
      post.plan.push((_, signal) => {
        asked.resolve();
        return new Promise((resolve) =>
          signal.addEventListener("abort", () => resolve({ kind: "unknown", code: "aborted" })),
        );
      });
      return { asked: asked.promise };
    };

    it("a part in the middle of its call at a polite stop has not failed at the vendor: the next process sends it at once, and all its tries are left", async () => {
      makePost({ unknownSends: "resend" });
      const { asked } = holdCall();
      const first = await start();
      await first.say("hello");
      await asked;
      await first.close();
      labs.splice(labs.indexOf(first), 1);
      expect(await parts()).toMatchObject([
        { status: "pending", retry_attempt: 0, error_code: "shutdown" },
      ]);
      const second = await start();
      await second.until(async () => (await states()) === "hello:sent");
      expect((await parts())[0]).toMatchObject({ retry_attempt: 1 });
    });

    it("a part in the middle of its call at a kill is sent at once where a repeat is harmless, and stays unknown where it is not", async () => {
      for (const unknownSends of ["resend", "keep"] as const) {
        await fresh();
        makePost({ unknownSends });
        const dead = await start();
        const { asked } = holdCall();
        await dead.say("hello");
        await asked;
        await db.rows("update delivery_attempt set lease_until = '-infinity'");
        const next = await start();
        await next.until(async () => ["hello:sent", "hello:unknown"].includes(await states()));
        expect([unknownSends, await states()]).toEqual([
          unknownSends,
          unknownSends === "resend" ? "hello:sent" : "hello:unknown",
        ]);
        await Promise.all(labs.splice(0).map((lab) => lab.close()));
      }
    });

    it("a part whose call is ended again and again waits in the end like any failure: it may be what ends us", async () => {
      makePost({ unknownSends: "resend" });
      const lab = await start();
      const deaths = [holdCall(), holdCall(), holdCall(), holdCall()];
      await lab.say("hello");
      for (const [nth, { asked }] of deaths.entries()) {
        await asked;
        await db.rows("update delivery_attempt set lease_until = '-infinity'");
        // Before it sleeps, and at the latest after five seconds, the outbox settles what was lost.
        await pass(lab, 5_001);
        await lab.until(
          async () =>
            Number(
              (
                await db.rows<{ n: number }>(
                  "select count(*) as n from event_log where kind = 'delivery_retry'",
                )
              )[0]?.n,
            ) ===
            nth + 1,
        );
      }
      const [part] = await parts();
      expect(part).toMatchObject({ status: "pending", retry_attempt: 1, interruptions: 3 });
      expect(Date.parse(part?.next_attempt_at ?? "")).toBeGreaterThan(clock.now());
    });
  });

  it("a part leaves no lease when it is settled, whatever its end", async () => {
    post.plan.push(
      { kind: "sent" },
      { kind: "refused", code: "blocked" },
      { kind: "unknown", code: "timeout" },
      busy,
    );
    const lab = await start();
    for (const from of ["a", "b", "c", "d"]) {
      // What was tried before the success of the first, or in the same moment, is woken by it.
      await clock.advance(1);
      await lab.say(from, { from });
      await lab.until(async () => {
        const all = await parts();
        const isTried = all.every(
          ({ status, error_code: code }) =>
            status !== "sending" && (status !== "pending" || code !== null),
        );
        return isTried && all.some(({ text }) => text === from);
      });
    }
    expect(await states()).toBe("a:sent b:failed c:unknown d:pending");
    expect(
      await db.rows(
        "select id from delivery_attempt where lease_until is not null or lease_holder is not null",
      ),
    ).toEqual([]);
  });
});
