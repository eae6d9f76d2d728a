import { pauseSkill } from "../support/directed-skill.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Clock } from "../../src/domain/ports/clock.ts";
import type { Outlook } from "../../src/domain/ports/delivery-outlook.ts";
import { engine } from "../../src/domain/principal.ts";
import type { TimerOutcome } from "../../src/domain/timers.ts";
import { ModelFailure } from "../../src/domain/ports/model.ts";
import { productProjector } from "../../src/main/projections.ts";
import { createScriptedModel, type ScriptedModel } from "../../src/model/scripted.ts";
import { chatSkill } from "../../src/skills/chat/skill.ts";
import { timedWords } from "../../src/skills/reminders/firing/due-pieces.ts";
import { reminderTimer } from "../../src/skills/reminders/firing/fire.ts";
import { createRemindersSkill } from "../../src/skills/reminders/skill.ts";
import { record } from "../../src/store/log/record.ts";
import { createFixedOutlook } from "../support/fixed-outlook.ts";
import { type Lab, openLab } from "../support/lab.ts";
import { remindAll } from "../support/reminder-lab.ts";
import { type OpenStore, postgresStore } from "../support/stores.ts";

const settings = {
  overlap: "warn",
  clarificationMinutes: 10,
  nightlyHour: 20,
  latePolicy: "fire",
} as const;
let open: OpenStore;
let lab: Lab | undefined;
let counted: string[];
/** It stands still until a test sets it; nothing waits for it. */
const time = { now: 0 };
const clock: Clock = {
  now: () => time.now,
  wait: (_, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) resolve();
      signal?.addEventListener("abort", () => resolve());
    }),
};

beforeAll(async () => {
  open = await postgresStore.open();
});
afterAll(() => open.close());
beforeEach(async () => {
  await open.empty();
  counted = [];
  return () => lab?.close();
});

interface Given {
  readonly model?: ScriptedModel;
  readonly outlook?: Outlook | ((at: string) => Outlook);
  /** Stands between the decision and its commit. */
  readonly between?: () => Promise<void>;
}

async function start({
  model = createScriptedModel(),
  outlook,
  between,
}: Given = {}): Promise<Lab> {
  const metrics = {
    count: (name: string, labels: Readonly<Record<string, string>> = {}) =>
      void counted.push(`${name} ${Object.values(labels).join(" ")}`),
    observe: () => undefined,
  };
  const reminders = createRemindersSkill({
    settings,
    metrics,
    ...(outlook === undefined
      ? {}
      : {
          outlook: createFixedOutlook((_, at) =>
            typeof outlook === "function" ? outlook(at) : outlook,
          ),
        }),
  });
  const skills = [
    pauseSkill(reminders, async () => between?.()),
    chatSkill({ historyMessages: 5 }),
  ];
  // Ten in the morning of a Monday, in UTC.
  time.now = Date.UTC(2026, 5, 8, 10);
  lab = await openLab({ db: open.db, clock, model, skills });
  return lab;
}

async function sayAndRead(text: string, from = "ada"): Promise<string> {
  if (lab === undefined) throw new Error("start first");
  await lab.say(text, { from });
  await lab.idle();
  expect(lab.complaints).toEqual([]);
  const [reply] = await open.db.rows<{ text: string }>(
    "select text from message where direction = 'outbound' order by event_id desc limit 1",
  );
  return reply?.text ?? "";
}

const rows = (): Promise<{ content: string; lifecycle: string; start: string | null }[]> =>
  open.db.rows(
    "select content, lifecycle, local_start as start from reminder order by created_at, id",
  );
const listStaged = async (): Promise<string[]> =>
  (
    await open.db.rows<{ name: string }>(
      "select domain || '.' || operation as name from staged_command order by created_at, idempotency_key",
    )
  ).map(({ name }) => name);

