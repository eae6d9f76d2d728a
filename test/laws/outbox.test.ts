import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Delivery, DeliveryStatus, Verdict } from "../../src/domain/delivery.ts";
import type { Database } from "../../src/store/database/database.ts";
import { type FakeClock, fakeClock } from "../support/fake-clock.ts";
import { type Lab, type LabOptions, openLab } from "../support/lab.ts";
import { engineStores } from "../support/stores.ts";
import { type LedgerChannel, ledgerChannel } from "../vendors/ledger-channel.ts";

describe.each(engineStores)("the outbox on $name", (store) => {
  let db: Database;
  let fresh: () => Promise<void>;
  let lab: Lab;
  let clock: FakeClock;
  let post: LedgerChannel;

  beforeAll(async () => {
    const opened = await store.open();
    db = opened.db;
    fresh = opened.empty;
    return opened.close;
  });
  beforeEach(async () => {
    await fresh();
    clock = fakeClock();
    post = ledgerChannel();
  });
  afterEach(() => lab.close());

  const start = async (options: Partial<LabOptions> = {}): Promise<void> => {
    lab = await openLab({
      db,
      clock,
      post,
      run: async (turn) => turn.window.map((message) => message.text).join("+"),
      ...options,
    });
  };
  const rows = () =>
    db.rows<{
      status: DeliveryStatus;
      error_code: string | null;
      retry_attempt: number;
      next_attempt_at: string | null;
    }>(
      "select status, error_code, retry_attempt, next_attempt_at from delivery_attempt order by ordinal",
    );
  const becomes = (...statuses: DeliveryStatus[]) =>
    lab.until(async () => (await rows()).map((row) => row.status).join() === statuses.join());
  const pass = async (ms: number): Promise<void> => {
    await clock.advance(ms);
    lab.spine.wake();
  };
  const tries = async () =>
    (await db.rows<{ id: number }>("select id from event_log where kind = 'delivery_started'"))
      .length;

  it("the outbox tries again after growing waits with some spread, then gives the delivery up as failed", async () => {
    const busy: Verdict = { kind: "not_sent", code: "vendor_busy" };
    post.plan.push(busy, busy, busy);
    await start({ settings: { outbox: { retryMs: [1_000, 10_000] } } });
    await lab.say("hello");
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await lab.until(
        async () => (await tries()) === attempt && (await rows())[0]?.status === "pending",
      );
      const wait = Date.parse((await rows())[0]?.next_attempt_at ?? "") - clock.now();
      waits.push(wait);
      await pass(wait);
    }
    await becomes("failed");
    expect(waits[0]).toBeGreaterThanOrEqual(800);
    expect(waits[0]).toBeLessThanOrEqual(1_200);
    expect(waits[1]).toBeGreaterThanOrEqual(8_000);
    expect(waits[1]).toBeLessThanOrEqual(12_000);
    expect(await rows()).toMatchObject([
      { status: "failed", error_code: "vendor_busy", retry_attempt: 3 },
    ]);
  });

  it("the outbox waits at least as long as the vendor asks for", async () => {
    post.plan.push({ kind: "not_sent", code: "rate_limited", retryAfterMs: 90_000 });
    await start();
    await lab.say("hello");
    await lab.until(async () => (await tries()) === 1 && (await rows())[0]?.status === "pending");
    expect(Date.parse((await rows())[0]?.next_attempt_at ?? "") - clock.now()).toBe(90_000);
    await pass(90_000);
    await becomes("sent");
  });

  it.each<[Verdict, DeliveryStatus]>([
    [{ kind: "refused", code: "blocked_by_person" }, "failed"],
    [{ kind: "waiting_for_user", code: "window_closed" }, "waiting_for_user"],
    [{ kind: "unknown", code: "timeout" }, "unknown"],
  ])("the outbox takes the verdict %j as it is and does not try again", async (verdict, status) => {
    post.plan.push(verdict);
    await start();
    await lab.say("hello");
    await becomes(status);
    await pass(60_000);
    expect(await tries()).toBe(1);
  });

  it("the outbox sends an unknown outcome again where the other side recognises copies, with the same key", async () => {
    post = ledgerChannel({ unknownSends: "resend" });
    post.plan.push({ kind: "unknown", code: "reset" });
    await start();
    await lab.say("hello");
    await lab.until(async () => (await tries()) === 1 && (await rows())[0]?.status === "pending");
    await pass(2_000);
    await becomes("sent");
    expect(new Set(post.ledger.map((delivery) => delivery.idempotencyKey)).size).toBe(1);
  });

  it("L21: the outbox takes silence beyond the channel's limit as unknown and aborts the call", async () => {
    let aborted = false;
    post = ledgerChannel({ limits: { sendTimeoutMs: 5_000 } });
    const called = Promise.withResolvers<void>();
    post.plan.push((_: Delivery, signal: AbortSignal) => {
      called.resolve();
      return new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          aborted = true;
          resolve({ kind: "sent" });
        });
      });
    });
    await start();
    await lab.say("hello");
    await called.promise;
    await clock.advance(5_000);
    await becomes("unknown");
    expect(aborted).toBe(true);
  });

  it("the outbox keeps the vendor's verdict when the transaction that records it has a serialization failure", async () => {
    let circles = 2;
    const crowded: Database = {
      ...db,
      transaction: (as, work) =>
        db.transaction(as, (sql) =>
          work({
            ...sql,
            rows: (text, params) => {
              if (!text.includes("t.status = 'sending'") || circles === 0)
                return sql.rows(text, params);
              circles -= 1;
              return Promise.reject(
                Object.assign(new Error("deadlock detected"), { code: "40P01" }),
              );
            },
          }),
        ),
    };
    await start({ db: crowded });
    await lab.say("hello");
    while ((await rows())[0]?.status !== "sent") await clock.advance(100);
    expect([circles, await tries(), post.ledger.length]).toEqual([0, 1, 1]);
  });

  it("the outbox takes a channel that throws as unknown, and the others go on", async () => {
    post.plan.push(() => Promise.reject(new Error("a bug in the channel")));
    await start();
    await lab.say("one", { from: "ada" });
    await becomes("unknown");
    await lab.say("two", { from: "bob" });
    await becomes("unknown", "sent");
    expect(lab.complaints).toHaveLength(1);
  });

  it("the outbox keeps the parts of a reply in order, and a part that waits holds back what comes after it", async () => {
    post = ledgerChannel({ limits: { partLength: 4 } });
    post.plan.push({ kind: "sent" }, { kind: "not_sent", code: "vendor_busy" });
    await start();
    await lab.say("aaaa bbbb cccc");
    // Tried, and not only next in line.
    await lab.until(async () => (await rows())[1]?.error_code === "vendor_busy");
    await lab.say("dddd");
    await becomes("sent", "pending", "pending", "pending");
    expect(post.ledger.map((delivery) => delivery.text)).toEqual(["aaaa"]);
    await pass(2_000);
    await becomes("sent", "sent", "sent", "sent");
    expect(post.ledger.map((delivery) => delivery.text.trim())).toEqual([
      "aaaa",
      "bbbb",
      "cccc",
      "dddd",
    ]);
  });

  it("the outbox leaves the parts of a channel that is not ready waiting, without using up an attempt", async () => {
    post.isReady = false;
    await start();
    await lab.say("hello");
    await lab.until(async () => (await rows()).length === 1);
    await pass(60_000);
    expect(await rows()).toMatchObject([{ status: "pending", retry_attempt: 0 }]);
    post.isReady = true;
    await pass(5_000);
    await becomes("sent");
  });

  it("the outbox does not let a channel that sleeps hold up another one", async () => {
    post.isReady = false;
    const letters = ledgerChannel({ name: "letters" });
    await start({ channels: [letters] });
    await lab.say("sleeping");
    await lab.spine.accept({
      route: { channel: "letters", channelAccount: "main", scope: "user:bob", peer: "bob" },
      vendorId: "l-1",
      subject: "bob",
      text: "awake",
      busyPolicy: "queue",
      provision: true,
    });
    await lab.until(
      async () =>
        (await rows())
          .map((row) => row.status)
          .toSorted()
          .join() === "pending,sent",
    );
    expect(letters.ledger.map((delivery) => delivery.text)).toEqual(["awake"]);
  });

  it("the outbox lets one person's dead login hold up only that person, costs no attempt, and goes on once they have written", async () => {
    let deadSince: string | null | undefined;
    post.readyFor = ({ peer, lastInboundAt }) =>
      peer !== "bob" || deadSince === undefined || lastInboundAt !== deadSince;
    post.plan.push(async ({ window }) => {
      deadSince = window.lastInboundAt;
      return { kind: "not_sent", code: "needs_login", isFree: true };
    });
    await start();
    const bobSays = (text: string) =>
      lab.spine.accept({
        route: { channel: "post", channelAccount: "main", scope: "user:bob", peer: "bob" },
        vendorId: `b-${text}`,
        subject: "bob",
        text,
        busyPolicy: "queue",
        provision: true,
      });
    await bobSays("one");
    await lab.until(async () => (await rows())[0]?.error_code === "needs_login");
    for (const text of ["ann", "ann again", "ann once more"]) {
      await lab.say(text);
      await lab.until(() => post.ledger.at(-1)?.text === text);
    }
    await pass(1_200_000);
    expect((await rows())[0]).toMatchObject({ status: "pending", retry_attempt: 0 });
    await bobSays("two");
    await lab.until(() => post.ledger.at(-1)?.text === "two");
    expect(post.ledger.map(({ text }) => text)).toEqual([
      "ann",
      "ann again",
      "ann once more",
      "one",
      "two",
    ]);
  });

  it("the outbox lets a reply expire that could not go in time, says so once, and sends what comes after it", async () => {
    post.isReady = false;
    await start({ settings: { outbox: { replyExpiresMs: 60_000 } } });
    for (const text of ["early", "also early"]) {
      const before = (await rows()).length;
      await lab.say(text);
      await lab.until(async () => (await rows()).length === before + 1);
    }
    await clock.whenWaiting(2);
    await pass(61_000);
    await becomes("expired", "expired", "pending");
    post.isReady = true;
    await lab.say("late");
    await becomes("expired", "expired", "sent", "sent");
    expect(post.ledger.map((delivery) => delivery.text)).toEqual([
      "An earlier answer could not be delivered in time, so it was not sent. Ask again if you still need it.",
      "late",
    ]);
  });

  it("L27: the outbox lets a reply expire also on a channel that never becomes ready, so that it is seen", async () => {
    post.isReady = false;
    await start({ settings: { outbox: { replyExpiresMs: 60_000 } } });
    await lab.say("early");
    await lab.until(async () => (await rows()).length === 1);
    await clock.whenWaiting(2);
    await pass(61_000);
    await becomes("expired", "pending");
  });

  it("the outbox takes a channel that throws before it returns a promise as unknown", async () => {
    post.send = () => {
      throw new Error("a bug in the channel");
    };
    await start();
    await lab.say("hello");
    await becomes("unknown");
  });

  it("the outbox keeps the pace that a channel asks for between two parts to one person", async () => {
    post = ledgerChannel({ limits: { partLength: 4, paceMs: 6_000 } });
    await start();
    await lab.say("aaaa bbbb");
    await becomes("sent", "pending");
    await clock.whenWaiting(1);
    await pass(5_000);
    expect((await rows()).map((row) => row.status)).toEqual(["sent", "pending"]);
    await pass(1_001);
    await becomes("sent", "sent");
  });

  it("the outbox lets a burst go at once where the channel allows it, and makes up for it afterwards", async () => {
    post = ledgerChannel({ limits: { partLength: 4, paceMs: 6_000, burst: 5 } });
    await start();
    await lab.say("aaaa bbbb cccc dddd eeee ffff");
    await becomes("sent", "sent", "sent", "sent", "sent", "pending");
    await pass(29_000);
    expect((await rows()).at(-1)?.status).toBe("pending");
    await pass(6_000);
    await becomes("sent", "sent", "sent", "sent", "sent", "sent");
  });

  describe("dead letters", () => {
    it("dead letters are listed by state, sent again on request, and only once", async () => {
      post.plan.push({ kind: "refused", code: "blocked" });
      await start();
      await lab.say("hello");
      await becomes("failed");
      const [letter] = await lab.spine.deadLetters.list({ statuses: ["failed"], limit: 10 });
      expect(letter).toMatchObject({ channel: "post", errorCode: "blocked", attempt: 1 });
      expect(JSON.stringify(letter)).not.toContain("hello");
      await lab.spine.deadLetters.resend(letter?.id ?? "");
      await becomes("sent");
      await expect(lab.spine.deadLetters.resend(letter?.id ?? "")).rejects.toMatchObject({
        code: "not_resendable",
      });
    });

    it("dead letters are discarded for good", async () => {
      post.plan.push({ kind: "unknown", code: "timeout" });
      await start();
      await lab.say("hello");
      await becomes("unknown");
      const [letter] = await lab.spine.deadLetters.list({ limit: 10 });
      await lab.spine.deadLetters.discard(letter?.id ?? "");
      expect((await rows())[0]?.status).toBe("discarded");
      await expect(lab.spine.deadLetters.discard("nothing")).rejects.toMatchObject({
        code: "not_found",
      });
    });
  });
});
