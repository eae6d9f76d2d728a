import { describe, expect, it } from "vitest";
import type { Expected, Forbid } from "./case.ts";
import type { Evidence } from "./finding.ts";
import { judge } from "./judge.ts";
import type { ReminderRow, Snapshot } from "./snapshot.ts";

const zone = "Asia/Shanghai";
const now = Date.parse("2026-06-10T06:30:00Z");
const people = [
  { who: "me", accountId: "me", wxid: "w1", name: "Ming", zone },
  { who: "friend", accountId: "friend", wxid: "w2", name: "张三", zone },
] as const;

const row = (id: string, changes: Partial<ReminderRow> = {}): ReminderRow => ({
  id,
  owner_account_id: "me",
  content: "交房租",
  kind: "timed",
  lifecycle: "active",
  local_start: "2026-06-11T15:00:00",
  captured_timezone: zone,
  rrule: null,
  exdates: [],
  duration_minutes: null,
  next_fire_at: "2026-06-11T07:00:00.000Z",
  shared_reminder_id: null,
  turn_id: "t",
  ...changes,
});

const seen = (reminders: readonly ReminderRow[], more: Partial<Snapshot> = {}): Snapshot => ({
  reminders,
  shared: [],
  friendships: [],
  questions: [],
  deliveries: [],
  fires: [],
  elsewhere: "",
  ...more,
});

interface Told {
  readonly expected: Expected;
  readonly before?: Snapshot;
  readonly after: Snapshot;
  readonly forbid?: readonly Forbid[];
  readonly turn?: Partial<NonNullable<Evidence["turn"]>>;
  readonly named?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
}

/** What is wrong, in short. */
function wrong({ expected, before = seen([]), after, forbid = [], turn, named = {}, secrets = [] }: Told): string[] {
  const writes = [expected.made, expected.changed, expected.ended, expected.shared].some((part) => part !== undefined);
  const staged = writes ? [{ domain: "reminder", operation: "create", status: "materialized" }] : [];
  const usual = {
    saidAt: now,
    turnId: "t",
    status: "committed",
    skill: "reminders",
    window: 1,
    disposition: "replied",
    replies: ["好"],
    deliveries: ["sent"],
    staged,
  };
  const on = { expected, forbid, before, after, now, people, secrets, speaker: "me", isAlone: true } as const;
  return judge({ ...on, turn: { ...usual, ...turn }, named: new Map(Object.entries(named)) }).map(({ what }) => what);
}

const rent = { title: "交房租", kind: "timed", at: { days: 1, at: "15:00" } } as const;

describe("a new reminder", () => {
  it("is right when kind, time, zone and rule are", () => {
    expect(wrong({ expected: { made: [rent] }, after: seen([row("1")]) })).toEqual([]);
  });

  it.each<[string, Partial<ReminderRow>, string]>([
    ["an hour late", { local_start: "2026-06-11T16:00:00", next_fire_at: "2026-06-11T08:00:00.000Z" }, "fires at"],
    ["with a wall time that says something else", { local_start: "2026-06-11T03:00:00" }, "by its wall time"],
    ["of another kind", { kind: "no_trigger_time" }, "kind"],
    ["with a rule that nobody asked for", { rrule: "FREQ=DAILY" }, "recurrence"],
    ["in another zone", { captured_timezone: "UTC" }, "zone"],
    ["of somebody else", { owner_account_id: "friend" }, "owner"],
  ])("is wrong %s", (_, changes, what) => {
    expect(wrong({ expected: { made: [rent] }, after: seen([row("1", changes)]) }).join("; ")).toContain(what);
  });

  it("is wrong when it is missing, when there is one too many, and when there are two of it", () => {
    expect(wrong({ expected: { made: [rent] }, after: seen([]) })).toEqual(["a new reminder “交房租”"]);
    expect(wrong({ expected: {}, after: seen([row("1")]) })).toContain("reminders made that nobody asked for");
    expect(wrong({ expected: { made: [rent] }, after: seen([row("1"), row("2")]) })).toContain("the same thing twice");
  });

  it("may have its rule's parts in any order", () => {
    const weekly = { ...rent, kind: "recurring", rrule: "FREQ=WEEKLY;BYDAY=TH" } as const;
    const made = row("1", { kind: "recurring", rrule: "BYDAY=TH;FREQ=WEEKLY;INTERVAL=1" });
    expect(wrong({ expected: { made: [weekly] }, after: seen([made]) })).toEqual([]);
  });
});

