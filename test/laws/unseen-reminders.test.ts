import { describe, expect, it } from "vitest";
import type { Verdict } from "../../src/domain/delivery.ts";
import { productProjector } from "../../src/main/projections.ts";
import { notificationTimerKind } from "../../src/skills/friends/notices/notify.ts";
import { readMissed } from "../../src/skills/reminders/firing/missed-reminders.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import { fakeClock } from "../support/fake-clock.ts";
import type { LabOptions } from "../support/lab.ts";
import {
  cancel,
  change,
  fires,
  recordAll,
  remind,
  reminder,
  rung,
  awaitFired,
  timersOn,
  type Wish,
} from "../support/reminder-lab.ts";
import { engineStores } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";
import { ledgerChannel } from "../vendors/ledger-channel.ts";

const minute = 60_000;
const hour = 60 * minute;
const settings = { sweepMs: 30 * 24 * hour };
const closed: Verdict = { kind: "waiting_for_user", code: "window_closed" };

describe.each(engineStores)("a reminder that could not be delivered, on $name", (store) => {
  const used = useLab(store);

  async function open(options: Partial<LabOptions> = {}) {
    const clock = fakeClock(Date.UTC(2026, 0, 5, 9, 0, 0));
    const post = ledgerChannel({ limits: { partLength: 1_000 } });
    const lab = await used.start({ clock, timers: timersOn(clock), settings, post, ...options });
    const { accountId, conversationId } = await lab.say("hello");
    await lab.idle();
    const remindMe = (wish: Partial<Wish>): Promise<string> =>
      remind(lab.db, { accountId, conversationId, now: clock.now(), ...wish });
    const pass = async (ms: number): Promise<void> => {
      await clock.advance(ms);
      await awaitFired(lab);
    };
    const statuses = () =>
      lab.db.rows<Record<string, unknown>>(
        "select status, error_code from delivery_attempt where delivery_source = 'reminder' order by ordinal",
      );
    return { lab, clock, remindMe, pass, statuses };
  }

  it("a reminder that could not be delivered waits for a month if it must, says then when it was due, and is over only when it has arrived", async () => {
    const { lab, remindMe, pass, statuses } = await open();
    const id = await remindMe({ at: "2026-01-05T20:01:00", content: "关火" });
    lab.post.plan.push(closed);
    await pass(11 * hour + minute);
    expect(await statuses()).toEqual([{ status: "waiting_for_user", error_code: "window_closed" }]);
    expect(await reminder(lab.db, id)).toMatchObject({
      lifecycle: "active",
      completion: null,
      next_fire_at: null,
    });
    expect(await fires(lab.db)).toMatchObject([{ fire_state: "waiting" }]);
    await pass(30 * 24 * hour);
    expect(await statuses()).toEqual([{ status: "waiting_for_user", error_code: "window_closed" }]);
    await lab.say("在吗");
    await lab.idle();
    expect(rung(lab)).toEqual(["⏰ 1月5日 周一 20:01 关火（晚了 30 天）"]);
    expect(await reminder(lab.db, id)).toMatchObject({
      lifecycle: "completed",
      completion: "fired",
    });
    expect(await fires(lab.db)).toMatchObject([{ fire_state: "completed" }]);
    expect(await statuses()).toEqual([{ status: "sent", error_code: null }]);
    const [message] = await lab.db.rows<{ text: string }>(
      "select text from message where text like '⏰%'",
    );
    expect(message?.text).toBe("⏰ 1月5日 周一 20:01 关火（晚了 30 天）");
  });

  it("a reminder that could not be delivered has its words made when it is sent: one short list of many with their days, and no error stays on what travelled along", async () => {
    const { lab, remindMe, pass, statuses } = await open();
    for (let nth = 0; nth < 12; nth += 1)
      await remindMe({
        at: `2026-01-05T20:0${nth % 10}:${nth < 10 ? "00" : "30"}`,
        content: `事 ${nth}`,
      });
    lab.post.plan.push(...Array.from({ length: 12 }, () => closed));
    await pass(11 * hour);
    for (let step = 0; step < 20; step += 1) await pass(minute / 2);
    expect(lab.post.plan).toEqual([]);
    await pass(13 * hour);
    await lab.say("早");
    await lab.idle();
    expect(rung(lab)).toHaveLength(1);
    const lines = rung(lab)[0]?.split("\n") ?? [];
    expect(lines[0]).toBe("⏰ 有 12 个提醒没能按时送到：");
    expect(lines).toHaveLength(13);
    expect(lines[1]).toBe("· 昨天 20:00 事 0");
    expect(new Set((await statuses()).map((row) => JSON.stringify(row)))).toEqual(
      new Set(['{"status":"sent","error_code":null}']),
    );
    expect(new Set((await fires(lab.db)).map(({ fire_state }) => fire_state))).toEqual(
      new Set(["completed"]),
    );
  });

  it("a reminder that could not be delivered is one line for a series that was missed several days", async () => {
    const { lab, remindMe, pass } = await open();
    await remindMe({ at: "2026-01-05T20:00:00", content: "吃药", rrule: "FREQ=DAILY" });
    lab.post.plan.push(...Array.from({ length: 4 }, () => closed));
    await pass(11 * hour);
    for (let day = 0; day < 3; day += 1) await pass(24 * hour);
    await lab.say("早");
    await lab.idle();
    expect(rung(lab)).toEqual(["⏰ 20:00 吃药（共 4 次）"]);
    expect((await fires(lab.db)).map(({ fire_state }) => fire_state)).toEqual(
      Array.from({ length: 4 }, () => "completed"),
    );
  });

  it.each<[string, Verdict]>([
    ["refused", { kind: "refused", code: "vendor_refused" }],
    ["lost twice without an answer", { kind: "unknown", code: "timeout" }],
  ])(
    "a reminder that could not be delivered is tried again with the next message when it was %s",
    async (_, verdict) => {
      const { lab, clock, remindMe, pass, statuses } = await open();
      const id = await remindMe({ at: "2026-01-05T20:00:00", content: "call Ann" });
      lab.post.plan.push(verdict, ...(verdict.kind === "unknown" ? [verdict] : []));
      await clock.advance(11 * hour);
      lab.spine.wake();
      await lab.until(async () => lab.post.plan.length < 2 && (await fires(lab.db)).length === 1);
      if (verdict.kind === "unknown")
        await lab.until(async () => (await statuses())[0]?.["error_code"] === "timeout");
      await pass(2 * minute);
      expect(await reminder(lab.db, id)).toMatchObject({ lifecycle: "active" });
      await pass(13 * hour);
      await lab.say("hi");
      await lab.idle();
      expect(rung(lab).at(-1)).toMatch(
        /^(\(perhaps a repeat\) )?⏰ yesterday 20:00 call Ann \(13 hours late\)$/,
      );
      expect(await reminder(lab.db, id)).toMatchObject({
        lifecycle: "completed",
        completion: "fired",
      });
    },
  );

  it("a reminder that could not be delivered comes back among the missed when the vendor says later that it did not arrive", async () => {
    const { lab, remindMe, pass } = await open();
    const id = await remindMe({ at: "2026-01-05T20:00:00", content: "call Ann" });
    await pass(11 * hour);
    expect(await reminder(lab.db, id)).toMatchObject({ lifecycle: "completed" });
    const [sent] = await lab.db.rows<{ provider_message_id: string }>(
      "select provider_message_id from delivery_attempt where delivery_source = 'reminder'",
    );
    const of = {
      channel: "post",
      channelAccount: "main",
      providerMessageId: sent?.provider_message_id ?? "",
    };
    await lab.spine.ports.receipts.report({ ...of, status: "failed", code: "131026" });
    expect(await reminder(lab.db, id)).toMatchObject({ lifecycle: "active", completion: null });
    expect(await fires(lab.db)).toMatchObject([{ fire_state: "waiting" }]);
    await lab.say("hi");
    await lab.idle();
    expect(await reminder(lab.db, id)).toMatchObject({
      lifecycle: "completed",
      completion: "fired",
    });
  });

  it("a reminder that could not be delivered is listed as on its way, not as undelivered, while the vendor's call is running", async () => {
    const { lab, clock, remindMe, pass } = await open();
    await remindMe({ at: "2026-01-05T20:00:00", content: "call Ann" });
    lab.post.plan.push(closed);
    await pass(11 * hour);
    const seen: string[] = [];
    lab.post.plan.push(async ({ accountId }) => {
      const missed = await readMissed(lab.db, accountId, clock.now());
      seen.push(...missed.map(({ state }) => state));
      return { kind: "sent", providerMessageId: "late-1" };
    });
    await lab.say("hi");
    await lab.idle();
    expect(seen).toEqual(["on_its_way"]);
  });

  it("reminders that could not be delivered are all listed as on their way while they travel in one part", async () => {
    const { lab, clock, remindMe, pass } = await open();
    await remindMe({ at: "2026-01-05T20:00:00", content: "call Ann" });
    await remindMe({ at: "2026-01-05T20:30:00", content: "call Bob" });
    lab.post.plan.push(closed, closed);
    await pass(11 * hour);
    await pass(hour);
    const seen: string[] = [];
    lab.post.plan.push(async ({ accountId }) => {
      const missed = await readMissed(lab.db, accountId, clock.now());
      seen.push(...missed.map(({ content, state }) => `${content}: ${state}`));
      return { kind: "sent", providerMessageId: "late-1" };
    });
    await lab.say("hi");
    await lab.idle();
    expect(seen).toEqual(["call Ann: on_its_way", "call Bob: on_its_way"]);
  });

  it("reminders that waited for a few minutes are all listed as late once they have come", async () => {
    const { lab, clock, remindMe, pass } = await open();
    for (const [nth, content] of ["a", "b", "c"].entries())
      await remindMe({ at: `2026-01-05T20:${nth}0:00`, content });
    await remindMe({ at: "2026-01-05T20:22:00", content: "in time" });
    lab.post.plan.push(closed, closed, closed);
    await pass(11 * hour);
    await pass(10 * minute);
    await pass(10 * minute);
    await pass(minute);
    await lab.say("hi");
    await lab.idle();
    await pass(minute);
    const { accountId } = await lab.say("what did I miss?");
    await lab.idle();
    const missed = await readMissed(lab.db, accountId, clock.now());
    expect(missed.map(({ content, state }) => [content, state])).toEqual(
      ["a", "b", "c"].map((content) => [content, "came_late"]),
    );
  });

  it("a reminder that could not be delivered is not said any more when it was cancelled, done or moved meanwhile", async () => {
    const { lab, clock, remindMe, pass, statuses } = await open();
    const [off, done, moved, kept] = await Promise.all(
      ["off", "done", "moved", "kept"].map((content) =>
        remindMe({ at: "2026-01-05T20:00:00", content }),
      ),
    );
    lab.post.plan.push(closed);
    await pass(11 * hour);
    await cancel(lab.db, off ?? "", clock.now());
    await change(lab.db, done ?? "", {
      kind: "reminder_completed",
      set: {
        lifecycle: "completed",
        completion: "done",
        completed_at: new Date(clock.now()).toISOString(),
      },
      now: clock.now(),
    });
    await change(lab.db, moved ?? "", {
      kind: "reminder_updated",
      set: { next_fire_at: "2026-03-01T00:00:00.000Z" },
      now: clock.now(),
    });
    await pass(hour);
    await lab.say("hi");
    await lab.idle();
    expect(rung(lab)).toEqual(["⏰ 20:00 kept (1 h late)"]);
    expect(await reminder(lab.db, moved ?? "")).toMatchObject({ lifecycle: "active" });
    expect(await statuses()).toEqual([{ status: "sent", error_code: null }]);
    expect(await reminder(lab.db, kept ?? "")).toMatchObject({ lifecycle: "completed" });
  });

  it("a reminder that could not be delivered is given up with nothing said when nothing of it is wanted", async () => {
    const { lab, clock, remindMe, pass, statuses } = await open();
    const id = await remindMe({ at: "2026-01-05T20:00:00", content: "off" });
    lab.post.plan.push(closed);
    await pass(11 * hour);
    await cancel(lab.db, id, clock.now());
    await lab.say("hi");
    await lab.idle();
    expect(rung(lab)).toEqual([]);
    expect(await statuses()).toMatchObject([{ status: "discarded" }]);
  });

  it("a reminder that shall not come late is left out after a quarter of an hour, and its row says so", async () => {
    const { lab, remindMe, pass, statuses } = await open();
    const id = await remindMe({ at: "2026-01-05T20:00:00", content: "bus", latePolicy: "skip" });
    lab.post.plan.push(closed);
    await pass(11 * hour);
    await pass(20 * minute);
    await lab.say("hi");
    await lab.idle();
    expect(rung(lab)).toEqual([]);
    expect(await statuses()).toEqual([{ status: "expired", error_code: "too_late" }]);
    expect(await fires(lab.db)).toMatchObject([{ fire_state: "skipped" }]);
    expect(await reminder(lab.db, id)).toMatchObject({
      lifecycle: "completed",
      completion: "skipped",
    });
  });

  it("a reminder that could not be delivered waits while its channel is not there, over a restart, and says how late it is when the channel is back", async () => {
    const { lab, clock, remindMe } = await open();
    const id = await remindMe({ at: "2026-01-05T20:00:00", content: "call Ann" });
    lab.post.isReady = false;
    await clock.advance(11 * hour);
    lab.spine.wake();
    await lab.until(async () => (await fires(lab.db)).length === 1);
    await lab.close();
    await clock.advance(27 * hour);
    expect(await reminder(used.db, id)).toMatchObject({ lifecycle: "active" });
    const again = await used.start({ clock, timers: timersOn(clock), settings });
    await again.idle();
    expect(rung(again)).toEqual(["⏰ yesterday 20:00 call Ann (27 hours late)"]);
    expect(await reminder(used.db, id)).toMatchObject({ lifecycle: "completed" });
  });

  it("B's notice that could not be delivered is sent later in the words of that day, and the person who planned it learns that B has heard", async () => {
    const clock = fakeClock(Date.UTC(2026, 0, 5, 9, 0, 0));
    const post = ledgerChannel({ limits: { partLength: 1_000 } });
    const timers = timersOn(clock, { kinds: [notificationTimerKind()] });
    const lab = await used.start({ clock, timers, settings, post });
    const [ada, bob] = [
      await lab.say("hello", { from: "ada" }),
      await lab.say("hello", { from: "bob" }),
    ];
    await lab.idle();
    post.plan.push(closed);
    await recordAll(lab.db, [
      {
        stream: `social:${bob.accountId}`,
        kind: "notification_made",
        at: new Date(clock.now()).toISOString(),
        accountId: bob.accountId,
        payload: {
          id: "news",
          account_id: bob.accountId,
          type: "shared_reminder_created",
          actor_account_id: ada.accountId,
          object_type: "shared_reminder",
          object_id: "lunch",
          facts: {
            title: "lunch",
            starts_at: "2026-01-07T12:00:00.000Z",
            duration_minutes: null,
            rrule: null,
          },
        },
      },
    ]);
    await awaitFired(lab);
    await lab.until(() => rung(lab).length === 1 || (lab.spine.wake(), false));
    expect(rung(lab)[0]).toContain("hasn't got my message about “lunch” (Wed 7 Jan, 12:00) yet.");
    await clock.advance(24 * hour);
    await lab.say("hi", { from: "bob" });
    await lab.until(() => rung(lab).length === 3 || (lab.spine.wake(), false));
    await lab.idle();
    expect(rung(lab)[1]).toContain("tomorrow, Wed 7 Jan, 12:00");
    expect(rung(lab)[2]).toContain("has now received “lunch” (tomorrow, Wed 7 Jan, 12:00).");
    expect(post.ledger.at(-1)?.accountId).toBe(ada.accountId);
    expect(
      await lab.db.rows(
        "select id, reached_at is not null as reached from notification order by id",
      ),
    ).toEqual([
      { id: "news", reached: true },
      { id: "news-heard", reached: true },
      { id: "news-unheard", reached: true },
    ]);
  });

  it("a reminder that could not be delivered makes the same tables again from the log", async () => {
    const { lab, remindMe, pass } = await open();
    await remindMe({ at: "2026-01-05T20:00:00", content: "a" });
    await remindMe({ at: "2026-01-05T20:30:00", content: "b" });
    lab.post.plan.push(closed, closed);
    await pass(12 * hour);
    await lab.say("hi");
    await lab.idle();
    const report = await used.owner((sql) => rebuild(sql, productProjector(), {}));
    expect(report.tables.filter(({ same }) => !same).map(({ table }) => table)).toEqual([]);
  });
});
