import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import type { InboundMessage } from "../../src/domain/message.ts";
import { assertKeyFits, openChannelSecrets } from "../../src/store/channel-secrets.ts";
import { openKeyring } from "../../src/store/secrets.ts";
import { openSoleWorker } from "../../src/store/work/sole-worker.ts";
import { fakeClock } from "../support/fake-clock.ts";
import type { Lab, LabOptions } from "../support/lab.ts";
import { silentLog } from "../support/silent-log.ts";
import { stores } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";

const [postgres] = stores.filter(({ name }) => name === "PostgreSQL");
if (postgres === undefined) throw new Error("the table of stores has no PostgreSQL");
const chance = createSystemChance(systemClock.now);
const minute = 60_000;

const message = (id: string, change: Partial<InboundMessage> = {}): InboundMessage => ({
  route: { channel: "post", channelAccount: "main", scope: "user:ada", peer: "ada" },
  vendorId: id,
  subject: "ada",
  text: `text of ${id}`,
  busyPolicy: "queue",
  provision: true,
  ...change,
});

describe("what the spine offers a channel", () => {
  const used = useLab(postgres);
  const mark = (value: string) => ({
    channel: "post",
    channelAccount: "main",
    key: "cursor",
    value,
  });
  const cursor = (lab: Lab) =>
    lab.spine.ports.marks.read({ channel: "post", channelAccount: "main", key: "cursor" });
  const texts = async (lab: Lab) =>
    (
      await lab.db.rows<{ text: string }>(
        "select text from message where direction = 'inbound' order by event_id",
      )
    ).map((row) => row.text);

  it("the inbox takes a batch and its cursor together; a batch that comes again is known and handled once", async () => {
    const lab = await used.start();
    const batch = {
      messages: [message("a"), message("b"), message("a")],
      marks: [mark("1"), mark("2")],
    };
    expect((await lab.spine.ports.inbox.take(batch)).map(({ kind }) => kind)).toEqual([
      "accepted",
      "accepted",
      "duplicate",
    ]);
    expect((await lab.spine.ports.inbox.take(batch)).map(({ kind }) => kind)).toEqual([
      "duplicate",
      "duplicate",
      "duplicate",
    ]);
    expect([await texts(lab), await cursor(lab)]).toEqual([["text of a", "text of b"], "2"]);
  });

  it("the inbox does not move the cursor when the batch could not be kept", async () => {
    const failing = {
      hit: (name: string) => {
        if (name === "accept.before_commit")
          throw Object.assign(new Error("cut off"), { name: "DatabaseUnavailable" });
      },
    };
    const lab = await used.start({
      failpoints: failing as unknown as NonNullable<LabOptions["failpoints"]>,
    });
    await expect(
      lab.spine.ports.inbox.take({ messages: [message("a")], marks: [mark("1")] }),
    ).rejects.toThrow("cut off");
    expect([await texts(lab), await cursor(lab)]).toEqual([[], undefined]);
  });

  it("L5: the inbox keeps nine of ten messages when one is impossible, and moves the cursor past it", async () => {
    const lab = await used.start();
    const ten = Array.from({ length: 10 }, (_, nth) => message(`m${nth}`));
    ten[4] = message("x".repeat(5_000));
    ten[7] = message("stranger", {
      provision: false,
      subject: "eve",
      route: { channel: "post", channelAccount: "main", scope: "user:eve", peer: "eve" },
    });
    const outcomes = await lab.spine.ports.inbox.take({ messages: ten, marks: [mark("past")] });
    expect(outcomes.filter(({ kind }) => kind === "accepted")).toHaveLength(8);
    expect([outcomes[4], outcomes[7]]).toEqual([
      { kind: "refused", code: "invalid_provider_payload" },
      { kind: "refused", code: "identity_pairing_required" },
    ]);
    expect(await cursor(lab)).toBe("past");
  });

  it("the inbox takes callbacks that arrive together in one transaction, each with its own outcome and in its order", async () => {
    const lab = await used.start();
    const { inbox } = lab.spine.ports;
    const callbacks = Array.from({ length: 20 }, (_, nth) =>
      inbox.take({ messages: [message(`${nth}a`), message(`${nth}b`)] }),
    );
    callbacks.push(
      inbox.take({ messages: [message("x".repeat(5_000)), message("0a")] }),
      inbox.take({ messages: [] }),
    );
    const kinds = (await Promise.all(callbacks)).map((outcomes) =>
      outcomes.map(({ kind }) => kind).join(),
    );
    expect([new Set(kinds.slice(0, 20)), ...kinds.slice(20)]).toEqual([
      new Set(["accepted,accepted"]),
      "refused,duplicate",
      "",
    ]);
    expect(await texts(lab)).toEqual(
      Array.from({ length: 20 }, (_, nth) => [`text of ${nth}a`, `text of ${nth}b`]).flat(),
    );
    const shared = await lab.db.rows(
      "select distinct xmin::text from event_log where kind = 'message_received'",
    );
    expect(shared).toHaveLength(1);
  });

  it("the inbox keeps two ids apart that differ in the last digit, and the same id of two of our accounts", async () => {
    const lab = await used.start();
    const other = {
      route: { channel: "post", channelAccount: "second", scope: "user:ada", peer: "ada" },
    };
    const batch = [
      message("18446744073709551614"),
      message("18446744073709551615"),
      message("18446744073709551615", other),
    ];
    expect((await lab.spine.ports.inbox.take({ messages: batch })).map(({ kind }) => kind)).toEqual(
      ["accepted", "accepted", "accepted"],
    );
  });

  it("a channel gets the newest token and the count of what the vendor took since the person wrote", async () => {
    const lab = await used.start();
    const { inbox } = lab.spine.ports;
    await inbox.take({ messages: [message("a", { payload: { context_token: "first" } })] });
    await lab.idle();
    await inbox.take({ messages: [message("b", { payload: { context_token: "second" } })] });
    await lab.idle();
    await inbox.take({ messages: [message("c")] });
    await lab.idle();
    expect(
      lab.post.ledger.map(({ window }) => [window.contextToken, window.sendsSinceInbound]),
    ).toEqual([
      ["first", 0],
      ["second", 0],
      ["second", 0],
    ]);
    expect(
      await lab.db.rows(
        "select sends_since_inbound as sends, context_token as token from peer_window",
      ),
    ).toEqual([{ sends: 1, token: "second" }]);
  });

  it("the spine reports each state of a vendor account once, and lists who linked which", async () => {
    const { spine, db } = await used.start();
    const { directory } = spine.ports;
    const bot = { channel: "wechat_personal", channelAccount: "bot-1" };
    await directory.link({ ...bot, accountId: "ada", state: "connected", reason: null });
    await directory.stateChanged(bot, { state: "needs_login", reason: "token_dead" });
    await directory.stateChanged(bot, { state: "needs_login", reason: "token_dead" });
    expect(await directory.list("wechat_personal")).toEqual([
      { ...bot, accountId: "ada", state: "needs_login", reason: "token_dead" },
    ]);
    await directory.unlink(bot);
    expect(await directory.list("wechat_personal")).toEqual([]);
    expect(await db.rows("select kind from event_log order by id")).toEqual(
      ["channel_linked", "channel_state_changed", "channel_unlinked"].map((kind) => ({ kind })),
    );
  });
});