describe("a model uses the same commands", () => {
  it("a model uses the same commands with phrases for times, and what was written stands at the end of its reply in fixed words", async () => {
    const args = { content: "call the dentist about the 3pm slot", time_phrase: "tomorrow at 9am" };
    const model = createScriptedModel([
      { kind: "tools", calls: [{ name: "create_reminder", args }] },
      { kind: "text", text: "Sure, I will!" },
    ]);
    await start({ model });
    expect(
      await sayAndRead("I need to call the dentist about the 3pm slot, so tomorrow at 9am it is"),
    ).toBe(
      "Sure, I will!\n\nOK, I'll remind you tomorrow, Tue 9 Jun, 09:00: call the dentist about the 3pm slot.\nSay “undo” to take it back.",
    );
    expect(await rows()).toEqual([
      { content: args.content, lifecycle: "active", start: "2026-06-09T09:00:00" },
    ]);
    expect(await listStaged()).toEqual(["reminder.create"]);
    expect(model.requests[0]?.toolResults).toEqual([
      expect.objectContaining({ done: true, staged: ["create"] }),
    ]);
  });

  it("a model uses the same commands under the same guards: a phrase that they refuse comes back as the question to ask, and an answer finishes it by rules", async () => {
    const args = { content: "call the dentist", time_phrase: "some day next week" };
    const model = createScriptedModel([
      { kind: "tools", calls: [{ name: "create_reminder", args }] },
      { kind: "text", text: "All set." },
    ]);
    await start({ model });
    const reply = await sayAndRead("remind me to call the dentist some day next week");
    expect(reply).toMatch(/^\(No reminder was written or changed\.\)\n.*\?/);
    expect(await rows()).toEqual([]);
    expect(await listStaged()).toEqual([]);
    expect(model.requests[0]?.toolResults).toEqual([expect.objectContaining({ done: false })]);
    expect(await sayAndRead("next Tuesday at 9am")).toContain("Tue 16 Jun, 09:00");
    expect((await rows()).map(({ content }) => content)).toEqual(["call the dentist"]);
  });

  it("a model uses the same commands to move, finish, look up and take back what exists", async () => {
    const model = createScriptedModel();
    await start({ model });
    await sayAndRead("remind me tomorrow at 6pm to call mom");
    const use = async (text: string, name: string, args: object): Promise<string> => {
      model.script({ kind: "tools", calls: [{ name, args }] }, { kind: "text", text: "-" });
      return sayAndRead(text);
    };
    const moved = await use("hm, that call mom thing had better be at 7pm", "update_reminder", {
      which: "mom",
      time_phrase: "7pm",
    });
    expect(moved).toContain("“call mom” is now tomorrow, Tue 9 Jun, 19:00");
    expect(await use("that is a lot, I guess", "list_reminders", { day_phrase: "tomorrow" })).toBe(
      "-",
    );
    expect(model.requests.at(-1)?.toolResults).toEqual([
      { reminders: ["tomorrow, Tue 9 Jun:\n· 19:00 call mom"] },
    ]);
    const back = await use(
      "please take that back somehow, it was a mistake",
      "undo_last_change",
      {},
    );
    expect(back).toContain("As before: call mom · tomorrow, Tue 9 Jun, 18:00");
    expect(
      await use("call mom got done already", "complete_reminder", { which: "call mom" }),
    ).toContain("“call mom” is done.");
    const dropped = await use("that swimming thing has to be dropped", "delete_reminder", {
      which: "swimming",
    });
    expect(dropped).toContain("(No reminder was written or changed.)");
    expect(await listStaged()).toEqual([
      "reminder.create",
      "reminder.update_reminder",
      "reminder.undo",
      "reminder.complete_reminder",
    ]);
  });

  it("a tool's argument can name neither an account, a channel nor an address", async () => {
    const model = createScriptedModel([{ kind: "text", text: "Hello." }]);
    await start({ model });
    await sayAndRead("hello there");
    const names =
      model.requests[0]?.request.tools?.flatMap(({ parameters }) =>
        Object.keys(parameters["properties"] as object),
      ) ?? [];
    expect(names).toContain("time_phrase");
    expect(
      names.filter((name) => /account|owner|channel|url|host|conversation|user|id$/.test(name)),
    ).toEqual([]);
  });

  it("a chat message that comes together with a request gets its own answer, and the request stands when it gets none", async () => {
    const model = createScriptedModel([{ kind: "text", text: "I am fine." }]);
    await start({ model });
    const route = { channel: "post", channelAccount: "main", scope: "user:ada", peer: "ada" };
    const how = { route, subject: "ada", busyPolicy: "queue", provision: true } as const;
    await lab?.spine.ports.inbox.take({
      messages: [
        { ...how, vendorId: "1", text: "how are you" },
        { ...how, vendorId: "2", text: "remind me tomorrow at 6pm to call mom" },
      ],
    });
    await lab?.idle();
    const replies = await open.db.rows<{ text: string }>(
      "select text from message where direction = 'outbound' order by event_id",
    );
    expect(replies.map(({ text }) => text)).toEqual([
      expect.stringContaining("call mom"),
      "I am fine.",
    ]);
    expect(model.requests[0]?.request.messages.at(-1)).toMatchObject({ content: "how are you" });
  });
});

