import { describe, expect, it } from "vitest";
import { openIdentities } from "../../src/accounts/identities.ts";
import { createSystemChance, systemClock } from "../../src/cli/system.ts";
import type { Verdict } from "../../src/domain/delivery.ts";
import type { Insistence } from "../../src/domain/events/reminder.ts";
import { productProjector } from "../../src/main/projections.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import { fakeClock } from "../support/fake-clock.ts";
import {
  awaitFired,
  change,
  fires,
  recordAll,
  remind,
  reminder,
  rung,
  timersOn,
  type Wish,
} from "../support/reminder-lab.ts";
import { postgresStore } from "../support/stores.ts";
import { useLab } from "../support/use-lab.ts";
import { ledgerChannel } from "../vendors/ledger-channel.ts";

const minute = 60_000;
const hour = 60 * minute;
const settings = { sweepMs: 30 * 24 * hour };
const closed: Verdict = { kind: "waiting_for_user", code: "window_closed" };
const everyTen: Insistence = { every_minutes: 10, times: 3, until: null, important: false };
const chance = createSystemChance(systemClock.now);

describe("a reminder that repeats until it is done", () => {
  const used = useLab(postgresStore);

  async function open(wish: Partial<Wish> = {}) {
    const clock = fakeClock(Date.UTC(2026, 0, 5, 9, 0, 0));
    const post = ledgerChannel({ limits: { partLength: 1_000 } });
    const second = ledgerChannel({ name: "second", limits: { partLength: 1_000 } });
    const channels = [post, second];
    const lab = await used.start({ clock, timers: timersOn(clock), settings, post, channels });
    const { accountId, conversationId } = await lab.say("hello");
    await lab.idle();
    const id = await remind(lab.db, {
      accountId,
      conversationId,
      now: clock.now(),
      at: "2026-01-05T10:00:00",
      content: "take the pills",
      insist: everyTen,
      ...wish,
    });
    const pass = async (ms: number): Promise<void> => {
      await clock.advance(ms);
      await awaitFired(lab);
    };
    const finish = (): Promise<void> =>
      change(lab.db, id, {
        kind: "reminder_completed",
        set: { lifecycle: "completed", completion: "done", nag_at: null, nags: 0 },
        now: clock.now(),
      });
    return { lab, clock, post, accountId, id, pass, finish, second };
  }

  it("a reminder that repeats until it is done comes once at each of its moments, and ends with the last", async () => {
    const { lab, id, pass } = await open();
    await pass(hour);
    for (let nth = 0; nth < 5; nth += 1) await pass(10 * minute);
    expect(rung(lab)).toEqual([
      "⏰ 10:00 take the pills (every 10 minutes until you say “done”)",
      "⏰ 10:00 take the pills (reminder 2; say “done” to stop)",
      "⏰ 10:00 take the pills (reminder 3; say “done” to stop)",
      "⏰ 10:00 take the pills (reminder 4; the last one)",
    ]);
    expect(await reminder(lab.db, id)).toMatchObject({
      lifecycle: "completed",
      completion: "fired",
      nag_at: null,
      nags: 3,
    });
    const report = await used.owner((sql) => rebuild(sql, productProjector()));
    expect(report.tables.filter(({ same }) => !same)).toEqual([]);
  });

  it("a reminder that repeats until it is done is still open between two repeats, and silent once it is done", async () => {
    const { lab, id, pass, finish } = await open();
    await pass(hour);
    expect(await reminder(lab.db, id)).toMatchObject({
      lifecycle: "active",
      nag_at: "2026-01-05T10:10:00.000Z",
    });
    await pass(10 * minute);
    await finish();
    await pass(3 * hour);
    expect(rung(lab)).toHaveLength(2);
  });

  it("a reminder that repeats until it is done sends one repeat after a long sleep, not all that were missed", async () => {
    const { lab, clock, post, pass } = await open();
    await pass(hour);
    await lab.close();
    await clock.advance(5 * hour);
    const again = await used.start({ clock, timers: timersOn(clock), settings, post });
    await awaitFired(again);
    expect(rung(again)).toHaveLength(2);
    await clock.advance(10 * minute);
    await awaitFired(again);
    expect(rung(again)).toHaveLength(3);
  });

  it("a reminder that repeats until it is done is one line when the repeats could not be sent", async () => {
    const { lab, pass } = await open();
    lab.post.plan.push(closed, closed, closed);
    await pass(hour);
    await pass(10 * minute);
    await pass(10 * minute);
    expect(rung(lab)).toEqual([]);
    await lab.say("hi");
    await lab.idle();
    expect(rung(lab)).toEqual([
      "⏰ 10:00 take the pills (3 times; reminder 3; say “done” to stop)",
    ]);
  });

  it("a repeat that has not been sent is not sent any more when the reminder is done", async () => {
    const { lab, pass, finish } = await open();
    lab.post.plan.push(closed, closed);
    await pass(hour);
    await pass(10 * minute);
    await finish();
    await lab.say("hi");
    await lab.idle();
    expect(rung(lab)).toEqual([]);
    expect(await fires(lab.db)).toHaveLength(2);
  });

  it("repeats wait for the end of the quiet hours, unless the reminder's own time lies in them", async () => {
    const { lab, clock, accountId, pass } = await open({ at: "2026-01-05T21:55:00" });
    await recordAll(lab.db, [
      {
        stream: `social:${accountId}`,
        kind: "quiet_hours_set",
        at: new Date(clock.now()).toISOString(),
        accountId,
        payload: { account_id: accountId, starts: "22:00", ends: "07:00" },
      },
    ]);
    await pass(12 * hour + 55 * minute);
    await pass(10 * minute);
    expect(rung(lab)).toHaveLength(1);
    await pass(9 * hour - 6 * minute);
    expect(rung(lab)).toHaveLength(1);
    await pass(minute);
    expect(rung(lab)).toHaveLength(2);
    await remind(lab.db, {
      accountId,
      now: clock.now(),
      at: "2026-01-06T23:00:00",
      content: "an alarm",
      insist: everyTen,
    });
    await pass(16 * hour);
    await pass(10 * minute);
    expect(rung(lab).filter((text) => text.includes("an alarm"))).toHaveLength(2);
  });

  it("a series repeats each of its times until it is done", async () => {
    const { lab, id, pass } = await open({
      rrule: "FREQ=DAILY",
      insist: { ...everyTen, times: 1 },
    });
    await pass(hour);
    await pass(10 * minute);
    await pass(24 * hour - 10 * minute);
    await pass(10 * minute);
    expect(rung(lab)).toHaveLength(4);
    expect(await reminder(lab.db, id)).toMatchObject({ lifecycle: "active", nag_at: null });
  });

  it("an important reminder without an answer takes the person's other way after three messages, and comes back", async () => {
    const { lab, clock, accountId, pass, second } = await open({
      insist: { every_minutes: 10, times: 8, until: null, important: true },
    });
    await openIdentities({
      db: used.db,
      projector: lab.spine.projector,
      clock,
      chance,
    }).bind({ accountId, channel: "second", channelAccount: "main", subject: "ada" });
    await lab.spine.accept({
      route: { channel: "second", channelAccount: "main", scope: "user:ada", peer: "ada" },
      vendorId: chance.id(),
      subject: "ada",
      text: "hello",
      busyPolicy: "queue",
      provision: true,
    });
    await lab.idle();
    await pass(hour);
    for (let nth = 0; nth < 8; nth += 1) await pass(10 * minute);
    const there = second.ledger.filter(({ source }) => source === "reminder");
    expect(there.map(({ text }) => text.replace(/.*\(/, ""))).toEqual([
      "reminder 4; say “done” to stop)",
      "reminder 5; say “done” to stop)",
      "reminder 6; say “done” to stop)",
    ]);
    expect(rung(lab)).toHaveLength(6);
  });
});
