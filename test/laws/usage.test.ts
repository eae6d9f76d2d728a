import { describe, expect, it } from "vitest";
import { type Clock, iso } from "../../src/domain/ports/clock.ts";
import type { EventDraft } from "../../src/domain/events/catalogue.ts";
import type { InboundMessage } from "../../src/domain/message.ts";
import { engine } from "../../src/domain/principal.ts";
import type { Limits } from "../../src/domain/quotas.ts";
import { openReports } from "../../src/inbound/reports.ts";
import { createSystemChance } from "../../src/cli/system.ts";
import { productProjector } from "../../src/main/projections.ts";
import { measureNext, readUsage } from "../../src/store/quotas/measure-usage.ts";
import { openModelCalls } from "../../src/store/model-calls.ts";
import { openQuotaGate } from "../../src/store/quotas/quota-gate.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import { record } from "../../src/store/log/record.ts";
import { dropOldRejections } from "../../src/store/erasure/retention.ts";
import { createUsageMeter, type MeasuredUsage } from "../../src/store/quotas/usage-meter.ts";
import { type FakeClock, fakeClock } from "../support/fake-clock.ts";
import { limitsOf } from "../support/limits.ts";
import { silentLog } from "../support/silent-log.ts";
import { engineStores, postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";
import { toDraft } from "../support/stored-event.ts";

const day = 86_400_000;
const usageOf = (clock: Clock, limits: Limits) => ({
  limits,
  meter: createUsageMeter({ clock, limits, defaultZone: "UTC" }),
});
const message = (id: string, from: string): InboundMessage => ({
  route: { channel: "post", channelAccount: "main", scope: `user:${from}`, peer: from },
  vendorId: id,
  subject: from,
  text: id,
  busyPolicy: "queue",
  provision: true,
});

describe.each(engineStores)("enough for one day, on $name", (store) => {
  const used = useLab(store);
  const notices = async (like: string): Promise<number> =>
    (
      await used.db.rows("select 1 from message where direction = 'outbound' and text like $1", [
        like,
      ])
    ).length;

  it("S15: a day's limit of one person leaves messages for the vendor to bring tomorrow, is reported once, and costs no other person anything", async () => {
    const clock = fakeClock();
    const lab = await used.start({
      clock,
      usage: usageOf(clock, limitsOf({ account: { messagesPerDay: 2 } })),
    });
    await lab.say("m1", { id: "m1" });
    await lab.say("m2", { id: "m2" });
    for (const id of ["m3", "m4"])
      await expect(lab.say(id, { id })).rejects.toMatchObject({ code: "daily_limit" });
    expect((await lab.say("hello", { from: "bob" })).kind).toBe("accepted");
    expect((await lab.say("stop")).kind).toBe("control");
    await lab.idle();
    expect(await notices("You have reached today%")).toBe(1);
    await clock.advance(day);
    expect((await lab.say("m3", { id: "m3" })).kind).toBe("accepted");
  });

  it("a message beyond the day's limit that we fetched ourselves is kept as rejected, and never answered", async () => {
    const clock = fakeClock();
    const lab = await used.start({
      clock,
      usage: usageOf(clock, limitsOf({ account: { messagesPerDay: 1 } })),
    });
    const marks = [{ channel: "post", channelAccount: "main", key: "cursor", value: "1" }];
    await lab.spine.ports.inbox.take({
      messages: ["m1", "m2", "m3"].map((id) => message(id, "ada")),
      marks,
    });
    await lab.idle();
    expect(await used.ends()).toEqual([
      ["m1", "answered"],
      ["m2", "rejected"],
      ["m3", "rejected"],
    ]);
    expect(await notices("You have reached today%")).toBe(1);
  });

  it("S15: a day's limit of new people refuses the next one by a code and leaves no row; those who are known go on", async () => {
    const clock = fakeClock();
    const lab = await used.start({
      clock,
      usage: usageOf(clock, limitsOf({ server: { newAccountsPerDay: 2 } })),
    });
    const together = ["ada", "bob", "eve"].map((from) => message(`first-${from}`, from));
    const outcomes = await lab.spine.ports.inbox.take({ messages: together });
    const marks = outcomes.map((outcome) =>
      outcome.kind === "refused" ? outcome.code : outcome.kind,
    );
    expect(marks.toSorted()).toEqual(["accepted", "accepted", "daily_limit"]);
    expect(await used.db.rows("select count(*) as n from account")).toEqual([{ n: 2 }]);
    const known = together[marks.indexOf("accepted")]?.subject ?? "";
    expect((await lab.say("again", { from: known })).kind).toBe("accepted");
    await clock.advance(day);
    const [late] = await lab.spine.ports.inbox.take({ messages: [message("later", "zoe")] });
    expect(late?.kind).toBe("accepted");
  });
});

describe("what was written", () => {
  const used = useLab(postgresStore);
  const fact = (
    of: { account: string; kind?: string; at: number; text?: string },
    nth: number,
  ): EventDraft =>
    toDraft({
      stream: `account:${of.account}:${nth}`,
      kind: of.kind ?? "something_from_a_newer_version",
      at: iso(of.at),
      accountId: of.account,
      payload: { id: of.account, text: of.text ?? "x" },
    });
  const account = async (id: string, zone: string, clock: FakeClock): Promise<void> => {
    const payload = {
      id,
      origin: "messaging_first" as const,
      display_name: null,
      language: null,
      default_timezone: zone,
    };
    const draft: EventDraft = {
      stream: `account:${id}`,
      kind: "account_created",
      at: iso(clock.now() - 9 * day),
      accountId: id,
      payload,
    };
    await used.db.transaction(engine, (sql) => record(sql, productProjector(), [draft]));
  };

  it("the usage of an account is measured from where the last round stopped, by the account's own day, in as many processes as one likes", async () => {
    const clock = fakeClock();
    await account("ada", "Pacific/Auckland", clock);
    await account("bob", "America/Los_Angeles", clock);
    // Noon in UTC: past midnight in Auckland, still the small hours in Los Angeles.
    const noon = Date.parse(`${iso(clock.now()).slice(0, 10)}T12:00:00Z`);
    const write = (drafts: EventDraft[]) =>
      used.db.transaction(engine, (sql) => record(sql, productProjector(), drafts));
    const draftUnknown = (who: string, at: number, nth: number): EventDraft =>
      fact({ account: who, at }, nth);
    await write([
      draftUnknown("ada", noon - 2 * 3_600_000, 1),
      draftUnknown("ada", noon, 2),
      draftUnknown("bob", noon - 2 * 3_600_000, 3),
      draftUnknown("bob", noon, 4),
    ]);
    await Promise.all([measureNext({ db: used.db, clock }), measureNext({ db: used.db, clock })]);
    const rows = () =>
      used.db.rows<{ account_id: string; day: string; log_bytes: number; day_bytes: number }>(
        "select account_id, to_char(day, 'YYYY-MM-DD') as day, log_bytes, day_bytes from account_usage order by account_id",
      );
    const [ada, bob] = await rows();
    // Two of Bob's fall on one day of his; of Ada's, one is of yesterday.
    expect(bob?.day_bytes).toBe(2 * (ada?.day_bytes ?? 0));
    expect([ada?.day, bob?.day]).toEqual([iso(noon + day).slice(0, 10), iso(noon).slice(0, 10)]);
    await write([draftUnknown("ada", noon, 5)]);
    await measureNext({ db: used.db, clock });
    expect((await rows())[0]?.day_bytes).toBe(2 * (ada?.day_bytes ?? 0));
    expect((await rows())[1]).toEqual(bob);
    const loaded: MeasuredUsage[] = [];
    const meter = {
      ...createUsageMeter({ clock, limits: limitsOf({}), defaultZone: "UTC" }),
      load: (all: readonly MeasuredUsage[]) => void loaded.push(...all),
    };
    await readUsage({ db: used.db, clock, log: silentLog, meter });
    expect(loaded.map(({ account_id, zone }) => [account_id, zone])).toEqual(
      expect.arrayContaining([["ada", "Pacific/Auckland"]]),
    );
  });

  it("the usage limit costs no statement for talk, and what fires, is sent or deleted is never refused", async () => {
    const clock = fakeClock();
    const { limits, meter } = usageOf(
      clock,
      limitsOf({ account: { reminders: 0, writtenBytesPerDay: 0, storageBytes: 0 } }),
    );
    const gate = openQuotaGate(limits, meter);
    const sql = { rows: () => Promise.reject(new Error("no statement was expected")) };
    const kinds = [
      "message_received",
      "turn_committed",
      "message_sent",
      "delivery_sent",
      "timers_fired",
      "reminder_fired",
      "reminder_deleted",
      "chat_deleted",
    ];
    await gate.check(
      sql,
      kinds.map((kind, nth) => fact({ account: "ada", kind, at: clock.now() }, nth)),
    );
    await expect(
      gate.check(sql, [fact({ account: "ada", at: 0, text: "x".repeat(70_000) }, 1)]),
    ).rejects.toMatchObject({
      code: "quota_reached",
    });
  });

  it("S15: tokens are counted by the account's own day and for all together, and asked for once a minute", async () => {
    const clock = fakeClock();
    await account("ada", "Asia/Shanghai", clock);
    await account("bob", "Asia/Shanghai", clock);
    let asked = 0;
    const counting = {
      ...used.db,
      rows: ((text, params) => ((asked += 1), used.db.rows(text, params))) as typeof used.db.rows,
    };
    const ledger = openModelCalls(counting, silentLog, { day: { clock, zone: "UTC" } });
    const chance = createSystemChance(() => clock.now());
    const spend = async (accountId: string, tokens: number): Promise<void> => {
      const id = chance.id();
      const call = {
        id,
        accountId,
        conversationId: null,
        turnId: null,
        purpose: "chat",
        model: "m",
        promptHash: "h",
        prompt: {},
        sourceEventIds: [],
      };
      await ledger.started({ ...call, chatId: null, viewer: null, startedAt: iso(clock.now()) });
      await ledger.ended(id, { outcome: "ok", attempts: 1, inputTokens: tokens, totalMs: 1 });
    };
    expect(await ledger.tokensToday("ada")).toEqual({ account: 0, server: 0 });
    await spend("ada", 10);
    await spend("bob", 5);
    const before = asked;
    expect(await ledger.tokensToday("ada")).toEqual({ account: 10, server: 15 });
    expect(asked).toBe(before);
    await clock.advance(61_000);
    expect(await ledger.tokensToday("ada")).toEqual({ account: 10, server: 15 });
    expect(asked).toBeGreaterThan(before);
    const midnightInShanghai = Date.parse(`${iso(clock.now()).slice(0, 10)}T16:00:00Z`);
    await clock.advance(midnightInShanghai - clock.now());
    expect(await ledger.tokensToday("ada")).toEqual({ account: 0, server: 15 });
  });
});

describe("S49: what arrived and could not be used", () => {
  const used = useLab(postgresStore);

  it("S49: a report that could not be used goes after 30 days by a clock that is moved, also after a rebuild; strangers make no more notes of it than the operator can read", async () => {
    const clock = fakeClock();
    const projector = productProjector();
    const reports = openReports({
      db: used.db,
      projector,
      clock,
      chance: createSystemChance(() => clock.now()),
      log: silentLog,
    });
    for (let nth = 0; nth < 230; nth += 1)
      await reports.rejected({
        channel: "whatsapp",
        channelAccount: "100",
        vendorId: `v${nth}`,
        code: "invalid_provider_payload",
      });
    await reports.noted({
      channel: "whatsapp",
      channelAccount: "100",
      vendorId: "n1",
      subject: "a stranger",
      payload: {},
    });
    const count = async (): Promise<unknown> =>
      (await used.db.rows("select 1 from inbound_rejection")).length;
    expect([await count(), await used.db.rows("select 1 from inbound_note")]).toEqual([200, []]);
    const drop = (days: number): Promise<number> =>
      dropOldRejections({
        db: used.db,
        clock: { ...clock, now: () => clock.now() + days * day },
        projector,
        rejectedDays: 30,
      });
    expect([await drop(29), await count()]).toEqual([0, 200]);
    expect([await drop(31), await count()]).toEqual([200, 0]);
    const report = await used.owner((sql) => rebuild(sql, projector));
    expect([report.tables.filter(({ same }) => !same), await count()]).toEqual([[], 0]);
  });
});