describe("of a change and a fire of the same moment", () => {
  it("either a change or a fire of the same moment wins: a reminder that fired while it was cancelled is reported as fired", async () => {
    const due = Date.UTC(2026, 5, 8, 10, 30);
    let fires = 0;
    await start({
      between: async () => {
        const [row] = await open.db.rows<{ id: string }>(
          "select id from reminder where lifecycle = 'active'",
        );
        const isCancelling =
          (await open.db.rows("select 1 from turn where completed_at is not null")).length === 1;
        if (row === undefined || !isCancelling || fires > 0) return;
        fires += 1;
        const [owner] = await open.db.rows<{ id: string }>("select id from account");
        const timer = [
          {
            id: "t",
            kind: "reminder",
            accountId: owner?.id ?? "",
            conversationId: null,
            dueAt: due,
          },
        ];
        const fired = await reminderTimer({ digestAfterMs: 1e9 }).fire(timer, {
          now: due,
          read: open.db,
          newId: () => "fire",
        });
        for (const each of fired) await recordArrival(each);
      },
    });
    await sayAndRead("remind me in 30 minutes to drink water");
    const reply = await sayAndRead("cancel drink water");
    expect(fires).toBe(1);
    expect(reply).toBe("“drink water” has gone off already; there is nothing to cancel.");
    expect((await rows()).map(({ lifecycle }) => lifecycle)).toEqual(["completed"]);
    expect(await listStaged()).toEqual(["reminder.create"]);
  });
});

/** It fires, and its words arrive. */
const recordArrival = ({ events, words }: TimerOutcome): Promise<unknown> =>
  open.db.transaction(engine, (sql) =>
    record(sql, productProjector(), [
      ...events,
      ...timedWords.facts(words?.pieces ?? [], "arrived", time.now),
    ]),
  );

it("a quote of one of several reminders that fired is about that one", async () => {
  await start();
  await sayAndRead("remind me in 5 minutes to drink water");
  await sayAndRead("remind me in 6 minutes to take my pills");
  const [owner] = await open.db.rows<{ id: string }>("select id from account");
  time.now += 7 * 60_000;
  const due = [
    {
      id: "t",
      kind: "reminder",
      accountId: owner?.id ?? "",
      conversationId: null,
      dueAt: time.now,
    },
  ];
  const fired = await reminderTimer({ digestAfterMs: 1e9 }).fire(due, {
    now: time.now,
    read: open.db,
    newId: () => "fire",
  });
  for (const each of fired) await recordArrival(each);
  const route = { channel: "post", channelAccount: "main", scope: "user:ada", peer: "ada" };
  const quote = { from: "us", text: "⏰ 10:05 drink water" };
  const how = {
    route,
    subject: "ada",
    busyPolicy: "queue",
    provision: true,
    payload: { quote },
  } as const;
  await lab?.spine.accept({ ...how, vendorId: "quoting", text: "done" });
  await lab?.idle();
  expect(await open.db.rows("select content, completion from reminder order by content")).toEqual([
    { content: "drink water", completion: "done" },
    { content: "take my pills", completion: "fired" },
  ]);
});

describe("a model reads what the rules would ask about", () => {
  const listRequests = (model: ScriptedModel): string[] =>
    model.requests.map(({ request }) => request.messages.map(({ content }) => content).join("\n"));

  it("a model gets the rules' reading as a hint and acts through the same commands, and nothing is asked", async () => {
    const args = { content: "buy milk", time_phrase: "tomorrow at 8am" };
    const model = createScriptedModel([
      { kind: "tools", calls: [{ name: "create_reminder", args }] },
      { kind: "text", text: "Will do." },
    ]);
    await start({ model });
    await sayAndRead("remind me tomorrow at 8am or 9am to buy milk");
    expect(listRequests(model)[0]).toContain("read_by_rules");
    expect(listRequests(model)[0]).toContain("they_would_ask");
    expect((await rows()).map(({ start: at }) => at)).toEqual(["2026-06-09T08:00:00"]);
    expect(await open.db.rows("select 1 from pending_clarification where status = 'open'")).toEqual(
      [],
    );
  });

  it("a model that asks back leaves the question open, said once, and the answer is read by rules", async () => {
    const model = createScriptedModel([{ kind: "text", text: "Sure! When shall I remind you?" }]);
    await start({ model });
    expect(await sayAndRead("remind me to buy milk")).toBe("Sure! When shall I remind you?");
    expect(listRequests(model)[0]).toContain('"unsure_because":["no_time"]');
    expect(await sayAndRead("tomorrow at 9am")).toContain("Tue 9 Jun, 09:00: buy milk");
  });

  it("a model that neither acts nor asks is followed by the rules' question, and one that claims is put right", async () => {
    const model = createScriptedModel([
      { kind: "text", text: "Nice." },
      { kind: "text", text: "Done, I've set a reminder for 9am." },
    ]);
    await start({ model });
    expect(await sayAndRead("remind me to buy milk")).toMatch(
      /^Nice\.\n\nWhen should I remind you\?/,
    );
    const claimed = await sayAndRead("remind me to buy bread");
    expect(claimed).toMatch(/\(No(?:thing has been set or| reminder was written or) changed\.\)/);
    expect(claimed).toContain("When should I remind you?");
    expect(await rows()).toEqual([]);
  });

  it("a model's guess of a time that the person did not say is asked about, as ever", async () => {
    const args = { content: "buy milk", time_phrase: "tomorrow at 8am" };
    const model = createScriptedModel([
      { kind: "tools", calls: [{ name: "create_reminder", args }] },
      { kind: "text", text: "Done!" },
    ]);
    await start({ model });
    const reply = await sayAndRead("remind me to buy milk");
    expect(reply).toContain("tomorrow, Tue 9 Jun, 08:00");
    expect(reply).toContain("?");
    expect(await rows()).toEqual([]);
  });
});