describe("a part that waits for the person", () => {
  const used = useLab(postgres);
  const waiting = { kind: "waiting_for_user", code: "window_closed" } as const;

  it("L22: a part that waits for the person goes on with the next message, in order and in as few parts as the channel carries, and shares the outcome of what carries it", async () => {
    const clock = fakeClock();
    const lab = await used.start({
      clock,
      run: async ({ window }) => ({
        reply: window[0]?.text === "go" ? ["re one", "re two", "re three"] : ["answer"],
        disposition: "replied",
        reason: "test",
      }),
    });
    lab.post.plan.push(waiting, waiting, waiting);
    await lab.say("go");
    await lab.until(
      async () =>
        (await used.parts()).filter(([, status]) => status === "waiting_for_user").length === 3,
    );
    await clock.advance(11 * minute);
    await lab.say("hello");
    await lab.idle();
    expect(lab.post.ledger.map(({ text }) => text)).toEqual([
      "(earlier) re one\n\nre two\n\nre three",
      "answer",
    ]);
    expect((await used.parts()).map(([, status]) => status)).toEqual([
      "sent",
      "sent",
      "sent",
      "sent",
    ]);
    expect(await lab.db.rows("select sends_since_inbound as sends from peer_window")).toEqual([
      { sends: 2 },
    ]);
  });

  it("a part that waits for the person is not sent when its time is over, which the chat says, and is not released by a repeat of an old message", async () => {
    const clock = fakeClock();
    const lab = await used.start({ clock });
    lab.post.plan.push(waiting);
    await lab.say("hello", { id: "same" });
    await lab.until(async () => (await used.parts())[0]?.[1] === "waiting_for_user");
    expect((await lab.say("hello", { id: "same" })).kind).toBe("duplicate");
    expect((await used.parts())[0]?.[1]).toBe("waiting_for_user");
    await clock.advance(31 * minute);
    await lab.say("again");
    await lab.idle();
    expect((await used.parts()).map(([, status]) => status)).toEqual(["expired", "sent", "sent"]);
    expect(lab.post.ledger.at(-2)?.text).toMatch(/^An earlier answer could not be delivered/);
  });

  it("a part that waits for the person is sent at once when the person wrote while the vendor was sending it back", async () => {
    const clock = fakeClock();
    const lab = await used.start({ clock });
    const underway = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<typeof waiting>();
    lab.post.plan.push(() => {
      underway.resolve();
      return answer.promise;
    });
    await lab.say("first");
    await underway.promise;
    await clock.advance(1_000);
    await lab.say("second");
    answer.resolve(waiting);
    await lab.until(async () => (await used.parts())[0]?.[1] === "pending");
    await clock.advance(5_000);
    lab.spine.wake();
    await lab.idle();
    expect((await used.parts()).map(([, status]) => status)).toEqual(["sent", "sent"]);
  });

  it("a part that waits for the person can't be resent alone while it travels inside another one", async () => {
    const clock = fakeClock();
    const lab = await used.start({
      clock,
      run: async ({ window }) => ({
        reply: window[0]?.text === "go" ? ["one", "two"] : ["answer"],
        disposition: "replied",
        reason: "test",
      }),
    });
    lab.post.plan.push(waiting, waiting);
    await lab.say("go");
    await lab.until(
      async () =>
        (await used.parts()).filter(([, status]) => status === "waiting_for_user").length === 2,
    );
    lab.post.plan.push({ kind: "unknown", code: "timeout" });
    await lab.say("hello");
    await lab.idle();
    const rows = await lab.db.rows<{ id: string; status: string; host: string | null }>(
      "select id, status, merged_into as host from delivery_attempt order by ordinal",
    );
    expect(rows.map(({ status }) => status)).toEqual(["unknown", "unknown", "sent"]);
    expect(rows[1]?.host).toBe(rows[0]?.id);
    await expect(lab.spine.deadLetters.resend(rows[1]?.id ?? "")).rejects.toMatchObject({
      code: "not_resendable",
    });
    await lab.spine.deadLetters.resend(rows[0]?.id ?? "");
    await lab.idle();
    expect((await used.parts()).map(([, status]) => status)).toEqual(["sent", "sent", "sent"]);
  });
});

