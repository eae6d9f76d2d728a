import { describe, expect, it } from "vitest";
import type { Expected, Forbid } from "./case.ts";
import type { Evidence } from "./finding.ts";
import { judge } from "./judge.ts";
import type { DeliveryRow, ReminderRow, Snapshot } from "./snapshot.ts";

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

const takeSnapshot = (
  reminders: readonly ReminderRow[],
  more: Partial<Snapshot> = {},
): Snapshot => ({
  reminders,
  shared: [],
  friendships: [],
  questions: [],
  deliveries: [],
  fires: [],
  newestTokens: [],
  calls: undefined,
  elsewhere: "",
  ...more,
});

const delivery = (
  id: string,
  account: string,
  changes: Partial<DeliveryRow> = {},
): DeliveryRow => ({
  id,
  account_id: account,
  turn_id: null,
  message_id: `m-${id}`,
  status: "sent",
  error_code: null,
  delivery_source: "notice",
  text: "",
  ordinal: 1,
  merged_into: null,
  ...changes,
});
const due = "2026-06-11T07:00:00.000Z";

interface Told {
  readonly expected: Expected;
  readonly before?: Snapshot;
  readonly after: Snapshot;
  readonly forbid?: readonly Forbid[];
  readonly turn?: Partial<NonNullable<Evidence["turn"]>>;
  readonly named?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly endedAt?: number;
}

/** Tells every time that the rows of these tests have. */
const readBack = "好：明天 6月11日 15:00，6月11日 16:00，6月11日 18:00。";

/** What is wrong, in short. */
function wrong({
  expected,
  before = takeSnapshot([]),
  after,
  forbid = [],
  turn,
  named = {},
  secrets = [],
  endedAt = now,
}: Told): string[] {
  const writes = [expected.made, expected.changed, expected.ended, expected.shared].some(
    (part) => part !== undefined,
  );
  const staged = writes
    ? [{ domain: "reminder", operation: "create", status: "materialized" }]
    : [];
  const usual = {
    saidAt: now,
    turnId: "t",
    status: "committed",
    skill: "reminders",
    window: 1,
    disposition: "replied",
    replies: [readBack],
    deliveries: ["sent"],
    staged,
  };
  const on = {
    expected,
    forbid,
    before,
    after,
    now,
    endedAt,
    runsByItself: false,
    people,
    secrets,
    speaker: "me",
    isAlone: true,
  } as const;
  return judge({ ...on, turn: { ...usual, ...turn }, named: new Map(Object.entries(named)) }).map(
    ({ what }) => what,
  );
}

const rent = { title: "交房租", kind: "timed", at: { days: 1, at: "15:00" } } as const;

describe("a new reminder", () => {
  it("a new reminder is right when kind, time, zone and rule are", () => {
    expect(wrong({ expected: { made: [rent] }, after: takeSnapshot([row("1")]) })).toEqual([]);
  });

  it.each<[string, Partial<ReminderRow>, string]>([
    [
      "an hour late",
      { local_start: "2026-06-11T16:00:00", next_fire_at: "2026-06-11T08:00:00.000Z" },
      "fires at",
    ],
    [
      "with a wall time that says something else",
      { local_start: "2026-06-11T03:00:00" },
      "by its wall time",
    ],
    ["of another kind", { kind: "no_trigger_time" }, "kind"],
    ["with a rule that nobody asked for", { rrule: "FREQ=DAILY" }, "recurrence"],
    ["in another zone", { captured_timezone: "UTC" }, "zone"],
    ["of somebody else", { owner_account_id: "friend" }, "owner"],
  ])("a new reminder is wrong %s", (_, changes, what) => {
    expect(
      wrong({ expected: { made: [rent] }, after: takeSnapshot([row("1", changes)]) }).join("; "),
    ).toContain(what);
  });

  it("a new reminder is wrong when it is missing, when there is one too many, and when there are two of it", () => {
    expect(wrong({ expected: { made: [rent] }, after: takeSnapshot([]) })).toEqual([
      "a new reminder “交房租”",
    ]);
    expect(wrong({ expected: {}, after: takeSnapshot([row("1")]) })).toContain(
      "reminders made that nobody asked for",
    );
    expect(
      wrong({ expected: { made: [rent] }, after: takeSnapshot([row("1"), row("2")]) }),
    ).toContain("the same thing twice");
  });

  it("a new reminder may have its rule's parts in any order", () => {
    const weekly = { ...rent, kind: "recurring", rrule: "FREQ=WEEKLY;BYDAY=TH" } as const;
    const made = row("1", { kind: "recurring", rrule: "BYDAY=TH;FREQ=WEEKLY;INTERVAL=1" });
    expect(wrong({ expected: { made: [weekly] }, after: takeSnapshot([made]) })).toEqual([]);
  });
});

