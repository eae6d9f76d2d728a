import { describe, expect, it } from "vitest";
import type { Verdict } from "../../src/domain/delivery.ts";
import { productProjector } from "../../src/main/projections.ts";
import { nextAlert, withAlerts } from "../../src/skills/reminders/commands/alerts.ts";
import { rebuild } from "../../src/store/log/rebuild.ts";
import { fakeClock } from "../support/fake-clock.ts";
import {
  awaitFired,
  change,
  fires,
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

describe("an alert ahead of a reminder", () => {
  const used = useLab(postgresStore);

  async function open(alerts: readonly number[], wish: Partial<Wish> = {}) {
    const clock = fakeClock(Date.UTC(2026, 0, 5, 9, 0, 0));
    const post = ledgerChannel({ limits: { partLength: 1_000 } });
    const lab = await used.start({ clock, timers: timersOn(clock), settings, post });
    const { accountId, conversationId } = await lab.say("hello");
    await lab.idle();
    const id = await remind(lab.db, {
      accountId,
      conversationId,
      now: clock.now(),
      at: "2026-01-06T10:00:00",
      content: "dentist",
      ...wish,
    });
    const row = await reminder(lab.db, id);
    const calendar = {
      name: null,
      component: null,
      lines: [],
      parts: withAlerts([], alerts, row.content),
      start: null,
    };
    await change(lab.db, id, {
      kind: "reminder_updated",
      set: { calendar, alert_at: nextAlert({ ...row, calendar }, clock.now()) },
      now: clock.now(),
    });
    lab.db.notify("timers");
    const pass = async (ms: number): Promise<void> => {
      await clock.advance(ms);
      await awaitFired(lab);
    };
    return { lab, clock, id, pass };
  }

  it("a reminder with two alerts is announced at both and fires at its time, once each", async () => {
    const { lab, id, pass } = await open([1_440, 30]);
    await pass(hour);
    await pass(23 * hour + 30 * minute);
    expect(await reminder(lab.db, id)).toMatchObject({ lifecycle: "active", alert_at: null });
    await pass(30 * minute);
    expect(rung(lab)).toEqual([
      "⏰ tomorrow 10:00 dentist",
      "⏰ 10:00 dentist (in 30 min)",
      "⏰ 10:00 dentist",
    ]);
    expect(await fires(lab.db)).toHaveLength(1);
    expect(await reminder(lab.db, id)).toMatchObject({ completion: "fired", alert_at: null });
    const report = await used.owner((sql) => rebuild(sql, productProjector()));
    expect(report.tables.filter(({ same }) => !same)).toEqual([]);
  });

  it("a series is announced before each of its days", async () => {
    const { lab, pass } = await open([15], { at: "2026-01-05T10:00:00", rrule: "FREQ=DAILY" });
    await pass(45 * minute);
    await pass(15 * minute);
    await pass(23 * hour + 45 * minute);
    expect(rung(lab)).toEqual([
      "⏰ 10:00 dentist (in 15 min)",
      "⏰ 10:00 dentist",
      "⏰ 10:00 dentist (in 15 min)",
    ]);
  });

  it("an alert that could not be sent before its time is not sent after it", async () => {
    const { lab, pass } = await open([30], { at: "2026-01-05T10:00:00" });
    lab.post.plan.push(closed, closed);
    await pass(30 * minute);
    await pass(30 * minute);
    await lab.say("hi");
    await lab.idle();
    expect(rung(lab)).toEqual(["⏰ 10:00 dentist"]);
  });

  it("an alert that waits is not sent when its reminder was moved meanwhile", async () => {
    const { lab, clock, id, pass } = await open([30], { at: "2026-01-05T10:00:00" });
    lab.post.plan.push(closed);
    await pass(30 * minute);
    await change(lab.db, id, {
      kind: "reminder_updated",
      set: { next_fire_at: "2026-01-07T10:00:00.000Z", local_start: "2026-01-07T10:00:00" },
      now: clock.now(),
    });
    await lab.say("hi");
    await lab.idle();
    expect(rung(lab)).toEqual([]);
  });
});