describe("a change", () => {
  const before = seen([row("1"), row("2", { content: "交电费" })]);
  const named = { rent: "1", bill: "2" };
  const expected: Expected = { changed: [{ row: "rent", at: { days: 1, at: "16:00" } }] };
  const later = { local_start: "2026-06-11T16:00:00", next_fire_at: "2026-06-11T08:00:00.000Z" };

  it("is right when the row that was meant has the time that was meant", () => {
    expect(wrong({ expected, before, named, after: seen([row("1", later), row("2", { content: "交电费" })]) })).toEqual([]);
  });

  it("is wrong when nothing happened, when another row moved, and when more than the time changed", () => {
    expect(wrong({ expected, before, named, after: before })).toEqual(["rent changes"]);
    expect(wrong({ expected, before, named, after: seen([row("1"), row("2", { content: "交电费", ...later })]) })).toEqual([
      "rent changes",
      "reminders changed that nobody meant",
    ]);
    expect(
      wrong({ expected, before, named, after: seen([row("1", { ...later, duration_minutes: 5 }), row("2", { content: "交电费" })]) }),
    ).toEqual(["rent: fields that changed besides"]);
  });

  it("that ends a row must end the right one, in the right way", () => {
    const ends: Expected = { ended: [{ row: "rent", as: "deleted" }] };
    const other = seen([row("1"), row("2", { content: "交电费", lifecycle: "deleted" })]);
    expect(wrong({ expected: ends, before, named, after: other })).toEqual(["rent ends", "reminders ended that nobody meant"]);
    const done = seen([row("1", { lifecycle: "completed" }), row("2", { content: "交电费" })]);
    expect(wrong({ expected: ends, before, named, after: done })).toEqual(["rent ends"]);
    expect(wrong({ expected: ends, before, named, after: seen([row("2", { content: "交电费" })]) })).toContain("rows that vanished");
  });
});

describe("whatever was expected", () => {
  it("what the case forbids is wrong", () => {
    expect(wrong({ expected: { made: [rent] }, after: seen([row("1")]), forbid: ["reminder_create"] })).toEqual(["forbidden by the case"]);
    expect(wrong({ expected: { made: [rent] }, after: seen([row("1")]), forbid: ["any_write"] })).toEqual(["forbidden by the case"]);
  });

  it("rows of people outside of the case stay as they are", () => {
    expect(wrong({ expected: {}, after: seen([], { elsewhere: "changed" }) })).toEqual([
      "rows of people outside of the case are as they were",
    ]);
  });

  it("a turn that failed, said nothing, was not delivered or took two messages is wrong", () => {
    const after = seen([]);
    expect(wrong({ expected: {}, after, turn: { status: "failed", disposition: "failed" } })).toEqual([
      "how the turn ended",
      "disposition",
    ]);
    expect(wrong({ expected: {}, after, turn: { replies: [" "] } })).toEqual(["the reply has words"]);
    expect(wrong({ expected: {}, after, turn: { deliveries: ["sent", "unknown"] } })).toEqual(["every part was taken by the channel"]);
    expect(wrong({ expected: {}, after, turn: { deliveries: [] } })).toEqual(["every part was taken by the channel"]);
    expect(wrong({ expected: {}, after, turn: { window: 2 } })).toEqual(["the turn answered this message alone"]);
  });

  it("what was left to talk was not understood, and figures that must be told are missing when they are", () => {
    const after = seen([]);
    expect(wrong({ expected: {}, after, turn: { skill: "chat" } })).toEqual(["the skill that took it"]);
    expect(wrong({ expected: { talk: true }, after, turn: { skill: "chat" } })).toEqual([]);
    expect(wrong({ expected: { figures: ["10:00"] }, after, turn: { replies: ["until 11:00"] } })).toEqual([
      "figures that the reply leaves out",
    ]);
  });

  it("what goes off does so once, and is heard", () => {
    const fire = { reminder_id: "1", occurrence_key: "k", message_id: "m" };
    const done = [row("1", { lifecycle: "completed", next_fire_at: null })];
    const heard = [{ id: "d", account_id: "me", turn_id: null, message_id: "m", status: "sent" }];
    const went = { expected: { fired: ["rent"] }, before: seen([row("1")]), named: { rent: "1" } } as const;
    expect(wrong({ ...went, after: seen(done, { fires: [fire], deliveries: heard }) })).toEqual([]);
    expect(wrong({ ...went, after: seen(done, { fires: [fire] }) })).toEqual(["what went off and the channel did not take"]);
    const twice = [fire, { ...fire, occurrence_key: "k2" }];
    expect(wrong({ ...went, after: seen(done, { fires: twice, deliveries: heard }) })).toEqual(["what went off"]);
  });

  it("a title of somebody else's is told to nobody", () => {
    expect(wrong({ expected: {}, after: seen([]), secrets: ["体检 ·s1"], turn: { replies: ["张三那时有体检 ·s1"] } })).toEqual([
      "other people's rows that the reply names",
    ]);
  });
});