describe("a change", () => {
  const before = takeSnapshot([row("1"), row("2", { content: "交电费" })]);
  const named = { rent: "1", bill: "2" };
  const expected: Expected = { changed: [{ row: "rent", at: { days: 1, at: "16:00" } }] };
  const later = { local_start: "2026-06-11T16:00:00", next_fire_at: "2026-06-11T08:00:00.000Z" };

  it("a change is right when the row that was meant has the time that was meant", () => {
    expect(
      wrong({
        expected,
        before,
        named,
        after: takeSnapshot([row("1", later), row("2", { content: "交电费" })]),
      }),
    ).toEqual([]);
  });

  it("a change is wrong when nothing happened, when another row moved, and when more than the time changed", () => {
    expect(wrong({ expected, before, named, after: before })).toEqual(["rent changes"]);
    expect(
      wrong({
        expected,
        before,
        named,
        after: takeSnapshot([row("1"), row("2", { content: "交电费", ...later })]),
      }),
    ).toEqual(["rent changes", "reminders changed that nobody meant"]);
    expect(
      wrong({
        expected,
        before,
        named,
        after: takeSnapshot([
          row("1", { ...later, duration_minutes: 5 }),
          row("2", { content: "交电费" }),
        ]),
      }),
    ).toEqual(["rent: fields that changed besides"]);
  });

  it("a change that ends a row must end the right one, in the right way", () => {
    const ends: Expected = { ended: [{ row: "rent", as: "deleted" }] };
    const other = takeSnapshot([row("1"), row("2", { content: "交电费", lifecycle: "deleted" })]);
    expect(wrong({ expected: ends, before, named, after: other })).toEqual([
      "rent ends",
      "reminders ended that nobody meant",
    ]);
    const done = takeSnapshot([
      row("1", { lifecycle: "completed" }),
      row("2", { content: "交电费" }),
    ]);
    expect(wrong({ expected: ends, before, named, after: done })).toEqual(["rent ends"]);
    expect(
      wrong({
        expected: ends,
        before,
        named,
        after: takeSnapshot([row("2", { content: "交电费" })]),
      }),
    ).toContain("rows that vanished");
  });
});