describe("a vendor's receipts", () => {
  const used = useLab(postgres);
  const at = { channel: "post", channelAccount: "main" };
  const state = async () => (await used.parts()).map(([, status]) => status);

  it("a vendor's receipts only move a part up, in whatever order they come", async () => {
    const lab = await used.start();
    await lab.say("hello");
    await lab.idle();
    const report = (status: "sent" | "delivered" | "read" | "failed") =>
      lab.spine.ports.receipts.report({ ...at, providerMessageId: "vendor-1", status });
    expect([
      await report("read"),
      await report("delivered"),
      await report("sent"),
      await report("failed"),
    ]).toEqual(["recorded", "known", "known", "known"]);
    expect(await state()).toEqual(["read"]);
    expect(
      await lab.spine.ports.receipts.report({
        channel: "post",
        channelAccount: "other",
        providerMessageId: "vendor-1",
        status: "failed",
      }),
    ).toBe("unmatched");
  });

  it("a vendor's receipts that come before the answer to the call are applied when the send is recorded", async () => {
    const lab = await used.start();
    lab.post.plan.push(async () => {
      expect(
        await lab.spine.ports.receipts.report({
          ...at,
          providerMessageId: "early",
          status: "delivered",
        }),
      ).toBe("unmatched");
      return { kind: "sent", providerMessageId: "early" };
    });
    await lab.say("hello");
    await lab.idle();
    expect(await state()).toEqual(["delivered"]);
    expect(await lab.db.rows("select 1 from early_receipt")).toEqual([]);
  });

  it("a vendor's receipts settle a send whose answer never came, by our own id", async () => {
    const lab = await used.start();
    lab.post.plan.push({ kind: "unknown", code: "timeout" });
    await lab.say("hello");
    await lab.idle();
    expect(await state()).toEqual(["unknown"]);
    const [row] = await lab.db.rows<{ id: string }>("select id from delivery_attempt");
    const settle = {
      ...at,
      deliveryId: row?.id,
      providerMessageId: "later",
      status: "delivered",
    } as const;
    expect([
      await lab.spine.ports.receipts.report(settle),
      await lab.spine.ports.receipts.report(settle),
    ]).toEqual(["recorded", "known"]);
    expect(
      await lab.db.rows(
        "select status, provider_message_id as id, sent_at is not null as sent from delivery_attempt",
      ),
    ).toEqual([{ status: "delivered", id: "later", sent: true }]);
  });

  it("a vendor's receipts are only waited for with a reminder: it goes once more, marked as a repeat, while a reply stays unknown", async () => {
    const clock = fakeClock();
    const lab = await used.start({ clock });
    await lab.say("hello");
    await lab.idle();
    await lab.db.rows(
      "update delivery_attempt set status = 'pending', delivery_source = 'reminder', next_attempt_at = $1, attempted_at = null, lease_until = null",
      [new Date(clock.now()).toISOString()],
    );
    lab.post.plan.push({ kind: "unknown", code: "timeout" }, { kind: "unknown", code: "timeout" });
    lab.spine.wake();
    await lab.until(
      async () =>
        (await lab.db.rows("select 1 from event_log where kind = 'delivery_repeat'")).length === 1,
    );
    await clock.advance(minute);
    lab.spine.wake();
    await lab.until(async () => (await state())[0] === "unknown");
    expect(lab.post.ledger.map(({ text }) => text)).toEqual([
      "echo: hello",
      "echo: hello",
      "(perhaps a repeat) echo: hello",
    ]);
  });
});

