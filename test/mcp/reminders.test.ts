import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Called, type Owner, type Programs, startPrograms } from "./programs.ts";

let world: Programs;

beforeAll(async () => {
  world = await startPrograms();
}, 60_000);
afterAll(() => world.close());

type Row = Readonly<Record<string, unknown>>;
const readRows = ({ data }: Called): readonly Row[] => data["reminders"] as readonly Row[];
const titles = (called: Called): unknown[] => readRows(called).map(({ title }) => title);

const open = async (): Promise<Owner> => world.person();

describe("the tools for reminders over MCP", () => {
  it("a program lists the tools of MCP in one order, with their hints and schemas", async () => {
    const { client } = await (await open()).connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "remember_to",
      "list_reminders",
      "change_reminders",
      "undo",
      "whats_on",
      "free_times",
      "plan_with",
      "tell_me",
      "delivery_status",
      "recall",
      "who_knows",
      "why",
      "digest",
      "next_beat",
    ]);
    const hints = Object.fromEntries(
      tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
    );
    expect(hints).toMatchObject({ list_reminders: true, remember_to: false, whats_on: true });
    for (const { inputSchema } of tools)
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
  });

  it("a program gets what people ask for again and again as prompts of MCP, in the person's language", async () => {
    const ada = await open();
    const { client } = await ada.connect();
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["my_day", "weekly_review"]);
    const textOf = async () =>
      (await client.getPrompt({ name: "my_day" })).messages.map(({ content }) => content);
    expect(await textOf()).toEqual([
      { type: "text", text: expect.stringMatching(/^What is on today\?/) },
    ]);
    await ada.call("PATCH", "/api/account", { language: "zh" });
    expect(await textOf()).toEqual([
      { type: "text", text: expect.stringMatching(/^我今天有什么安排/) },
    ]);
  });

  it("a program reads all reminders over MCP page by page, each once", async () => {
    const program = await (await open()).connect();
    const items = [9, 10, 11].map((hour) => ({
      title: `at ${hour}`,
      at: `2099-01-01T${hour < 10 ? "0" : ""}${hour}:00`,
    }));
    await program.call("remember_to", { items });
    const first = await program.call("list_reminders", { limit: 2 });
    const second = await program.call("list_reminders", { limit: 2, after: first.data["next"] });
    expect([titles(first), titles(second), second.data["next"]]).toEqual([
      ["at 9", "at 10"],
      ["at 11"],
      null,
    ]);
  });

  it("the same reminder set twice over MCP is there once, and the second answer names it", async () => {
    const program = await (await open()).connect();
    const sentence = { sentence: "call mum tomorrow at 3pm" };
    const [first] = readRows(await program.call("remember_to", sentence));
    const again = await program.call("remember_to", sentence);
    expect(again.isError).toBe(false);
    expect(again.text).toMatch(/^Already there, not added twice: “call mum”: \w+day/);
    expect(readRows(again)).toMatchObject([
      { status: "exists", reminder_id: first?.["reminder_id"] },
    ]);
    expect(titles(await program.call("list_reminders"))).toEqual(["call mum"]);
  });

  it.each(["2099-13-01", "2026-02-30", "9999-12-31", "0000-00-00"])(
    "a date that there is not (%s) is refused over MCP, by every tool that takes one",
    async (from) => {
      const program = await (await open()).connect();
      for (const tool of ["whats_on", "free_times"]) {
        const { isError, text } = await program.call(tool, { from });
        expect([isError, text]).toEqual([true, expect.stringContaining("from: not a date")]);
      }
    },
  );

  it("a tool that is called without what it needs says over MCP what that is", async () => {
    const program = await (await open()).connect();
    const { text } = await program.call("remember_to", {});
    expect(text).toContain("give a sentence or items, and not both");
  });

  it("what can't be written over MCP is refused in words", async () => {
    const program = await (await open()).connect();
    const late = await program.call("remember_to", {
      items: [{ title: "x", at: "2001-01-01T10:00" }],
    });
    expect(late).toMatchObject({ isError: true, text: "Not written: that time has passed." });
    const never = await program.call("remember_to", {
      items: [{ title: "x", at: "2099-01-30T10:00", repeat: "FREQ=SECONDLY" }],
    });
    expect(never.isError).toBe(true);
    expect(never.text).toMatch(/^Not written: [a-z ]+\.$/);
  });

  it("a sentence over MCP becomes a reminder that is read back with weekday, date and zone", async () => {
    const ada = await open();
    const program = await ada.connect();
    const called = await program.call("remember_to", { sentence: "call mum tomorrow at 3pm" });
    expect(called.isError).toBe(false);
    expect(called.text).toMatch(/“call mum”: \w+day, \d+ \w+ \d{4} at 15:00 \(.+\)/);
    expect(titles(await program.call("list_reminders"))).toEqual(["call mum"]);
    const { json } = await ada.call("GET", "/api/reminders");
    expect(json).toMatchObject({ reminders: [{ content: "call mum", source: "api" }] });
  });

  it("an unclear sentence over MCP is asked about in the protocol's own form, and the answer completes it", async () => {
    const program = await (await open()).connect({ answers: ["tomorrow at 9am"] });
    const called = await program.call("remember_to", { sentence: "remind me to water the plants" });
    expect(program.asked).toHaveLength(1);
    expect(called.isError).toBe(false);
    expect(titles(called)).toEqual(["water the plants"]);
  });

  it("a question over MCP that the person declines writes nothing", async () => {
    const program = await (await open()).connect({ answers: [undefined] });
    const called = await program.call("remember_to", { sentence: "remind me to water the plants" });
    expect([program.asked.length, called.isError, titles(called)]).toEqual([1, false, []]);
    expect(titles(await program.call("list_reminders"))).toEqual([]);
  });

  it.each([
    ["of the current protocol that can't be asked", false],
    ["of an earlier protocol", true],
  ])(
    "a client %s gets the question as a result and answers by repeating the call",
    async (_, isEarlier) => {
      const program = await (await open()).connect({ isEarlier });
      const args = { sentence: "remind me to water the plants" };
      const asked = await program.call("remember_to", args);
      expect(asked.data).toMatchObject({ status: "question", wants: "words" });
      const { state } = asked.data;
      const called = await program.call("remember_to", {
        ...args,
        state,
        answer: "tomorrow at 9am",
      });
      expect(titles(called)).toEqual(["water the plants"]);
    },
  );

  it("the state of a question over MCP is sealed and belongs to its account, tool and request", async () => {
    const [ada, eve] = [await open(), await open()];
    const program = await ada.connect();
    const args = { sentence: "remind me to water the secret plants" };
    const { state } = (await program.call("remember_to", args)).data as { state: string };
    expect(Buffer.from(state, "base64").toString("latin1")).not.toContain("secret plants");
    const answer = "tomorrow at 9am";
    const refused = [
      await (await eve.connect()).call("remember_to", { ...args, state, answer }),
      await (
        await ada.connect({ token: await ada.issue(["*"], "other") })
      ).call("remember_to", { ...args, state, answer }),
      await program.call("remember_to", { sentence: "remind me to eat", state, answer }),
      await program.call("change_reminders", { sentence: args.sentence, state, answer }),
      await program.call("remember_to", { ...args, state: `${state.slice(0, -2)}AA`, answer }),
    ];
    for (const each of refused)
      expect(each.data).toMatchObject({
        error: { code: "invalid_request", fact: { field: "state" } },
      });
    expect(titles(await program.call("list_reminders"))).toEqual([]);
  });

  it("exact items over MCP are written together, and a misspelt field is refused by its name", async () => {
    const program = await (await open()).connect();
    const called = await program.call("remember_to", {
      items: [
        { title: "stretch", at: "2099-01-01T08:00", repeat: "FREQ=DAILY" },
        { title: "buy milk" },
      ],
    });
    expect(readRows(called)).toMatchObject([
      { title: "stretch", local_start: "2099-01-01T08:00:00", repeat: "FREQ=DAILY" },
      { title: "buy milk", local_start: null },
    ]);
    const wrong = await program.call("remember_to", { items: [{ titel: "x" }] });
    expect([wrong.isError, wrong.text.includes("titel")]).toEqual([true, true]);
  });

  it("the same idempotency key over MCP does nothing twice, and another request with it is refused", async () => {
    const program = await (await open()).connect();
    const args = { sentence: "call mum tomorrow at 3pm", idempotency_key: "k1" };
    const [first, second] = [
      await program.call("remember_to", args),
      await program.call("remember_to", args),
    ];
    expect(second.data).toEqual(first.data);
    expect(readRows(await program.call("list_reminders"))).toHaveLength(1);
    const other = await program.call("remember_to", { ...args, sentence: "eat at 5pm tomorrow" });
    expect(other.data).toMatchObject({ error: { code: "key_reused" } });
  });

  it("a call with an idempotency key whose process died over MCP is not done again: its outcome is not known", async () => {
    const owner = await open();
    const program = await owner.connect();
    const args = { sentence: "call mum tomorrow at 3pm", idempotency_key: "k1" };
    await program.call("remember_to", args);
    const leaveBehind = (minutesAgo: number) =>
      world.product.app.store.db.rows(
        `update request_key set status = null, answer = null, created_at = now() - make_interval(mins => $2)
         where account_id = $1`,
        [owner.id, minutesAgo],
      );
    await leaveBehind(1);
    const soon = await program.call("remember_to", args);
    expect(soon.data).toMatchObject({ error: { code: "request_in_flight" } });
    await leaveBehind(20);
    const later = await program.call("remember_to", args);
    expect(later.data).toMatchObject({ error: { code: "outcome_unknown" } });
    expect(readRows(await program.call("list_reminders"))).toHaveLength(1);
  });

  it("a change in words over MCP finds its reminder by the rules of the chat", async () => {
    const program = await (await open()).connect();
    await program.call("remember_to", { sentence: "dentist tomorrow at 3pm" });
    const moved = await program.call("change_reminders", {
      sentence: "move the dentist to tomorrow at 5pm",
    });
    expect(readRows(moved)).toMatchObject([{ title: "dentist" }]);
    expect(String(readRows(moved)[0]?.["local_start"])).toMatch(/T17:00:00$/);
    const done = await program.call("change_reminders", { sentence: "cancel the dentist" });
    expect(readRows(done)).toMatchObject([{ lifecycle: "deleted" }]);
  });

  it("a change in words over MCP that could mean two reminders is asked about", async () => {
    const program = await (await open()).connect({ answers: ["the first one"] });
    await program.call("remember_to", {
      items: [
        { title: "call Ann", at: "2099-01-01T08:00" },
        { title: "call Ben", at: "2099-01-02T08:00" },
      ],
    });
    const called = await program.call("change_reminders", { sentence: "cancel the call" });
    expect(program.asked).toHaveLength(1);
    expect(readRows(called)).toMatchObject([{ title: "call Ann", lifecycle: "deleted" }]);
    expect(titles(await program.call("list_reminders"))).toEqual(["call Ben"]);
  });

  it("several changes over MCP are all done or none", async () => {
    const program = await (await open()).connect();
    const made = await program.call("remember_to", {
      items: [
        { title: "a", at: "2099-01-01T08:00" },
        { title: "b", at: "2099-01-02T08:00" },
      ],
    });
    const [a, b] = readRows(made).map(({ reminder_id: id }) => id);
    const refused = await program.call("change_reminders", {
      changes: [
        { reminder_id: a, action: "rename", title: "aa" },
        { reminder_id: b, action: "skip", occurrence: "2099-01-02T08:00" },
      ],
    });
    expect(refused.data).toMatchObject({
      error: { code: "invalid_request", fact: { index: 1, reason: "not_recurring" } },
    });
    expect(titles(await program.call("list_reminders"))).toEqual(["a", "b"]);
    await program.call("change_reminders", {
      changes: [
        { reminder_id: a, action: "rename", title: "aa" },
        { reminder_id: b, action: "move", to: "2098-01-02T09:00" },
      ],
    });
    expect(titles(await program.call("list_reminders"))).toEqual(["b", "aa"]);
  });

  it("ending more than two reminders over MCP asks first", async () => {
    const program = await (await open()).connect({ answers: [false, true] });
    const made = await program.call("remember_to", {
      items: ["a", "b", "c"].map((title, at) => ({ title, at: `2099-01-0${at + 1}T08:00` })),
    });
    const changes = readRows(made).map(({ reminder_id }) => ({ reminder_id, action: "cancel" }));
    await program.call("change_reminders", { changes });
    expect(titles(await program.call("list_reminders"))).toEqual(["a", "b", "c"]);
    await program.call("change_reminders", { changes });
    expect(titles(await program.call("list_reminders"))).toEqual([]);
    expect(program.asked).toHaveLength(2);
  });

  it("ending more than two reminders over MCP needs a plain yes: words are not one", async () => {
    const program = await (await open()).connect();
    const made = await program.call("remember_to", {
      items: ["a", "b", "c"].map((title, at) => ({ title, at: `2099-01-0${at + 1}T08:00` })),
    });
    const changes = readRows(made).map(({ reminder_id }) => ({ reminder_id, action: "cancel" }));
    const { state } = (await program.call("change_reminders", { changes })).data;
    await program.call("change_reminders", { changes, state, answer: "no" });
    expect(titles(await program.call("list_reminders"))).toEqual(["a", "b", "c"]);
  });

  it("undo over MCP takes back the last change of this program and of no other", async () => {
    const ada = await open();
    const [one, other] = [
      await ada.connect(),
      await ada.connect({ token: await ada.issue(["*"], "other") }),
    ];
    await one.call("remember_to", { sentence: "call mum tomorrow at 3pm" });
    const nothing = await other.call("undo");
    expect([nothing.isError, titles(nothing)]).toEqual([false, []]);
    expect(readRows(await one.call("undo"))).toMatchObject([{ lifecycle: "deleted" }]);
    expect(titles(await one.call("list_reminders"))).toEqual([]);
    expect(titles(await one.call("undo"))).toEqual([]);
  });

  it("what is on and what is free are shown over MCP in the person's own time", async () => {
    const program = await (await open()).connect();
    await program.call("remember_to", {
      items: [{ title: "meeting", at: "2099-01-01T10:00", minutes: 60 }],
    });
    const on = await program.call("whats_on", { from: "2099-01-01" });
    expect(on.data).toMatchObject({
      entries: [{ title: "meeting", start: "2099-01-01T10:00:00", end: "2099-01-01T11:00:00" }],
    });
    const free = await program.call("free_times", { from: "2099-01-01", days: 1 });
    expect(free.data).toMatchObject({
      free: [
        { start: "2099-01-01T00:00:00", end: "2099-01-01T10:00:00" },
        { start: "2099-01-01T11:00:00", end: "2099-01-02T00:00:00" },
      ],
    });
  });
});