describe("whatever was expected", () => {
  it("an outcome that the case forbids is a finding", () => {
    expect(
      wrong({
        expected: { made: [rent] },
        after: takeSnapshot([row("1")]),
        forbid: ["reminder_create"],
      }),
    ).toEqual(["forbidden by the case"]);
    expect(
      wrong({ expected: { made: [rent] }, after: takeSnapshot([row("1")]), forbid: ["any_write"] }),
    ).toEqual(["forbidden by the case"]);
  });

  it("rows of people outside of the case stay as they are", () => {
    expect(wrong({ expected: {}, after: takeSnapshot([], { elsewhere: "changed" }) })).toEqual([
      "rows of people outside of the case are as they were",
    ]);
  });

  it("a turn that failed, said nothing, was not delivered or took two messages is wrong", () => {
    const after = takeSnapshot([]);
    expect(
      wrong({ expected: {}, after, turn: { status: "failed", disposition: "failed" } }),
    ).toEqual(["how the turn ended", "disposition"]);
    expect(wrong({ expected: {}, after, turn: { replies: [" "] } })).toEqual([
      "the reply has words",
    ]);
    expect(wrong({ expected: {}, after, turn: { deliveries: ["sent", "unknown"] } })).toEqual([
      "every part was taken by the channel",
    ]);
    expect(wrong({ expected: {}, after, turn: { deliveries: [] } })).toEqual([
      "every part was taken by the channel",
    ]);
    expect(wrong({ expected: {}, after, turn: { window: 2 } })).toEqual([
      "the turn answered this message alone",
    ]);
  });

  it("a message that was left to talk was not understood, and numbers that the reply must contain are missing when they are", () => {
    const after = takeSnapshot([]);
    expect(wrong({ expected: {}, after, turn: { skill: "chat" } })).toEqual([
      "the skill that took it",
    ]);
    expect(wrong({ expected: { talk: true }, after, turn: { skill: "chat" } })).toEqual([]);
    expect(
      wrong({ expected: { figures: ["10:00"] }, after, turn: { replies: ["until 11:00"] } }),
    ).toEqual(["figures that the reply leaves out"]);
  });

  it("a reminder fires once and reaches its person", () => {
    const fire = {
      reminder_id: "1",
      occurrence_key: "k",
      message_id: "m",
      due_at: due,
      fired_at: due,
    };
    const done = [row("1", { lifecycle: "completed", next_fire_at: null })];
    const judgeNotice = [
      delivery("d", "me", {
        delivery_source: "reminder",
        message_id: "m",
        text: "⏰ 15:00 交房租",
      }),
    ];
    const went = {
      expected: { fired: ["rent"] },
      before: takeSnapshot([row("1")]),
      named: { rent: "1" },
      endedAt: Date.parse(due),
    } as const;
    expect(
      wrong({ ...went, after: takeSnapshot(done, { fires: [fire], deliveries: judgeNotice }) }),
    ).toEqual([]);
    expect(wrong({ ...went, after: takeSnapshot(done, { fires: [fire] }) })).toEqual([
      "what went off and the channel did not take",
    ]);
    const twice = [fire, { ...fire, occurrence_key: "k2" }];
    expect(
      wrong({ ...went, after: takeSnapshot(done, { fires: twice, deliveries: judgeNotice }) }),
    ).toEqual(["what went off"]);
  });

  it("a title of another person is shown to no other", () => {
    expect(
      wrong({
        expected: {},
        after: takeSnapshot([]),
        secrets: ["体检 ·s1"],
        turn: { replies: ["张三那时有体检 ·s1"] },
      }),
    ).toEqual(["other people's rows that somebody is told of"]);
  });
});

