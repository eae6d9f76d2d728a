import { describe, expect, it, onTestFinished } from "vitest";
import { fakeClock, type FakeClock } from "../support/fake-clock.ts";
import type { Lab, LabOptions } from "../support/lab.ts";
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

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** No worker looks without being called: a day of a fake clock would be thousands of sweeps. */
const settings = { sweepMs: 30 * 24 * hour };
const iso = (at: number): string => new Date(at).toISOString();

describe.each(engineStores)("timers on $name", (store) => {
  const used = useLab(store);

  /** A person who has written once, at nine in the morning. */
  async function open(options: Partial<LabOptions> = {}) {
    const clock = fakeClock(Date.UTC(2026, 0, 5, 9, 0, 0));
    const lab = await used.start({ clock, timers: timersOn(clock), settings, ...options });
    const { accountId, conversationId } = await lab.say("hello");
    await lab.idle();
    const remindMe = (wish: Partial<Wish>): Promise<string> =>
      remind(lab.db, { accountId, conversationId, now: clock.now(), ...wish });
    return { clock, lab, accountId, conversationId, remindMe };
  }

  async function pass(lab: Lab, clock: FakeClock, ms: number): Promise<void> {
    await clock.advance(ms);
    await awaitFired(lab);
  }

  it("L7 L8 B36: a reminder fires once, at its moment, with the words that were given, and is over", async () => {
    const { lab, clock, remindMe } = await open();
    const id = await remindMe({ at: "2026-01-05T15:00:00", content: "喝水" });
    await pass(lab, clock, 6 * hour - 1);
    expect(rung(lab)).toEqual([]);
    await pass(lab, clock, 1);
    await pass(lab, clock, day);
    expect(rung(lab)).toEqual(["⏰ 15:00 喝水"]);
    expect(await reminder(lab.db, id)).toMatchObject({
      lifecycle: "completed",
      completion: "fired",
      next_fire_at: null,
    });
    const [fire] = await fires(lab.db);
    expect(fire).toMatchObject({
      reminder_id: id,
      fire_state: "completed",
      due_at: "2026-01-05T15:00:00.000Z",
      missed_since: null,
    });
    expect(lab.post.ledger.at(-1)).toMatchObject({
      messageId: fire?.message_id,
      source: "reminder",
    });
  });

  it("B36: a fire has a key in the log that no other event may have, ever: by its reminder and its occurrence", async () => {
    const { lab, clock, remindMe } = await open();
    const id = await remindMe({ at: "2026-01-05T15:00:00", content: "喝水" });
    await pass(lab, clock, 6 * hour);
    const fired = await lab.db.rows<{ key: string | null }>(
      "select idempotency_key as key from event_log where kind like 'reminder%fired'",
    );
    expect(fired).toEqual([{ key: `fire:${id}:2026-01-05T15:00:00.000Z` }]);
  });

  it("B45: a reminder that fires in the middle of a turn takes nothing from the turn, and the turn nothing from it", async () => {
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const { lab, clock, remindMe } = await open({
      run: async (turn) => {
        if (turn.window[0]?.text !== "wait") return "hello";
        begun.resolve();
        await go.promise;
        return `${turn.window.length} message, ${turn.signal.aborted ? "stopped" : "not stopped"}`;
      },
    });
    await remindMe({ at: "2026-01-05T09:00:30", content: "stretch" });
    const { messageId } = await lab.say("wait");
    await begun.promise;
    await clock.advance(30_000);
    // Stands for the sweep, which finds what fell due during a look.
    lab.spine.wake();
    await lab.until(() => rung(lab).length === 1);
    expect(await lab.db.rows("select ended_as from message where id = $1", [messageId])).toEqual([
      { ended_as: null },
    ]);
    go.resolve();
    await lab.idle();
    expect(lab.post.ledger.map(({ text, source }) => [text, source])).toEqual([
      ["hello", "reply"],
      ["⏰ 09:00 stretch", "reminder"],
      ["1 message, not stopped", "reply"],
    ]);
    const turns = await lab.db.rows<{ turn: string | null }>(
      "select turn_id as turn from delivery_attempt order by ordinal",
    );
    expect(turns.map(({ turn }) => turn === null)).toEqual([false, true, false]);
  });

  it("L7 B29: a series goes on after each fire, one occurrence after the other", async () => {
    const { lab, clock, remindMe } = await open();
    const id = await remindMe({
      at: "2026-01-05T10:00:00",
      rrule: "FREQ=DAILY;COUNT=3",
      content: "stretch",
    });
    await pass(lab, clock, hour);
    for (let nth = 0; nth < 4; nth += 1) await pass(lab, clock, day);
    expect(rung(lab)).toEqual(["⏰ 10:00 stretch", "⏰ 10:00 stretch", "⏰ 10:00 stretch"]);
    expect((await fires(lab.db)).map((fire) => fire.due_at.slice(8, 16))).toEqual([
      "05T10:00",
      "06T10:00",
      "07T10:00",
    ]);
    expect(await reminder(lab.db, id)).toMatchObject({
      lifecycle: "completed",
      next_fire_at: null,
    });
  });

  it("L13: a message says what falls on one moment together, and leaves other people's alone", async () => {
    const { lab, clock, remindMe } = await open();
    const bob = await lab.say("hi", { from: "bob" });
    await remindMe({ at: "2026-01-05T10:00:00", content: "tea" });
    await remindMe({ at: "2026-01-05T10:00:00", content: "walk" });
    await remindMe({
      at: "2026-01-05T10:00:00",
      content: "read",
      accountId: bob.accountId,
      conversationId: bob.conversationId,
    });
    await pass(lab, clock, hour);
    expect(rung(lab).toSorted()).toEqual(["⏰ 10:00 read", "⏰ 10:00 tea\n⏰ 10:00 walk"]);
    const messages = new Set((await fires(lab.db)).map((fire) => fire.message_id));
    expect(messages.size).toBe(2);
  });

  it("B37: what was moved or cancelled does not fire at its old time", async () => {
    const { lab, clock, remindMe } = await open();
    const moved = await remindMe({ at: "2026-01-05T10:00:00", content: "moved" });
    const gone = await remindMe({ at: "2026-01-05T10:00:00", content: "gone" });
    await change(lab.db, moved, {
      kind: "reminder_updated",
      set: { local_start: "2026-01-05T11:00:00", next_fire_at: "2026-01-05T11:00:00.000Z" },
      now: clock.now(),
    });
    await cancel(lab.db, gone, clock.now());
    await pass(lab, clock, hour);
    expect(rung(lab)).toEqual([]);
    await pass(lab, clock, hour);
    expect(rung(lab)).toEqual(["⏰ 11:00 moved"]);
  });

  it("B26 B32: a reminder that was due while no process ran fires once, late, and says so", async () => {
    const { lab, clock, remindMe } = await open();
    await lab.spine.close(0);
    const id = await remindMe({ at: "2026-01-05T09:30:00", content: "喝水" });
    await remindMe({ at: "2026-01-05T09:59:30", content: "开会" });
    await clock.advance(hour);
    const again = await used.start({ clock, timers: timersOn(clock), post: lab.post, settings });
    await awaitFired(again);
    expect(rung(again)).toEqual(["⏰ 09:30 喝水（晚了 30 分钟）\n⏰ 09:59 开会"]);
    expect(await reminder(lab.db, id)).toMatchObject({ lifecycle: "completed" });
  });

  it("B26: what is due before, during and after a restart fires once each, whichever second it is", async () => {
    const { lab, clock, remindMe } = await open();
    const seconds = Array.from({ length: 20 }, (_, nth) => 4 * nth);
    for (const each of seconds)
      await remindMe({
        at: iso(clock.now() + 10_000 + each * 1_000).slice(0, 19),
        content: `at-${each}-`,
      });
    await pass(lab, clock, 15_000);
    await lab.spine.close(0);
    await clock.advance(40_000);
    const again = await used.start({ clock, timers: timersOn(clock), post: lab.post, settings });
    await awaitFired(again);
    await pass(again, clock, minute);
    const said = rung(again).join("\n");
    expect(seconds.map((each) => said.split(`at-${each}-`).length - 1)).toEqual(
      seconds.map(() => 1),
    );
    expect(await fires(lab.db)).toHaveLength(seconds.length);
  });

  it.each([61, 300])(
    "B32: what falls due while the timers are held up for %d seconds fires once each when they go on",
    async (seconds) => {
      const clock = fakeClock(Date.UTC(2026, 0, 5, 9, 0, 0));
      const go = Promise.withResolvers<void>();
      onTestFinished(() => go.resolve());
      const stood = Promise.withResolvers<void>();
      let isHeld = false;
      const now = async (): Promise<number> => {
        if (isHeld) {
          stood.resolve();
          await go.promise;
        }
        return clock.now();
      };
      const lab = await used.start({ clock, timers: timersOn(clock, { now }), settings });
      const { accountId, conversationId } = await lab.say("hello");
      await lab.idle();
      const moments = [1, 2, 30, 45, 59, seconds - 1, seconds].map(
        (each) => [each, `at-${each}-`] as const,
      );
      for (const [each, content] of moments) {
        const at = iso(clock.now() + each * 1_000).slice(0, 19);
        await remind(lab.db, { accountId, conversationId, now: clock.now(), at, content });
      }
      await lab.idle();
      isHeld = true;
      // The timers are called for the first of them and stand still from there on.
      await clock.advance(1_000);
      lab.spine.wake();
      await stood.promise;
      for (let second = 1; second < seconds; second += 1) await clock.advance(1_000);
      expect(rung(lab)).toEqual([]);
      go.resolve();
      await awaitFired(lab);
      const said = rung(lab).join("\n");
      expect(moments.map(([, content]) => said.split(content).length - 1)).toEqual(
        moments.map(() => 1),
      );
      expect(await fires(lab.db)).toHaveLength(moments.length);
    },
  );

  it("B28: eight hours of a rule for every minute are one message, and the rest is on record as missed", async () => {
    const { lab, clock, remindMe } = await open();
    await lab.spine.close(0);
    const id = await remindMe({
      at: "2026-01-05T09:01:00",
      rrule: "FREQ=MINUTELY",
      content: "prices",
    });
    await clock.advance(8 * hour + 10_000);
    const again = await used.start({ clock, timers: timersOn(clock), post: lab.post, settings });
    await awaitFired(again);
    expect(rung(again)).toEqual(["⏰ 17:00 prices (the ones before it were missed)"]);
    expect(await fires(lab.db)).toMatchObject([
      { due_at: "2026-01-05T17:00:00.000Z", missed_since: "2026-01-05T09:01:00.000Z" },
    ]);
    expect((await reminder(lab.db, id)).next_fire_at).toBe("2026-01-05T17:01:00.000Z");
  });

  it("reminders that are more than a day late come in one message", async () => {
    const { lab, clock, remindMe } = await open();
    await lab.spine.close(0);
    await remindMe({ at: "2026-01-05T10:00:00", content: "交房租" });
    await remindMe({ at: "2026-01-06T15:00:00", content: "取快递" });
    await remindMe({ at: "2026-01-08T08:00:00", content: "吃药" });
    await clock.advance(3 * day);
    const again = await used.start({ clock, timers: timersOn(clock), post: lab.post, settings });
    await awaitFired(again);
    expect(rung(again).toSorted()).toEqual([
      "⏰ 08:00 吃药（晚了 1 小时）",
      "⏰ 有 2 个提醒没能按时送到：\n· 1月5日 周一 10:00 交房租\n· 前天 15:00 取快递",
    ]);
  });

  it("B28: a reminder that shall not come late is left out, and that is on record", async () => {
    const { lab, clock, remindMe } = await open();
    await lab.spine.close(0);
    const once = await remindMe({ at: "2026-01-05T10:00:00", latePolicy: "skip" });
    const daily = await remindMe({
      at: "2026-01-05T10:00:00",
      rrule: "FREQ=DAILY",
      latePolicy: "skip",
    });
    await clock.advance(3 * hour);
    const again = await used.start({ clock, timers: timersOn(clock), post: lab.post, settings });
    await awaitFired(again);
    expect(rung(again)).toEqual([]);
    expect((await fires(lab.db)).map((fire) => fire.fire_state)).toEqual(["skipped", "skipped"]);
    expect(await reminder(lab.db, once)).toMatchObject({
      lifecycle: "completed",
      completion: "skipped",
    });
    expect((await reminder(lab.db, daily)).next_fire_at).toBe("2026-01-06T10:00:00.000Z");
  });

  it("B36: what has fired is not said again when a change puts it back to before", async () => {
    const { lab, clock, remindMe } = await open();
    const once = await remindMe({ at: "2026-01-05T10:00:00", content: "tea" });
    const daily = await remindMe({
      at: "2026-01-05T10:00:00",
      rrule: "FREQ=DAILY",
      content: "stretch",
    });
    await pass(lab, clock, hour);
    const back = {
      lifecycle: "active",
      completion: null,
      completed_at: null,
      next_fire_at: "2026-01-05T10:00:00.000Z",
    };
    for (const id of [once, daily])
      await change(lab.db, id, { kind: "reminder_restored", set: back, now: clock.now() });
    await pass(lab, clock, minute);
    expect(rung(lab)).toEqual(["⏰ 10:00 tea\n⏰ 10:00 stretch"]);
    expect(await reminder(lab.db, once)).toMatchObject({
      lifecycle: "completed",
      completion: "fired",
    });
    expect((await reminder(lab.db, daily)).next_fire_at).toBe("2026-01-06T10:00:00.000Z");
    expect(lab.complaints).toEqual([]);
  });

  it("B31: a reminder in 25 days, in a year and in ten years is not now, and can be cancelled on the way", async () => {
    const { lab, clock, remindMe } = await open();
    await remindMe({ at: "2026-01-30T09:00:00", content: "25 days" });
    const off = await remindMe({ at: "2027-01-05T09:00:00", content: "a year" });
    await remindMe({ at: "2036-01-05T09:00:00", content: "ten years" });
    await pass(lab, clock, 25 * day - 1_000);
    expect(rung(lab)).toEqual([]);
    await pass(lab, clock, 1_000);
    expect(rung(lab)).toEqual(["⏰ 09:00 25 days"]);
    await cancel(lab.db, off, clock.now());
    await lab.spine.close(0);
    // A year later the process is another one.
    const later = fakeClock(Date.UTC(2028, 0, 1));
    const again = await used.start({
      clock: later,
      timers: timersOn(later),
      post: lab.post,
      settings,
    });
    await awaitFired(again);
    expect(rung(again)).toEqual(["⏰ 09:00 25 days"]);
    expect((await lab.db.rows("select due_at from timer")).length).toBe(1);
  });

  it("B33: a process whose own clock is an hour ahead fires nothing early", async () => {
    const right = fakeClock(Date.UTC(2026, 0, 5, 9, 0, 0));
    const fast = fakeClock(right.now() + hour);
    const lab = await used.start({ clock: fast, timers: timersOn(right), settings });
    const { accountId, conversationId } = await lab.say("hello");
    await lab.idle();
    await remind(lab.db, {
      accountId,
      conversationId,
      at: "2026-01-05T09:30:00",
      content: "tea",
      now: right.now(),
    });
    lab.spine.wake();
    await fast.advance(10 * minute);
    lab.spine.wake();
    await lab.idle();
    expect(rung(lab)).toEqual([]);
    await right.advance(30 * minute);
    lab.spine.wake();
    await lab.until(() => rung(lab).length > 0);
    expect(rung(lab)).toEqual(["⏰ 09:30 tea"]);
  });

  it("B27: a reminder whose timer got lost is found at the start", async () => {
    const { lab, clock, remindMe } = await open();
    await remindMe({ at: "2026-01-05T10:00:00", content: "tea" });
    await remindMe({ at: "2026-01-05T12:00:00", content: "lunch" });
    await lab.spine.close(0);
    await lab.db.rows("delete from timer");
    await clock.advance(hour);
    const again = await used.start({ clock, timers: timersOn(clock), post: lab.post, settings });
    await again.until(() => rung(again).length === 1);
    expect(rung(again)).toEqual(["⏰ 10:00 tea"]);
    await pass(again, clock, 2 * hour);
    expect(rung(again)).toEqual(["⏰ 10:00 tea", "⏰ 12:00 lunch"]);
  });

  it("B38: one person's trouble holds up no other, is visible, and is tried again", async () => {
    const clock = fakeClock(Date.UTC(2026, 0, 5, 9, 0, 0));
    const timers = timersOn(clock);
    const [kind] = timers.kinds;
    if (kind === undefined) throw new Error("there is a kind");
    let broken = "";
    const flaky = {
      ...kind,
      fire: (due: Parameters<typeof kind.fire>[0], on: Parameters<typeof kind.fire>[1]) =>
        due.some(({ accountId }) => accountId === broken)
          ? Promise.reject(new Error("a bug for one person"))
          : kind.fire(due, on),
    };
    const lab = await used.start({ clock, timers: { ...timers, kinds: [flaky] }, settings });
    const people = [];
    for (const from of ["ada", "bob", "cy", "dee", "eve"])
      people.push(await lab.say("hi", { from }));
    await lab.idle();
    for (const [nth, who] of people.entries())
      await remind(lab.db, {
        ...who,
        at: "2026-01-05T10:00:00",
        content: `for ${nth}`,
        now: clock.now(),
      });
    broken = people[2]?.accountId ?? "";
    await pass(lab, clock, hour);
    expect(rung(lab).toSorted()).toEqual([0, 1, 3, 4].map((nth) => `⏰ 10:00 for ${nth}`));
    expect(await lab.db.rows("select account_id, failures, last_error from timer")).toEqual([
      { account_id: broken, failures: 1, last_error: "failed" },
    ]);
    expect(lab.complaints.filter((line) => line.includes("could not fire"))).toHaveLength(1);
    await pass(lab, clock, 5_000);
    expect(await lab.db.rows("select failures from timer")).toEqual([{ failures: 2 }]);
    broken = "";
    await pass(lab, clock, 30_000);
    expect(rung(lab)).toContain("⏰ 10:00 for 2");
    expect(await lab.db.rows("select id from timer")).toEqual([]);
  });

  it("L18: a reminder with nowhere to go waits visibly and goes when there is a place", async () => {
    const { lab, clock, remindMe } = await open({ settings: { sweepMs: 10 * minute } });
    const { conversationId } = await lab.say("hi", { from: "bob" });
    await lab.idle();
    // A person who has an account and never wrote: the page comes later.
    const stranger = "account-without-a-place";
    const at = iso(clock.now());
    const payload = {
      id: stranger,
      origin: "web_first" as const,
      display_name: null,
      language: "en",
      default_timezone: "UTC",
    };
    await recordAll(lab.db, [
      { stream: `account:${stranger}`, kind: "account_created", at, accountId: stranger, payload },
    ]);
    const id = await remindMe({
      accountId: stranger,
      conversationId: null,
      at: "2026-01-05T10:00:00",
      content: "tea",
    });
    const inGroup = await remindMe({
      accountId: stranger,
      conversationId,
      at: "2026-01-05T10:00:00",
      content: "in the group",
    });
    await pass(lab, clock, hour);
    expect(rung(lab)).toEqual(["⏰ 10:00 in the group"]);
    expect(await reminder(lab.db, inGroup)).toMatchObject({ lifecycle: "completed" });
    expect(await reminder(lab.db, id)).toMatchObject({
      lifecycle: "active",
      next_fire_at: "2026-01-05T10:00:00.000Z",
    });
    expect(await lab.db.rows("select last_error from timer")).toEqual([{ last_error: "no_route" }]);
    const talk = {
      id: "talk-1",
      account_id: stranger,
      provider_type: "web",
      channel_account: "web",
      scope: "s",
      peer: stranger,
    };
    await recordAll(lab.db, [
      {
        stream: "conversation:talk-1",
        kind: "conversation_opened",
        at,
        accountId: stranger,
        conversationId: "talk-1",
        payload: talk,
      },
    ]);
    await clock.advance(10 * minute);
    lab.spine.wake();
    await lab.until(async () => (await fires(lab.db)).length === 2);
    expect(
      await lab.db.rows("select text from delivery_attempt where conversation_id = 'talk-1'"),
    ).toEqual([{ text: "⏰ 10:00 tea (10 min late)" }]);
    expect(await lab.db.rows("select id from timer")).toEqual([]);
  });

  it("the evening question asks once about what has no time yet, where the person is, and again the next evening", async () => {
    const { lab, clock, remindMe, accountId } = await open();
    const at = iso(clock.now());
    await recordAll(lab.db, [
      {
        stream: `account:${accountId}`,
        kind: "account_updated",
        at,
        accountId,
        payload: { id: accountId, default_timezone: "Asia/Shanghai" },
      },
    ]);
    const milk = await remindMe({ content: "买牛奶" });
    await remindMe({ content: "回邮件" });
    await lab.spine.close(0);
    const again = await used.start({ clock, timers: timersOn(clock), post: lab.post, settings });
    await again.until(async () => (await lab.db.rows("select id from timer")).length === 1);
    await pass(again, clock, 3 * hour);
    expect(rung(again)).toEqual([
      "🌙 还有 2 件事没定时间：\n1. 买牛奶\n2. 回邮件\n要给哪件定个时间，或者哪件已经做完了？回复“全部完成”就都划掉。",
    ]);
    await cancel(lab.db, milk, clock.now());
    await pass(again, clock, day);
    expect(rung(again)).toHaveLength(2);
    expect(rung(again)[1]).toContain("还有 1 件事");
    const rows = await lab.db.rows<{ id: string }>(
      "select id from reminder where lifecycle = 'active'",
    );
    for (const { id } of rows) await cancel(lab.db, id, clock.now());
    await pass(again, clock, day);
    expect(rung(again)).toHaveLength(2);
    expect(await lab.db.rows("select id from timer")).toEqual([]);
  });

  it("a coming reminder keeps its wall time when a zone's rules have changed", async () => {
    const { lab, clock, remindMe } = await open();
    const id = await remindMe({
      at: "2026-01-06T09:00:00",
      zone: "America/New_York",
      content: "call",
    });
    await awaitFired(lab);
    await lab.spine.close(0);
    // As if it had been derived while New York was at UTC-4 in winter.
    await change(lab.db, id, {
      kind: "reminder_updated",
      set: { next_fire_at: "2026-01-06T13:00:00.000Z" },
      now: clock.now(),
    });
    const same = await used.start({ clock, timers: timersOn(clock), post: lab.post, settings });
    await awaitFired(same);
    expect((await reminder(lab.db, id)).next_fire_at).toBe("2026-01-06T13:00:00.000Z");
    await same.spine.close(0);
    const newer = await used.start({
      clock,
      timers: timersOn(clock, { zones: "2026b" }),
      post: lab.post,
      settings,
    });
    // That the rules are noted rings no bell, so it is looked for.
    const countNoted = async () =>
      (await lab.db.rows("select value from installation where value = '\"2026b\"'")).length;
    await expect.poll(countNoted, { timeout: 15_000 }).toBe(1);
    expect((await reminder(lab.db, id)).next_fire_at).toBe("2026-01-06T14:00:00.000Z");
    await pass(newer, clock, day + 4 * hour);
    expect(rung(newer)).toEqual([]);
    await pass(newer, clock, hour);
    expect(rung(newer)).toEqual(["⏰ 09:00 (America/New_York) call"]);
  });
});