describe("with friends", () => {
  const shared = (changes: object = {}) => ({
    id: "s",
    title: "吃火锅",
    status: "active",
    local_trigger_at: "2026-06-11T18:00:00",
    captured_timezone: zone,
    duration_minutes: null,
    ...changes,
  });
  const part = (id: string, owner: string, changes: Partial<ReminderRow> = {}): ReminderRow =>
    row(id, {
      owner_account_id: owner,
      content: "吃火锅",
      kind: "shared_projection",
      shared_reminder_id: "s",
      local_start: "2026-06-11T18:00:00",
      next_fire_at: "2026-06-11T10:00:00.000Z",
      ...changes,
    });
  const told = [{ id: "d", account_id: "friend", turn_id: null, message_id: "m", status: "sent" }];
  const expected: Expected = { shared: { made: [{ title: "吃火锅", with: ["friend"], at: { days: 1, at: "18:00" } }] }, told: ["friend"] };
  const both = [part("1", "me"), part("2", "friend")];

  it("is right when each has a part at the same moment and the other is told once", () => {
    expect(wrong({ expected, after: seen(both, { shared: [shared()], deliveries: told }) })).toEqual([]);
  });

  it("is wrong when a part is missing or at another moment, and when the other is told nothing or twice", () => {
    expect(wrong({ expected, after: seen([part("1", "me")], { shared: [shared()], deliveries: told }) })).toEqual([
      "“吃火锅”: whose reminders it made",
    ]);
    const apart = [part("1", "me"), part("2", "friend", { next_fire_at: "2026-06-11T11:00:00.000Z" })];
    expect(wrong({ expected, after: seen(apart, { shared: [shared()], deliveries: told }) })).toEqual(["“吃火锅”: moments of its parts"]);
    expect(wrong({ expected, after: seen(both, { shared: [shared()] }) })).toEqual(["what 张三 (friend) was told"]);
    const twice = [...told, { ...told[0], id: "d2" }] as Snapshot["deliveries"];
    expect(wrong({ expected, after: seen(both, { shared: [shared()], deliveries: twice }) })).toEqual(["what 张三 (friend) was told"]);
  });

  it("what was called off is gone for both", () => {
    const before = seen(both, { shared: [shared()] });
    const gone = { expected: { shared: { cancelled: ["dinner"] }, told: ["friend"] }, before, named: { dinner: "s" } } as const;
    const ended = both.map((each) => ({ ...each, lifecycle: "deleted", next_fire_at: null }));
    expect(wrong({ ...gone, after: seen(ended, { shared: [shared({ status: "cancelled" })], deliveries: told }) })).toEqual([]);
    expect(wrong({ ...gone, after: seen(both, { shared: [shared({ status: "cancelled" })], deliveries: told }) })).toEqual([
      "dinner: parts that are left",
    ]);
  });
});