describe("with friends", () => {
  const createSharedRow = (changes: object = {}) => ({
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
  const told = [
    delivery("d", "friend", { text: "Ming 和你约了：明天 6月11日 周四 18:00 吃火锅。" }),
  ];
  const expected: Expected = {
    shared: { made: [{ title: "吃火锅", with: ["friend"], at: { days: 1, at: "18:00" } }] },
    told: ["friend"],
  };
  const both = [part("1", "me"), part("2", "friend")];

  it("a shared reminder is right when each has a part at the same moment and the other is notified once", () => {
    expect(
      wrong({
        expected,
        after: takeSnapshot(both, { shared: [createSharedRow()], deliveries: told }),
      }),
    ).toEqual([]);
  });

  it("a shared reminder is wrong when a part is missing or at another moment, and when the other is notified not at all or twice", () => {
    expect(
      wrong({
        expected,
        after: takeSnapshot([part("1", "me")], { shared: [createSharedRow()], deliveries: told }),
      }),
    ).toEqual(["“吃火锅”: whose reminders it made"]);
    const apart = [
      part("1", "me"),
      part("2", "friend", { next_fire_at: "2026-06-11T11:00:00.000Z" }),
    ];
    expect(
      wrong({
        expected,
        after: takeSnapshot(apart, { shared: [createSharedRow()], deliveries: told }),
      }),
    ).toEqual(["“吃火锅”: moments of its parts", "what 张三 (friend) was told: when “吃火锅” is"]);
    expect(wrong({ expected, after: takeSnapshot(both, { shared: [createSharedRow()] }) })).toEqual(
      ["what 张三 (friend) was told"],
    );
    const twice = [
      ...told,
      delivery("d2", "friend", { text: "Ming 和你约了：明天 6月11日 周四 18:00 吃火锅。" }),
    ];
    expect(
      wrong({
        expected,
        after: takeSnapshot(both, { shared: [createSharedRow()], deliveries: twice }),
      }),
    ).toEqual(["what 张三 (friend) was told"]);
  });

  it("a cancelled shared reminder is gone for both people", () => {
    const before = takeSnapshot(both, { shared: [createSharedRow()] });
    const gone = {
      expected: { shared: { cancelled: ["dinner"] }, told: ["friend"] },
      before,
      named: { dinner: "s" },
    } as const;
    const ended = both.map((each) => ({ ...each, lifecycle: "deleted", next_fire_at: null }));
    expect(
      wrong({
        ...gone,
        after: takeSnapshot(ended, {
          shared: [createSharedRow({ status: "cancelled" })],
          deliveries: told,
        }),
      }),
    ).toEqual([]);
    expect(
      wrong({
        ...gone,
        after: takeSnapshot(both, {
          shared: [createSharedRow({ status: "cancelled" })],
          deliveries: told,
        }),
      }),
    ).toEqual(["dinner: parts that are left"]);
  });

  it("a shared reminder is wrong when the friend is notified of another hour, another thing or another person", () => {
    const judgeNotice = (text: string): string[] =>
      wrong({
        expected,
        after: takeSnapshot(both, {
          shared: [createSharedRow()],
          deliveries: [delivery("d", "friend", { text })],
        }),
      });
    expect(judgeNotice("Ming 和你约了：明天 6月11日 周四 19:00 吃火锅。")).toEqual([
      "what 张三 (friend) was told: when “吃火锅” is",
    ]);
    expect(judgeNotice("Ming 和你约了：后天 18:00 吃火锅。")).toEqual([
      "what 张三 (friend) was told: when “吃火锅” is",
    ]);
    expect(judgeNotice("Ming 和你约了：明天 18:00 看电影。")).toEqual([
      "what 张三 (friend) was told: things that it leaves out",
    ]);
    expect(judgeNotice("有人和你约了：明天 18:00 吃火锅。")).toEqual([
      "what 张三 (friend) was told: who did it",
    ]);
  });
});

describe("what the reply tells", () => {
  const saying = (text: string): string[] =>
    wrong({
      expected: { made: [rent] },
      after: takeSnapshot([row("1")]),
      turn: { replies: [text] },
    });

  it("the time in a reply must be the hour and the day of the row", () => {
    expect(saying("好，明天 6月11日 周四 15:00 提醒你：交房租。")).toEqual([]);
    expect(saying("OK, I'll remind you tomorrow at 3 pm.")).toEqual([]);
    for (const text of [
      "好，明天 16:00 提醒你。",
      "好，今天 15:00 提醒你。",
      "好，15:00 提醒你。",
      "好，提醒你。",
    ])
      expect(saying(text)).toEqual(["the reply tells when “交房租” is"]);
  });

  it("the time in a reply must hold for what is listed, too", () => {
    const list = {
      expected: { names: ["rent"] },
      before: takeSnapshot([row("1")]),
      after: takeSnapshot([row("1")]),
      named: { rent: "1" },
    };
    expect(wrong({ ...list, turn: { replies: ["明天 6月11日：\n· 15:00 交房租"] } })).toEqual([]);
    expect(wrong({ ...list, turn: { replies: ["明天 6月11日：\n· 14:00 交房租"] } })).toEqual([
      "the reply tells when rent is",
    ]);
  });
});

describe("what goes off late", () => {
  const fire = {
    reminder_id: "1",
    occurrence_key: "k",
    message_id: "m",
    due_at: due,
    fired_at: due,
  };
  const arriving = (text: string, hours: number): string[] =>
    wrong({
      expected: { arrived: ["rent"] },
      before: takeSnapshot([row("1")], { fires: [fire] }),
      after: takeSnapshot([row("1", { lifecycle: "completed", next_fire_at: null })], {
        fires: [fire],
        deliveries: [delivery("d", "me", { message_id: "m", text })],
      }),
      named: { rent: "1" },
      endedAt: Date.parse(due) + hours * 3_600_000,
    });

  it("a late reminder says on which day it was due and how late it is, both as of now", () => {
    expect(arriving("⏰ 15:00 交房租（晚了 3 小时）", 3)).toEqual([]);
    expect(arriving("⏰ 昨天 15:00 交房租", 18)).toEqual([]);
    expect(arriving("⏰ yesterday 15:00 交房租 (18 h late)", 18)).toEqual([]);
    expect(arriving("⏰ 15:00 交房租（晚了 1 分钟）", 3)).toEqual([
      "“交房租” goes off: how late the words say it is",
    ]);
    expect(arriving("⏰ 15:00 交房租", 3)).toEqual([
      "“交房租” goes off: the words say that it is late",
    ]);
    expect(arriving("⏰ 15:00 交房租", 18)).toEqual([
      "“交房租” goes off: the words say when it was due",
    ]);
  });
});

it("a reminder that fired unseen is not over until it was seen", () => {
  const fire = {
    reminder_id: "1",
    occurrence_key: "k",
    message_id: "m",
    due_at: due,
    fired_at: due,
  };
  const waiting = (lifecycle: string): string[] =>
    wrong({
      expected: { parked: ["rent"] },
      before: takeSnapshot([row("1")]),
      after: takeSnapshot([row("1", { lifecycle, next_fire_at: null })], {
        fires: [fire],
        deliveries: [delivery("d", "me", { message_id: "m", status: "waiting_for_user" })],
      }),
      named: { rent: "1" },
    });
  expect(waiting("active")).toEqual([]);
  expect(waiting("completed")).toEqual(["rent is over"]);
});

describe("what the connector got", () => {
  const sent = delivery("d", "me", { text: "好", delivery_source: "reply" });
  const call = {
    wxid: "w1",
    account_id: "me",
    text: "好",
    context_token: "t",
    delivery_id: "d",
    taken: true,
  };
  const got = (calls: Snapshot["calls"], deliveries = [sent]): string =>
    wrong({
      expected: {},
      before: takeSnapshot([], { calls: [] }),
      after: takeSnapshot([], {
        calls,
        deliveries,
        newestTokens: [{ account_id: "me", token: "t" }],
      }),
    }).join("; ");

  it("the connector's calls must be what the rows say: each part once, to its person, with its words and the newest context", () => {
    expect(got([call])).toBe("");
    expect(got([])).toBe("“好” is sent: calls that the connector got");
    expect(got([{ ...call, taken: false }])).toBe("“好” is sent: calls that the connector got");
    expect(got([call, call])).toBe("“好” is sent: calls that the connector got");
    expect(got([{ ...call, wxid: "w2" }])).toBe("“好” is sent: to whom it went");
    expect(got([{ ...call, text: "坏" }])).toBe("“好” is sent: the words that went out");
    expect(got([{ ...call, context_token: "old" }])).toBe("“好” is sent: its context");
    expect(got([call], [])).toBe("calls to the connector that no row tells of");
  });

  it("the connector's calls must come in the order in which they were queued", () => {
    const other = delivery("e", "me", { text: "再见", ordinal: 2 });
    const second = { ...call, delivery_id: "e", text: "再见" };
    expect(got([call, second], [sent, other])).toBe("");
    expect(got([second, call], [sent, other])).toBe("the order in which the connector got them");
  });

  it("the connector's calls are not judged where they cannot be seen", () => {
    expect(got(undefined)).toBe("");
  });
});