describe("secrets and sole work", () => {
  const used = useLab(postgres);

  it("a channel's secrets are opened with their own key only, and a wrong key is reported before anything is overwritten", async () => {
    const directory = mkdtempSync(join(tmpdir(), "meanwhile-keys-"));
    try {
      const openWithKey = (name: string) => {
        const keyring = openKeyring({
          file: join(directory, name),
          randomBytes: (count) => chance.bytes(count),
        });
        return () => keyring;
      };
      const [ours, theirs] = [openWithKey("ours"), openWithKey("theirs")];
      const secrets = openChannelSecrets({ db: used.db, clock: systemClock, keys: ours });
      await assertKeyFits(used.db, theirs);
      await secrets.put("token", "s3cret");
      expect(await secrets.get("token")).toBe("s3cret");
      expect(JSON.stringify(await used.db.rows("select sealed from sealed_secret"))).not.toContain(
        "s3cret",
      );
      await assertKeyFits(used.db, ours);
      await expect(assertKeyFits(used.db, theirs)).rejects.toThrow("Put that key back");
      await expect(
        openChannelSecrets({ db: used.db, clock: systemClock, keys: theirs }).put("token", "other"),
      ).rejects.toThrow("Put that key back");
      expect(await secrets.get("token")).toBe("s3cret");
      await secrets.drop("token");
      expect(await secrets.get("token")).toBeUndefined();
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it("sole work is done by one process at a time, and by another as soon as the first lets go", async () => {
    const worker = (holder: string) =>
      openSoleWorker({
        db: used.db,
        clock: {
          now: systemClock.now,
          wait: (ms, signal) => systemClock.wait(Math.min(ms, 20), signal),
        },
        log: silentLog,
        holder,
      });
    const [one, two] = [worker("one"), worker("two")];
    const order: string[] = [];
    let within = 0;
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const work = (name: string, begun: () => void) => async (signal: AbortSignal) => {
      within += 1;
      expect(within).toBe(1);
      order.push(name);
      begun();
      await new Promise<void>((resolve) =>
        signal.addEventListener("abort", () => resolve(), { once: true }),
      );
      within -= 1;
    };
    const holding = one.hold("poll:bot", work("one", first.resolve));
    await first.promise;
    const waiting = two.hold("poll:bot", work("two", second.resolve));
    await holding.close();
    await second.promise;
    await waiting.close();
    expect(order).toEqual(["one", "two"]);
  });

  it("sole work is reported as lost when its name is lost to another process", async () => {
    const clock = {
      now: systemClock.now,
      wait: (ms: number, signal?: AbortSignal) => systemClock.wait(Math.min(ms, 20), signal),
    };
    const sole = openSoleWorker({ db: used.db, clock, log: silentLog, holder: "one" });
    const lost = Promise.withResolvers<void>();
    let begun = (): void => undefined;
    const started = new Promise<void>((resolve) => (begun = resolve));
    const holding = sole.hold("poll:bot", async (signal) => {
      begun();
      await new Promise<void>((resolve) =>
        signal.addEventListener("abort", () => resolve(), { once: true }),
      );
      lost.resolve();
    });
    await started;
    await used.db.rows(
      "update sole_worker set fence = fence + 1, lease_holder = 'two', lease_until = now() + interval '1 hour'",
    );
    await lost.promise;
    await holding.close();
    expect(await used.db.rows("select lease_holder as holder from sole_worker")).toEqual([
      { holder: "two" },
    ]);
  });
});