describe("what is open", () => {
  const questions = async (): Promise<string[]> =>
    (
      await open.db.rows<{ status: string }>(
        "select status from pending_clarification order by created_at, id",
      )
    ).map(({ status }) => status);

  it("an open question is kept for its time, and ends as answered, replaced or expired; a question is not a command", async () => {
    await start({ model: createScriptedModel([], () => ({ kind: "text", text: "Sure." })) });
    await sayAndRead("remind me to buy milk");
    expect(await questions()).toEqual(["open"]);
    await sayAndRead("remind me to buy bread");
    expect(await questions()).toEqual(["superseded", "open"]);
    expect(await listStaged()).toEqual([]);
    await sayAndRead("tomorrow at 9am");
    expect(await questions()).toEqual(["superseded", "consumed"]);
    await sayAndRead("remind me to buy eggs");
    time.now += 11 * 60_000;
    await sayAndRead("remind me tomorrow at noon to buy eggs");
    expect(await questions()).toEqual(["superseded", "consumed", "expired"]);
  });

  it("an open question belongs to one person of a group", async () => {
    await start({ model: createScriptedModel([], () => ({ kind: "text", text: "chat" })) });
    const inGroup = async (from: string, text: string): Promise<string> => {
      await lab?.spine.accept({
        route: { channel: "post", channelAccount: "main", scope: "group:1", peer: "group" },
        vendorId: `${from}-${text}`,
        subject: from,
        text,
        busyPolicy: "queue",
        provision: true,
      });
      await lab?.idle();
      expect(lab?.complaints).toEqual([]);
      const [reply] = await open.db.rows<{ text: string }>(
        "select text from message where direction = 'outbound' order by event_id desc limit 1",
      );
      return reply?.text ?? "";
    };
    expect(await inGroup("ada", "remind me to buy milk")).toContain("When should I remind you?");
    expect(await inGroup("bob", "tomorrow at 9am")).toBe("chat");
    expect(await inGroup("bob", "remind me to buy bread")).toContain("When should I remind you?");
    expect(await inGroup("ada", "tomorrow at 9am")).toContain("buy milk");
    expect(await inGroup("bob", "undo")).toBe("There is nothing to undo.");
    expect(await inGroup("ada", "undo")).toContain("Undone: “buy milk”");
  });
});

it("undo restores all cancelled reminders, however many there were", async () => {
  await start();
  await sayAndRead("remind me tomorrow at 9 to buy milk");
  const [{ id: accountId } = { id: "" }] = await open.db.rows<{ id: string }>(
    "select owner_account_id as id from reminder",
  );
  await remindAll(
    open.db,
    Array.from({ length: 499 }, (_, nth) => ({
      accountId,
      now: time.now,
      content: `task ${nth}`,
      at: `2026-07-${String(1 + (nth % 28)).padStart(2, "0")}T09:00`,
    })),
  );
  const active = () =>
    open.db.rows("select id, next_fire_at from reminder where lifecycle = 'active' order by id");
  const before = await active();
  const question = await sayAndRead("delete all reminders");
  expect(question).toMatch(/^Cancel these 500 reminders\?/);
  expect(question).toContain("… and 480 more");
  await sayAndRead("yes");
  expect(await active()).toEqual([]);
  const back = await sayAndRead("oops, undo");
  expect(back).toContain("… and 490 more in the same way, 500 in all.");
  expect(back).not.toContain("no longer there");
  expect(await active()).toEqual(before);
});

it("a person who can't be reached by then is notified while they are still there", async () => {
  await start({
    outlook: { kind: "closed", reason: "window_closed", windowEndsAt: "2026-06-09T10:00:00.000Z" },
  });
  expect(await sayAndRead("remind me on Friday at 9am to call mom")).toContain(
    "Note: this chat app lets me write only for a while after your last message (until tomorrow, Tue 9 Jun, 10:00)",
  );
});

it("the warning names what comes after the window's end and no other, and a series whose second time does", async () => {
  const windowEndsAt = "2026-06-09T10:00:00.000Z";
  await start({
    outlook: (at) =>
      at < windowEndsAt
        ? { kind: "open" }
        : { kind: "closed", reason: "window_closed", windowEndsAt },
  });
  expect(await sayAndRead("remind me tomorrow at 7 to stretch")).not.toContain("Note:");
  const both = await sayAndRead(
    "remind me tomorrow at 7:30 to run, tomorrow at 8 to buy milk and tomorrow at 8pm to call Ann",
  );
  expect(both).toContain("so “call Ann” may have to wait");
  expect(await sayAndRead("remind me every day at 9am to walk")).toContain(
    "Note: write to me before then",
  );
  expect(await sayAndRead("skip walk tomorrow")).not.toContain("Note:");
});

it("the warning after an undo of many counts all that can't come in time", async () => {
  await start({
    outlook: { kind: "closed", reason: "window_closed", windowEndsAt: "2026-06-09T10:00:00.000Z" },
  });
  await sayAndRead("remind me tomorrow at 9 to buy milk");
  const [{ id: accountId } = { id: "" }] = await open.db.rows<{ id: string }>(
    "select owner_account_id as id from reminder",
  );
  await remindAll(
    open.db,
    Array.from({ length: 59 }, (_, nth) => ({
      accountId,
      now: time.now,
      content: `task ${nth}`,
      at: `2026-07-${String(1 + (nth % 28)).padStart(2, "0")}T09:00`,
    })),
  );
  await sayAndRead("delete all reminders");
  await sayAndRead("yes");
  expect(await sayAndRead("undo")).toContain("“buy milk” and 59 more may have to wait");
});

it("the reading of each message is counted, with its reason", async () => {
  await start({ model: createScriptedModel([], () => ({ kind: "text", text: "hm" })) });
  await sayAndRead("remind me to buy milk");
  await sayAndRead("remind me tomorrow at 9 to buy bread");
  await sayAndRead("nice weather");
  expect(counted).toEqual([
    "meanwhile_interpret_total clarify no_time",
    "meanwhile_interpret_total create guessed_half_of_day",
    "meanwhile_interpret_total none no_request",
  ]);
});

it("a to-do without a time sets the evening's question", async () => {
  await start();
  await sayAndRead("remind me to buy milk, no time");
  expect(await open.db.rows("select kind, due_at from timer")).toEqual([
    { kind: "nightly", due_at: "2026-06-08T20:00:00.000Z" },
  ]);
});

describe("what the rules do not read", () => {
  const unread = "每天早上8点提醒我吃药，节假日除外";

  it("a request that the rules do not read is a model's, and stays open when the model makes nothing of it, whatever it says", async () => {
    await start({ model: createScriptedModel([{ kind: "text", text: "Done!" }]) });
    expect(await sayAndRead(unread)).toBe(
      "（还没有记下或改动任何提醒。）\n这个时间我没看懂，换个说法？",
    );
    expect(await rows()).toEqual([]);
    expect(await open.db.rows("select status from pending_clarification")).toEqual([
      { status: "open" },
    ]);
  });

  it("a sentence that may be a request is a model's to talk about: nothing is written, and a yes still makes it one", async () => {
    await start({ model: createScriptedModel([{ kind: "text", text: "好准时啊。" }]) });
    const reply = await sayAndRead("楼下的广播每天早上六点半准时叫我起床");
    expect(reply).toBe(
      "好准时啊。\n\n（还没有记下或改动任何提醒。）\n要我记下「起床」吗（每天，从 明天 6月9日 周二 06:30）？",
    );
    expect(await rows()).toEqual([]);
    expect(await sayAndRead("好")).toContain("每天 06:30");
    expect(await rows()).toMatchObject([{ content: "起床", lifecycle: "active" }]);
  });

  it("a request that the rules do not read is asked about when the model can't be reached", async () => {
    const failure = new ModelFailure("unreachable", "away");
    await start({ model: createScriptedModel([{ kind: "fail", failure }]) });
    expect(await sayAndRead(unread)).toBe(
      "（还没有记下或改动任何提醒。）\n这个时间我没看懂，换个说法？",
    );
  });
});
